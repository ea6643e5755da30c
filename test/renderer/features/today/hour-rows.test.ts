import { expect, test } from 'vitest';
import { hourRows } from '../../../../renderer/features/today/hour-rows.ts';

const points = (gross: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hour) => ({
    key: String(hour),
    label: '',
    quantity: null,
    gross: gross[hour] ?? 0,
    fee: 0,
    refunds: 0,
    net: 0,
    count: 0,
    refund_count: 0,
  }));
const span = (today: Record<number, number>, before: Record<number, number>, now: number) => {
  const rows = hourRows(points(today), points(before), now);
  return [rows[0]?.hour, rows.at(-1)?.hour, rows.length];
};

test('the usual day of a shop is shown at least', () => {
  expect(span({}, {}, 9)).toEqual([8, 20, 13]);
  expect(span({ 10: 100 }, { 12: 50 }, 3)).toEqual([8, 20, 13]);
});

test('and every hour with payments outside of it, today or the week before, and the current hour', () => {
  expect(span({ 6: 1 }, {}, 9)).toEqual([6, 20, 15]);
  expect(span({}, { 23: 1 }, 9)).toEqual([8, 23, 16]);
  expect(span({}, {}, 22)).toEqual([8, 22, 15]);
  expect(span({ 0: 1 }, { 23: 1 }, 12)).toEqual([0, 23, 24]);
});

test('each hour beside the same hour of the week before', () => {
  const rows = hourRows(points({ 10: 100 }), points({ 10: 40, 11: 7 }), 12);
  expect(rows.filter(({ now, before }) => now + before > 0)).toEqual([
    { hour: 10, now: 100, before: 40 },
    { hour: 11, now: 0, before: 7 },
  ]);
});
