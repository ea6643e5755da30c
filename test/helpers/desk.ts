import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NativeShell, ShellPreferences } from '../../main/bridge/native-shell.ts';
import type { UpdateState } from '../../shared/bridge/computer.ts';

/** The requests that a desktop would have received. */
export interface ShellRequests {
  opened: string[];
  addresses: string[];
  saved: string[];
  /** The next result of `chooseFolder`; undefined: `folder`. */
  nextFolder?: string;
  prints: number;
  receiptHeights: number[];
  themes: string[];
  languages: string[];
  installs: number;
  /** An unsigned build on macOS. */
  isUnsigned?: boolean;
}

/** Features that macOS denies an unsigned build. */
const UNSIGNED = {
  is_signed: false,
  starts_with_system: null,
  notifications: null,
  notification_sound: null,
};

/**
 * A desktop without Electron: files are saved into a folder without a dialog, the other requests are recorded.
 * @param folder where `saveFile` puts files; also the result of `chooseFolder`
 */
export const standInShell = (folder: string) => {
  const requested: ShellRequests = {
    opened: [],
    addresses: [],
    saved: [],
    prints: 0,
    receiptHeights: [],
    themes: [],
    languages: [],
    installs: 0,
  };
  let preferences: ShellPreferences = {
    is_signed: true,
    keeps_awake: false,
    hardware_acceleration: true,
    receipt_printer: '',
    receipt_width: 80,
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
  let isCustomerScreenOpen = false;
  const shell: NativeShell = {
    customerScreen: {
      open: () => {
        isCustomerScreenOpen = true;
      },
      close: () => {
        isCustomerScreenOpen = false;
      },
      state: () => ({ is_open: isCustomerScreenOpen, has_other_display: false }),
    },
    saveFile: async (name, bytes) => {
      mkdirSync(folder, { recursive: true });
      const path = join(folder, name);
      writeFileSync(path, bytes);
      requested.saved.push(path);
      return path;
    },
    chooseFolder: async () => requested.nextFolder ?? folder,
    openFolder: async (path) => {
      requested.opened.push(path);
    },
    print: async ({ receipt_height }) => {
      requested.prints += 1;
      if (receipt_height !== undefined) requested.receiptHeights.push(receipt_height);
    },
    printers: async () => [
      { name: 'XP_58', label: 'Xprinter XP-58' },
      { name: 'office', label: 'Office' },
    ],
    pdf: async () => new TextEncoder().encode('%PDF-1.7 stand-in'),
    openExternal: async (url) => {
      requested.addresses.push(url);
    },
    preferences: () => (requested.isUnsigned ? { ...preferences, ...UNSIGNED } : preferences),
    changePreferences: (changes) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      preferences = { ...preferences, ...Object.fromEntries(given) };
      return preferences;
    },
    setTheme: (theme) => {
      requested.themes.push(theme);
    },
    setLanguage: (language) => {
      requested.languages.push(language);
    },
    updates: {
      state: () => (requested.isUnsigned ? { ...update, status: 'off' } : update),
      check: async () => become({ status: 'available', version: '9.9.9' }),
      download: async () => become({ status: 'ready', progress: 100 }),
      install: async () => {
        requested.installs += 1;
      },
    },
  };
  return { shell, asked: requested };
};
