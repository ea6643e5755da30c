import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Event } from '../../shared/api/events.ts';
import { INTEGER_REQUIRED } from '../../shared/api/query.ts';
import { isoTime } from '../../shared/time.ts';
import type { Actor } from '../domain/accounts/sessions.ts';
import { ValidationError } from '../domain/errors.ts';
import { type EventFeed, visibleTypes } from '../domain/events.ts';
import type { Db } from '../store/db/connection.ts';
import { type EventRow, eventIdBefore, eventsAfter, lastEventId, latestEvent } from '../store/events.ts';
import { throttled } from './errors.ts';

/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */

const BATCH = 200;
/** Proxies and clients take a connection for dead that says nothing for longer. */
const HEARTBEAT_MS = 15_000;
/** What a client that lost the connection waits before it comes back. */
const RETRY_MS = 2000;
/** Of one user: more is a client that forgets to hang up. */
const MAX_STREAMS = 20;
const TRY_LATER_S = 60;
/** When the service stops, whoever has not taken by then what was sent before is cut off. */
const LET_GO_MS = 1000;

export const presentEvent = (row: EventRow): Event => ({
  id: row.id,
  type: row.type,
  invoice: row.invoice_id,
  terminal: row.terminal_id,
  data: JSON.parse(row.data),
  created_at: isoTime(row.created_at),
});

export interface Listener {
  /** The last event that the client has; undefined: only what comes from now on. */
  after: number | undefined;
  /** Who listens, as of now; undefined when the token no longer holds. */
  actorNow(): Promise<Actor | undefined>;
  signal: AbortSignal;
}

const message = (fields: { id?: number; event: string; data: object }): string =>
  `${fields.id === undefined ? '' : `id: ${fields.id}\n`}event: ${fields.event}\ndata: ${JSON.stringify(fields.data)}\n\n`;

/** The first message says where the client is, so that one cut off before any event comes back to the same place. */
const greeting = (position: number, isKnown: boolean): string =>
  `retry: ${RETRY_MS}\n\n${message({
    id: position,
    event: isKnown ? 'ready' : 'reset',
    data: { last_event_id: position },
  })}`;

const messages = (rows: readonly EventRow[]): string =>
  rows.map((row) => message({ id: row.id, event: row.type, data: presentEvent(row) })).join('');

/**
 * Where a client stands, and from where on it is told. A place that is not known any more was told by a database that
 * has made way for a backup: a later one than there is, or one of the numbers that are never given again
 * (store/backup/restore.ts).
 */
const startOf = (db: Db, after: number | undefined): { place: number; from: number; isKnown: boolean } => {
  const last = lastEventId(db);
  if (after === undefined) return { place: last, from: last, isKnown: true };
  if (after > last) return { place: last, from: last, isKnown: false };
  const restored = latestEvent(db, ['backup.restored'])?.id ?? 0;
  if (after < restored && after > eventIdBefore(db, restored))
    return { place: restored, from: restored - 1, isKnown: false };
  return { place: after, from: after, isKnown: true };
};

/** What one listener is sent. Rights are looked at anew before each event, so that a change of them holds at once. */
export async function* tell(
  db: Db,
  feed: EventFeed,
  { after, actorNow, signal }: Listener,
): AsyncGenerator<string, void, undefined> {
  const start = startOf(db, after);
  let position = start.from;
  yield greeting(start.place, start.isKnown);
  while (!signal.aborted) {
    const actor = await actorNow();
    if (!actor) {
      yield message({ event: 'expired', data: { detail: 'The token no longer holds.' } });
      return;
    }
    const newest = lastEventId(db);
    const rows = eventsAfter(db, position, visibleTypes(actor), BATCH);
    // Between the two looks another process may have written: what is told is behind the client all the same.
    const told = rows.at(-1)?.id ?? position;
    position = rows.length === BATCH ? told : Math.max(told, newest);
    if (rows.length > 0) yield messages(rows);
    else if (!(await feed.waitFor(position, HEARTBEAT_MS, signal))) yield ': still here\n\n';
  }
}

export const wantsEventStream = (ctx: Context): boolean => /\btext\/event-stream\b/i.test(ctx.get('Accept'));

/** @throws ValidationError */
const lastSeen = (ctx: Context): number | undefined => {
  const header = ctx.get('Last-Event-ID').trim();
  if (header === '') return undefined;
  if (!/^\d{1,15}$/.test(header)) throw new ValidationError({ 'Last-Event-ID': [INTEGER_REQUIRED] });
  return Number(header);
};

/** Answers with events for as long as the client stays. */
export type EventStream = (
  ctx: Context,
  actor: Actor,
  actorNow: Listener['actorNow'],
  after: number | undefined,
) => void;

export const createEventStream = (db: Db, feed: EventFeed): EventStream => {
  const open = new Map<number, number>();
  const count = (user: number, change: number): number => {
    const streams = (open.get(user) ?? 0) + change;
    if (streams === 0) open.delete(user);
    else open.set(user, streams);
    return streams;
  };

  return (ctx, actor, actorNow, asked) => {
    const after = lastSeen(ctx) ?? asked;
    if (ctx.method !== 'HEAD' && (open.get(actor.id) ?? 0) >= MAX_STREAMS) throw throttled(TRY_LATER_S);
    ctx.status = 200;
    ctx.type = 'text/event-stream';
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method === 'HEAD') {
      // Of a body in memory Koa would tell the length.
      ctx.body = Readable.from([]);
      return;
    }
    // Hung up while we looked who it is: nobody would tell us any more.
    if (ctx.res.destroyed) return;
    const gone = new AbortController();
    count(actor.id, 1);
    ctx.res.once('close', () => {
      gone.abort();
      count(actor.id, -1);
    });
    feed.closed.addEventListener('abort', () => letGo(ctx.res), { signal: gone.signal });
    const signal = AbortSignal.any([gone.signal, feed.closed]);
    ctx.body = Readable.from(tell(db, feed, { after, actorNow, signal }));
  };
};

const letGo = (response: ServerResponse): void => {
  const cut = setTimeout(() => response.destroy(), LET_GO_MS);
  response.once('close', () => clearTimeout(cut));
};
