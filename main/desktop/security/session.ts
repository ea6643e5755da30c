import type { Session } from 'electron';
import type { Own } from './contents.ts';

/**
 * Point 5, "Handle session permission requests from remote content": by default Electron grants them all.
 * https://www.electronjs.org/docs/latest/tutorial/security#5-handle-session-permission-requests-from-remote-content
 */

/** The links that a cashier copies for a customer; the screens ask for nothing else. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

interface Asker {
  /** Address of the frame, or its origin. */
  url: string;
  isMainFrame: boolean;
}

export const mayHave = (
  permission: string,
  { url, isMainFrame }: Asker,
  origin: string | undefined,
): boolean =>
  origin !== undefined && isMainFrame && GRANTED.has(permission) && URL.parse(url)?.origin === origin;

const limitPermissions = (session: Session, origin: () => string | undefined): void => {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(mayHave(permission, { url: requestingUrl, isMainFrame }, origin())),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { isMainFrame }) =>
    mayHave(permission, { url: requestingOrigin, isMainFrame }, origin()),
  );
  // HID, serial, USB: no device, remembered or not.
  session.setDevicePermissionHandler(() => false);
};

/**
 * Point 1, "Only load secure content": the window loads what the service of this computer sends, and nothing else.
 * It speaks plain HTTP, over loopback alone, which no other computer can read.
 * https://www.electronjs.org/docs/latest/tutorial/security#1-only-load-secure-content
 */
export const isOwnContent = (url: string, origin: string | undefined, isPackaged: boolean): boolean => {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  if (parsed.protocol === 'data:') return true;
  // The origin of a blob: address is that of the page that made it.
  if (parsed.protocol === 'devtools:') return !isPackaged;
  return origin !== undefined && parsed.origin === origin && ['http:', 'blob:'].includes(parsed.protocol);
};

const loadOwnContentOnly = (session: Session, origin: () => string | undefined, isPackaged: boolean): void =>
  session.webRequest.onBeforeRequest(({ url }, callback) =>
    callback({ cancel: !isOwnContent(url, origin(), isPackaged) }),
  );

/**
 * Point 7, "Define a Content Security Policy": the service sends one with each page, stricter than anything that could
 * be said here (main/http/screens.ts). What comes without one may load nothing at all.
 * https://www.electronjs.org/docs/latest/tutorial/security#7-define-a-content-security-policy
 */
export const STRICTEST = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

type Headers = Record<string, string[]>;

const hasPolicy = (headers: Headers): boolean =>
  Object.entries(headers).some(
    ([name, values]) =>
      name.toLowerCase() === 'content-security-policy' && values.some((value) => value.trim() !== ''),
  );

export const withPolicy = (headers: Headers): Headers =>
  hasPolicy(headers) ? headers : { ...headers, 'Content-Security-Policy': [STRICTEST] };

const demandPolicy = (session: Session): void =>
  session.webRequest.onHeadersReceived(({ responseHeaders }, callback) =>
    callback({ responseHeaders: withPolicy(responseHeaders ?? {}) }),
  );

/** Once it is ready, before there is a window. */
export const secureSession = (session: Session, own: () => Own, isPackaged: boolean): void => {
  limitPermissions(session, () => own().origin);
  loadOwnContentOnly(session, () => own().origin, isPackaged);
  demandPolicy(session);
};
