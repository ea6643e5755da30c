import type { App, Shell } from 'electron';
import type { Log } from '../../platform/log.ts';
import { LINK_PROTOCOL } from '../links.ts';
import {
  allowedOutside,
  denyNewWindows,
  denyWebRtc,
  denyWebviews,
  limitNavigation,
  type OwnAddresses,
} from './contents.ts';

/**
 * Never overrides an invalid certificate, sends none of the user's own, and shows no password prompt: the window talks
 * only to loopback, so any such request is foreign.
 * https://www.electronjs.org/docs/latest/api/app#event-certificate-error
 */
const trustNoCertificate = (app: App, log: () => Log): void => {
  app.on('certificate-error', (event, _contents, url, error, _certificate, callback) => {
    event.preventDefault();
    log().warn('A certificate that does not hold was refused.', { url, error });
    callback(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    callback();
  });
  app.on('login', (event, _contents, _details, _auth, callback) => {
    event.preventDefault();
    callback();
  });
};

/** The same as in electron-builder.yml: Windows assigns notifications and the task bar entry by it. */
export const APP_ID = 'ua.kramar.desktop';
const DEVELOPMENT_NAME = 'Kramar development';

/**
 * Sets the identity under which the system knows this program.
 * https://www.electronjs.org/docs/latest/api/app#appsetappusermodelidid-windows,
 * https://www.electronjs.org/docs/latest/api/app#appsetasdefaultprotocolclientprotocol-path-args
 */
export const setAppIdentity = (app: App, platform: NodeJS.Platform): void => {
  if (!app.isPackaged) {
    // The first notification writes a Start menu link of the program's name, to the running executable
    // (shell/browser/notifications/win/windows_toast_activator.cc): in development that is electron.exe.
    if (platform === 'win32') {
      app.setName(DEVELOPMENT_NAME);
      app.setAppUserModelId(`${APP_ID}.development`);
    }
    // The system would start Electron itself, without a program, for a link.
    return;
  }
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  app.setAsDefaultProtocolClient(LINK_PROTOCOL);
};

/**
 * Keeps Chromium from a key in the system's keychain: it would encrypt cookies, of which Kramar has none, and the system
 * would ask the user for the key after each update. Runs before the program is ready.
 * https://www.electronjs.org/docs/latest/api/safe-storage, components/os_crypt
 */
export const storeNoKey = ({ commandLine }: Pick<App, 'commandLine'>, platform: NodeJS.Platform): void => {
  if (platform === 'linux') commandLine.appendSwitch('password-store', 'basic');
  if (platform === 'darwin') commandLine.appendSwitch('use-mock-keychain');
};

interface SecurityContext {
  app: App;
  shell: Pick<Shell, 'openExternal'>;
  /** Read at each use: the service may return at another address. */
  own(): OwnAddresses;
  log(): Log;
}

/** Runs before the program is ready. */
export const secureProgram = ({ app, shell, own, log }: SecurityContext): void => {
  trustNoCertificate(app, log);
  const openExternal = (url: string): void => {
    const allowed = allowedOutside(url, own());
    if (allowed === undefined)
      log().warn('An address was not opened: it is not of those that may be.', { url });
    else
      shell
        .openExternal(allowed)
        .catch((error: unknown) => log().warn('An address could not be opened.', { url, error }));
  };
  app.on('web-contents-created', (_event, contents) => {
    denyWebviews(contents);
    denyWebRtc(contents);
    denyNewWindows(contents, openExternal);
    limitNavigation(
      contents,
      () => own().origin,
      (url) => log().warn('The window was kept from leaving for another address.', { url }),
    );
  });
};
