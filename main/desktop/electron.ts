import type { AppUpdater } from 'electron-updater';
import type { AppPorts } from '../start/app.ts';

/**
 * What of Electron is used. Only index.ts and preload.ts import its values; everybody else is handed them, so that
 * tests run the same code with a stand-in (outside Electron, importing it tries a download and throws).
 */
export type Electron = Pick<
  typeof import('electron'),
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'Notification'
  | 'powerMonitor'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
>;

export type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
  | 'on'
  | 'logger'
>;

/** The process in which the desktop runs, as far as it is used. */
export interface Program {
  electron: Electron;
  /** What was typed after the program's name. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** What the system is to start at its own start. */
  execPath: string;
  home: string;
  process: Pick<NodeJS.EventEmitter, 'on'>;
  /** Undefined: this build has no update channel. */
  loadUpdater: (() => Promise<Updater>) | undefined;
  /** What takes the place of the real thing in tests. */
  ports?: Omit<AppPorts, 'log'>;
}
