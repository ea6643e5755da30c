import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import type { Event } from '../../shared/api/events.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { eventsOf, lastId, writePast } from '../helpers/events.ts';
import { runEveryJob } from '../helpers/jobs.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { listen, listenInTest, type Stream } from '../helpers/stream.ts';
import { rowsOf } from '../helpers/trace.ts';

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

const listenTo = (token = owner, where: { lastEventId?: number | string; after?: number } = {}) =>
  listenInTest(shop.baseUrl, { token, ...where });

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
});

describe('a client that reconnects misses no event and receives none twice', () => {
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
