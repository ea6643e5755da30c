import type { App } from 'electron';
import { LINK_PROTOCOL } from '../links.ts';

/** The same as in electron-builder.yml: by it Windows knows whose notifications and task bar entry they are. */
export const APP_ID = 'ua.kramar.desktop';

/**
 * Who the system takes this program for.
 * https://www.electronjs.org/docs/latest/api/app#appsetappusermodelidid-windows,
 * https://www.electronjs.org/docs/latest/api/app#appsetasdefaultprotocolclientprotocol-path-args
 */
export const introduce = (app: App, platform: NodeJS.Platform): void => {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  // In development it would be Electron itself, without a program, that the system starts for a link.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_PROTOCOL);
};
