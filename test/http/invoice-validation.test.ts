import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';

let shop: Shop;
let registers: CashRegister[];
beforeAll(async () => {
  shop = await openShop({ now: stoppedClock().now });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  registers = (await shop.owner.get<Page<CashRegister>>('cash-registers/')).body.results;
});
afterAll(() => shop.close());

/** The errors of a body that is refused with 400 and leaves no trace. */
const errorsOf = async (body: object) => {
  const answer = await withoutTrace(shop, () => shop.owner.post<Refusal>('invoices/', body));
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body).sort()).toEqual(['detail', 'errors']);
  expect(answer.body.detail).toBe('Validation failed.');
  return answer.body.errors;
};
/** The same for a body that is valid except for these fields. */
const errorsWith = (fields: object) => errorsOf({ terminal: shop.terminal.id, amount: 100, ...fields });
const errorsOfItem = async (item: unknown) => {
  const errors = await errorsOf({ terminal: shop.terminal.id, items: [item] });
  expect(Object.keys(errors ?? {})).toEqual(['items']);
  expect(errors?.items).toHaveLength(1);
  return errors?.items?.[0];
};
const accepted = async (fields: object) => {
  const answer = await shop.owner.post('invoices/', { terminal: shop.terminal.id, ...fields });
  expect(answer.status, answer.text).toBe(201);
};

const long = (length: number) => 'ї'.repeat(length);
const MAX = 99_999_999_999;

describe('Body {"detail": "Validation failed.", "errors": {field: [message, …]}}.', () => {
  test('terminal missing when an invoice is created', async () => {
    expect(await errorsOf({ amount: 100 })).toEqual({ terminal: ['This field is required.'] });
  });

  test('All faulty fields are told at once.', async () => {
    expect(
      await errorsOf({
        terminal: 'one',
        validity: 59,
        destination: long(281),
        reference: 5,
        comment: null,
        bank_token: 'x',
        items: [{ name: '', price: -1 }],
      }),
    ).toEqual({
      terminal: ['A valid integer is required.'],
      validity: ['Ensure this value is greater than or equal to 60.'],
      destination: ['Ensure this field has no more than 280 characters.'],
      reference: ['Not a valid string.'],
      comment: ['This field may not be null.'],
      bank_token: ['Unknown field.'],
      items: [
        {
          name: ['This field may not be blank.'],
          price: ['Ensure this value is greater than or equal to 0.'],
        },
      ],
    });
  });

  test('All faulty fields are told at once: those that only the database knows among them.', async () => {
    expect(
      await errorsOf({
        terminal: 99,
        cash_register: 98,
        validity: 'long',
        items: [{ name: 'Кава', price: 1, product: 97 }, { price: 1 }],
      }),
    ).toEqual({
      terminal: ['Invalid pk "99" - object does not exist.'],
      cash_register: ['Invalid pk "98" - object does not exist.'],
      validity: ['A valid integer is required.'],
      items: [
        { product: ['Invalid pk "97" - object does not exist.'] },
        { name: ['This field is required.'] },
      ],
    });
  });
});

describe('JSON types are strict: `"12"` is no integer, `1.5` is no integer, `"true"` is no boolean.', () => {
  test.each([['12'], [1.5], [true], [[1]], [{}], ['']])('amount %j', async (amount) => {
    expect(await errorsWith({ amount })).toEqual({ amount: ['A valid integer is required.'] });
  });
  test.each([['1'], [1.5], [false], [{}]])('terminal %j', async (terminal) => {
    expect(await errorsWith({ terminal })).toEqual({ terminal: ['A valid integer is required.'] });
  });
  test.each([[12], [true], [['a']], [{}]])('destination %j', async (destination) => {
    expect(await errorsWith({ destination })).toEqual({ destination: ['Not a valid string.'] });
  });
  test.each([['1'], [3.5]])('cash_register %j', async (cash_register) => {
    expect(await errorsWith({ cash_register })).toEqual({ cash_register: ['A valid integer is required.'] });
  });
});

test.each(['terminal', 'amount', 'destination', 'reference', 'comment', 'validity', 'items'])(
  'null is taken wherever the answer can hold null, and refused elsewhere: %s',
  async (field) => {
    expect(await errorsWith({ [field]: null })).toEqual({ [field]: ['This field may not be null.'] });
  },
);
test('null is taken wherever the answer can hold null (item.product, cash_register)', async () => {
  await accepted({ cash_register: null, items: [{ name: 'Кава', price: 1, product: null }] });
});

