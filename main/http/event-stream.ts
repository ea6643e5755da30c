import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { INTEGER_REQUIRED } from '../../shared/api/query.ts';
import type { Actor } from '../shop/accounts/sessions.ts';
import { ValidationError } from '../shop/errors.ts';
import { type EventFeed, onlyOwnSales, presentEvent, visibleEvents } from '../shop/events.ts';
import type { Db } from '../store/db/connection.ts';
import { type EventRow, eventIdBefore, eventsAfter, lastEventId, latestEvent } from '../store/events.ts';
import { throttled } from './errors.ts';

/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */

const BATCH = 200;
/** Proxies and clients take a longer silence for a dead connection. */
const HEARTBEAT_MS = 15_000;
/** The delay before a client reconnects. */
const RETRY_MS = 2000;
/** Streams and waiting requests of one user: more means a client that forgets to hang up. */
const MAX_LISTENERS = 20;
const TRY_LATER_S = 60;
/** Grace at shutdown for clients to take what was sent; slower ones are cut off. */
const STOP_GRACE_MS = 1000;

export interface Listener {
  /** The last event that the client has; undefined: it wants only new ones. */
  after: number | undefined;
  /** Only events of invoices that the listener created. */
  mine?: boolean | undefined;
  /** The listener with present rights; undefined when the token is no longer valid. */
  currentActor(): Promise<Actor | undefined>;
  signal: AbortSignal;
}

const message = (fields: { id?: number; event: string; data: object }): string =>
  `${fields.id === undefined ? '' : `id: ${fields.id}\n`}event: ${fields.event}\ndata: ${JSON.stringify(fields.data)}\n\n`;

/** The first message carries the position, so that a client cut off before any event resumes at the same place. */
const firstMessage = (position: number, isKnown: boolean): string =>
  `retry: ${RETRY_MS}\n\n${message({
    id: position,
    event: isKnown ? 'ready' : 'reset',
    data: { last_event_id: position },
  })}`;

const messages = (rows: readonly EventRow[]): string =>
  rows.map((row) => message({ id: row.id, event: row.type, data: presentEvent(row) })).join('');

/**
 * Finds the client's position and the event to continue from. An unknown position comes from a database that a restored
 * backup has replaced: it is later than the last event, or one of the numbers that are never issued again
 * (store/backup/restore.ts).
 */
const findPosition = (
  db: Db,
  after: number | undefined,
): { place: number; from: number; isKnown: boolean } => {
  const last = lastEventId(db);
  if (after === undefined) return { place: last, from: last, isKnown: true };
  if (after > last) return { place: last, from: last, isKnown: false };
  const restored = latestEvent(db, ['backup.restored'])?.id ?? 0;
  if (after < restored && after > eventIdBefore(db, restored))
    return { place: restored, from: restored - 1, isKnown: false };
  return { place: after, from: after, isKnown: true };
};

/** Yields the events for one listener. Rights are checked before each event, so that a change of them holds at once. */
export async function* streamMessages(
  db: Db,
  feed: EventFeed,
  { after, mine, currentActor, signal }: Listener,
): AsyncGenerator<string, void, undefined> {
  const start = findPosition(db, after);
  let position = start.from;
  yield firstMessage(start.place, start.isKnown);
  while (!signal.aborted) {
    const actor = await currentActor();
    if (!actor) {
      yield message({ event: 'expired', data: { detail: 'The token no longer holds.' } });
      return;
    }
    const newest = lastEventId(db);
    const rows = eventsAfter(db, position, visibleEvents(mine ? onlyOwnSales(actor) : actor), BATCH);
    // Another process may have written between the two reads: the sent rows count as seen.
    const lastRead = rows.at(-1)?.id ?? position;
    position = rows.length === BATCH ? lastRead : Math.max(lastRead, newest);
    if (rows.length > 0) yield messages(rows);
    else if (!(await feed.waitFor(position, HEARTBEAT_MS, signal))) yield ': still here\n\n';
  }
}

/** @throws ValidationError */
const lastEventIdOf = (ctx: Context): number | undefined => {
  const header = ctx.get('Last-Event-ID').trim();
  if (header === '') return undefined;
  if (!/^\d{1,15}$/.test(header)) throw new ValidationError({ 'Last-Event-ID': [INTEGER_REQUIRED] });
  return Number(header);
};

/** Answers with events until the client disconnects. */
export type EventStream = (
  ctx: Context,
  actor: Actor,
  currentActor: Listener['currentActor'],
  query: Pick<Listener, 'after' | 'mine'>,
) => void;

export const createEventStream =
  (db: Db, feed: EventFeed, listeners: Listeners): EventStream =>
  (ctx, actor, currentActor, { after: requestedAfter, mine }) => {
    const after = lastEventIdOf(ctx) ?? requestedAfter;
    if (ctx.method !== 'HEAD') listeners.refuseTooMany(actor.id);
    ctx.status = 200;
    ctx.type = 'text/event-stream';
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method === 'HEAD') {
      // Koa would send a Content-Length for a body in memory.
      ctx.body = Readable.from([]);
      return;
    }
    // The client hung up during the check of its rights: no close event follows.
    if (ctx.res.destroyed) return;
    const gone = new AbortController();
    const leave = listeners.enter(actor.id);
    let cut: NodeJS.Timeout | undefined;
    ctx.res.once('close', () => {
      clearTimeout(cut);
      gone.abort();
      leave();
    });
    const cutAfterGrace = (): void => {
      cut = setTimeout(() => ctx.res.destroy(), STOP_GRACE_MS);
    };
    feed.closed.addEventListener('abort', cutAfterGrace, { signal: gone.signal });
    const signal = AbortSignal.any([gone.signal, feed.closed]);
    ctx.body = Readable.from(streamMessages(db, feed, { after, mine, currentActor, signal }));
  };

/** Counts the open streams and waiting requests of each user. */
export interface Listeners {
  /** @throws HttpError 429 */
  refuseTooMany(user: number): void;
  /** Gives what ends it. */
  enter(user: number): () => void;
}

export const createListeners = (): Listeners => {
  const open = new Map<number, number>();
  const count = (user: number, change: number): void => {
    const listeners = (open.get(user) ?? 0) + change;
    if (listeners === 0) open.delete(user);
    else open.set(user, listeners);
  };

  return {
    refuseTooMany: (user) => {
      if ((open.get(user) ?? 0) >= MAX_LISTENERS) throw throttled(TRY_LATER_S);
    },
    enter: (user) => {
      count(user, 1);
      return () => count(user, -1);
    },
  };
};
