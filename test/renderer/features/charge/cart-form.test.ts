import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceItems } from '../../../../main/money/sale/basket.ts';
import { formOfCart } from '../../../../renderer/features/charge/carts/cart-form.ts';
import { amountOf } from '../../../../renderer/features/charge/charge-of.ts';
import { reduceForm } from '../../../../renderer/features/charge/form.ts';
import type { Cart, CartDiscount } from '../../../../shared/api/carts.ts';

const cartOf = (
  lines: readonly { price: number; quantity: number }[],
  discounts: readonly CartDiscount[] = [],
): Cart => {
  const items = lines.map(({ price, quantity }) => ({
    name: 'Кава',
    price,
    unit: '',
    product: 7,
    discount_pct: 0,
    quantity: quantity * 1000,
  }));
  const priced = priceItems(
    items,
    discounts.map(({ type, percent, amount }) => ({
      type,
      percent: percent === null ? undefined : Math.round(percent * 100),
      amount: amount ?? undefined,
    })),
  );
  return {
    id: 3,
    name: '',
    remark: '',
    created_by: '',
    created_at: '',
    is_taken: true,
    taken_by: '',
    destination: 'Кава',
    reference: 'СТ-4',
    comment: 'Без цукру',
    validity: 3600,
    taken_at: null,
    can_return: true,
    payment_type: 'hold',
    customer_emails: ['a@example.com', 'b@example.com'],
    lines: items.map((item, at) => ({
      ...item,
      quantity: lines[at]?.quantity ?? 0,
      current_price: item.price * 2,
    })),
    discounts: [...discounts],
    amount: typeof priced === 'string' ? 0 : priced.total,
  };
};
const COFFEES = [{ price: 7500, quantity: 2 }];
const percent = (value: number): CartDiscount => ({ type: 'discount', percent: value, amount: null });
const charge = (value: number): CartDiscount => ({ type: 'extra_charge', percent: null, amount: value });

test('a cart comes back with all that was typed', () => {
  const { details, cart } = formOfCart(cartOf(COFFEES, [percent(12.5)]));
  expect({ ...details, cart }).toEqual({
    destination: 'Кава',
    reference: 'СТ-4',
    comment: 'Без цукру',
    validity: 3600,
    isHold: true,
    discount: '12,5',
    discountKind: 'percentOff',
    emails: 'a@example.com, b@example.com',
    cart: 3,
  });
});

/** The form once the seller took the present prices, twice those of the cart. */
const atPresentPrices = (discount: CartDiscount) =>
  reduceForm(formOfCart(cartOf(COFFEES, [discount])), { type: 'line', key: 1, changes: { price: 15_000 } });

test('a percentage is of the prices that are taken anew, an amount stays', () => {
  expect(amountOf(atPresentPrices(percent(10)))).toBe(27_000);
  expect(amountOf(atPresentPrices(charge(500)))).toBe(30_500);
});

test('several discounts and charges become one in hryvnias', () => {
  const { details } = formOfCart(cartOf(COFFEES, [percent(10), charge(500)]));
  expect([details.discount, details.discountKind]).toEqual(['10,00', 'amountOff']);
});

test('a validity that the form does not offer becomes the usual one', () => {
  expect(formOfCart({ ...cartOf(COFFEES), validity: 7200 }).details.validity).toBe(86_400);
});

test('at its own prices a cart comes back for the amount that it was set aside for', () => {
  const discount = fc.oneof(
    fc.integer({ min: 1, max: 9999 }).map((hundredths) => percent(hundredths / 100)),
    fc.integer({ min: 1, max: 100_000 }).map(charge),
  );
  const line = fc.record({
    price: fc.integer({ min: 100, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.array(discount, { maxLength: 3 }),
      (lines, discounts) => {
        const cart = cartOf(lines, discounts);
        fc.pre(cart.amount > 0);
        expect(amountOf(formOfCart(cart))).toBe(cart.amount);
      },
    ),
  );
});
