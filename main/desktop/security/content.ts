import type { Session } from 'electron';

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

export const loadOwnContentOnly = (
  session: Session,
  origin: () => string | undefined,
  isPackaged: boolean,
): void =>
  session.webRequest.onBeforeRequest(({ url }, callback) =>
    callback({ cancel: !isOwnContent(url, origin(), isPackaged) }),
  );
