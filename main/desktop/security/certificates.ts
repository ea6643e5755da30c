import type { App } from 'electron';
import type { Log } from '../../platform/log.ts';

/**
 * A certificate that does not hold is never overridden, none of the user's own is handed out, and no password is asked
 * for: the window speaks to loopback alone, so whoever asks is nobody we know.
 * https://www.electronjs.org/docs/latest/api/app#event-certificate-error
 */
export const trustNoCertificate = (app: App, log: () => Log): void => {
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
