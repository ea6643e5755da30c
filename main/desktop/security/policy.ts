import type { Session } from 'electron';

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

export const demandPolicy = (session: Session): void =>
  session.webRequest.onHeadersReceived(({ responseHeaders }, callback) =>
    callback({ responseHeaders: withPolicy(responseHeaders ?? {}) }),
  );
