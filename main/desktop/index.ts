import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  powerMonitor,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import { environment } from '../platform/config.ts';
import { startDesktop } from './start.ts';

/** The entry with a window: it only passes Electron on. Besides preload.ts no other file imports Electron. */

const hasUpdateChannel = app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));

// Not awaited: Electron becomes ready only after this module has been evaluated, and startDesktop waits for that
// (https://github.com/electron/electron/issues/40719). Steps that must come before run until its first await.
void startDesktop({
  electron: {
    app,
    BrowserWindow,
    dialog,
    ipcMain,
    Menu,
    nativeTheme,
    Notification,
    powerMonitor,
    screen,
    session,
    shell,
    Tray,
  },
  // In development Electron is the first argument, the program's folder the second.
  args: process.argv.slice(app.isPackaged ? 1 : 2),
  env: environment(),
  platform: process.platform,
  execPath: process.execPath,
  home: homedir(),
  process,
  loadUpdater: hasUpdateChannel
    ? async () => (await import('electron-updater')).default.autoUpdater
    : undefined,
});
