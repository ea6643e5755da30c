import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  onlyItems,
  returnOfItems,
  returnOfRest,
  type SoldLine,
} from '../../../main/money/refund/refund-lines.ts';
import { basketOf, priceItems } from '../../../main/money/sale/basket.ts';
import { checkBasket, checkReturnLines } from '../../../main/practice-bank/fiscal-lines.ts';
import { PRRO_SERVICES } from '../../../main/practice-bank/merchants.ts';
import { createRequest, parseRequest } from '../../../main/practice-bank/requests.ts';
import type { InvoiceDiscountInput } from '../../../shared/api/invoices.ts';
import { lineTotal, MAX_AMOUNT, shareOut } from '../../../shared/money.ts';

/** Judged by the practice bank, which adds up exactly and refuses one minor unit more or less. */

/** Random baskets of each test; more for a long search: BASKET_RUNS=1000000. */
const BASKETS = Number(process.env.BASKET_RUNS ?? 2000);

const price = fc.oneof(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 10_000_000 }));
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map((pieces) => pieces * 1000),
  fc.integer({ min: 1, max: 100_000 }),
);
const percent = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9999 }), fc.constant(500));
const item = fc.record({ price, quantity, discount_pct: percent });
const plainItem = fc.record({ price, quantity, discount_pct: fc.constant(0) });

const discount: fc.Arbitrary<InvoiceDiscountInput> = fc.oneof(
  fc.record({ type: fc.constant('discount' as const), percent: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ type: fc.constant('discount' as const), amount: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ type: fc.constant('extra_charge' as const), percent: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ type: fc.constant('extra_charge' as const), amount: fc.integer({ min: 1, max: 5000 }) }),
);

const basket = fc.record({
  lines: fc.oneof(
    fc.array(item, { minLength: 1, maxLength: 8 }),
    fc.array(plainItem, { minLength: 1, maxLength: 8 }),
  ),
  discounts: fc.array(discount, { maxLength: 3 }),
  service: fc.constantFrom(...PRRO_SERVICES),
});

const sale = ({ lines, discounts }: { lines: Item[]; discounts: InvoiceDiscountInput[] }) =>
  priceItems(
    lines.map((line, at) => ({ name: `Товар ${at}`, unit: 'шт', product: null, ...line })),
    discounts,
  );
type Item = { price: number; quantity: number; discount_pct: number };

/** The lines of an invoice as refunds read them (sold-lines.ts). */
const soldOf = (priced: { items: { amount: number; quantity: number }[]; total: number }, lines: Item[]) => {
  const paid = shareOut(
    priced.total,
    priced.items.map(({ amount }) => amount),
  );
  return priced.items.map(
    ({ quantity: of }, at): SoldLine => ({
      id: at + 1,
      name: `Товар ${at}`,
      code: String(at + 1),
      extras: { tax: [1] },
      quantity: of,
      amount: paid[at] ?? 0,
      returned: 0,
      unitPrice: Number(
        lineTotal({ price: lines[at]?.price ?? 0, quantity: 1000, discount: lines[at]?.discount_pct ?? 0 }),
      ),
    }),
  );
};

/** Thousandths of what is left of the line at this position. */
const part = fc.record({ at: fc.nat(7), share: fc.integer({ min: 1, max: 1000 }) });
const parts = fc.array(part, { maxLength: 6 });
type Part = { at: number; share: number };

/** Returns a part of one line, judged by the bank; minor units. */
const returnPart = (
  sold: SoldLine[],
  { at, share }: Part,
  service: (typeof PRRO_SERVICES)[number],
): number => {
  const line = sold[at];
  const left = line ? line.quantity - line.returned : 0;
  if (!line || left === 0) return 0;
  const quantity = Math.max(1, Math.floor((left * share) / 1000));
  const found = returnOfItems(sold, [{ item: line.id, quantity }]);
  line.returned += quantity;
  // A share of nothing is refused; its goods are of no worth.
  if ('problems' in found) return 0;
  expect(() => checkReturnLines(found.lines, found.amount, service)).not.toThrow();
  return found.amount;
};

/** Returns parts, then the rest, each judged by the bank; all of it in minor units. */
const returnAll = (sold: SoldLine[], returns: readonly Part[], service: (typeof PRRO_SERVICES)[number]) => {
  const refunded = returns.reduce((sum, each) => sum + returnPart(sold, each, service), 0);
  const rest = returnOfRest(sold);
  if (rest.amount > 0) expect(() => checkReturnLines(rest.lines, rest.amount, service)).not.toThrow();
  return refunded + rest.amount;
};

/** Each line once, in the part that was chosen for it last. */
const itemsOf = (lines: readonly SoldLine[], chosen: readonly Part[]) => {
  const quantities = new Map(
    chosen.flatMap(({ at, share }): [number, number][] => {
      const line = lines[at];
      return line ? [[line.id, Math.max(1, Math.floor((line.quantity * share) / 1000))]] : [];
    }),
  );
  return [...quantities].map(([item, quantity]) => ({ item, quantity }));
};

