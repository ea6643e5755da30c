import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CLOSING_HOUR, OPENING_HOUR } from '../../main/demo/calendar.ts';
import { PRODUCTS } from '../../main/demo/goods.ts';
import { type Sale, shopHistory } from '../../main/demo/history.ts';
import { statusOf } from '../../main/demo/ledger.ts';
import { OWNER, PASSWORD, STAFF, TILLS } from '../../main/demo/shop.ts';
import { isLuhnValid } from '../../main/practice-bank/cards.ts';
import { DECLINE_REASONS } from '../../main/practice-bank/errors.ts';
import { MIN_PASSWORD_LENGTH } from '../../shared/api/auth.ts';
import { invoiceCreate } from '../../shared/api/invoices.ts';
import { lineTotal } from '../../shared/money.ts';

const kyiv = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Kyiv',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const dateOf = ({ createdAt }: Sale) => kyiv.format(createdAt).slice(0, 10);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const refunded = ({ refunds }: Sale) => sum(refunds.map(({ amount }) => amount));

const isSorted = (times: readonly number[]) =>
  times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0));

/** The body of the request that would have created it. */
const bodyOf = ({ items, amount, validitySeconds, reference, comment }: Sale) => ({
  terminal: 1,
  validity: validitySeconds,
  reference,
  comment,
  ...(items.length === 0 ? { amount } : {}),
  items: items.map(({ name, price, quantity, unit, product, discount }) => ({
    name,
    price,
    quantity: quantity / 1000,
    unit,
    product: product + 1,
    discount_pct: discount / 100,
  })),
});

/** In the middle of a day of trade, and at night, at both changes of the clock. */
const MOMENTS = ['2026-11-21T13:07:45.678Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z'].map((text) =>
  Date.parse(text),
);

