import type { Session } from 'electron';
import type { OwnAddresses } from './contents.ts';

/**
 * Point 5, "Handle session permission requests from remote content": by default Electron grants them all.
 * https://www.electronjs.org/docs/latest/tutorial/security#5-handle-session-permission-requests-from-remote-content
 */

/** A cashier copies links for a customer; the screens need no other permission. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

interface Asker {
  /** Address of the frame, or its origin. */
  url: string;
  isMainFrame: boolean;
}

export const hasPermission = (
  permission: string,
  { url, isMainFrame }: Asker,
  origin: string | undefined,
): boolean =>
  origin !== undefined && isMainFrame && GRANTED.has(permission) && URL.parse(url)?.origin === origin;

const limitPermissions = (session: Session, origin: () => string | undefined): void => {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(hasPermission(permission, { url: requestingUrl, isMainFrame }, origin())),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { isMainFrame }) =>
    hasPermission(permission, { url: requestingOrigin, isMainFrame }, origin()),
  );
  // No HID, serial or USB device, remembered or not.
  session.setDevicePermissionHandler(() => false);
};

/**
 * Point 1, "Only load secure content": the window loads only content of the service on this computer. It uses plain
 * HTTP, over loopback, which no other computer can read.
 * https://www.electronjs.org/docs/latest/tutorial/security#1-only-load-secure-content
 */
export const isOwnContent = (url: string, origin: string | undefined, isPackaged: boolean): boolean => {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  if (parsed.protocol === 'data:') return true;
  // A blob: address has the origin of the page that made it.
  if (parsed.protocol === 'devtools:') return !isPackaged;
  return origin !== undefined && parsed.origin === origin && ['http:', 'blob:'].includes(parsed.protocol);
};

const loadOwnContentOnly = (session: Session, origin: () => string | undefined, isPackaged: boolean): void =>
  session.webRequest.onBeforeRequest(({ url }, callback) =>
    callback({ cancel: !isOwnContent(url, origin(), isPackaged) }),
  );

/**
 * Point 7, "Define a Content Security Policy": the service sends one with each page, stricter than any that could be
 * set here (main/http/screens.ts). An answer without one may load nothing.
 * https://www.electronjs.org/docs/latest/tutorial/security#7-define-a-content-security-policy
 */
export const DENY_ALL = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

type Headers = Record<string, string[]>;

const hasPolicy = (headers: Headers): boolean =>
  Object.entries(headers).some(
    ([name, values]) =>
      name.toLowerCase() === 'content-security-policy' && values.some((value) => value.trim() !== ''),
  );

export const withPolicy = (headers: Headers): Headers =>
  hasPolicy(headers) ? headers : { ...headers, 'Content-Security-Policy': [DENY_ALL] };

const demandPolicy = (session: Session): void =>
  session.webRequest.onHeadersReceived(({ responseHeaders }, callback) =>
    callback({ responseHeaders: withPolicy(responseHeaders ?? {}) }),
  );

/** Runs once the session is ready, before there is a window. */
export const secureSession = (session: Session, own: () => OwnAddresses, isPackaged: boolean): void => {
  limitPermissions(session, () => own().origin);
  loadOwnContentOnly(session, () => own().origin, isPackaged);
  demandPolicy(session);
};