describe('reference 255; destination and comment 280; validity 60…2592000; amount 1…99 999 999 999', () => {
  test.each([
    ['reference', long(256), 'Ensure this field has no more than 255 characters.'],
    ['destination', long(281), 'Ensure this field has no more than 280 characters.'],
    ['comment', long(281), 'Ensure this field has no more than 280 characters.'],
    ['validity', 59, 'Ensure this value is greater than or equal to 60.'],
    ['validity', 2_592_001, 'Ensure this value is less than or equal to 2592000.'],
    ['amount', 0, 'Ensure this value is greater than or equal to 1.'],
    ['amount', -5, 'Ensure this value is greater than or equal to 1.'],
    ['amount', MAX + 1, `Ensure this value is less than or equal to ${MAX}.`],
  ])('beyond: %s', async (field, value, message) => {
    expect(await errorsWith({ [field]: value })).toEqual({ [field]: [message] });
  });
  test.each([
    { amount: 1, validity: 60 },
    { amount: MAX, validity: 2_592_000 },
    { amount: 5, reference: long(255), destination: long(280), comment: long(280) },
    { amount: 5, comment: '🙂'.repeat(280), reference: '🙂'.repeat(255) },
    { amount: 5, reference: ` ${long(255)} ` },
  ])('at the limit: case %#', accepted);
});

describe('Any other unknown field is refused: `Unknown field.` So the bank token is refused whatever it is called.', () => {
  test.each(['token', 'bank_token', 'x_token', 'Amount', '', 'toString', 'constructor', 'prototype'])(
    'field "%s"',
    async (field) => {
      expect(await errorsWith({ [field]: 'secret' })).toEqual({ [field]: ['Unknown field.'] });
    },
  );
  test('in an item', async () => {
    expect(await errorsOfItem({ name: 'a', price: 1, colour: 'red' })).toEqual({
      colour: ['Unknown field.'],
    });
    expect(await errorsOfItem({ name: 'a', price: 1, toString: 'red' })).toEqual({
      toString: ['Unknown field.'],
    });
  });
});

describe('Exactly one of amount and non-empty items.', () => {
  test('Neither: `errors.amount` `["This field is required when items is not passed."]`', async () => {
    const neither = { amount: ['This field is required when items is not passed.'] };
    expect(await errorsOf({ terminal: shop.terminal.id })).toEqual(neither);
    expect(await errorsOf({ terminal: shop.terminal.id, items: [] })).toEqual(neither);
  });
  test('both: `errors.amount` `["Pass either amount or items, not both."]`', async () => {
    expect(await errorsWith({ items: [{ name: 'a', price: 100 }] })).toEqual({
      amount: ['Pass either amount or items, not both.'],
    });
  });
  test('amount with empty items is an amount', () => accepted({ amount: 100, items: [] }));
});

describe('An items total of 0, or above the maximum amount: `errors.non_field_errors`.', () => {
  test.each([
    ['of 0', [{ name: 'a', price: 0 }]],
    ['of 0 by discount', [{ name: 'a', price: 500, discount_pct: 100 }]],
    ['rounded to 0', [{ name: 'a', price: 1, quantity: '0.499' }]],
    ['above', [{ name: 'a', price: MAX, quantity: 2 }]],
    [
      'above by one',
      [
        { name: 'a', price: MAX },
        { name: 'b', price: 1 },
      ],
    ],
    ['far above', [{ name: 'a', price: MAX, quantity: 1_000_000 }]],
  ])('%s', async (_, items) => {
    expect(await errorsOf({ terminal: shop.terminal.id, items })).toEqual({
      non_field_errors: [expect.any(String)],
    });
  });
  test('the maximum itself is taken', () => accepted({ items: [{ name: 'a', price: MAX }] }));
});

describe('cash_register must belong to the terminal, be active, and be one whose amount the merchant sets, else `errors.cash_register`.', () => {
  const ofType = (type: string) => {
    const listed = shop.merchant.registers.find(({ amountType }) => amountType === type);
    return registers.find(({ qr_id }) => qr_id === listed?.qrId)?.id;
  };
  test.each(['client', 'fix'])('amountType %s', async (type) => {
    expect(await errorsWith({ cash_register: ofType(type) })).toEqual({
      cash_register: [expect.any(String)],
    });
  });
  test('amountType merchant is taken', () => accepted({ amount: 5, cash_register: ofType('merchant') }));
  test('of a terminal that does not exist either', async () => {
    expect(await errorsWith({ terminal: 99, cash_register: ofType('merchant') })).toMatchObject({
      terminal: ['Invalid pk "99" - object does not exist.'],
    });
  });
});
