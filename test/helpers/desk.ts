import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NativeShell, ShellPreferences } from '../../main/bridge/native-shell.ts';
import type { UpdateState } from '../../shared/bridge.ts';

/** What a desktop would have been asked to do. */
export interface Asked {
  opened: string[];
  addresses: string[];
  saved: string[];
  prints: number;
  languages: string[];
  installs: number;
}

/**
 * A desktop without Electron: files are saved into a folder without asking, the rest is remembered.
 * @param folder where `saveFile` puts files; also what `chooseFolder` gives
 */
export const standInShell = (folder: string) => {
  const asked: Asked = { opened: [], addresses: [], saved: [], prints: 0, languages: [], installs: 0 };
  let preferences: ShellPreferences = {
    starts_with_system: false,
    closes_to_tray: true,
    notifications: true,
    notification_sound: true,
  };
  let update: UpdateState = { status: 'unknown', version: '', progress: 0, detail: '' };
  const become = (next: Partial<UpdateState>): UpdateState => {
    update = { ...update, ...next };
    return update;
  };
  const shell: NativeShell = {
    saveFile: async (name, bytes) => {
      mkdirSync(folder, { recursive: true });
      const path = join(folder, name);
      writeFileSync(path, bytes);
      asked.saved.push(path);
      return path;
    },
    chooseFolder: async () => folder,
    openFolder: async (path) => {
      asked.opened.push(path);
    },
    print: async () => {
      asked.prints += 1;
    },
    pdf: async () => new TextEncoder().encode('%PDF-1.7 stand-in'),
    openExternal: async (url) => {
      asked.addresses.push(url);
    },
    preferences: () => preferences,
    changePreferences: (changes) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      preferences = { ...preferences, ...Object.fromEntries(given) };
      return preferences;
    },
    setLanguage: (language) => {
      asked.languages.push(language);
    },
    updates: {
      state: () => update,
      check: async () => become({ status: 'available', version: '9.9.9' }),
      download: async () => become({ status: 'ready', progress: 100 }),
      install: async () => {
        asked.installs += 1;
      },
    },
  };
  return { shell, asked };
};
