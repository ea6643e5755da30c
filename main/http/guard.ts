import type { Middleware } from 'koa';
import { HttpError } from './errors.ts';

const LOOPBACK_HOST = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?$/i;

const isOwnOrigin = (origin: string, host: string, port: number | undefined): boolean => {
  const [, address] = /^http:\/\/(.+)$/i.exec(origin) ?? [];
  if (address === undefined || !LOOPBACK_HOST.test(address)) return false;
  return address.toLowerCase() === host.toLowerCase() || address.endsWith(`:${port}`);
};

/**
 * Refuses, before everything else, what a web page elsewhere could send to this PC: a request under another
 * host's name (DNS rebinding), or with a foreign Origin (a cross-site form or fetch).
 */
export const guard: Middleware = (ctx, next) => {
  const { host = '', origin } = ctx.req.headers;
  if (!LOOPBACK_HOST.test(host)) throw new HttpError(403, 'Host not allowed.');
  if (origin !== undefined && !isOwnOrigin(origin, host, ctx.req.socket.localPort))
    throw new HttpError(403, 'Origin not allowed.');
  return next();
};
