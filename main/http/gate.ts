import type { Socket } from 'node:net';
import type { Context } from 'koa';
import type { ActionCode } from '../../shared/actions.ts';
import type { Actor, Sessions } from '../shop/accounts/sessions.ts';
import { SignInError } from '../shop/errors.ts';
import { readBody } from './body.ts';
import { SIGNED_IN } from './connections.ts';
import { notSignedIn, throttled } from './errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { Allowance, RateLimit } from './rate-limit.ts';

/** Identifies the caller and counts the request against a limit. */

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
