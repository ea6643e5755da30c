import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOf, resourcesAffectedBy } from '../../../renderer/api/keys.ts';
import { createStaleMarker } from '../../../renderer/api/stale.ts';
import { EVENT_TYPES, type Event, type EventType } from '../../../shared/api/events.ts';

let queries: QueryClient;
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, networkMode: 'always' } } });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  queries.clear();
  vi.useRealTimers();
});

const event = (type: EventType, invoice: number | null = null): Event => ({
  id: 1,
  type,
  invoice,
  terminal: null,
  data: {},
  created_at: '2026-11-21T10:00:00Z',
});

const marker = (isHidden = false) => {
  const stale = createStaleMarker(queries, () => isHidden);
  ends.push(stale.stop);
  return stale;
};

/** A query that is shown; counts how often it is read, and how often a reading was thrown away. */
const shown = async (queryKey: QueryKey, takesMs = 10) => {
  const counts = { read: 0, thrownAway: 0 };
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: async ({ signal }) => {
      counts.read += 1;
      signal.addEventListener('abort', () => {
        counts.thrownAway += 1;
      });
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      return counts.read;
    },
  });
  ends.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(takesMs);
  expect(counts.read).toBe(1);
  return counts;
};

const eventsFor = async (ms: number, mark: () => void): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 100) {
    mark();
    await vi.advanceTimersByTimeAsync(100);
  }
};

test('each event makes something stale', () => {
  for (const type of EVENT_TYPES)
    expect([type, resourcesAffectedBy({ type }).length > 0]).toEqual([type, true]);
});

test('a burst of events reads each shown query again once, and nothing else', async () => {
  const [list, stats, terminals] = [
    await shown(keyOf('invoices/', {})),
    await shown(['stats']),
    await shown(['terminals']),
  ];
  const stale = marker();
  for (let count = 0; count < 300; count += 1) stale.mark(event('invoice.found', count));
  await vi.advanceTimersByTimeAsync(20_000);
  expect([list.read, stats.read, terminals.read]).toEqual([2, 2, 1]);
});

test('continuous events read a list again at most once a second, and once after the last of them', async () => {
  const list = await shown(keyOf('invoices/', {}));
  const stale = marker();
  await eventsFor(10_000, () => stale.mark(event('invoice.created', 1)));
  expect(list.read).toBeGreaterThan(5);
  expect(list.read).toBeLessThanOrEqual(11);
  const before = list.read;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(list.read).toBe(before + 1);
});

test('a slow query arrives all the same, and is read less often', async () => {
  const list = await shown(keyOf('invoices/', {}), 1500);
  const stale = marker();
  await eventsFor(20_000, () => stale.mark(event('invoice.created', 1)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(list.thrownAway).toBe(0);
  expect(list.read).toBeGreaterThan(3);
  expect(list.read).toBeLessThan(9);
});

test('a query that was being read when an event came is read once more', async () => {
  const list = await shown(keyOf('invoices/', {}), 400);
  void queries.refetchQueries({ queryKey: ['invoices'] });
  await vi.advanceTimersByTimeAsync(50);
  marker().mark(event('invoice.created', 1));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(list).toEqual({ read: 3, thrownAway: 0 });
});

test('the open invoice is read again for its own events only', async () => {
  const [one, history] = [
    await shown(keyOf('invoices/{id}/', { id: 7 })),
    await shown(keyOf('invoices/{id}/history/', { id: 7 })),
  ];
  const stale = marker();
  stale.mark(event('invoice.found', 8));
  await vi.advanceTimersByTimeAsync(5000);
  expect([one.read, history.read]).toEqual([1, 1]);
  stale.mark(event('invoice.status_changed', 7));
  await vi.advanceTimersByTimeAsync(5000);
  expect([one.read, history.read]).toEqual([2, 2]);
  stale.mark(event('backup.restored'));
  await vi.advanceTimersByTimeAsync(5000);
  expect([one.read, history.read]).toEqual([3, 3]);
});

test('a payment is shown with its event: the open invoice is read at once, a list with the next batch', async () => {
  const [list, one] = [await shown(keyOf('invoices/', {})), await shown(keyOf('invoices/{id}/', { id: 7 }))];
  marker().mark(event('invoice.status_changed', 7));
  await vi.advanceTimersByTimeAsync(0);
  expect([list.read, one.read]).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([list.read, one.read]).toEqual([2, 2]);
});

test('while the window is hidden only the awaited invoice is read; the rest is stale until the return', async () => {
  const [list, one] = [await shown(keyOf('invoices/', {})), await shown(keyOf('invoices/{id}/', { id: 7 }))];
  const stale = marker(true);
  await eventsFor(3000, () => stale.mark(event('invoice.status_changed', 7)));
  expect(list.read).toBe(1);
  expect(one.read).toBeGreaterThan(1);
  expect(queries.getQueryState(keyOf('invoices/', {}))?.isInvalidated).toBe(true);
});

test('a stopped marker reads nothing', async () => {
  const list = await shown(keyOf('invoices/', {}));
  const stale = marker();
  stale.mark(event('invoice.created', 1));
  stale.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(list.read).toBe(1);
});
