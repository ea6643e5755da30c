import { expect, test } from 'vitest';
import { odditiesOf } from '../../../main/domain/oddities/rules.ts';
import type { ShopDay } from '../../../main/domain/oddities/shop-day.ts';
import { judgeYear } from './judge.ts';
import { makeYear } from './year.ts';

/**
 * The limits of the rules were chosen on the years learn-1 to learn-12 (docs/behaviour.md); these years were not looked
 * at before.
 */
const HELD_OUT = ['held-out-1', 'held-out-2', 'held-out-3', 'held-out-4', 'held-out-5'];

test('of 40 planted schemes a year at least 95 % are found, with at most one false alarm a week', () => {
  const years = HELD_OUT.map(judgeYear);
  const planted = years.reduce((sum, year) => sum + year.planted, 0);
  const found = years.reduce((sum, year) => sum + year.found, 0);
  expect(planted).toBe(40 * HELD_OUT.length);
  expect(found / planted).toBeGreaterThanOrEqual(0.95);
  for (const { falseAlarms, weeks } of years) expect(falseAlarms / weeks).toBeLessThanOrEqual(1);
});

test('no kind of scheme is missed: of each, at least 17 of 20 are found', () => {
  const years = HELD_OUT.slice(0, 2).map(judgeYear);
  for (const rule of [
    'refund_after_closing',
    'many_small_refunds',
    'cancels_after_qr',
    'sale_at_anothers_pin',
  ] as const)
    expect(
      years.reduce((sum, { byRule }) => sum + byRule[rule].found, 0),
      rule,
    ).toBeGreaterThanOrEqual(17);
});

const ordinary = (day: number, lastMinute = 1250): ShopDay => ({
  day,
  sales: [550, 700, 900, 1100, lastMinute].map((minute, invoice) => ({
    ...{ by: 2, at: day * 86_400_000 + minute * 60_000, minute },
    ...{ amount: 5000, invoice },
  })),
  refunds: [],
  cancels: [],
  created: new Map([[2, 5]]),
  seen: [],
});
const before = Array.from({ length: 56 }, (_, index) => ordinary(20_000 + index));
const refundAt = (day: number, minute: number) => ({
  ...{ by: 3, at: day * 86_400_000 + minute * 60_000, minute },
  ...{ amount: 5000, invoice: 77 },
});

test('a refund after closing names the hours and the invoice', () => {
  const today = { ...ordinary(20_056), refunds: [refundAt(20_056, 1275)] };
  expect(odditiesOf(today, before)).toEqual([
    {
      rule: 'refund_after_closing',
      by: 3,
      at: 20_056 * 86_400_000 + 1275 * 60_000,
      facts: { count: 1, amount: 5000, minute: 1275, usual_opening: 550, usual_closing: 1250 },
      invoices: [77],
    },
  ]);
});

test('on a day when the shop sells longer, a refund between the sales is not odd', () => {
  const today = { ...ordinary(20_056, 1380), refunds: [refundAt(20_056, 1275)] };
  expect(odditiesOf(today, before)).toEqual([]);
});

test('in the first weeks nothing is odd: what is usual is not known yet', () => {
  const { days } = makeYear('learn-1');
  for (const [index, today] of days.slice(0, 14).entries())
    expect(odditiesOf(today, days.slice(0, index))).toEqual([]);
});
