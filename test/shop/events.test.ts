import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import type { Actor } from '../../main/shop/accounts/sessions.ts';
import { createEventFeed, type EventFeed, recordEvent, visibleEvents } from '../../main/shop/events.ts';
import { build, type Db, openDatabase } from '../../main/store/db/connection.ts';
import { eventsAfter, lastEventId, pruneEvents } from '../../main/store/events.ts';
import { EVENT_TYPES } from '../../shared/api/events.ts';
import { byPermission, PERMISSIONS, type Permission } from '../../shared/permissions.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const FAR = 1_000_000;

let folder: ReturnType<typeof temporaryFolder>;
let db: Db;
/** The same file, opened by another process. */
let other: Db;
beforeEach(() => {
  folder = temporaryFolder();
  db = openDatabase(databaseFile(folder.path));
  other = openDatabase(databaseFile(folder.path));
});
afterEach(() => {
  db.close();
  other.close();
  folder.remove();
});

const NOON = '2026-03-02T12:00:00.000Z';
const write = (to: Db, now = 1) =>
  recordEvent(to, now, {
    type: 'bank.unreachable',
    data: { err_code: 'TIMEOUT', outcome: 'unknown', since: NOON },
  });
const all = () => eventsAfter(db, 0, { types: EVENT_TYPES }, 100);

describe('recordEvent', () => {
  test('writes what it is given, one after another', () => {
    write(db, 5);
    recordEvent(db, 6, {
      type: 'attempt.settled',
      terminal: 3,
      data: { kind: 'create', outcome: 'dropped' },
    });
    expect(all()).toEqual([
      {
        id: 1,
        type: 'bank.unreachable',
        invoice_id: null,
        terminal_id: null,
        data: JSON.stringify({ err_code: 'TIMEOUT', outcome: 'unknown', since: NOON }),
        created_at: 5,
      },
      {
        id: 2,
        type: 'attempt.settled',
        invoice_id: null,
        terminal_id: 3,
        data: '{"kind":"create","outcome":"dropped"}',
        created_at: 6,
      },
    ]);
  });
  test('is rolled back with the transaction around it', () => {
    const broken = () =>
      db.transaction(() => {
        write(db);
        throw new Error('It went wrong.');
      });
    expect(broken).toThrow('It went wrong.');
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
    expect(
      all()
        .map(({ created_at }) => created_at)
        .slice(0, 2),
    ).toEqual([2001, 2002]);
  });
});

describe('visibleEvents', () => {
  const actor = (isOwner: boolean, permissions: readonly Permission[] = []): Actor => ({
    id: 1,
    username: '',
    isOwner,
    permissions: byPermission((each) => permissions.includes(each)),
  });
  const groups = (who: Actor) => [
    ...new Set(
      visibleEvents(who).types.map((type) => (type === 'backup.restored' ? type : type.split('.')[0])),
    ),
  ];

  test.each([
    [
      'the owner',
      actor(true),
      ['invoice', 'sale', 'attempt', 'terminal', 'bank', 'catalog', 'backup', 'backup.restored'],
    ],
    [
      'who may see invoices',
      actor(false, ['can_view_invoices']),
      ['invoice', 'sale', 'attempt', 'terminal', 'bank', 'catalog', 'backup.restored'],
    ],
    [
      'who may everything else',
      actor(
        false,
        PERMISSIONS.filter((each) => each !== 'can_view_invoices'),
      ),
      ['terminal', 'bank', 'catalog', 'backup.restored'],
    ],
  ])('%s', (_, who, expected) => {
    expect(groups(who)).toEqual(expected);
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
    expect(() =>
      db.transaction(() => {
        write(db);
        throw new Error('It went wrong.');
      }),
    ).toThrow();
    await passing(0);
    expect(next).toEqual({});
  });

  test('finds in time what another process has written', async () => {
    const outcome = outcomeOf(feed.waitFor(0, FAR, signal()));
    write(other);
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
