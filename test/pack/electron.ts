import { standInElectron } from '../desktop/stand-in.ts';

/** The module that the packed program gets when it imports `electron` (run-packed.ts). */

const [folder = ''] = process.argv.slice(-1);
const standIn = standInElectron({ folder, platform: process.platform });

/** As in Electron, which is ready only once the entry has been evaluated to its end: electron/electron#40719. */
const entry = Promise.withResolvers<void>();

Object.assign(standIn.app, {
  isPackaged: true,
  exit: (code: number) => process.exit(code),
  whenReady: () => entry.promise,
});
standIn.app.on('web-contents-created', () => queueMicrotask(tellOfWindow));

/** The first address that the window was given, once it has one. */
const tellOfWindow = (): void => {
  const [window] = standIn.windows;
  const [url] = window?.loaded ?? [];
  if (url === undefined) return void setTimeout(tellOfWindow, 20);
  process.send?.({ window: url, options: window?.options, errors: standIn.errorBoxes });
};

/** Electron's own app.quit() does this first. */
const askToQuit = (): boolean => standIn.app.emit('before-quit', { preventDefault: () => undefined });

export const entryIsEvaluated = entry.resolve;
export const quit = askToQuit;
export const { app, BrowserWindow, dialog, ipcMain, Menu, Notification, nativeTheme } = standIn.electron;
export const { crashReporter, powerMonitor, powerSaveBlocker } = standIn.electron;
export const { screen, session, shell, Tray } = standIn.electron;
