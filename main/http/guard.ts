import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { allowOrigin, answerPreflight, isPreflight } from './cross-origin.ts';
import { HttpError } from './errors.ts';

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** A port out of range would make an invalid URL of the address that links are built from. */
export const isLoopback = (host: string): boolean => {
  const [address, port = '0'] = LOOPBACK_HOST.exec(host) ?? [];
  return address !== undefined && Number(port) <= MAX_PORT;
};

const isOwnOrigin = (origin: string, host: string, port: number | undefined): boolean => {
  const [, address] = /^http:\/\/(.+)$/i.exec(origin) ?? [];
  if (address === undefined || !isLoopback(address)) return false;
  return address.toLowerCase() === host.toLowerCase() || address.endsWith(`:${port}`);
};

/** Whatever the request calls this host: each of its Host headers, of which Node takes the first, and an address that is whole. */
const hostsOf = ({ headersDistinct: { host = [''] }, url = '' }: IncomingMessage): readonly string[] =>
  url.startsWith('/') || !URL.canParse(url) ? host : [...host, new URL(url).host];

/** Browsers send it also with requests without an Origin, such as images. */
const OTHER_SITE = /\b(?:cross|same)-site\b/i;

/**
 * Refuses, before everything else, what a web page elsewhere could send to this PC: a request under another host's name
 * (DNS rebinding), with a foreign Origin (a cross-site form or fetch), or, to the interface, any request that the
 * browser attributes to another site. A link may open paths outside the interface, and the owner may allow origins to
 * use it.
 * @param allowedOrigins as browsers send them, in lower case
 */
export const guard =
  (isInterface: (path: string) => boolean, allowedOrigins: () => readonly string[]): Middleware =>
  (ctx, next) => {
    if (!hostsOf(ctx.req).every(isLoopback))
      throw new HttpError(403, 'Host not allowed.', {}, 'host_not_allowed');
    if (!isInterface(ctx.path)) {
      refuseForeignOrigin(ctx);
      return next();
    }
    ctx.vary('Origin');
    const { origin } = ctx.req.headers;
    if (origin === undefined || !allowedOrigins().includes(origin.toLowerCase())) {
      refuseForeignOrigin(ctx);
      const site = ctx.req.headers['sec-fetch-site'];
      if (typeof site === 'string' && OTHER_SITE.test(site))
        throw new HttpError(403, 'Requests of other web pages are not allowed.', {}, 'other_site');
      return next();
    }
    allowOrigin(ctx, origin);
    return isPreflight(ctx) ? answerPreflight(ctx) : next();
  };

const refuseForeignOrigin = (ctx: Context): void => {
  const { host = '', origin } = ctx.req.headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, ctx.req.socket.localPort))
    throw new HttpError(403, 'Origin not allowed.', {}, 'origin_not_allowed');
};