describe(`the lines sent make the amount to the minor unit, in ${BASKETS} random baskets`, () => {
  test('a sale, plain or with discounts and extra charges, through every service', () => {
    let [plain, withDiscounts, refused] = [0, 0, 0];
    fc.assert(
      fc.property(basket, ({ lines, discounts, service }) => {
        const priced = sale({ lines, discounts });
        if (typeof priced === 'string') {
          refused += 1;
          return;
        }
        const { items, total } = priced;
        if (priced.discounts.length > 0) withDiscounts += 1;
        else if (items.every(({ discount_pct }) => discount_pct === 0)) plain += 1;
        const sent = basketOf({
          items: items.map((each, at) => ({ ...each, code: String(at + 1), extras: { tax: [1] } })),
          discounts: priced.discounts,
          total,
          service,
          whole: { name: 'Оплата', code: '1', extras: {} },
        });
        // As it travels: JSON, read by the bank's own rules.
        const request = JSON.parse(JSON.stringify({ amount: total, merchantPaymInfo: sent }));
        const { merchantPaymInfo } = parseRequest(createRequest, request);
        expect(() => checkBasket(merchantPaymInfo, total, service)).not.toThrow();
        expect(() => checkBasket(merchantPaymInfo, total + 1, service)).toThrow();
        if (service !== 'checkbox') expect(JSON.stringify(sent)).not.toContain('discounts');
      }),
      { numRuns: BASKETS },
    );
    expect(plain).toBeGreaterThan(BASKETS / 100);
    expect(withDiscounts).toBeGreaterThan(BASKETS / 2);
    expect(refused).toBeLessThan(BASKETS / 5);
  });

  test('returns part by part, then the rest, give back exactly what was paid', () => {
    fc.assert(
      fc.property(basket, parts, ({ lines, discounts, service }, returns) => {
        const priced = sale({ lines, discounts });
        if (typeof priced === 'string') return;
        const sold = soldOf(priced, lines);
        expect(returnAll(sold, returns, service)).toBe(priced.total);
      }),
      { numRuns: BASKETS },
    );
  });

  test('a capture of some lines of a hold takes what they cost, and returns give back exactly that', () => {
    let [captured, inPart] = [0, 0];
    fc.assert(
      fc.property(basket, parts, parts, ({ lines, discounts, service }, taken, returns) => {
        const priced = sale({ lines, discounts });
        if (typeof priced === 'string') return;
        const held = soldOf(priced, lines);
        const items = itemsOf(held, taken);
        const capture = returnOfItems(held, items);
        // Nothing chosen, or goods of no worth.
        if ('problems' in capture) return;
        captured += 1;
        if (capture.amount < priced.total) inPart += 1;
        expect(capture.amount).toBeLessThanOrEqual(priced.total);
        expect(() => checkReturnLines(capture.lines, capture.amount, service)).not.toThrow();
        expect(() => checkReturnLines(capture.lines, capture.amount - 1, service)).toThrow();
        expect(returnAll(onlyItems(held, items), returns, service)).toBe(capture.amount);
      }),
      { numRuns: BASKETS },
    );
    expect(captured).toBeGreaterThan(BASKETS / 2);
    expect(inPart).toBeGreaterThan(BASKETS / 3);
  });
});

const input = (changes: Partial<Item> = {}) => ({
  name: 'Кава',
  unit: '',
  product: null,
  price: 10_000,
  quantity: 1000,
  discount_pct: 0,
  ...changes,
});

test('percentages of the basket are of the sum of the items, each rounded half up', () => {
  const discounts: InvoiceDiscountInput[] = [
    { type: 'discount', percent: 1005 },
    { type: 'discount', amount: 100 },
    { type: 'extra_charge', percent: 500 },
  ];
  expect(priceItems([input(), input({ quantity: 500 })], discounts)).toMatchObject({
    discounts: [
      { type: 'discount', amount: 1508 },
      { type: 'discount', amount: 100 },
      { type: 'extra_charge', amount: 750 },
    ],
    total: 15_000 - 1508 - 100 + 750,
  });
});

test('a percentage that is nothing is not sent; discounts that leave nothing are none', () => {
  expect(priceItems([input({ price: 1 })], [{ type: 'discount', percent: 100 }])).toMatchObject({
    discounts: [],
    total: 1,
  });
  expect(priceItems([input()], [{ type: 'discount', percent: 10_000 }])).toBe('nothing-left');
  expect(priceItems([input()], [{ type: 'discount', amount: 10_001 }])).toBe('nothing-left');
  expect(priceItems([input({ price: MAX_AMOUNT })], [{ type: 'extra_charge', amount: 1 }])).toBe('too-large');
});
