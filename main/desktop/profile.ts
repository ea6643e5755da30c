import { join } from 'node:path';
import type { App } from 'electron';
import { makeFolder } from '../platform/data-folder.ts';

/**
 * Chromium's profile (cache, cookies, local storage) gets a folder of its own. By default it would be
 * `appData/<name of the program>` (https://www.electronjs.org/docs/latest/api/app#appgetpathname), which on Windows
 * and macOS is where the shop's data lies (main/platform/config.ts). Before the lock of the single instance, which lies in it.
 */
export const chooseProfile = (app: App): void => {
  // Whoever says where means it: tests, several users of one account.
  if (app.commandLine.hasSwitch('user-data-dir')) return;
  const folder = join(app.getPath('appData'), 'Kramar Window');
  try {
    // setPath throws where it is missing.
    makeFolder(folder);
    app.setPath('userData', folder);
  } catch {
    // A disk that takes nothing is told by the service's own start.
  }
};
