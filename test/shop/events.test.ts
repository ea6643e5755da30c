import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEventFeed, type EventFeed, recordEvent } from '../../main/shop/events.ts';
import { build, type Db, openDatabase } from '../../main/store/db/connection.ts';
import { eventsAfter, lastEventId, pruneEvents } from '../../main/store/events.ts';
import { EVENT_TYPES } from '../../shared/api/events.ts';
import { emptyDatabase } from '../helpers/empty-database.ts';

const FAR = 1_000_000;

let file: string;
let db: Db;
beforeEach(() => {
  ({ db, file } = emptyDatabase());
});

const UNREACHABLE = { err_code: 'TIMEOUT', outcome: 'unknown', since: '2026-03-02T12:00:00.000Z' } as const;
const write = (to: Db, now = 1) => recordEvent(to, now, { type: 'bank.unreachable', data: UNREACHABLE });
/** In a transaction that is rolled back. */
const writeInVain = () =>
  expect(() =>
    db.transaction(() => {
      write(db);
      throw new Error('It went wrong.');
    }),
  ).toThrow('It went wrong.');
const all = () => eventsAfter(db, 0, { types: EVENT_TYPES }, 100);

describe('recordEvent', () => {
  test('writes what it is given, one after another', () => {
    write(db, 5);
    const settled = { type: 'attempt.settled', data: { kind: 'create', outcome: 'dropped' } } as const;
    recordEvent(db, 6, { ...settled, terminal: 3 });
    const first = { type: 'bank.unreachable', data: JSON.stringify(UNREACHABLE) };
    const second = { type: 'attempt.settled', data: '{"kind":"create","outcome":"dropped"}' };
    expect(all()).toEqual([
      { id: 1, ...first, invoice_id: null, terminal_id: null, created_at: 5 },
      { id: 2, ...second, invoice_id: null, terminal_id: 3, created_at: 6 },
    ]);
  });
  test('is rolled back with the transaction around it', () => {
    writeInVain();
    expect(all()).toEqual([]);
  });
});

describe('pruneEvents', () => {
  test('deletes older events, but never the very last: it keeps the place', async () => {
    for (const now of [1, 2, 3, 4]) write(db, now);
    expect(await pruneEvents(db, 3)).toBe(2);
    expect(all().map(({ id }) => id)).toEqual([3, 4]);
    expect(await pruneEvents(db, 100)).toBe(1);
    expect(await pruneEvents(db, 100)).toBe(0);
    expect(lastEventId(db)).toBe(4);
    write(db, 5);
    expect(lastEventId(db)).toBe(5);
  });

  test('deletes a thousand at a time: other requests are answered in between', async () => {
    db.transaction(() => {
      for (let at = 1; at <= 2500; at += 1) write(db, at);
    });
    const left: number[] = [];
    const look = () => {
      left.push(db.all(build.selectFrom('events').select('id')).length);
      if (left.length < 3) setImmediate(look);
    };
    setImmediate(look);
    // Not in the order of their times: a clock was set back.
    write(db, 0);
    write(db, 9000);
    expect(await pruneEvents(db, 2001)).toBe(2001);
    expect(left).toEqual([1502, 502, 501]);
    expect(all().slice(0, 2)).toMatchObject([{ created_at: 2001 }, { created_at: 2002 }]);
  });
});

describe('the feed', () => {
  let feed: EventFeed;
  beforeEach(() => {
    vi.useFakeTimers();
    feed = createEventFeed(db);
  });
  afterEach(() => {
    feed.close();
    vi.useRealTimers();
  });
  const signal = () => new AbortController().signal;
  /** Whether it has ended, and how. */
  const outcomeOf = (waiting: Promise<boolean>) => {
    const outcome: { is?: boolean } = {};
    void waiting.then((is) => {
      outcome.is = is;
    });
    return outcome;
  };
  const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  test('an event that exists already is returned at once', async () => {
    write(db);
    expect(await feed.waitFor(0, FAR, signal())).toBe(true);
  });

  test('wakes a waiter when this process has written', async () => {
    const waiting = [feed.waitFor(0, FAR, signal()), feed.waitFor(0, FAR, signal())];
    const ahead = outcomeOf(feed.waitFor(1, FAR, signal()));
    write(db);
    expect(await Promise.all(waiting)).toEqual([true, true]);
    await passing(0);
    expect(ahead).toEqual({});
  });

  test('wakes no waiter before the outermost transaction is committed, nor when it is rolled back', async () => {
    const outcome = outcomeOf(feed.waitFor(0, FAR, signal()));
    db.transaction(() => {
      db.transaction(() => write(db));
      // A listener woken now would read what may still be rolled back.
      expect(vi.getTimerCount()).toBe(2);
    });
    await passing(0);
    expect(outcome).toEqual({ is: true });
    const next = outcomeOf(feed.waitFor(1, FAR, signal()));
    writeInVain();
    await passing(0);
    expect(next).toEqual({});
  });

  test('finds in time what another process has written', async () => {
    const outcome = outcomeOf(feed.waitFor(0, FAR, signal()));
    // As another process opens it.
    const other = openDatabase(file);
    write(other);
    other.close();
    await passing(0);
    expect(outcome).toEqual({});
    await passing(2000);
    expect(outcome).toEqual({ is: true });
  });

  test('gives up after the given time', async () => {
    const outcome = outcomeOf(feed.waitFor(0, 15_000, signal()));
    await passing(14_999);
    expect(outcome).toEqual({});
    await passing(1);
    expect(outcome).toEqual({ is: false });
  });

  test('ends the wait of a client that has gone, and keeps nothing of it', async () => {
    const gone = new AbortController();
    const outcome = outcomeOf(feed.waitFor(0, FAR, gone.signal));
    gone.abort();
    await passing(0);
    expect(outcome).toEqual({ is: true });
    expect(await feed.waitFor(0, FAR, gone.signal)).toBe(true);
    // Only the poll for events of other processes is left.
    expect(vi.getTimerCount()).toBe(1);
  });

  test('after it is closed, it says so, and polls no more', () => {
    expect(feed.closed.aborted).toBe(false);
    feed.close();
    expect(feed.closed.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
