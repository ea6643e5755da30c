import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { errorsOf as errorsAt } from '../helpers/errors.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';

// Decisions that apply to every body.

// Stopped, so that no job calls the bank meanwhile.
const clock = stoppedClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ now: clock.now });
});
afterAll(() => shop.close());

const errorsOf = (method: string, path: string, body?: unknown) => errorsAt(shop, method, path, body);
const invoiceErrors = (fields: object) =>
  errorsOf('POST', 'invoices/', { terminal: shop.terminal.id, amount: 100, ...fields });
const itemErrors = (item: object) =>
  errorsOf('POST', 'invoices/', { terminal: shop.terminal.id, items: [{ name: 'x', price: 1, ...item }] });

test('Whole-object problems go under `non_field_errors`.', async () => {
  expect(await errorsOf('POST', 'invoices/', [])).toEqual({ non_field_errors: [expect.any(String)] });
  expect(await itemErrors({ price: 0 })).toEqual({ non_field_errors: [expect.any(String)] });
  const { id } = await shop.createInvoice();
  expect(await errorsOf('DELETE', `terminals/${shop.terminal.id}/`, undefined)).toEqual({
    non_field_errors: [expect.any(String)],
  });
  await shop.owner.post(`invoices/${id}/cancel/`);
});

describe('Messages follow DRF', () => {
  const product = (fields: object) =>
    errorsOf('POST', 'catalog/products/', { name: 'x', price: 1, ...fields });
  test('`This field is required.`', async () => {
    expect(await errorsOf('POST', 'catalog/units/', {})).toEqual({ name: ['This field is required.'] });
  });
  test('`This field may not be null.`', async () => {
    expect(await product({ name: null })).toEqual({ name: ['This field may not be null.'] });
  });
  test('`This field may not be blank.`', async () => {
    for (const name of ['', ' ', '\t\n'])
      expect(await product({ name })).toEqual({ name: ['This field may not be blank.'] });
  });
  test('`Not a valid string.`', async () => {
    for (const article of [1, true, [], {}])
      expect(await product({ article })).toEqual({ article: ['Not a valid string.'] });
  });
  test('`A valid integer is required.`', async () => {
    for (const price of ['1', 1.5, true, [], {}])
      expect(await product({ price })).toEqual({ price: ['A valid integer is required.'] });
  });
  test('`A valid number is required.`', async () => {
    for (const quantity of ['one', true, [], {}])
      expect(await itemErrors({ quantity })).toEqual({
        items: [{ quantity: ['A valid number is required.'] }],
      });
  });
  test('`Must be a valid boolean.`', async () => {
    for (const is_archived of ['true', 1, [], {}])
      expect(await product({ is_archived })).toEqual({ is_archived: ['Must be a valid boolean.'] });
  });
  test('`Ensure this value is greater than or equal to N.` amount at least 1.', async () => {
    const least = ['Ensure this value is greater than or equal to 1.'];
    expect(await invoiceErrors({ amount: 0 })).toEqual({ amount: least });
    expect(await invoiceErrors({ amount: -1 })).toEqual({ amount: least });
    expect((await shop.createInvoice({ amount: 1 })).amount).toBe(1);
    expect(await product({ price: -1 })).toEqual({
      price: ['Ensure this value is greater than or equal to 0.'],
    });
  });
  test('`Ensure this value is less than or equal to N.`', async () => {
    expect(await invoiceErrors({ validity: 2_592_001 })).toEqual({
      validity: ['Ensure this value is less than or equal to 2592000.'],
    });
  });
  test('`Ensure this field has no more than N characters.`', async () => {
    expect(await product({ article: 'x'.repeat(101) })).toEqual({
      article: ['Ensure this field has no more than 100 characters.'],
    });
  });
  test('`Invalid pk "N" - object does not exist.`', async () => {
    const missing = ['Invalid pk "777" - object does not exist.'];
    expect(await product({ category: 777, unit: 777 })).toEqual({ category: missing, unit: missing });
    expect(await invoiceErrors({ terminal: 777 })).toEqual({ terminal: missing });
    expect(await itemErrors({ product: 777 })).toEqual({ items: [{ product: missing }] });
  });
  test('`"X" is not a valid choice.`', async () => {
    const { body } = await shop.owner.get<Refusal>('invoices/?status=X');
    expect(body.errors).toEqual({ status: ['"X" is not a valid choice.'] });
  });
  test.each([
    ['a list nested 20,000 times', '['.repeat(20_000) + ']'.repeat(20_000), 'Array'],
    ['an object without a text', '{"toString":1}', 'Object'],
  ])('%s is named by its kind', async (_, payment_type, kind) => {
    const raw = `{"terminal":1,"amount":100,"payment_type":${payment_type}}`;
    const { status, body } = await shop.owner.post<Refusal>('invoices/', undefined, { raw });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ payment_type: [`"${kind}" is not a valid choice.`] });
  });
  test('`Datetime has wrong format. Use ISO 8601.`', async () => {
    const { body } = await shop.owner.get<Refusal>('invoices/?paid_from=noon');
    expect(body.errors).toEqual({ paid_from: ['Datetime has wrong format. Use ISO 8601.'] });
  });
});

