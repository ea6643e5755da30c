import type { Session } from 'electron';

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

export const limitPermissions = (session: Session, origin: () => string | undefined): void => {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(mayHave(permission, { url: requestingUrl, isMainFrame }, origin())),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { isMainFrame }) =>
    mayHave(permission, { url: requestingOrigin, isMainFrame }, origin()),
  );
  // HID, serial, USB: no device, remembered or not.
  session.setDevicePermissionHandler(() => false);
};
