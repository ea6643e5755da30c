import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../renderer/api/failure.ts';
import { createRefundStore } from '../../../../renderer/features/invoices/refund/attempt-store.ts';
import { endingOf, isOver, underWayOf } from '../../../../renderer/features/invoices/refund/progress.ts';
import type { HistoryEntry } from '../../../../shared/api/invoice-extras.ts';
import type { OpenRefund } from '../../../../shared/api/refunds.ts';

const TIMEOUT: Failure = { kind: 'bank', code: 'TIMEOUT', words: '' };
const IN_DOUBT: Failure = { kind: 'bank', code: 'IN_DOUBT', words: '' };
const REFUSED: Failure = { kind: 'bank', code: 'CANCEL_FAILED', words: '' };
const MINUTE = 60_000;

const memory = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
};

const open = (storage = memory()) => {
  const clock = { now: 1_000_000 };
  let keys = 0;
  const ports = { storage, newKey: () => `key-${++keys}`, now: () => clock.now };
  return { clock, storage, store: createRefundStore('olena', ports) };
};

const reading = (left: number, at: number, under_way: OpenRefund | null = null) => ({
  refunds: { invoice: 7, left, under_way, items: [] },
  at,
});
const AT_BANK: OpenRefund = {
  amount: 100,
  requested_at: '2026-11-22T10:00:00.000Z',
  by: 'Олена',
  reason: '',
  state: 'processing',
};

describe('refunds of this tab', () => {
  test('one at a time of an invoice, and one key for each that is confirmed', () => {
    const { store } = open();
    const first = store.begin(7, 500, { amount: 100 });
    expect(first?.key).toBe('key-1');
    expect(store.begin(7, 500, { amount: 100 })).toBeUndefined();
    expect(store.begin(8, 500, { amount: 100 })?.key).toBe('key-2');
    store.fail('key-1', TIMEOUT);
    expect(store.begin(7, 500, { amount: 50 })).toBeUndefined();
    store.succeed('key-1');
    expect(store.begin(7, 400, { amount: 100 })?.key).toBe('key-3');
  });

  test('the same refund after a refusal, or after it was not made, goes out under its key; another under its own', () => {
    const { store } = open();
    store.begin(7, 500, { amount: 100 });
    store.fail('key-1', REFUSED);
    expect(store.begin(7, 500, { amount: 100 })?.key).toBe('key-1');
    store.fail('key-1', IN_DOUBT);
    store.giveUp('key-1');
    expect(store.begin(7, 500, { amount: 100 })?.key).toBe('key-1');
    store.fail('key-1', REFUSED);
    expect(store.begin(7, 500, { amount: 200 })?.key).toBe('key-2');
  });

  test('a reload in between keeps the key and the doubt', () => {
    const { store, storage } = open();
    store.begin(7, 500, { amount: 100 });
    const again = open(storage).store;
    expect(again.get()).toMatchObject([{ key: 'key-1', state: 'unknown', invoice: 7 }]);
    expect(again.begin(7, 500, { amount: 100 })).toBeUndefined();
  });
});

describe('how far a refund has come', () => {
  const lost = (failure: Failure = TIMEOUT) => {
    const { store, clock } = open();
    store.begin(7, 500, { amount: 100 });
    clock.now += 2000;
    store.fail('key-1', failure);
    const [attempt] = store.get();
    if (!attempt) throw new Error('Nothing was sent.');
    return { attempt, now: clock.now };
  };

  test("is the service's answer, for every person alike", () => {
    expect(underWayOf(reading(500, 0, AT_BANK), undefined, 'me')).toEqual({ ...AT_BANK, left: 500 });
    expect(underWayOf(reading(500, 0), undefined, 'me')).toBeUndefined();
    expect(underWayOf(undefined, undefined, 'me')).toBeUndefined();
  });

  test('a lost answer is under way until the service has reported its outcome', () => {
    const { attempt, now } = lost();
    const mine = { amount: 100, state: 'in_doubt', by: 'me', left: 500 };
    expect(underWayOf(undefined, attempt, 'me')).toMatchObject(mine);
    // Read before the answer was lost: that says nothing.
    expect(underWayOf(reading(500, now - 1), attempt, 'me')).toMatchObject(mine);
    expect(isOver(reading(500, now + 1, AT_BANK), attempt)).toBe(false);
    expect(underWayOf(reading(500, now + 1), attempt, 'me')).toBeUndefined();
    expect(underWayOf(reading(400, now - 1), attempt, 'me')).toBeUndefined();
  });

  test('a request that nothing answered may arrive later: it is over a minute after it was sent', () => {
    const { attempt } = lost({ kind: 'unreachable' });
    const isOverAfter = (ms: number): boolean => isOver(reading(500, attempt.at + ms), attempt);
    expect([isOverAfter(3000), isOverAfter(MINUTE - 1), isOverAfter(MINUTE)]).toEqual([false, false, true]);
  });

  test("its end depends on what is left, and on the bank's refusal", () => {
    const was = { amount: 100, left: 500 };
    const entry = (type: HistoryEntry['type'], detail = ''): HistoryEntry => ({
      at: '',
      type,
      status: null,
      amount: 100,
      by: '',
      detail,
      reason: '',
      approved_by: '',
    });
    expect(endingOf(was, 400, undefined)).toBe('done');
    expect(endingOf(was, 450, undefined)).toBe('changed');
    expect(endingOf(was, 500, undefined)).toBe('notFound');
    expect(endingOf(was, 500, { results: [entry('in_doubt'), entry('refused')] })).toBe('notFound');
    expect(endingOf(was, 500, { results: [entry('refused', 'CANCEL_FAILED')] })).toBe('failed');
  });
});
