import { request } from 'node:http';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import Koa from 'koa';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createEventStream, createListeners, streamMessages } from '../../main/http/event-stream.ts';
import { listen as serve } from '../../main/http/server.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import type { Actor } from '../../main/shop/accounts/sessions.ts';
import { createEventFeed, type EventFeed } from '../../main/shop/events.ts';
import type { Db } from '../../main/store/db/connection.ts';
import type { Event } from '../../shared/api/events.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { eventsOf, lastId, writePast } from '../helpers/events.ts';
import { runEveryJob } from '../helpers/jobs.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { listen, type Stream } from '../helpers/stream.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';
import { usualHeaders } from '../helpers/usual.ts';

const STREAM = { Accept: 'text/event-stream' };

// The jobs are stopped, so that nothing happens that no test has done.
const clock = stoppedClock();
let owner: string;
// So patient that a stop which waited for a stream would outlast the test.
const shop = await shopOfFile({ now: clock.now, config: { bankTimeoutMs: 600_000 } });
beforeAll(async () => {
  owner = await shop.signIn('owner');
  // When the bank comes back, due jobs run: now none is due.
  await runEveryJob(shop);
});

const open: Stream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.hangUp();
});
const listenTo = async (
  token = owner,
  where: { lastEventId?: number | string; after?: number } = {},
): Promise<Stream> => {
  const stream = await listen(shop.baseUrl, { token, ...where });
  open.push(stream);
  return stream;
};

const idsOf = (events: readonly { id?: unknown }[]) => events.map(({ id }) => Number(id));
const idsAfter = (after: number) => idsOf(rowsOf(shop, 'events')).filter((id) => id > after);
const firstMessage = async (stream: Stream) => {
  await stream.untilTold(() => stream.messages.length > 0);
  return stream.messages[0];
};

describe('a stream', () => {
  test('begins at the current position, and sends what happens from then on', async () => {
    await shop.createInvoice();
    const before = lastId(shop);
    const stream = await listenTo();
    expect(await firstMessage(stream)).toEqual({
      lastId: String(before),
      event: 'ready',
      data: { last_event_id: before },
    });
    const { id } = await shop.createInvoice();
    await stream.until(1);
    const { body: invoice } = await shop.owner.post<{ id: number }>(`invoices/${id}/cancel/`);
    await stream.until(2);
    expect(stream.events).toEqual(await eventsOf(shop.owner, before));
    expect(stream.messages.slice(1)).toMatchObject([
      { lastId: String(before + 1), event: 'invoice.created', data: { invoice: invoice.id } },
      { lastId: String(before + 2), event: 'invoice.status_changed', data: { invoice: invoice.id } },
    ]);
  });

  test('has the headers of a stream, and those of every answer', async () => {
    const { response } = await listenTo();
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining'])
      expect([name, response.headers[name]]).toEqual([name, expect.stringMatching(/./)]);
    expect(response.headers['content-length']).toBeUndefined();
    const head = await shop.owner.send('HEAD', 'events/', { headers: STREAM });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', null]);
    for (const name of ['content-type', 'cache-control'])
      expect([name, head.headers.get(name)]).toEqual([name, response.headers[name]]);
  });

  test('is requested by Accept alone', async () => {
    for (const accept of [
      'application/json',
      '*/*',
      'text/html',
      'text/event-stream;q=0, */*',
      'text/event-stream; q=0.0',
    ])
      expect((await shop.owner.get('events/', { headers: { Accept: accept } })).body).toHaveProperty(
        'results',
      );
    const terminals = await shop.owner.get('terminals/', { headers: STREAM });
    expect(terminals.body).toHaveProperty('results');
  });

  test('sends nothing of a transaction that was rolled back', async () => {
    const stream = await listenTo();
    const before = lastId(shop);
    const { db } = shop.console;
    const broken = () =>
      db.transaction(() => {
        writePast(shop, 'terminal.synced');
        throw new Error('It went wrong.');
      });
    expect(broken).toThrow('It went wrong.');
    await shop.createInvoice();
    await stream.until(1);
    expect(stream.events).toEqual(await eventsOf(shop.owner, before));
  });
});