describe.each(MOMENTS)('the history generated at %i', (now) => {
  const sales = [...shopHistory(now)];

  test('is the same each time', () => {
    expect([...shopHistory(now)]).toEqual(sales);
  });

  test('lies within two years of opening hours, in order, and in the past', () => {
    const isOpen = ({ createdAt }: Sale) => {
      const hour = Number(kyiv.format(createdAt).slice(11, 13));
      return hour >= OPENING_HOUR && hour < CLOSING_HOUR;
    };
    const timesOf = ({ createdAt, endedAt, refunds }: Sale) => [
      createdAt,
      endedAt,
      ...refunds.map(({ at }) => at),
    ];
    expect(sales.filter((sale) => !isOpen(sale))).toEqual([]);
    expect(sales.filter((sale) => !isSorted([...timesOf(sale), now]))).toEqual([]);
    // The bank writes whole seconds: finer times here would look newer than the bank's own.
    expect(sales.flatMap(timesOf).filter((time) => time % 1000 !== 0)).toEqual([]);
    expect(isSorted(sales.map(({ createdAt }) => createdAt))).toBe(true);
    expect(sales[0]?.createdAt).toBeLessThan(now - 729 * 86_400_000);
    expect(sales.at(-1)?.createdAt).toBeGreaterThan(now - 2 * 86_400_000);
  });

  test('has 12 to 25 invoices a day, more at weekends, more as time goes by', () => {
    const days = [...Map.groupBy(sales, dateOf)];
    expect(days.length).toBeGreaterThanOrEqual(730);
    // Some invoices of the last two days are still open, and not part of the history.
    for (const [, { length }] of days.slice(0, -2)) {
      expect(length).toBeGreaterThanOrEqual(12);
      expect(length).toBeLessThanOrEqual(25);
    }
    const mean = (some: typeof days) => sum(some.map(([, { length }]) => length)) / some.length;
    const isWeekend = (date: string) => [0, 6].includes(new Date(date).getUTCDay());
    expect(mean(days.filter(([date]) => isWeekend(date)))).toBeGreaterThan(
      1.1 * mean(days.filter(([date]) => !isWeekend(date))),
    );
    expect(mean(days.slice(365))).toBeGreaterThan(1.08 * mean(days.slice(0, 365)));
  });

  test('holds invoices that Kramar would have accepted', () => {
    const items = sales.flatMap((sale) => sale.items);
    expect(items.filter((item) => item.amount !== Number(lineTotal(item)))).toEqual([]);
    expect(items.filter(({ product, name }) => name !== PRODUCTS[product]?.name)).toEqual([]);
    const isWrong = (sale: Sale) =>
      sale.items.length > 0 && sale.amount !== sum(sale.items.map(({ amount }) => amount));
    expect(sales.filter(isWrong)).toEqual([]);
    expect(sales.flatMap((sale) => v.safeParse(invoiceCreate, bodyOf(sale)).issues ?? [])).toEqual([]);
  });

  test('ends each invoice in time, with a card where somebody tried to pay', () => {
    const isInTime = ({ outcome, createdAt, endedAt, validitySeconds }: Sale) => {
      const expiresAt = createdAt + validitySeconds * 1000;
      return outcome === 'expired' ? endedAt === expiresAt : endedAt < expiresAt;
    };
    expect(sales.filter((sale) => !isInTime(sale))).toEqual([]);
    const isTried = ({ outcome }: Sale) => outcome === 'paid' || outcome === 'declined';
    expect(sales.filter((sale) => isTried(sale) !== (sale.card !== undefined))).toEqual([]);
    expect(sales.filter(({ card }) => card && !isLuhnValid(card.pan ?? ''))).toEqual([]);
    const codes = new Set<string | undefined>(DECLINE_REASONS.map(({ errCode }) => errCode));
    expect(sales.filter(({ outcome, errCode }) => codes.has(errCode) !== (outcome === 'declined'))).toEqual(
      [],
    );
  });

  test('refunds no more than was paid, and says what is left', () => {
    const isSound = (sale: Sale) => {
      const { status, final_amount } = statusOf(sale, now);
      const left = sale.amount - refunded(sale);
      const expiresAt = sale.createdAt + sale.validitySeconds * 1000;
      if (status === 'failure' && sale.isLocal && expiresAt <= now) return false;
      if (sale.outcome !== 'paid') return left === sale.amount && final_amount === null;
      return (
        left >= 0 && final_amount === (sale.isLocal ? left : null) && (status === 'reversed') === (left === 0)
      );
    };
    expect(sales.filter((sale) => !isSound(sale))).toEqual([]);
  });

  test('knows its tills and its people', () => {
    const people = new Set([OWNER, ...STAFF.map(({ username }) => username)]);
    const isKnown = ({ counter, register, isLocal, by }: Sale) => {
      const { registers, selfService } = TILLS[counter];
      if (!isLocal) return by === null && selfService.some(({ shortQrId }) => shortQrId === register);
      return people.has(by ?? '') && (register === null || registers.includes(register));
    };
    expect(sales.filter((sale) => !isKnown(sale))).toEqual([]);
  });

  test('is mostly paid, and has some of everything', () => {
    const share = (which: (sale: Sale) => boolean) => sales.filter(which).length / sales.length;
    expect(share(({ outcome }) => outcome === 'paid')).toBeGreaterThan(0.85);
    for (const status of ['failure', 'expired'])
      expect(share((sale) => statusOf(sale, now).status === status)).toBeGreaterThan(0.008);
    for (const outcome of ['declined', 'expired', 'cancelled'])
      expect(share((sale) => sale.outcome === outcome)).toBeGreaterThan(0.015);
    expect(share(({ isLocal }) => !isLocal)).toBeGreaterThan(0.03);
    expect(share(({ items }) => items.length > 0)).toBeGreaterThan(0.6);
    expect(share(({ items }) => items.some(({ discount }) => discount > 0))).toBeGreaterThan(0.03);
    expect(share((sale) => statusOf(sale, now).status === 'reversed')).toBeGreaterThan(0.005);
    expect(share((sale) => refunded(sale) > 0 && refunded(sale) < sale.amount)).toBeGreaterThan(0.004);
  });
});

test('yesterday stays what it was', () => {
  const [now = 0] = MOMENTS;
  const before = new Set([...shopHistory(now)].map(({ createdAt }) => createdAt));
  const after = new Set([...shopHistory(now + 86_400_000)].map(({ createdAt }) => createdAt));
  const common = [...before].filter((time) => after.has(time));
  // Growth shifts by a day, which changes the number of a few days' sales.
  expect(common.length).toBeGreaterThan(0.95 * before.size);
});

test('has about sixty goods, each with its own article, and passwords that Kramar accepts', () => {
  expect(PRODUCTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(PRODUCTS.map(({ article }) => article)).size).toBe(PRODUCTS.length);
  expect(new Set(PRODUCTS.map(({ name }) => name)).size).toBe(PRODUCTS.length);
  expect(PASSWORD.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
});
