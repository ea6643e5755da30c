import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App, WebContents, WebContentsPrintOptions } from 'electron';
import type { CallInput } from '../../shared/bridge/bridge.ts';
import type { Printer } from '../../shared/bridge/computer.ts';
import type { NativeShell, ShellPreferences, Updates } from '../bridge/native-shell.ts';
import { OwnerError } from '../platform/owner-error.ts';
import type { Awake } from './awake.ts';
import type { Electron } from './electron.ts';
import type { Login } from './login.ts';
import type { PreferenceStore, Preferences } from './preferences.ts';
import { allowedOutside, type OwnAddresses } from './security/contents.ts';
import type { Language, Texts } from './texts.ts';
import type { ShopWindow } from './window.ts';

interface NativeShellContext {
  electron: Pick<Electron, 'app' | 'dialog' | 'nativeTheme' | 'shell'>;
  window: Pick<ShopWindow, 'window' | 'contents'>;
  isSigned: boolean;
  awake: Awake;
  /** Rights of a file that the user saves: by the system's own umask, not by that of Kramar's data. */
  fileMode: number;
  preferences: PreferenceStore;
  login: Login;
  updates: Updates;
  own(): OwnAddresses;
  texts(): Texts;
  setLanguage(language: Language): void;
  customerScreen: NativeShell['customerScreen'];
}

export const createNativeShell = (context: NativeShellContext): NativeShell => {
  const { electron, window, preferences, updates, own, texts, setLanguage, fileMode, customerScreen } =
    context;
  const { dialog, shell, app, nativeTheme } = electron;
  return {
    // The bridge has checked that the name is a file name (shared/file-name.ts).
    saveFile: async (name, bytes) => {
      const defaultPath = suggestedPath(app, name);
      const { canceled, filePath } = await dialog.showSaveDialog(window.window, { defaultPath });
      if (canceled || filePath === '') return null;
      const isNew = !existsSync(filePath);
      await writeFile(filePath, bytes);
      if (isNew) await chmod(filePath, fileMode);
      return filePath;
    },
    chooseFolder: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window.window, {
        title: texts().folder.choose,
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    openFolder: async (path) => {
      const why = await shell.openPath(path);
      if (why !== '')
        throw new OwnerError(
          'FOLDER_NOT_OPENED',
          `The folder ${path} could not be opened (${why}). Nothing was changed. Open it in the system's file manager.`,
        );
    },
    print: (input) => printPage(window.contents, preferences.get(), input),
    printers: () => listPrinters(window.contents),
    pdf: () => window.contents.printToPDF({ printBackground: true, preferCSSPageSize: true }),
    openExternal: async (url) => {
      const allowed = allowedOutside(url, own());
      if (allowed === undefined)
        throw new OwnerError(
          'ADDRESS_NOT_ALLOWED',
          "The address was not opened: it is neither the bank's nor this service's. Nothing else was done.",
        );
      await shell.openExternal(allowed);
    },
    preferences: () => presentPreferences(context),
    changePreferences: (changes) => {
      change(changes, context);
      return presentPreferences(context);
    },
    setTheme: (theme) => {
      nativeTheme.themeSource = theme;
      if (preferences.get().theme !== theme) preferences.keep({ theme });
    },
    setLanguage,
    updates,
    customerScreen,
  };
};

/** In the folder of downloads; without one, as when it was redirected to a drive that is gone, the system chooses. */
export const suggestedPath = (app: Pick<App, 'getPath'>, name: string): string => {
  try {
    return join(app.getPath('downloads'), name);
  } catch {
    return name;
  }
};

const presentPreferences = ({ preferences, login, isSigned }: NativeShellContext): ShellPreferences => {
  const { notifications, notification_sound, receipt_printer, ...kept } = preferences.get();
  return {
    is_signed: isSigned,
    starts_with_system: login.starts(),
    closes_to_tray: kept.closes_to_tray,
    notifications: isSigned ? notifications : null,
    notification_sound: isSigned ? notification_sound : null,
    keeps_awake: kept.keeps_awake,
    hardware_acceleration: kept.hardware_acceleration,
    receipt_printer: receipt_printer ?? '',
    receipt_width: kept.receipt_width,
  };
};

/** Changes both or neither: the system comes first, since it may refuse, and is reset when the rest cannot be saved. */
const change = (
  { starts_with_system, receipt_printer, ...rest }: CallInput<'computer.change'>,
  { preferences, login, awake }: NativeShellContext,
): void => {
  const before = login.starts();
  const isChanged = starts_with_system !== undefined && before !== null && starts_with_system !== before;
  if (isChanged) login.change(starts_with_system);
  try {
    // An absent value must not overwrite the stored one.
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    const printer = receipt_printer === undefined ? {} : { receipt_printer: receipt_printer || null };
    const changes = { ...Object.fromEntries(given), ...printer };
    if (Object.keys(changes).length > 0) preferences.change(changes);
  } catch (error) {
    if (isChanged) login.change(before);
    throw error;
  }
  awake.keep(preferences.get().keeps_awake);
};

const MICRONS_PER_MM = 1_000;

/** Paper, for a roll as long as its content; Electron counts in micrometres. */
const receiptOptions = (
  deviceName: string,
  { receipt_width }: Pick<Preferences, 'receipt_width'>,
  height: number,
): WebContentsPrintOptions => ({
  silent: true,
  deviceName,
  printBackground: true,
  color: false,
  margins: { marginType: 'none' },
  pageSize: { width: receipt_width * MICRONS_PER_MM, height: Math.ceil(height * MICRONS_PER_MM) },
});

/**
 * Prints the page: a receipt on the printer chosen for receipts without a dialog, anything else by the system's dialog.
 * @throws OwnerError NOT_PRINTED
 */
const printPage = (
  contents: WebContents,
  preferences: Pick<Preferences, 'receipt_printer' | 'receipt_width'>,
  { receipt_height }: CallInput<'page.print'>,
): Promise<void> => {
  const printer = receipt_height === undefined ? null : preferences.receipt_printer;
  const options =
    printer === null || receipt_height === undefined
      ? {}
      : receiptOptions(printer, preferences, receipt_height);
  return new Promise((resolve, reject) => {
    contents.print(options, (success, why) =>
      // The user closed the system's dialog.
      success || (printer === null && /cancel/i.test(why))
        ? resolve()
        : reject(
            new OwnerError(
              'NOT_PRINTED',
              `The ${printer === null ? 'system' : `printer ${printer}`} could not print it (${why}). Nothing was changed. Check the printer, or save it as a PDF.`,
            ),
          ),
    );
  });
};

/** The system's printers, by their own names. */
const listPrinters = async (contents: WebContents): Promise<Printer[]> =>
  (await contents.getPrintersAsync()).map(({ name, displayName }) => ({ name, label: displayName || name }));