describe('a client that reconnects misses no event and receives none twice', () => {
  test('with Last-Event-ID: what came since, then what comes', async () => {
    const before = lastId(shop);
    for (let times = 0; times < 3; times += 1) await shop.createInvoice();
    const stream = await listenTo(owner, { lastEventId: before + 1 });
    expect(await firstMessage(stream)).toMatchObject({ event: 'ready', data: { last_event_id: before + 1 } });
    await stream.until(2);
    await shop.createInvoice();
    await stream.until(3);
    expect(idsOf(stream.events)).toEqual(idsAfter(before + 1));
  });

  test('with `?after=`: the same; Last-Event-ID takes precedence', async () => {
    const before = lastId(shop);
    for (let times = 0; times < 3; times += 1) await shop.createInvoice();
    const [first, second] = [
      await listenTo(owner, { after: before }),
      await listenTo(owner, { after: before, lastEventId: before + 2 }),
    ];
    await first.until(3);
    await second.until(1);
    expect(idsOf(first.events)).toEqual(idsAfter(before));
    expect(idsOf(second.events)).toEqual(idsAfter(before + 2));
    const all = await listenTo(owner, { after: 0 });
    await all.until(rowsOf(shop, 'events').length);
    expect(all.events).toEqual(await eventsOf(shop.owner));
  });

  test('across a restart', async () => {
    const before = lastId(shop);
    const stream = await listenTo();
    await shop.createInvoice();
    await stream.until(1);
    await shop.restart();
    expect(await stream.ended).toBe('ended');
    await shop.createInvoice();
    const next = await listenTo(owner, { lastEventId: stream.lastId() });
    await next.until(1);
    expect([...stream.events, ...next.events]).toEqual(await eventsOf(shop.owner, before));
  });

  test('more than one batch', async () => {
    const before = lastId(shop);
    shop.console.db.transaction(() => {
      for (let times = 0; times < 950; times += 1) writePast(shop, 'terminal.synced');
    });
    const stream = await listenTo(owner, { lastEventId: before });
    await stream.until(950);
    await shop.createInvoice();
    await stream.until(951);
    expect(idsOf(stream.events)).toEqual(idsAfter(before));
  });

  test('cut off before any event: the id of the greeting leads back to the same place', async () => {
    const stream = await listenTo();
    await firstMessage(stream);
    const place = stream.lastId();
    stream.hangUp();
    await shop.createInvoice();
    const next = await listenTo(owner, { lastEventId: place });
    await next.until(1);
    expect(idsOf(next.events)).toEqual(idsAfter(place));
  });

  test.each([1, 1000])('an id that is %d too high: `reset`, and then on from the newest', async (more) => {
    const before = lastId(shop);
    const stream = await listenTo(owner, { lastEventId: before + more });
    expect(await firstMessage(stream)).toEqual({
      lastId: String(before),
      event: 'reset',
      data: { last_event_id: before },
    });
    await shop.createInvoice();
    await stream.until(1);
    expect(idsOf(stream.events)).toEqual([before + 1]);
  });

  describe('the data were restored from a backup', () => {
    /** The last event in the backup, the events reported after it, and the event of the restore. */
    let backedUp: number;
    let restored: number;
    beforeAll(async () => {
      await shop.createInvoice();
      await shop.createInvoice();
      backedUp = lastId(shop);
      const file = new Database(databaseFile(shop.folder));
      // As a restore leaves it: the numbers of the undone events are never used again.
      file.exec("update sqlite_sequence set seq = seq + 10 where name = 'events'");
      file.close();
      writePast(shop, 'backup.restored');
      await shop.createInvoice();
      restored = backedUp + 11;
      expect(idsAfter(backedUp)).toEqual([restored, restored + 1]);
    });

    test.each([1, 10])('a position that is undone: `reset`, and on from the restored (%d)', async (lost) => {
      const stream = await listenTo(owner, { lastEventId: backedUp + lost });
      const greeting = { lastId: String(restored), event: 'reset', data: { last_event_id: restored } };
      expect(await firstMessage(stream)).toEqual(greeting);
      await stream.until(2);
      expect(idsOf(stream.events)).toEqual([restored, restored + 1]);
    });
    test('a position before that is valid, and so is one after it', async () => {
      const places: [number, number[]][] = [
        [backedUp - 1, [backedUp, restored, restored + 1]],
        [backedUp, [restored, restored + 1]],
        [restored, [restored + 1]],
      ];
      for (const [place, ids] of places) {
        const stream = await listenTo(owner, { lastEventId: place });
        expect(await firstMessage(stream)).toMatchObject({ event: 'ready', data: { last_event_id: place } });
        await stream.until(ids.length);
        expect(idsOf(stream.events)).toEqual(ids);
      }
    });
    test('a client that may not see backups also receives the reset, once', async () => {
      await shop.employee('unaware');
      const token = await shop.signIn('unaware');
      const stream = await listenTo(token, { lastEventId: backedUp + 5 });
      expect(await firstMessage(stream)).toMatchObject({ event: 'reset' });
      const next = await listenTo(token, { lastEventId: stream.lastId() });
      expect(await firstMessage(next)).toMatchObject({ event: 'ready' });
    });
  });

  const step = fc.record({
    /** Events that are read until the connection breaks, or the service ends it. */
    read: fc.nat(6),
    /** Written meanwhile, outside the service or through it. */
    writes: fc.array(fc.constantFrom('past', 'through'), { maxLength: 6 }),
    restart: fc.boolean(),
  });

  test('a client that is cut off again and again, while others write, has exactly the table', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const start = lastId(shop);
        const had: Event[] = [];
        const writing: Promise<unknown>[] = [];
        let place = start;
        const session = async (isDone: (stream: Stream) => boolean, restart: boolean) => {
          const stream = await listen(shop.baseUrl, { token: owner, lastEventId: place });
          await stream.untilTold(() => stream.messages.length > 0 && isDone(stream));
          if (restart) {
            await shop.restart();
            expect(await stream.ended).toBe('ended');
          } else stream.hangUp();
          had.push(...stream.events);
          place = stream.lastId();
        };
        for (const { read, writes, restart } of steps) {
          // The last goes through the service: a write from outside would only be found at the next poll.
          for (const way of [...writes, 'through'])
            writing.push(
              way === 'past'
                ? Promise.resolve().then(() => writePast(shop, 'terminal.synced'))
                : shop.createInvoice().catch(() => undefined),
            );
          let written = false;
          void Promise.all(writing).then(() => {
            written = true;
          });
          await session((stream) => written || stream.events.length >= read, restart);
        }
        await Promise.all(writing);
        await session((stream) => stream.lastId() === lastId(shop), false);
        expect(had).toEqual(await eventsOf(shop.owner, start));
        expect(had.length).toBeGreaterThanOrEqual(steps.length);
      }),
      { numRuns: 6 },
    );
  });
});

