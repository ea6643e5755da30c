import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceItems } from '../../../main/domain/invoices/amounts.ts';
import { basketOf } from '../../../main/domain/invoices/basket.ts';
import { returnOfItems, returnOfRest, type SoldLine } from '../../../main/domain/invoices/refund-lines.ts';
import { checkBasket, checkReturnLines } from '../../../main/practice-bank/fiscal-lines.ts';
import { PRRO_SERVICES } from '../../../main/practice-bank/merchants.ts';
import { createRequest, parseRequest } from '../../../main/practice-bank/requests.ts';
import type { InvoiceDiscountInput } from '../../../shared/api/invoices.ts';
import { lineTotal, MAX_AMOUNT, shareOut } from '../../../shared/money.ts';

/** Judged by the practice bank, which adds up exactly and refuses one minor unit more or less. */

const BASKETS = 10_000;

const price = fc.oneof(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 10_000_000 }));
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map((pieces) => pieces * 1000),
  fc.integer({ min: 1, max: 100_000 }),
);
const percent = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9999 }), fc.constant(500));
const item = fc.record({ price, quantity, discount_pct: percent });

const discount: fc.Arbitrary<InvoiceDiscountInput> = fc.oneof(
  fc.record({ type: fc.constant('discount' as const), percent: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ type: fc.constant('discount' as const), amount: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ type: fc.constant('extra_charge' as const), percent: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ type: fc.constant('extra_charge' as const), amount: fc.integer({ min: 1, max: 5000 }) }),
);

const basket = fc.record({
  lines: fc.array(item, { minLength: 1, maxLength: 8 }),
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
      ...{ id: at + 1, name: `Товар ${at}`, code: String(at + 1), extras: { tax: [1] } },
      ...{ quantity: of, amount: paid[at] ?? 0, returned: 0 },
      unitPrice: Number(
        lineTotal({ price: lines[at]?.price ?? 0, quantity: 1000, discount: lines[at]?.discount_pct ?? 0 }),
      ),
    }),
  );
};

/** Returns a part of one line, judged by the bank; minor units. */
const returnPart = (
  sold: SoldLine[],
  { at, share }: { at: number; share: number },
  service: (typeof PRRO_SERVICES)[number],
): number => {
  const line = sold[at];
  const left = line ? line.quantity - line.returned : 0;
  if (!line || left === 0) return 0;
  const part = Math.max(1, Math.floor((left * share) / 1000));
  const found = returnOfItems(sold, [{ item: line.id, quantity: part }]);
  line.returned += part;
  // A share of nothing is refused; its goods are of no worth.
  if ('problems' in found) return 0;
  expect(() => checkReturnLines(found.lines, found.amount, service)).not.toThrow();
  return found.amount;
};

describe(`the lines sent make the amount to the minor unit, in ${BASKETS} random baskets`, () => {
  test('a sale with discounts of lines and of the basket, through every service', () => {
    let [withDiscounts, refused] = [0, 0];
    fc.assert(
      fc.property(basket, ({ lines, discounts, service }) => {
        const priced = sale({ lines, discounts });
        if (typeof priced === 'string') {
          refused += 1;
          return;
        }
        const { items, total } = priced;
        if (priced.discounts.length > 0) withDiscounts += 1;
        const sent = basketOf({
          items: items.map((each, at) => ({ ...each, code: String(at + 1), extras: { tax: [1] } })),
          ...{ discounts: priced.discounts, total, takesDiscounts: service === 'checkbox' },
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
    expect(withDiscounts).toBeGreaterThan(BASKETS / 2);
    expect(refused).toBeLessThan(BASKETS / 5);
  }, 120_000);

  test('returns part by part, then the rest, give back exactly what was paid', () => {
    fc.assert(
      fc.property(
        basket,
        fc.array(fc.record({ at: fc.nat(7), share: fc.integer({ min: 1, max: 1000 }) }), { maxLength: 6 }),
        ({ lines, discounts, service }, returns) => {
          const priced = sale({ lines, discounts });
          if (typeof priced === 'string') return;
          const sold = soldOf(priced, lines);
          const refunded = returns.reduce((sum, each) => sum + returnPart(sold, each, service), 0);
          const rest = returnOfRest(sold);
          expect(refunded + rest.amount).toBe(priced.total);
          if (rest.amount > 0) expect(() => checkReturnLines(rest.lines, rest.amount, service)).not.toThrow();
        },
      ),
      { numRuns: BASKETS },
    );
  }, 120_000);
});

const input = (changes: Partial<Item> = {}) => ({
  ...{ name: 'Кава', unit: '', product: null, price: 10_000, quantity: 1000, discount_pct: 0 },
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
    ...{ discounts: [], total: 1 },
  });
  expect(priceItems([input()], [{ type: 'discount', percent: 10_000 }])).toBe('nothing-left');
  expect(priceItems([input()], [{ type: 'discount', amount: 10_001 }])).toBe('nothing-left');
  expect(priceItems([input({ price: MAX_AMOUNT })], [{ type: 'extra_charge', amount: 1 }])).toBe('too-large');
});
