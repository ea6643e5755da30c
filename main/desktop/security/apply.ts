import type { App, Session, Shell } from 'electron';
import type { Log } from '../../platform/log.ts';
import { trustNoCertificate } from './certificates.ts';
import { loadOwnContentOnly } from './content.ts';
import { allowedOutside, type Own } from './external.ts';
import { limitNavigation } from './navigation.ts';
import { denyNewWindows } from './new-windows.ts';
import { limitPermissions } from './permissions.ts';
import { demandPolicy } from './policy.ts';
import { sandboxEverything } from './sandbox.ts';
import { denyWebviews } from './webviews.ts';

/** A module a point of the list: https://www.electronjs.org/docs/latest/tutorial/security */

interface SecurityContext {
  app: App;
  shell: Pick<Shell, 'openExternal'>;
  /** As of now: the service may come back at another address. */
  own(): Own;
  log(): Log;
}

/** Before the program is ready. */
export const secureProgram = ({ app, shell, own, log }: SecurityContext): void => {
  sandboxEverything(app);
  trustNoCertificate(app, log);
  const openOutside = (url: string): void => {
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
    denyNewWindows(contents, openOutside);
    limitNavigation(
      contents,
      () => own().origin,
      (url) => log().warn('The window was kept from leaving for another address.', { url }),
    );
  });
};

/** Once it is ready, before there is a window. */
export const secureSession = (session: Session, own: () => Own, isPackaged: boolean): void => {
  limitPermissions(session, () => own().origin);
  loadOwnContentOnly(session, () => own().origin, isPackaged);
  demandPolicy(session);
};
