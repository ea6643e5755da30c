import { request } from 'node:http';
import Koa from 'koa';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createEventStream, createListeners, streamMessages } from '../../main/http/event-stream.ts';
import { listen as serve } from '../../main/http/server.ts';
import type { Actor } from '../../main/shop/accounts/sessions.ts';
import { createEventFeed, type EventFeed } from '../../main/shop/events.ts';
import type { Db } from '../../main/store/db/connection.ts';
import { byPermission } from '../../shared/permissions.ts';
import { emptyDatabase } from '../helpers/empty-database.ts';
import { lastId, writePast } from '../helpers/events.ts';
import { listenInTest } from '../helpers/stream.ts';
import { rowsOf } from '../helpers/trace.ts';

// The stream itself, over a database without a service.

const { db } = emptyDatabase(afterAll);
const shop = { console: { db } };
const idsAfter = (after: number) =>
  rowsOf(shop, 'events')
    .map(({ id }) => Number(id))
    .filter((id) => id > after);

const actor: Actor = { id: 1, username: 'owner', isOwner: true, permissions: byPermission(() => false) };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
/** A server that answers every request with a stream, over a database of the test's own. */
const serveStream = async (db: Db, after: number | undefined, before = async (_: Koa.Context) => {}) => {
  const feed = createEventFeed(db);
  const stream = createEventStream(db, feed, createListeners());
  const koa = new Koa();
  koa.use(async (ctx) => {
    await before(ctx);
    stream(ctx, actor, async () => actor, { after });
  });
  koa.on('error', () => undefined);
  const server = await serve(koa, [0]);
  closing.push(
    () => server.stop(0),
    () => feed.close(),
  );
  return `${server.origin}/`;
};
const feedThat = (waitFor: EventFeed['waitFor']): EventFeed => ({
  waitFor,
  closed: new AbortController().signal,
  close: () => undefined,
});
const reported = (db: Db, feed: EventFeed, after: number, signal = new AbortController().signal) =>
  streamMessages(db, feed, { after, currentActor: async () => actor, signal });

test('after a silence, a comment: neither client nor proxy takes the connection for dead', async () => {
  const waits: number[] = [];
  const silent = feedThat(async (_, ms) => {
    waits.push(ms);
    return false;
  });
  const stream = reported(db, silent, lastId(shop));
  const pieces: string[] = [];
  for await (const piece of stream) if (pieces.push(piece) === 3) break;
  expect(pieces[0]).toContain('event: ready');
  expect(pieces.slice(1)).toEqual([': still here\n\n', ': still here\n\n']);
  expect(waits).toEqual([15_000, 15_000]);
});

test('what another process writes between two polls is sent once', async () => {
  const before = lastId(shop);
  let looks = 0;
  const racing: Db = {
    ...db,
    get: (query) => {
      const row = db.get(query);
      // After the newest id was read, before the events are.
      looks += 1;
      if (looks > 1 && looks < 6) writePast(shop, 'terminal.synced');
      return row;
    },
  };
  const end = new AbortController();
  let rounds = 0;
  const feed = feedThat(async () => {
    rounds += 1;
    if (rounds > 5) end.abort();
    return true;
  });
  let text = '';
  for await (const piece of reported(racing, feed, before, end.signal)) text += piece;
  const ids = [...text.matchAll(/^id: (\d+)\nevent: terminal/gm)].map(([, id]) => Number(id));
  expect(ids).toEqual(idsAfter(before));
  expect(ids).toHaveLength(4);
});

test('a client that hangs up before it is answered takes no place', async () => {
  let arrived = 0;
  let left = 0;
  const gates: (() => void)[] = [];
  const url = await serveStream(db, undefined, async (ctx) => {
    arrived += 1;
    ctx.res.once('close', () => {
      left += 1;
    });
    if (ctx.get('Last-Event-ID') === '') await new Promise<void>((resolve) => gates.push(resolve));
  });
  const impatient = Array.from({ length: 25 }, () => {
    const sent = request(url, { agent: false });
    sent.on('error', () => undefined).end();
    return sent;
  });
  await vi.waitFor(() => expect(arrived).toBe(25));
  for (const sent of impatient) sent.destroy();
  await vi.waitFor(() => expect(left).toBe(25));
  for (const pass of gates) pass();
  const patient = await listenInTest(url, { token: '', lastEventId: 0 });
  expect(patient.response.statusCode).toBe(200);
});

test('a slow reader receives slowly: no more is fetched than it reads', async () => {
  const before = lastId(shop);
  const TOTAL = 4000;
  db.transaction(() => {
    for (let times = 0; times < TOTAL; times += 1)
      writePast(shop, 'backup.failed', { detail: 'x'.repeat(20_000) });
  });
  let fetched = 0;
  const counting: Db = {
    ...db,
    all: (query) => {
      const rows = db.all(query);
      fetched += rows.length;
      return rows;
    },
  };
  const slow = await listenInTest(await serveStream(counting, before), { token: '' });
  slow.response.pause();
  // Until the service has filled the buffers in between, and waits.
  let last = -1;
  await vi.waitFor(
    () => {
      const before = last;
      last = fetched;
      expect(fetched).toBeGreaterThan(0);
      expect(fetched).toBe(before);
    },
    { interval: 300 },
  );
  expect(fetched).toBeLessThan(TOTAL / 2);
  slow.response.resume();
  await slow.until(TOTAL);
  expect(slow.events.map(({ id }) => id)).toEqual(idsAfter(before));
});
