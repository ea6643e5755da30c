import { describe, expect, test } from 'vitest';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { FieldErrors } from '../../shared/errors.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

// What every body has in common is in fields.test.ts.

const shop = await shopOfFile({ now: stoppedClock().now });
await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
const registers = (await shop.owner.get<Page<CashRegister>>('cash-registers/')).body.results;

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
const itemErrors = async (items: unknown) => {
  const errors = await errorsOf({ terminal: shop.terminal.id, items });
  expect(Object.keys(errors ?? {})).toEqual(['items']);
  return errors?.items;
};
const COFFEE = { name: 'Кава', price: 4500 };
/** Each of these values alone makes its item faulty, with just this message. */
const refusedValues = async (field: string, values: readonly unknown[], message: unknown) => {
  for (const value of values)
    expect([value, await itemErrors([{ ...COFFEE, [field]: value }])]).toEqual([
      value,
      [{ [field]: [message] }],
    ]);
};
const accepted = (fields: object) => shop.createInvoice(fields);
const taken = async (fields: object) => (await accepted({ items: [{ ...COFFEE, ...fields }] })).items[0];

const MAX = 99_999_999_999;

test('Body {"detail": "Validation failed.", "errors": {field: [message, …]}}. All faulty fields are told at once: those that only the database knows among them. `Invalid pk "N" - object does not exist.`', async () => {
  const unknown = {
    terminal: 99,
    cash_register: 98,
    validity: 'long',
    items: [{ ...COFFEE, product: 97 }, { price: 1 }],
  };
  expect(await errorsOf(unknown)).toEqual({
    terminal: ['Invalid pk "99" - object does not exist.'],
    cash_register: ['Invalid pk "98" - object does not exist.'],
    validity: ['A valid integer is required.'],
    items: [{ product: ['Invalid pk "97" - object does not exist.'] }, { name: ['This field is required.'] }],
  });
});

test.each(['token', 'bank_token', 'x_token', 'Amount', '', 'toString', 'constructor', 'prototype'])(
  'Any other unknown field is refused: `Unknown field.` So the bank token is refused whatever it is called: "%s"',
  async (field) => {
    expect(await errorsWith({ [field]: 'secret' })).toEqual({ [field]: ['Unknown field.'] });
    expect(await itemErrors([{ ...COFFEE, [field]: 'secret' }])).toEqual([{ [field]: ['Unknown field.'] }]);
  },
);

test.each([
  ['a list nested 20,000 times', '['.repeat(20_000) + ']'.repeat(20_000), 'Array'],
  ['an object without a text', '{"toString":1}', 'Object'],
])('%s is named by its kind', async (_, payment_type, kind) => {
  const raw = `{"terminal":1,"amount":100,"payment_type":${payment_type}}`;
  const { status, body } = await shop.owner.post<Refusal>('invoices/', undefined, { raw });
  expect([status, body.errors]).toEqual([400, { payment_type: [`"${kind}" is not a valid choice.`] }]);
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

describe('An items total of 0, or above the maximum amount: `errors.non_field_errors`. Whole-object problems go under `non_field_errors`.', () => {
  test.each<[string, object[]]>([
    ['of 0', [{ name: 'a', price: 0 }]],
    ['of 0 by discount', [{ name: 'a', price: 500, discount_pct: 100 }]],
    ['rounded to 0', [{ name: 'a', price: 1, quantity: '0.499' }]],
    ['above', [{ name: 'a', price: MAX, quantity: 2 }]],
    ['above by one', [MAX, 1].map((price) => ({ name: 'a', price }))],
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

describe('`errors.items` is an array as long as the input array: `{}` for a sound item, else an object of messages.', () => {
  const dictionary = (kind: string) => `Invalid data. Expected a dictionary, but got ${kind}.`;
  test.each<[string, unknown[], FieldErrors[]]>([
    [
      'sound items between faulty ones',
      [COFFEE, { price: 1 }, { ...COFFEE, quantity: '2' }, { name: ' ', price: '1', product: 'x' }, {}],
      [
        {},
        { name: ['This field is required.'] },
        {},
        {
          name: ['This field may not be blank.'],
          price: ['A valid integer is required.'],
          product: ['A valid integer is required.'],
        },
        { name: ['This field is required.'], price: ['This field is required.'] },
      ],
    ],
    [
      'an item that is no object',
      [COFFEE, 3, null, 'x', []],
      [
        {},
        { non_field_errors: [dictionary('int')] },
        { non_field_errors: [expect.any(String)] },
        { non_field_errors: [dictionary('str')] },
        { non_field_errors: [dictionary('list')] },
      ],
    ],
    [
      'a faulty item beside an item with an unknown product',
      [
        { ...COFFEE, price: -1, product: 50 },
        { ...COFFEE, product: 51 },
      ],
      [
        {
          price: ['Ensure this value is greater than or equal to 0.'],
          product: ['Invalid pk "50" - object does not exist.'],
        },
        { product: ['Invalid pk "51" - object does not exist.'] },
      ],
    ],
  ])('%s', async (_, items, errors) => {
    expect(await itemErrors(items)).toEqual(errors);
  });
});

test('At most 200 items. All of them given back in order', async () => {
  const items = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Т${at}`, price: 1 }));
  expect(await itemErrors(items(201))).toEqual([expect.stringContaining('200')]);
  const invoice = await accepted({ items: items(200) });
  expect(invoice.amount).toBe(200);
  expect(invoice.items.map(({ name }) => name)).toEqual(items(200).map(({ name }) => name));
});

describe('quantity above 0, at most 1 000 000, up to 3 decimals. discount_pct 0…100, up to 2 decimals.', () => {
  test.each<[string, unknown[], unknown]>([
    ['quantity', [0, '0', '0.000', -1, '-0.001', 0.0001, '1.2345', 1e-7, 1e300], expect.any(String)],
    ['quantity', ['1000000.001', 1_000_001], expect.any(String)],
    ['quantity', [2_000_000, 1e20], 'Ensure this value is less than or equal to 1000000.'],
    ['discount_pct', [-0.01, '-1', 100.01, '101', 33.333, '0.001'], expect.any(String)],
    ['quantity', ['many', ' ', '1e3', '0x10', 'Infinity', 'NaN', '٣'], 'A valid number is required.'],
    ['discount_pct', ['5%'], 'A valid number is required.'],
  ])('beyond: %s %j', refusedValues);
  test.each([
    [0.001, '0', 0.001, 0, 5],
    ['1.500', 12.5, 1.5, 12.5, 5906],
    [3, '33.33', 3, 33.33, 9000],
    ['1000', 99.99, 1000, 99.99, 450],
    [2.675, 0.07, 2.675, 0.07, 12_029],
    [1_000_000, 0, 1_000_000, 0, 4_500_000_000],
  ])(
    'A decimal (quantity, discount_pct) is a JSON number or a decimal string: %j, %j',
    async (quantity, discount_pct, readQuantity, readDiscount, amount) => {
      expect(await taken({ quantity, discount_pct })).toMatchObject({
        quantity: readQuantity,
        discount_pct: readDiscount,
        amount,
      });
    },
  );
});