test('Strings are trimmed, passwords excepted.', async () => {
  const texts = { reference: ' Чек 1\n', destination: '\tза каву ', comment: ' к ' };
  expect(await shop.createInvoice({ amount: 100, ...texts })).toMatchObject({
    reference: 'Чек 1',
    destination: 'за каву',
    comment: 'к',
  });
  const signIn = (username: string, password: string) =>
    shop.stranger.post('auth/token/', { username, password });
  expect((await signIn(' owner ', PASSWORD)).status).toBe(200);
  expect((await signIn('owner', ` ${PASSWORD}`)).status).toBe(401);
  await shop.employee('spaced');
  await updateEmployee(shop.console, 'spaced', { password: '  eight spaces  ' });
  expect((await signIn('spaced', '  eight spaces  ')).status).toBe(200);
  expect((await signIn('spaced', 'eight spaces')).status).toBe(401);
});

describe("Lengths: names 255; reference 255; destination and comment 280 (the bank's own limit); article, external_code 100; unit short_name and item unit 32; username 150.", () => {
  const invoice = () => ['POST', 'invoices/', { terminal: shop.terminal.id, amount: 100 }] as const;
  const product = () => ['POST', 'catalog/products/', { name: 'x', price: 1 }] as const;
  test.each([
    ['name', 255, () => ['PATCH', `terminals/${shop.terminal.id}/`, {}] as const],
    ['name', 255, () => ['POST', 'catalog/categories/', {}] as const],
    ['name', 255, () => ['POST', 'catalog/units/', {}] as const],
    ['name', 255, product],
    ['name_for_docs', 255, product],
    ['reference', 255, invoice],
    ['destination', 280, invoice],
    ['comment', 280, invoice],
    ['article', 100, product],
    ['external_code', 100, product],
    ['short_name', 32, () => ['POST', 'catalog/units/', { name: 'x' }] as const],
  ])('%s %d', async (field, length, request) => {
    const [method, path, body] = request();
    const longest = 'ї'.repeat(length);
    const taken = await shop.owner.send<Record<string, unknown>>(method, path, {
      body: { ...body, [field]: ` ${longest} ` },
    });
    expect([200, 201], taken.text).toContain(taken.status);
    expect(taken.body[field]).toBe(longest);
    expect(await errorsOf(method, path, { ...body, [field]: `${longest}ї` })).toEqual({
      [field]: [`Ensure this field has no more than ${length} characters.`],
    });
  });
  test('of an item; of a username', async () => {
    const item = { name: 'ї'.repeat(255), price: 1, unit: 'ї'.repeat(32) };
    expect((await shop.createInvoice({ items: [item] })).items).toMatchObject([item]);
    const tooLong = (length: number) => [`Ensure this field has no more than ${length} characters.`];
    expect(await itemErrors({ name: 'ї'.repeat(256), unit: 'ї'.repeat(33) })).toEqual({
      items: [{ name: tooLong(255), unit: tooLong(32) }],
    });
    const credentials = (length: number) => ({ username: 'ї'.repeat(length), password: PASSWORD });
    expect((await shop.stranger.post('auth/token/', credentials(150))).status).toBe(401);
    const refused = await shop.stranger.post<Refusal>('auth/token/', credentials(151));
    expect([refused.status, refused.body.errors]).toEqual([400, { username: tooLong(150) }]);
  });
});
