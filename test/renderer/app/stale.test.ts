import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStaleMarker, staleAfter } from '../../../renderer/app/stale.ts';
import { EVENT_TYPES, type Event, type EventType } from '../../../shared/api/events.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event = (type: EventType): Event => ({
  id: 1,
  type,
  invoice: null,
  terminal: null,
  data: {},
  created_at: '2026-11-21T10:00:00Z',
});

test('each event makes something stale', () => {
  for (const type of EVENT_TYPES) expect([type, staleAfter({ type }).length > 0]).toEqual([type, true]);
});

test('a burst of events has each thing read anew once', () => {
  const invalidateQueries = vi.fn(() => Promise.resolve());
  const stale = createStaleMarker({ invalidateQueries });
  for (let count = 0; count < 300; count += 1) stale.mark(event('invoice.found'));
  stale.mark(event('terminal.synced'));
  expect(invalidateQueries).not.toHaveBeenCalled();
  vi.runAllTimers();
  const keys = invalidateQueries.mock.calls as unknown as [{ queryKey: string[] }][];
  expect(keys.map(([{ queryKey }]) => queryKey[0]).sort()).toEqual(
    [...new Set(['invoices', 'stats', ...staleAfter({ type: 'terminal.synced' })])].sort(),
  );
});

test('the next burst is told again, and a marker that was stopped tells nothing', () => {
  const invalidateQueries = vi.fn(() => Promise.resolve());
  const stale = createStaleMarker({ invalidateQueries });
  stale.mark(event('bank.unreachable'));
  vi.runAllTimers();
  const once = invalidateQueries.mock.calls.length;
  expect(once).toBeGreaterThan(0);
  stale.mark(event('bank.reachable'));
  vi.runAllTimers();
  expect(invalidateQueries.mock.calls.length).toBe(once * 2);
  stale.mark(event('bank.unreachable'));
  stale.stop();
  vi.runAllTimers();
  expect(invalidateQueries.mock.calls.length).toBe(once * 2);
});
