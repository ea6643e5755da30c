import type { Socket } from 'node:net';
import type { Context } from 'koa';
import type { ActionCode } from '../../shared/actions.ts';
import type { Actor, Sessions } from '../shop/accounts/sessions.ts';
import { SignInError } from '../shop/errors.ts';
import { readBody } from './body.ts';
import { SIGNED_IN } from './connections.ts';
import { notSignedIn, throttled } from './errors.ts';
import type { Idempotency } from './idempotency.ts';

/** Identifies the caller and counts the request against a limit. */

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
 * @returns reads its body
 * @throws HttpError 429
 */
export const throttle = async (
  ctx: Context,
  identity: Identity,
  gate: Gate,
  countsFor?: string,
): Promise<() => Promise<unknown>> => {
  if (countsFor !== undefined) return throttleByBody(ctx, countsFor, gate);
  const user = 'actor' in identity ? identity.actor.id : identity.signedFor;
  enforceAllowance(ctx, user === undefined ? countAddress(ctx, gate) : countUser(user, gate));
  return () => readBody(ctx);
};

const countAddress = (ctx: Context, { rateLimit, limits }: Gate): Allowance =>
  rateLimit.count(addressKey(ctx.req.socket), limits.anonymous);

const countUser = (id: number, { rateLimit, limits }: Gate): Allowance =>
  rateLimit.count(`user ${id}`, limits.user);

/** @throws HttpError 429 */
const enforceAllowance = (ctx: Context, allowance: Allowance): void => {
  setAllowance(ctx, allowance);
  if (allowance.retryAfter !== undefined) throw throttled(allowance.retryAfter);
};

/** Bytes: the longest accepted token, and more white space than any program writes around it. */
const MAX_TOKEN_BODY = 16_384;

/**
 * Counts a request whose body names its user, and gives the body. It counts against the address until the body proves
 * to hold a token of ours, so that an address can have no more large bodies read than its limit allows; beyond that
 * only small ones are read.
 * @throws HttpError 429; what is wrong with the body is thrown by who reads the result
 */
const throttleByBody = async (ctx: Context, field: string, gate: Gate): Promise<() => Promise<unknown>> => {
  const ofAddress = countAddress(ctx, gate);
  const isOver = ofAddress.retryAfter !== undefined;
  const reading = readBody(ctx, isOver ? MAX_TOKEN_BODY : undefined);
  const token = tokenIn(await reading.catch(() => undefined), field);
  const user = token === undefined ? undefined : await gate.sessions.signedFor(token);
  if (user !== undefined && !isOver) gate.rateLimit.giveBack(addressKey(ctx.req.socket));
  enforceAllowance(ctx, user === undefined ? ofAddress : countUser(user, gate));
  return () => reading;
};

const tokenIn = (body: unknown, field: string): string | undefined => {
  const token = (body as Record<string, unknown> | null)?.[field];
  return typeof token === 'string' && token.length <= MAX_TOKEN_BODY ? token.trim() : undefined;
};

const setAllowance = (ctx: Context, { limit, remaining }: Allowance): void => {
  ctx.set('X-RateLimit-Limit', String(limit));
  ctx.set('X-RateLimit-Remaining', String(remaining));
};

/** Sets the rate-limit headers of an answer given before any count; counted ones keep theirs. */
export const peekAllowance = (ctx: Context, limits: Pick<Gate, 'rateLimit' | 'limits'>): void => {
  if (!ctx.res.hasHeader('X-RateLimit-Limit')) setAllowance(ctx, peekAddress(ctx.req.socket, limits));
};

/** What an address without a token may still send. */
export const peekAddress = (
  socket: Socket,
  { rateLimit, limits }: Pick<Gate, 'rateLimit' | 'limits'>,
): Allowance => rateLimit.peek(addressKey(socket), limits.anonymous);
