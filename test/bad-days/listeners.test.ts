import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventFeed, recordEvent } from '../../main/shop/events.ts';
import { emptyDatabase } from '../helpers/empty-database.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the database cannot be read for a moment: clients that wait for events crash neither a sale nor the service', async () => {
  const { db } = emptyDatabase();
  const { get } = db;
  const feed = createEventFeed(db);
  let isThere: boolean | undefined;
  void feed.waitFor(0, 60_000, new AbortController().signal).then((found) => {
    isThere = found;
  });
  db.get = () => {
    throw new Error('disk I/O error');
  };
  const write = () =>
    recordEvent(db, Date.now(), {
      type: 'bank.unreachable',
      data: { err_code: 'TIMEOUT', outcome: 'unknown', since: '2026-03-02T09:00:00.000Z' },
    });
  expect(write).not.toThrow();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isThere).toBeUndefined();
  db.get = get;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isThere).toBe(true);
  feed.close();
});