describe('permission to listen', () => {
  test.each(['x', '1.5', '-1', '1'.repeat(16), '1, 2'])('Last-Event-ID %s: 400, as JSON', async (id) => {
    for (const method of ['GET', 'HEAD']) {
      const headers = { ...STREAM, 'Last-Event-ID': id };
      const answer = await withoutTrace(shop, () => shop.owner.send<Refusal>(method, 'events/', { headers }));
      expect(answer.status).toBe(400);
      if (method === 'GET')
        expect(answer.body).toEqual({
          detail: 'Validation failed.',
          errors: { 'Last-Event-ID': ['A valid integer is required.'] },
        });
      usualHeaders(answer);
    }
  });

  test('twenty streams of one user; one more is a 429, until one hangs up', async () => {
    const clerk = await shop.employee('busy');
    const token = await shop.signIn('busy');
    const streams = await Promise.all(Array.from({ length: 20 }, () => listenTo(token)));
    for (const { response } of streams) expect(response.statusCode).toBe(200);
    const answer = await withoutTrace(shop, () => clerk.get<Refusal>('events/', { headers: STREAM }));
    expect(answer.status).toBe(429);
    expect(answer.body.detail).toMatch(/^Request was throttled\./);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    usualHeaders(answer);
    // The list, a HEAD and all other clients are not affected.
    expect((await clerk.get('events/')).status).toBe(200);
    expect((await clerk.send('HEAD', 'events/', { headers: STREAM })).status).toBe(200);
    expect((await listenTo()).response.statusCode).toBe(200);

    streams[0]?.hangUp();
    await vi.waitFor(async () => {
      const stream = await listenTo(token);
      expect(stream.response.statusCode).toBe(200);
    });
    expect((await clerk.get('events/', { headers: STREAM })).status).toBe(429);
  });

  test('an event that a client may not see is not sent to it; its position advances all the same', async () => {
    await shop.employee('blind');
    const before = lastId(shop);
    const stream = await listenTo(await shop.signIn('blind'), { lastEventId: before });
    await shop.createInvoice();
    writePast(shop, 'backup.created');
    writePast(shop, 'bank.unreachable');
    await shop.createInvoice();
    await stream.until(1);
    expect(stream.events.map(({ type }) => type)).toEqual(['bank.unreachable']);
    const next = await listenTo(await shop.signIn('blind'), { lastEventId: stream.lastId() });
    writePast(shop, 'bank.reachable');
    await next.until(1);
    expect(next.events.map(({ type }) => type)).toEqual(['bank.reachable']);
  });
});

