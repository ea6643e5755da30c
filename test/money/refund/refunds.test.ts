import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { invoiceStatus, type StatementItem } from '../../../main/bank/wire.ts';
import {
  refundedAfter,
  refundsInStatement,
  refundsInStatus,
  unknownRefunds,
} from '../../../main/money/refund/refunds.ts';
import type { Refund } from '../../../main/store/invoices/refunds.ts';

const of = (...pairs: [amount: number, refunded_at: number][]): Refund[] =>
  pairs.map(([amount, refunded_at]) => ({ amount, refunded_at }));
const sum = (refunds: readonly Refund[]) => refunds.reduce((total, { amount }) => total + amount, 0);
const reported = (listed: Refund[], otherwise = 99) => ({ listed, otherwise });

describe('each refund that the bank lists is noted at its time', () => {
  test.each([
    ['the first', [], 5, of([5, 10]), of([5, 10])],
    ['several at once, oldest first', [], 8, of([3, 20], [5, 10]), of([5, 10], [3, 20])],
    ['one more', of([5, 10]), 8, of([5, 10], [3, 20]), of([3, 20])],
    ['an older one that the bank lists late', of([3, 20]), 8, of([5, 10], [3, 20]), of([5, 10])],
    ['two alike', of([5, 10]), 10, of([5, 10], [5, 10]), of([5, 10])],
    ['one that is known by another moment', of([5, 11]), 8, of([5, 10], [3, 20]), of([3, 20])],
    ['one of which a part is known', of([2, 11]), 5, of([5, 10]), of([3, 10])],
    ['none: all are known', of([5, 10]), 5, of([5, 10]), []],
    ['what is listed but not yet taken off', [], 5, of([5, 10], [3, 20]), of([5, 10])],
    ['what is taken off and not listed', [], 8, of([5, 10]), of([5, 10], [3, 99])],
    ['nothing listed at all', of([1, 1]), 8, [], of([7, 99])],
    ['less than is known', of([5, 10]), 2, of([5, 10]), []],
  ])('%s', (_, known, refunded, listed, found) => {
    expect(unknownRefunds(known, refunded, reported(listed))).toEqual(found);
  });
});

const anyRefunds = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 9 }), refunded_at: fc.nat(5) }), {
  maxLength: 5,
});

test('whatever is known and whatever is listed: afterwards all that was refunded is known, and no more', () => {
  fc.assert(
    fc.property(anyRefunds, fc.nat(60), anyRefunds, (known, refunded, listed) => {
      const found = unknownRefunds(known, refunded, reported(listed));
      expect(sum(found)).toBe(Math.max(0, refunded - sum(known)));
      for (const { amount } of found) expect(amount).toBeGreaterThan(0);
    }),
  );
});

test('learned one after another, each listed in full, they are noted as they were', () => {
  fc.assert(
    fc.property(anyRefunds, (made) => {
      const known: Refund[] = [];
      for (let count = 1; count <= made.length; count++) {
        const listed = made.slice(0, count);
        known.push(...unknownRefunds(known, sum(listed), reported(listed)));
      }
      expect(known).toEqual(made);
    }),
  );
});

describe('what the bank reports', () => {
  const day = Date.UTC(2026, 2, 2);
  const at = (seconds: number) => new Date(day + seconds * 1000).toISOString();
  const status = (fields: object) =>
    v.parse(invoiceStatus, { invoiceId: 'a', status: 'success', amount: 100, ccy: 980, ...fields });

  test('in the state of an invoice: only finished refunds, at their time', () => {
    const cancelList = [
      { status: 'success', amount: 10, createdDate: at(1), modifiedDate: at(2) },
      { status: 'processing', amount: 20, createdDate: at(3), modifiedDate: at(3) },
      { status: 'failure', amount: 30, createdDate: at(4), modifiedDate: at(4) },
      { status: 'success', amount: 40, createdDate: at(5) },
      { status: 'success' },
    ];
    expect(refundsInStatus(status({ cancelList, modifiedDate: at(9) }), 99_000)).toEqual({
      listed: of([10, day + 2000], [40, day + 5000], [100, day + 9000]),
      otherwise: day + 9000,
      isComplete: true,
    });
    expect(refundsInStatus(status({}), 99_000)).toEqual({ listed: [], otherwise: 99_000, isComplete: true });
  });

  test('in the statement', () => {
    const cancelList = [
      { amount: 10, date: 2000 },
      { amount: 20, date: null },
    ];
    expect(refundsInStatement({ cancelList } as StatementItem, 99)).toEqual({
      listed: of([10, 2000], [20, 99]),
      otherwise: 99,
    });
  });
});

describe('a hold that was captured in part is not a refund', () => {
  const paid = (final_amount: number | null, status = 'success') =>
    ({ amount: 100, final_amount, status, uncaptured: 0 }) as const as Parameters<typeof refundedAfter>[1];
  const word = (...listed: Refund[]) => ({ listed, otherwise: 9, isComplete: true });
  test.each([
    ['captured in part', paid(null, 'processing'), paid(60), 0, word(), 0],
    ['captured in part, then refunded in part', paid(60), paid(50), 0, word(...of([10, 1])), 10],
    [
      'captured in part, and seen with its refund',
      paid(null, 'processing'),
      paid(50),
      0,
      word(...of([10, 1])),
      10,
    ],
    ['captured in part, refunded in full', paid(60), paid(0, 'reversed'), 0, word(...of([60, 1])), 60],
    ['paid by the statement, its final amount from its state', paid(null), paid(60), 0, word(), 0],
    ['paid in full, then less is left: refunded, listed or not', paid(100), paid(60), 0, word(), 40],
    ['refunded here, not listed yet', paid(null), paid(60), 0, reported([]), 40],
    ['reversed before it was seen', paid(null, 'processing'), paid(0, 'reversed'), 0, word(), 100],
    ['listed only once less is left already', paid(60), paid(60), 0, word(...of([10, 1])), 10],
    ['what the bank takes back', paid(60), paid(80), 40, word(), 20],
    ['more than was requested', paid(100), paid(120), 0, word(), 0],
  ])('%s', (_, before, after, known, reported, expected) => {
    expect(refundedAfter(before, after, known, reported)).toBe(expected);
  });
});
