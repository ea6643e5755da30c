import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallInput } from '../../shared/bridge.ts';
import type { NativeShell, ShellPreferences, Updates } from '../bridge/native-shell.ts';
import { OwnerError } from '../platform/owner-error.ts';
import type { Electron } from './electron.ts';
import type { Login } from './login.ts';
import type { PreferenceStore } from './preferences.ts';
import { allowedOutside, type OwnAddresses } from './security/contents.ts';
import type { Language, Texts } from './texts.ts';
import type { ShopWindow } from './window.ts';

interface NativeShellContext {
  electron: Pick<Electron, 'app' | 'dialog' | 'shell'>;
  window: Pick<ShopWindow, 'window' | 'contents'>;
  preferences: PreferenceStore;
  login: Login;
  updates: Updates;
  own(): OwnAddresses;
  texts(): Texts;
  setLanguage(language: Language): void;
}

export const createNativeShell = (context: NativeShellContext): NativeShell => {
  const { electron, window, preferences, login, updates, own, texts, setLanguage } = context;
  const { dialog, shell, app } = electron;
  return {
    // The bridge has checked that the name is a file name (shared/file-name.ts).
    saveFile: async (name, bytes) => {
      const defaultPath = join(app.getPath('downloads'), name);
      const { canceled, filePath } = await dialog.showSaveDialog(window.window, { defaultPath });
      if (canceled || filePath === '') return null;
      await writeFile(filePath, bytes);
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
    print: () =>
      new Promise((resolve, reject) => {
        window.contents.print({}, (success, why) =>
          // The user closed the system's dialog.
          success || /cancel/i.test(why) ? resolve() : reject(notPrinted(why)),
        );
      }),
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
    preferences: () => presentPreferences(preferences, login),
    changePreferences: (changes) => {
      change(changes, preferences, login);
      return presentPreferences(preferences, login);
    },
    setLanguage,
    updates,
  };
};

const presentPreferences = (preferences: PreferenceStore, login: Login): ShellPreferences => {
  const { closes_to_tray, notifications, notification_sound } = preferences.get();
  return { starts_with_system: login.starts(), closes_to_tray, notifications, notification_sound };
};

/** Changes both or neither: the system comes first, since it may refuse, and is reset when the rest cannot be saved. */
const change = (
  { starts_with_system, ...rest }: CallInput<'computer.change'>,
  preferences: PreferenceStore,
  login: Login,
): void => {
  const before = login.starts();
  const isChanged = starts_with_system !== undefined && before !== null && starts_with_system !== before;
  if (isChanged) login.change(starts_with_system);
  try {
    // An absent value must not overwrite the stored one.
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    if (given.length > 0) preferences.change(Object.fromEntries(given));
  } catch (error) {
    if (isChanged) login.change(before);
    throw error;
  }
};

const notPrinted = (why: string): OwnerError =>
  new OwnerError(
    'NOT_PRINTED',
    `The system could not print it (${why}). Nothing was changed. Check the printer, or save it as a PDF.`,
  );
