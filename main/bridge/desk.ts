import type { BridgeEvent, CallInput, Computer, UpdateState } from '../../shared/bridge.ts';

/** What only a desktop can do. The bridge asks for it; main/desktop/ does it, in tests a stand-in. */
export interface Desk {
  /** Asks the user where to, and writes it there; gives the path, null when they think better of it. */
  saveFile(name: string, bytes: Uint8Array): Promise<string | null>;
  /** Asks the user for a folder. */
  chooseFolder(): Promise<string | null>;
  /** Opens a folder in the system's own file manager. @throws OwnerError FOLDER_NOT_OPENED */
  openFolder(path: string): Promise<void>;
  /** Prints what the window shows, by the system's dialog. */
  print(): Promise<void>;
  /** The same as a PDF. */
  pdf(): Promise<Uint8Array>;
  /** @throws OwnerError ADDRESS_NOT_ALLOWED for what is neither the bank's nor this service's */
  openOutside(url: string): Promise<void>;
  /** Of this computer, beside what the bridge knows itself. */
  preferences(): DeskPreferences;
  /** @throws OwnerError when the system refuses; nothing is changed then */
  changePreferences(changes: CallInput<'computer.change'>): DeskPreferences;
  /** Tray, menu and notifications speak it from now on. */
  speak(language: 'uk' | 'en'): void;
  updates: Updates;
}

export type DeskPreferences = Pick<
  Computer,
  'starts_with_system' | 'closes_to_tray' | 'notifications' | 'notification_sound'
>;

/** The update channel. What it is doing is also told to the window, as it changes. */
export interface Updates {
  state(): UpdateState;
  /** Each gives the state that follows; a failure is a state, not an exception. */
  check(): Promise<UpdateState>;
  download(): Promise<UpdateState>;
  /** Ends the program in order and starts the new version. @throws OwnerError NO_UPDATE_READY */
  install(): Promise<void>;
}

/** How the program tells the window something. */
export type Tell = (event: BridgeEvent) => void;
