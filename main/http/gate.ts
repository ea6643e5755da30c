import type { Socket } from 'node:net';
import type { Context, Middleware } from 'koa';
import type { ActionCode } from '../../shared/actions.ts';
import type { Actor, Sessions } from '../shop/accounts/sessions.ts';
import { SignInError } from '../shop/errors.ts';
import { readBody } from './body.ts';
import { SIGNED_IN } from './connections.ts';
import { HttpError, notSignedIn, throttled } from './errors.ts';
import type { Idempotency } from './idempotency.ts';

/** Whether a request comes in: by the host and origin that it names, by its caller, and by how many came before it. */

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
    // Each of its Host headers, of which Node takes the first, and the host of an address that is whole.
    const { headersDistinct, url = '' } = ctx.req;
    const { host: hosts = [''] } = headersDistinct;
    const isWhole = !url.startsWith('/') && URL.canParse(url);
    if (!hosts.every(isLoopback) || (isWhole && !isLoopback(new URL(url).host)))
      throw new HttpError(403, 'Host not allowed.', {}, 'host_not_allowed');
    const { origin } = ctx.req.headers;
    if (!isInterface(ctx.path)) {
      if (origin !== undefined) refuseForeignOrigin(ctx, origin);
      return next();
    }
    ctx.vary('Origin');
    if (origin === undefined || !allowedOrigins().includes(origin.toLowerCase())) {
      if (origin !== undefined) refuseForeignOrigin(ctx, origin);
      const site = ctx.req.headers['sec-fetch-site'];
      if (typeof site === 'string' && OTHER_SITE.test(site))
        throw new HttpError(403, 'Requests of other web pages are not allowed.', {}, 'other_site');
      return next();
    }
    allowOrigin(ctx, origin);
    return isPreflight(ctx) ? answerPreflight(ctx) : next();
  };

const refuseForeignOrigin = (ctx: Context, origin: string): void => {
  const { host = '' } = ctx.req.headers;
  if (!isOwnOrigin(origin, host, ctx.req.socket.localPort))
    throw new HttpError(403, 'Origin not allowed.', {}, 'origin_not_allowed');
};

/**
 * Answers a till that runs in a browser, at an origin that the owner allows (the setting `allowed_origins`):
 * https://fetch.spec.whatwg.org/#http-cors-protocol. No cookies exist, so credentials are never allowed.
 */

const REQUEST_HEADERS = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'Accept-Language', 'Last-Event-ID'],
  ...['Refund-Approval', 'Discount-Approval'],
];
const RESPONSE_HEADERS = [
  ...['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After', 'Idempotency-Replayed'],
  ...['Preference-Applied', 'WWW-Authenticate', 'Content-Disposition', 'X-Total-Count', 'Allow'],
];
/** Seconds; browsers keep the answer for two hours at most. */
const PREFLIGHT_KEPT_S = 7200;

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';

/** Sets what the browser checks on every answer, refusals included. */
const allowOrigin = (ctx: Context, origin: string): void => {
  ctx.set('Access-Control-Allow-Origin', origin);
  ctx.set('Access-Control-Expose-Headers', RESPONSE_HEADERS.join(', '));
};

/** A preflight carries no token: counted, it would use up the few requests that an address has without one. */
const isPreflight = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';

const answerPreflight = (ctx: Context): void => {
  ctx.set('Access-Control-Allow-Methods', METHODS);
  ctx.set('Access-Control-Allow-Headers', REQUEST_HEADERS.join(', '));
  ctx.set('Access-Control-Max-Age', String(PREFLIGHT_KEPT_S));
  // https://wicg.github.io/private-network-access: a public page asks whether it may reach a loopback address.
  if (ctx.get('Access-Control-Request-Private-Network') === 'true')
    ctx.set('Access-Control-Allow-Private-Network', 'true');
  ctx.status = 204;
};

const WINDOW_MS = 60_000;
/** From this many keys on, expired windows are swept. */
const SWEEP_AT = 1000;

export interface Allowance {
  limit: number;
  remaining: number;
  /** Seconds until the window ends, when the limit is exceeded. */
  retryAfter?: number;
}

/**
 * Counts requests in fixed windows of 60 s, each begun by its key's first request.
 * @param clock milliseconds that never go back
 */
export const createRateLimit = (clock: () => number = () => performance.now()) => {
  const windows = new Map<string, { endsAt: number; count: number }>();

  const sweep = (now: number): void => {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  };

  const current = (key: string, now: number) => {
    const known = windows.get(key);
    return known && known.endsAt > now ? known : { endsAt: now + WINDOW_MS, count: 0 };
  };

  return {
    /** Counts one request. */
    count: (key: string, limit: number): Allowance => {
      const now = clock();
      if (windows.size >= SWEEP_AT) sweep(now);
      const window = current(key, now);
      if (window.count >= limit)
        return { limit, remaining: 0, retryAfter: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) };
      window.count += 1;
      windows.set(key, window);
      return { limit, remaining: limit - window.count };
    },
    /** Takes back a counted request that turned out to belong to another key. */
    giveBack: (key: string): void => {
      const window = windows.get(key);
      if (window && window.endsAt > clock() && window.count > 0) window.count -= 1;
    },
    /** The remaining allowance, for the headers of an uncounted answer. */
    peek: (key: string, limit: number): Allowance => ({
      limit,
      remaining: Math.max(0, limit - current(key, clock()).count),
    }),
  };
};