describe('permissions are read again before each event', () => {
  test('withdrawn and granted again', async () => {
    await shop.employee('viewer', ['can_view_invoices']);
    const stream = await listenTo(await shop.signIn('viewer'));
    await shop.createInvoice({ amount: 1 });
    await stream.until(1);
    await updateEmployee(shop.console, 'viewer', { permissions: [] });
    await shop.createInvoice({ amount: 2 });
    writePast(shop, 'bank.unreachable');
    await stream.until(2);
    await updateEmployee(shop.console, 'viewer', { permissions: ['can_view_invoices'] });
    await shop.createInvoice({ amount: 3 });
    await stream.until(3);
    const reported = stream.events.map(({ type, data }) => [type, (data as { amount?: number }).amount]);
    expect(reported).toEqual([
      ['invoice.created', 1],
      ['bank.unreachable', undefined],
      ['invoice.created', 3],
    ]);
  });

  const endsWithExpired = async (stream: Stream) => {
    const reported = stream.events.length;
    await shop.createInvoice();
    expect(await stream.ended).toBe('ended');
    expect(stream.events).toHaveLength(reported);
    expect(stream.messages.at(-1)).toMatchObject({
      event: 'expired',
      data: { detail: expect.stringMatching(/./) },
    });
  };

  test.each([
    ['switched off', { is_active: false }],
    ['another password', { password: `${PASSWORD} 2` }],
  ])('%s: `expired`, and the end', async (username, changes) => {
    await shop.employee(username, ['can_view_invoices']);
    const stream = await listenTo(await shop.signIn(username));
    await shop.createInvoice();
    await stream.until(1);
    await updateEmployee(shop.console, username, changes);
    await endsWithExpired(stream);
  });

  test('the token’s hour is over: `expired`; with a new one no event is missed', async () => {
    const stream = await listenTo(await shop.signIn('owner'));
    await shop.createInvoice();
    await stream.until(1);
    const place = stream.lastId();
    clock.forward(3601);
    await shop.signInAgain();
    await endsWithExpired(stream);
    // The message carries no id of its own: the position is still that of the last event.
    expect(stream.lastId()).toBe(place);
    owner = await shop.signIn('owner');
    const next = await listenTo(owner, { lastEventId: stream.lastId() });
    await next.until(1);
    expect(idsOf(next.events)).toEqual(idsAfter(place));
  });
});

describe('a stop of the service', () => {
  test('cuts off a client that does not read what it receives', async () => {
    shop.console.db.transaction(() => {
      for (let times = 0; times < 150; times += 1)
        writePast(shop, 'backup.failed', { detail: 'x'.repeat(100_000) });
    });
    const stream = await listenTo(owner, { after: 0 });
    stream.response.pause();
    await vi.waitFor(() => expect(stream.response.socket.bytesRead).toBeGreaterThan(0));
    await shop.restart();
    stream.response.resume();
    expect(await stream.ended).toBe('cut');
  });
});

describe('the messages themselves', () => {
  const actor: Actor = {
    id: 1,
    username: 'owner',
    isOwner: true,
    permissions: {
      can_view_invoices: false,
      can_create_invoices: false,
      can_cancel_invoices: false,
      can_manage_terminals: false,
      can_manage_employees: false,
    },
  };
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
    const { db } = shop.console;
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
    const { db } = shop.console;
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
    const url = await serveStream(shop.console.db, undefined, async (ctx) => {
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
    const patient = await listen(url, { token: '', lastEventId: 0 });
    open.push(patient);
    expect(patient.response.statusCode).toBe(200);
  });

  test('a slow reader receives slowly: no more is fetched than it reads', async () => {
    const { db } = shop.console;
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
    const slow = await listen(await serveStream(counting, before), { token: '' });
    open.push(slow);
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
    expect(idsOf(slow.events)).toEqual(idsAfter(before));
  });
});
