import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ now: stoppedClock().now });
});
afterAll(() => shop.close());

const itemErrors = async (items: unknown) => {
  const body = { terminal: shop.terminal.id, items };
  const answer = await withoutTrace(shop, () => shop.owner.post<Refusal>('invoices/', body));
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.errors ?? {})).toEqual(['items']);
  return answer.body.errors?.items;
};
const errorsWith = async (fields: object) => {
  const errors = await itemErrors([{ name: 'Кава', price: 4500, ...fields }]);
  expect(errors).toHaveLength(1);
  return errors?.[0];
};
const taken = async (fields: object) => {
  const invoice = await shop.createInvoice({ items: [{ name: 'Кава', price: 4500, ...fields }] });
  return invoice.items[0];
};

describe('`errors.items` is an array as long as the input array: `{}` for a sound item, else an object of messages.', () => {
  test('sound items between faulty ones', async () => {
    expect(
      await itemErrors([
        { name: 'a', price: 1 },
        { price: 1 },
        { name: 'c', price: 1, quantity: '2' },
        { name: ' ', price: '1', quantity: 'many', unit: 7, product: 'x', discount_pct: [] },
        {},
      ]),
    ).toEqual([
      {},
      { name: ['This field is required.'] },
      {},
      {
        name: ['This field may not be blank.'],
        price: ['A valid integer is required.'],
        quantity: ['A valid number is required.'],
        unit: ['Not a valid string.'],
        product: ['A valid integer is required.'],
        discount_pct: ['A valid number is required.'],
      },
      { name: ['This field is required.'], price: ['This field is required.'] },
    ]);
  });
  test('an item that is no object', async () => {
    expect(await itemErrors([{ name: 'a', price: 1 }, 3, null, 'x', []])).toEqual([
      {},
      { non_field_errors: ['Invalid data. Expected a dictionary, but got int.'] },
      { non_field_errors: [expect.any(String)] },
      { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] },
      { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
    ]);
  });
  test('a faulty item beside an item with an unknown product', async () => {
    expect(
      await itemErrors([
        { name: 'a', price: -1, product: 50 },
        { name: 'b', price: 1, product: 51 },
      ]),
    ).toEqual([
      {
        price: ['Ensure this value is greater than or equal to 0.'],
        product: ['Invalid pk "50" - object does not exist.'],
      },
      { product: ['Invalid pk "51" - object does not exist.'] },
    ]);
  });
});

test.each([['x'], [5], [{}], [true]])('items that are no array are refused: %j', async (items) => {
  expect(await itemErrors(items)).toEqual([expect.any(String)]);
});

describe('At most 200 items.', () => {
  const items = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Т${at}`, price: 1 }));
  test('201', async () => {
    expect(await itemErrors(items(201))).toEqual([expect.stringContaining('200')]);
  });
  test('200, all of them given back in order', async () => {
    const invoice = await shop.createInvoice({ items: items(200) });
    expect(invoice.amount).toBe(200);
    expect(invoice.items.map(({ name }) => name)).toEqual(items(200).map(({ name }) => name));
  });
});

test.each(['name', 'price', 'quantity', 'unit', 'discount_pct'])(
  'null is refused where the answer cannot hold null: item.%s',
  async (field) => {
    expect(await errorsWith({ [field]: null })).toEqual({ [field]: ['This field may not be null.'] });
  },
);

describe('names 255; item unit 32; price 0…99 999 999 999', () => {
  test.each([
    ['name', 'ж'.repeat(256), 'Ensure this field has no more than 255 characters.'],
    ['unit', 'ж'.repeat(33), 'Ensure this field has no more than 32 characters.'],
    ['price', -1, 'Ensure this value is greater than or equal to 0.'],
    ['price', 100_000_000_000, 'Ensure this value is less than or equal to 99999999999.'],
    ['price', 1.5, 'A valid integer is required.'],
    ['price', '100', 'A valid integer is required.'],
    ['name', 5, 'Not a valid string.'],
    ['name', '', 'This field may not be blank.'],
  ])('beyond: %s', async (field, value, message) => {
    expect(await errorsWith({ [field]: value })).toEqual({ [field]: [message] });
  });
  test('at the limit', async () => {
    const fields = { name: 'ж'.repeat(255), unit: 'ж'.repeat(32) };
    expect(await taken(fields)).toMatchObject(fields);
    expect(await taken({ price: 1, unit: '' })).toMatchObject({ price: 1, unit: '' });
    const free = await shop.createInvoice({
      items: [
        { name: 'a', price: 0 },
        { name: 'b', price: 1 },
      ],
    });
    expect(free.items[0]).toMatchObject({ price: 0, amount: 0 });
  });
});

describe('quantity above 0, at most 1 000 000, up to 3 decimals. discount_pct 0…100, up to 2 decimals.', () => {
  test.each([
    ['quantity', 0],
    ['quantity', '0'],
    ['quantity', '0.000'],
    ['quantity', -1],
    ['quantity', '-0.001'],
    ['quantity', 1_000_001],
    ['quantity', '1000000.001'],
    ['quantity', 0.0001],
    ['quantity', '1.2345'],
    ['quantity', 1e-7],
    ['quantity', 1e300],
    ['discount_pct', -0.01],
    ['discount_pct', '-1'],
    ['discount_pct', 100.01],
    ['discount_pct', '101'],
    ['discount_pct', 33.333],
    ['discount_pct', '0.001'],
  ])('beyond: %s %j', async (field, value) => {
    expect(await errorsWith({ [field]: value })).toEqual({ [field]: [expect.any(String)] });
  });
  test.each([
    ['quantity', 'many'],
    ['quantity', ''],
    ['quantity', ' '],
    ['quantity', '1,5'],
    ['quantity', '1e3'],
    ['quantity', '0x10'],
    ['quantity', 'Infinity'],
    ['quantity', 'NaN'],
    ['quantity', '٣'],
    ['quantity', true],
    ['quantity', []],
    ['discount_pct', '5%'],
    ['discount_pct', {}],
  ])('no number: %s %j', async (field, value) => {
    expect(await errorsWith({ [field]: value })).toEqual({ [field]: ['A valid number is required.'] });
  });
  test.each([
    [1e20, 'Ensure this value is less than or equal to 1000000.'],
    [2_000_000, 'Ensure this value is less than or equal to 1000000.'],
  ])('a number that is too large is reported as such: %d', async (quantity, message) => {
    expect(await errorsWith({ quantity })).toEqual({ quantity: [message] });
  });
  test.each([
    [0.001, '0', 0.001, 0, 5],
    ['1.500', 12.5, 1.5, 12.5, 5906],
    [3, '33.33', 3, 33.33, 9000],
    ['1000', 99.99, 1000, 99.99, 450],
    [2.675, 0.07, 2.675, 0.07, 12_029],
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
  test('1 000 000 pieces', async () => {
    expect(await taken({ price: 1, quantity: 1_000_000 })).toMatchObject({ amount: 1_000_000 });
  });
});

test('Read-only fields of an item, sent in a body are ignored (a client may send back what it read).', async () => {
  const first = await shop.createInvoice({ items: [{ name: 'Кава', price: 4500, quantity: '1.5' }] });
  const again = await shop.owner.post<Invoice>('invoices/', {
    terminal: first.terminal,
    items: first.items.map((item) => ({ ...item, amount: 1, id: 999 })),
  });
  expect(again.status, again.text).toBe(201);
  expect(again.body.amount).toBe(first.amount);
  expect(again.body.items[0]?.id).not.toBe(999);
});
