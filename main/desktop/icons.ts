import { join } from 'node:path';
import { ICONS } from '../platform/places-on-disk.ts';

/** What `npm run icons` draws (build/icons/). */

/** macOS takes the window's icon from the program itself. */
export const windowIcon = (platform: NodeJS.Platform): string =>
  join(ICONS, platform === 'win32' ? 'icon.ico' : 'icon.png');

/** macOS colours a picture whose name ends with Template itself, by its menu bar. */
export const trayIcon = (platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return join(ICONS, 'trayTemplate.png');
  return join(ICONS, platform === 'win32' ? 'tray.ico' : 'tray.png');
};
