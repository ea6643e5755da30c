import type { App, Shell } from 'electron';
import type { Log } from '../../platform/log.ts';
import { LINK_PROTOCOL } from '../links.ts';
import {
  allowedOutside,
  denyNewWindows,
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

/**
 * Point 4, "Enable process sandboxing": for every renderer, whatever its own preferences.
 * https://www.electronjs.org/docs/latest/tutorial/security#4-enable-process-sandboxing
 */
const sandboxEverything = (app: App): void => app.enableSandbox();

/** The same as in electron-builder.yml: Windows assigns notifications and the task bar entry by it. */
export const APP_ID = 'ua.kramar.desktop';

/**
 * Sets the identity under which the system knows this program.
 * https://www.electronjs.org/docs/latest/api/app#appsetappusermodelidid-windows,
 * https://www.electronjs.org/docs/latest/api/app#appsetasdefaultprotocolclientprotocol-path-args
 */
export const setAppIdentity = (app: App, platform: NodeJS.Platform): void => {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  // In development the system would start Electron itself, without a program, for a link.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_PROTOCOL);
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
  sandboxEverything(app);
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
    denyNewWindows(contents, openExternal);
    limitNavigation(
      contents,
      () => own().origin,
      (url) => log().warn('The window was kept from leaving for another address.', { url }),
    );
  });
};
