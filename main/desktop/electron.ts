import type { Shell } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { AppPorts } from '../start/services.ts';

/**
 * The used part of Electron. Only index.ts and preload.ts import its values; all other modules get them as arguments,
 * so that tests run the same code with a stand-in (outside Electron, importing it tries a download and throws).
 */
export type Electron = Pick<
  typeof import('electron'),
  | 'app'
  | 'BrowserWindow'
  | 'crashReporter'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeTheme'
  | 'Notification'
  | 'powerMonitor'
  | 'powerSaveBlocker'
  | 'screen'
  | 'session'
  | 'Tray'
> & { shell: Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'> };

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

/** The used part of the desktop's process. */
export interface Program {
  electron: Electron;
  /** Arguments after the program's name. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** The executable for autostart. */
  execPath: string;
  home: string;
  process: Pick<NodeJS.EventEmitter, 'on'>;
  /** False: an unsigned build on macOS, which gives it no notifications, login items and updates. */
  isSigned(): Promise<boolean>;
  /** Undefined: this build has no update channel. */
  loadUpdater: (() => Promise<Updater>) | undefined;
  /** Replaced in tests. */
  ports?: Omit<AppPorts, 'log'>;
  /** Likewise: how long a service that holds the folder may take to answer. */
  serviceWaitMs?: number;
}
