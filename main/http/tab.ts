import { hash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import type { BridgeAnswer } from '../../shared/bridge/bridge.ts';
import { TAB_HEADER, TAB_PATH } from '../../shared/bridge/channels.ts';
import type { Log } from '../platform/log.ts';
import type { Download } from '../safekeeping/downloads.ts';
import { readBody } from './body.ts';
import { HttpError } from './errors.ts';
import { sendFileAnswer } from './files.ts';
import { isLoopback } from './gate.ts';

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
  /** The body of the request, where it is a file; what is not read of it, is dropped. */
  file: Readable | undefined;
  memory: Memory;
  /** Called when the service stops for this call: its answer then waits for the tab. */
  onStopping(): void;
  /** The answer is this file. */
  onFile(file: Download): void;
}

/**
 * What became of the calls for which the service has stopped, by their tabs. It outlives the service, which ends every
 * other tab: the one that waits goes on when it reads the answer.
 */
export const createTabOutcomes = () => {
  const outcomes = new Map<string, { answer: BridgeAnswer | undefined; endedAt: number }>();
  return {
    keep: (tab: string, answer: Promise<BridgeAnswer>): void => {
      outcomes.set(tab, { answer: undefined, endedAt: 0 });
      void answer.then((given) => outcomes.set(tab, { answer: given, endedAt: performance.now() }));
    },
    /** Gives it once. Undefined: none is kept. */
    take: (tab: string): BridgeAnswer | 'under way' | undefined => {
      const found = outcomes.get(tab);
      if (found && !found.answer) return 'under way';
      outcomes.delete(tab);
      return found && performance.now() - found.endedAt < IDLE_MS ? found.answer : undefined;
    },
  };
};
export type TabOutcomes = ReturnType<typeof createTabOutcomes>;

export interface TabOptions<Memory> {
  /** Whether it is the code, which is used up then. */
  takeCode(code: string): boolean;
  /** What is remembered of a new tab. */
  open(): Memory;
  /** Never throws: a refusal is an answer too. */
  call(call: TabCall<Memory>): Promise<BridgeAnswer>;
  outcomes: TabOutcomes;
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

const keyOf = (secret: string): string => hash('sha256', secret, 'hex');

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
    /** @param secret which is here and in the tab alone */
    begin: (secret = randomBytes(SECRET_BYTES).toString('base64url')): string => {
      endIdle();
      const [oldest] = [...tabs].sort(([, one], [, other]) => one.usedAt - other.usedAt);
      if (oldest && tabs.size >= MOST_TABS) end(oldest[0], 'another was opened');
      tabs.set(keyOf(secret), { usedAt: now(), memory: open() });
      return secret;
    },
    find: (secret: string): Memory | undefined => {
      endIdle();
      const tab = tabs.get(keyOf(secret));
      if (!tab) return undefined;
      tab.usedAt = now();
      return tab.memory;
    },
  };
};

interface Answer {
  status: number;
  answer: BridgeAnswer;
  /** In place of the answer. */
  download?: Download | undefined;
}

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

const done = (answer: BridgeAnswer) => ({ status: answer.ok ? 200 : 400, answer });

const FILE_TYPE = 'application/octet-stream';

/** The answer to a call for which the service stops; the tab asks for the outcome until there is one. */
const UNDER_WAY = { status: 202, answer: { ok: true as const, value: {} } };

/** By its length the page knows one that was cut off. */
const sendDownload = (ctx: Context, { name, size, body }: Download): void =>
  sendFileAnswer(ctx, { type: FILE_TYPE, name, body, headers: { 'Content-Length': `${size}` } });

/** The paths below TAB_PATH; any other goes on. */
export const tab = <Memory>(options: TabOptions<Memory>): Middleware => {
  const { takeCode, call, log, outcomes } = options;
  const tabs = createTabs(options);

  const openTab = ({ code }: { code?: unknown }) => {
    if (typeof code !== 'string' || !takeCode(code)) return NO_CODE;
    log.info('A browser tab was opened.');
    return done({ ok: true, value: { secret: tabs.begin() } as never });
  };

  const giveOutcome = (secret: string) => {
    const given = outcomes.take(keyOf(secret));
    if (given === 'under way') return UNDER_WAY;
    if (!given) return ENDED;
    tabs.begin(secret);
    return done(given);
  };

  const answer = async (ctx: Context, name: string): Promise<Answer> => {
    const file = ctx.is(FILE_TYPE) ? ctx.req : undefined;
    // The body is the file, so that its input is in the query.
    const input = file ? { ...ctx.query } : await readBody(ctx, MOST_BYTES);
    const secret = ctx.get(TAB_HEADER);
    if (name === 'open') return openTab(input as object);
    if (name === 'outcome') return giveOutcome(secret);
    const memory = tabs.find(secret);
    if (memory === undefined) return ENDED;
    const stopping = Promise.withResolvers<undefined>();
    const onStopping = () => {
      outcomes.keep(keyOf(secret), answered);
      stopping.resolve(undefined);
    };
    let download: Download | undefined;
    const onFile = (made: Download) => {
      download = made;
    };
    const accessToken = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1] ?? null;
    const answered = call({ name, input, accessToken, file, memory, onStopping, onFile });
    const given = await Promise.race([answered, stopping.promise]);
    return given ? { ...done(given), download } : UNDER_WAY;
  };

  return async (ctx, next) => {
    if (!ctx.path.startsWith(TAB_PATH)) return next();
    const name = ctx.path.slice(TAB_PATH.length);
    ctx.set('Cache-Control', 'no-store');
    try {
      refuseOthers(ctx);
      const { status, answer: body, download } = await answer(ctx, name);
      if (!body.ok && status !== 400)
        log.warn('A request of a browser tab was refused.', { why: body.refusal.code });
      if (download) return sendDownload(ctx, download);
      ctx.status = status;
      ctx.body = body;
    } catch (error) {
      if (error instanceof HttpError)
        log.warn('A request of a browser tab was refused.', { why: error.message });
      throw error;
    } finally {
      // A client that still sends would see a broken connection in place of the answer.
      if (!ctx.req.complete) ctx.req.resume();
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
