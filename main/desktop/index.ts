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

/** The entry with a window: hands Electron on, and nothing else. With preload.ts the only file that imports it. */

const hasUpdateChannel = app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));

// Not awaited: Electron is ready only once this module has been evaluated to its end, and startDesktop waits for that
// (https://github.com/electron/electron/issues/40719). What must come before is done until it first waits.
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
  // In development Electron is one argument, the program's folder another.
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