type RateLimit = ReturnType<typeof createRateLimit>;

interface Limits {
  /** Requests in 60 s. */
  user: number;
  anonymous: number;
}

export interface Gate {
  sessions: Sessions;
  rateLimit: RateLimit;
  limits: Limits;
  idempotency: Idempotency;
  /** Records what the caller of the current request did, with the parameters of the request. */
  noteAction(code: ActionCode, query: Record<string, unknown>): void;
}

/** The caller, or why there is none; `signedFor`: the account for which we signed a token that is no longer valid. */
export type Identity = { actor: Actor } | { error: unknown; signedFor?: number | undefined };

/** For endpoints that do not read the token. */
export const ANONYMOUS: Identity = { error: undefined };

export const identify = async (ctx: Context, sessions: Sessions): Promise<Identity> => {
  const [, token] = /^Bearer +(\S.*)$/i.exec(ctx.get('Authorization')) ?? [];
  if (token === undefined) return { error: notSignedIn() };
  try {
    const actor = await sessions.actor(token.trim());
    // For the list of the last requests (request-log.ts).
    ctx.state.username = actor.username;
    ctx.app.emit(SIGNED_IN, ctx.req.socket);
    return { actor };
  } catch (error) {
    return { error, signedFor: error instanceof SignInError ? error.signedFor : undefined };
  }
};

const addressKey = ({ remoteAddress }: Socket) => `address ${remoteAddress}`;

/**
 * Counts a request.
 * @param countsFor the field of its body that says against whom (route.ts)
 * @returns its body, where it had to be read for that
 * @throws HttpError 429
 */
export const throttle = async (
  ctx: Context,
  identity: Identity,
  gate: Gate,
  countsFor?: string,
): Promise<{ body: Promise<unknown> } | undefined> => {
  if (countsFor !== undefined) return throttleByBody(ctx, countsFor, gate);
  const { rateLimit, limits } = gate;
  const user = 'actor' in identity ? identity.actor.id : identity.signedFor;
  enforceAllowance(
    ctx,
    user === undefined ? countAddress(ctx, gate) : rateLimit.count(`user ${user}`, limits.user),
  );
  return undefined;
};

const countAddress = (ctx: Context, { rateLimit, limits }: Gate): Allowance =>
  rateLimit.count(addressKey(ctx.req.socket), limits.anonymous);

/** Shows the allowance in the headers. @throws HttpError 429 beyond it */
const enforceAllowance = (ctx: Context, { limit, remaining, retryAfter }: Allowance): void => {
  ctx.set('X-RateLimit-Limit', String(limit));
  ctx.set('X-RateLimit-Remaining', String(remaining));
  if (retryAfter !== undefined) throw throttled(retryAfter);
};

/** Bytes: the longest accepted token, and more white space than any program writes around it. */
const MAX_TOKEN_BODY = 16_384;

/**
 * Counts a request whose body names its user, and gives the body. It counts against the address until the body proves
 * to hold a token of ours, so that an address can have no more large bodies read than its limit allows; beyond that
 * only small ones are read.
 * @throws HttpError 429; what is wrong with the body is thrown by who reads the result
 */
const throttleByBody = async (
  ctx: Context,
  field: string,
  gate: Gate,
): Promise<{ body: Promise<unknown> }> => {
  const { rateLimit, limits } = gate;
  const ofAddress = countAddress(ctx, gate);
  const isOver = ofAddress.retryAfter !== undefined;
  const body = readBody(ctx, isOver ? MAX_TOKEN_BODY : undefined);
  const token = tokenIn(await body.catch(() => undefined), field);
  const user = token === undefined ? undefined : await gate.sessions.signedFor(token);
  if (user !== undefined && !isOver) rateLimit.giveBack(addressKey(ctx.req.socket));
  enforceAllowance(ctx, user === undefined ? ofAddress : rateLimit.count(`user ${user}`, limits.user));
  return { body };
};

const tokenIn = (body: unknown, field: string): string | undefined => {
  const token = (body as Record<string, unknown> | null)?.[field];
  return typeof token === 'string' && token.length <= MAX_TOKEN_BODY ? token.trim() : undefined;
};

/** Shows what the address of a request may still send: in an answer given before any count. */
export const showAllowance = (ctx: Context, limits: Pick<Gate, 'rateLimit' | 'limits'>): void =>
  enforceAllowance(ctx, peekAddress(ctx.req.socket, limits));

/** What an address without a token may still send. */
export const peekAddress = (
  socket: Socket,
  { rateLimit, limits }: Pick<Gate, 'rateLimit' | 'limits'>,
): Allowance => rateLimit.peek(addressKey(socket), limits.anonymous);
