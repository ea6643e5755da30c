import { hash, randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { BridgeAnswer } from '../../shared/bridge/bridge.ts';
import { TAB_HEADER, TAB_PATH } from '../../shared/bridge/channels.ts';
import type { Log } from '../platform/log.ts';
import { readBody } from './body.ts';
import { HttpError } from './errors.ts';
import { isLoopback } from './guard.ts';

/**
 * The owner's browser tab: what the window's program does by its preload, a tab does by requests outside the interface. A
 * tab opens once with the code of `kramar open`, and from then on proves itself by a secret in a header. There is no
 * cookie: those of 127.0.0.1 go to every port, so to the programs of every user of this computer.
 */

interface TabCall<Memory> {
  name: string;
  input: unknown;
  /** Of the signed-in person, as in the interface; null: none. */
  accessToken: string | null;
  memory: Memory;
}

export interface TabOptions<Memory> {
  /** Whether it is the code, which is used up then. */
  takeCode(code: string): boolean;
  /** What is remembered of a new tab. */
  open(): Memory;
  /** Never throws: a refusal is an answer too. */
  call(call: TabCall<Memory>): Promise<BridgeAnswer>;
  log: Log;
  /** Milliseconds UTC. */
  now: () => number;
}

const IDLE_MS = 30 * 60_000;
const MOST_TABS = 4;
const SECRET_BYTES = 32;
/** A logo as base64. */
const MOST_BYTES = 2 * 1024 * 1024;

interface Tab<Memory> {
  usedAt: number;
  memory: Memory;
}

/** The open tabs, by the SHA-256 of their secrets; in memory, so that each stop of the service ends them. */
const createTabs = <Memory>({ log, now, open }: TabOptions<Memory>) => {
  const tabs = new Map<string, Tab<Memory>>();
  const end = (key: string, why: string): void => {
    tabs.delete(key);
    log.info('A browser tab has ended.', { why });
  };
  const endIdle = (): void => {
    for (const [key, { usedAt }] of tabs) {
      const age = now() - usedAt;
      // A clock that was set back makes the age negative.
      if (age < 0 || age > IDLE_MS) end(key, 'idle');
    }
  };
  return {
    /** Gives the secret, which is here and in the tab alone. */
    begin: (): string => {
      endIdle();
      const [oldest] = [...tabs].sort(([, one], [, other]) => one.usedAt - other.usedAt);
      if (oldest && tabs.size >= MOST_TABS) end(oldest[0], 'another was opened');
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      tabs.set(hash('sha256', secret, 'hex'), { usedAt: now(), memory: open() });
      return secret;
    },
    find: (secret: string): Memory | undefined => {
      endIdle();
      const tab = tabs.get(hash('sha256', secret, 'hex'));
      if (!tab) return undefined;
      tab.usedAt = now();
      return tab.memory;
    },
  };
};

const refused = (status: number, code: string, detail: string) => ({
  status,
  answer: { ok: false as const, refusal: { code, detail } },
});

const NO_CODE = refused(
  403,
  'TAB_CODE',
  'This code opens nothing: it was used, or is older than two minutes. Nothing was changed. Make another.',
);
const ENDED = refused(
  401,
  'TAB_ENDED',
  "This tab is no longer the owner's. Nothing was changed. Open another one.",
);

/** The paths below TAB_PATH; any other goes on. */
export const tab = <Memory>(options: TabOptions<Memory>): Middleware => {
  const { takeCode, call, log } = options;
  const tabs = createTabs(options);

  const answer = async (ctx: Context, name: string) => {
    const input = await readBody(ctx, MOST_BYTES);
    if (name === 'open') {
      const { code } = input as { code?: unknown };
      if (typeof code !== 'string' || !takeCode(code)) return NO_CODE;
      log.info('A browser tab was opened.');
      return { status: 200, answer: { ok: true as const, value: { secret: tabs.begin() } } };
    }
    const memory = tabs.find(ctx.get(TAB_HEADER));
    if (memory === undefined) return ENDED;
    const [, accessToken = null] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    const given = await call({ name, input, accessToken, memory });
    return { status: given.ok ? 200 : 400, answer: given };
  };

  return async (ctx, next) => {
    if (!ctx.path.startsWith(TAB_PATH)) return next();
    const name = ctx.path.slice(TAB_PATH.length);
    ctx.set('Cache-Control', 'no-store');
    try {
      refuseOthers(ctx);
      const { status, answer: body } = await answer(ctx, name);
      if (!body.ok && status !== 400)
        log.warn('A request of a browser tab was refused.', { why: body.refusal.code });
      ctx.status = status;
      ctx.body = body;
    } catch (error) {
      if (error instanceof HttpError)
        log.warn('A request of a browser tab was refused.', { why: error.message });
      throw error;
    }
  };
};

/**
 * A page of this very service sends its own origin and Sec-Fetch-Site same-origin; a browser lets no script set them. A
 * form of another page can send no JSON (readBody), and its Origin is another one. @throws HttpError
 */
const refuseOthers = (ctx: Context): void => {
  if (ctx.method !== 'POST') throw new HttpError(405, 'Only POST is possible here.', { Allow: 'POST' });
  const { host = '', origin } = ctx.req.headers;
  if (!isLoopback(host) || origin !== `http://${host}` || !host.endsWith(`:${ctx.req.socket.localPort}`))
    throw new HttpError(403, 'Origin not allowed.', {}, 'origin_not_allowed');
  if (ctx.req.headers['sec-fetch-site'] !== 'same-origin')
    throw new HttpError(403, 'Requests of other web pages are not allowed.', {}, 'other_site');
  if (!ctx.get('Content-Type')) throw new HttpError(415, 'Unsupported media type "" in request.');
};
