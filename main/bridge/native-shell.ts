import type { BridgeEvent, CallInput } from '../../shared/bridge/bridge.ts';
import type { Computer, CustomerScreenState, Printer, UpdateState } from '../../shared/bridge/computer.ts';

/** Desktop features that the bridge calls; main/desktop/ implements them, tests use a stand-in. */
export interface NativeShell {
  /** Lets the user choose a place and writes the file there; gives the path, null when the user cancels. */
  saveFile(name: string, bytes: Uint8Array): Promise<string | null>;
  /** Lets the user choose a folder. */
  chooseFolder(): Promise<string | null>;
  /** Opens a folder in the system's file manager. @throws OwnerError FOLDER_NOT_OPENED */
  openFolder(path: string): Promise<void>;
  /** Prints the window's content: a receipt on the chosen printer, anything else by the system's dialog. */
  print(input: CallInput<'page.print'>): Promise<void>;
  printers(): Promise<Printer[]>;
  /** Renders the window's content as PDF. */
  pdf(): Promise<Uint8Array>;
  /** @throws OwnerError ADDRESS_NOT_ALLOWED unless the address is the bank's or this service's */
  openExternal(url: string): Promise<void>;
  /** Settings of this computer that only the desktop knows. */
  preferences(): ShellPreferences;
  /** @throws OwnerError when the system refuses; nothing is changed then */
  changePreferences(changes: CallInput<'computer.change'>): ShellPreferences;
  /** Sets the theme of the window's frame, menus and dialogs. */
  setTheme(theme: CallInput<'computer.theme'>['theme']): void;
  /** Sets the language of tray, menu and notifications. */
  setLanguage(language: 'uk' | 'en'): void;
  updates: Updates;
  customerScreen: Pick<CustomerScreenWindow, 'open' | 'close' | 'state'>;
}

/** The window that faces the customer. */
export interface CustomerScreenWindow {
  /** @param origin of the service */
  open(origin: string): void;
  close(): void;
  /** After a start of the service: opens it again where it was open. */
  restore(origin: string): void;
  state(): CustomerScreenState;
}

/** The computer's settings that only the shell knows; the service adds the others. */
export type ShellPreferences = Omit<
  Computer,
  'platform' | 'version' | 'data_folder' | 'log_folder' | 'base_url'
>;

/** The update channel. Each change of its state also reaches the window as an event. */
export interface Updates {
  state(): UpdateState;
  /** Each gives the state that follows; a failure is a state, not an exception. */
  check(): Promise<UpdateState>;
  download(): Promise<UpdateState>;
  /** Ends the program in order and starts the new version. @throws OwnerError NO_UPDATE_READY */
  install(): Promise<void>;
}

/** Sends the window an event. */
export type SendEvent = (event: BridgeEvent) => void;
