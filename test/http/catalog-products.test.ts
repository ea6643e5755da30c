import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Category, Product, Unit } from '../../shared/api/catalog.ts';
import type { Refusal } from '../helpers/client.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';

let shop: Shop;
let category: Category;
let unit: Unit;
beforeAll(async () => {
  shop = await openShop();
  category = (await shop.owner.post<Category>('catalog/categories/', { name: 'Напої' })).body;
  unit = (await shop.owner.post<Unit>('catalog/units/', { name: 'Літр', short_name: 'л' })).body;
});
afterAll(() => shop.close());

const LEAST = { name: 'Кава', price: 5500 };
const make = async (body: object = {}): Promise<Product> => {
  const answer = await shop.owner.post<Product>('catalog/products/', { ...LEAST, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const patch = (id: number, body: object) => shop.owner.patch<Product>(`catalog/products/${id}/`, body);
/** Refused on POST and on PATCH alike. */
const faults = async (body: object) => {
  const { id } = await make();
  const posted = await withoutTrace(shop, () =>
    shop.owner.post<Refusal>('catalog/products/', { ...LEAST, ...body }),
  );
  const patched = await withoutTrace(shop, () => shop.owner.patch<Refusal>(`catalog/products/${id}/`, body));
  expect([posted.status, patched.status]).toEqual([400, 400]);
  expect(patched.body).toEqual(posted.body);
  return posted.body.errors;
};

test('Absent strings "". category, unit: null when absent, category_name and unit_name then ""', async () => {
  expect(await make()).toMatchObject({
    ...LEAST,
    name_for_docs: '',
    article: '',
    external_code: '',
    category: null,
    unit: null,
    is_archived: false,
    category_name: '',
    unit_name: '',
  });
});

test('all fields, and category_name: name of the category, unit_name: name of the unit', async () => {
  const sent = {
    name: 'Сік',
    price: 0,
    name_for_docs: 'Сік яблучний',
    article: 'A-1',
    external_code: '4820000000017',
    category: category.id,
    unit: unit.id,
    is_archived: true,
  };
  const made = await make(sent);
  expect(made).toMatchObject({ ...sent, category_name: 'Напої', unit_name: 'Літр' });
  expect((await shop.owner.get<Product>(`catalog/products/${made.id}/`)).body).toEqual(made);
});

test('Required: name; for a product also price', async () => {
  const refused = await withoutTrace(shop, () => shop.owner.post<Refusal>('catalog/products/', {}));
  expect(refused.body).toEqual({
    detail: 'Validation failed.',
    errors: { name: ['This field is required.'], price: ['This field is required.'] },
  });
});

describe('JSON types are strict', () => {
  const INTEGER = 'A valid integer is required.';
  const TEXT = 'Not a valid string.';
  const NULL = 'This field may not be null.';
  test.each([
    ['price', '12', INTEGER],
    ['price', 1.5, INTEGER],
    ['price', true, INTEGER],
    ['price', null, NULL],
    ['price', -1, 'Ensure this value is greater than or equal to 0.'],
    ['price', 100_000_000_000, 'Ensure this value is less than or equal to 99999999999.'],
    ['name_for_docs', null, NULL],
    ['name_for_docs', 5, TEXT],
    ['name_for_docs', 'д'.repeat(256), 'Ensure this field has no more than 255 characters.'],
    ['article', null, NULL],
    ['article', {}, TEXT],
    ['article', 'а'.repeat(101), 'Ensure this field has no more than 100 characters.'],
    ['external_code', null, NULL],
    ['external_code', 4820, TEXT],
    ['external_code', '1'.repeat(101), 'Ensure this field has no more than 100 characters.'],
    ['category', '1', INTEGER],
    ['category', 1.5, INTEGER],
    ['category', 99_999, 'Invalid pk "99999" - object does not exist.'],
    ['category', 0, 'Invalid pk "0" - object does not exist.'],
    ['unit', {}, INTEGER],
    ['unit', -7, 'Invalid pk "-7" - object does not exist.'],
    ['is_archived', null, NULL],
    ['is_archived', 'true', 'Must be a valid boolean.'],
    ['is_archived', 1, 'Must be a valid boolean.'],
  ])('%s %j: %s', async (field, value, message) => {
    expect(await faults({ [field]: value })).toEqual({ [field]: [message] });
  });

  test('1.0 may be taken as 1; the ends of every range are inside it', async () => {
    const raw = '{"name": "a", "price": 7.0}';
    const answer = await shop.owner.send<Product>('POST', 'catalog/products/', { raw });
    expect(answer.body.price).toBe(7);
    const widest = {
      price: 99_999_999_999,
      name_for_docs: 'д'.repeat(255),
      article: 'а'.repeat(100),
      external_code: 'х'.repeat(100),
    };
    expect(await make(widest)).toMatchObject(widest);
  });
});

test('All faulty fields are told at once, those that only the database knows among them', async () => {
  expect(await faults({ name: '', price: -1, category: 99_999, unit: 'x', article: 5, code_2: 1 })).toEqual({
    name: ['This field may not be blank.'],
    price: ['Ensure this value is greater than or equal to 0.'],
    category: ['Invalid pk "99999" - object does not exist.'],
    unit: ['A valid integer is required.'],
    article: ['Not a valid string.'],
    code_2: ['Unknown field.'],
  });
});

test('null is taken wherever the answer can hold null (product.category, product.unit)', async () => {
  const made = await make({ category: category.id, unit: unit.id });
  const cleared = await patch(made.id, { category: null });
  expect(cleared.body).toMatchObject({ category: null, category_name: '', unit: unit.id, unit_name: 'Літр' });
  expect((await patch(made.id, { unit: null })).body).toMatchObject({ unit: null, unit_name: '' });
  expect(await make({ category: null, unit: null })).toMatchObject({ category: null, unit: null });
});

test('Strings are trimmed', async () => {
  expect(await make({ name: ' a ', name_for_docs: '\tb', article: 'c\n', external_code: ' ' })).toMatchObject(
    {
      name: 'a',
      name_for_docs: 'b',
      article: 'c',
      external_code: '',
    },
  );
});

test('true archives the product', async () => {
  const { id } = await make();
  expect((await patch(id, { is_archived: true })).body.is_archived).toBe(true);
  expect((await patch(id, { price: 1 })).body).toMatchObject({ is_archived: true, price: 1 });
  expect((await patch(id, { is_archived: false })).body.is_archived).toBe(false);
});

test('code, category_name, unit_name are read only: sent back they are ignored', async () => {
  const made = await make({ category: category.id });
  const sent = { ...made, code: 1, category_name: 'Інша', unit_name: 7 };
  expect((await patch(made.id, sent)).body).toEqual({ ...made, updated_at: expect.any(String) });
  expect((await make(sent)).code).toBe(made.code + 1);
});

describe('code: 1, 2, 3 … per database, never reused', () => {
  test('even after a deletion, a refusal or a restart', async () => {
    const first = await make();
    const second = await make();
    expect(second.code).toBe(first.code + 1);
    await shop.owner.send('DELETE', `catalog/products/${second.id}/`);
    await withoutTrace(shop, () => shop.owner.post<Refusal>('catalog/products/', { name: 'a' }));
    const third = await make();
    expect(third.code).toBe(second.code + 1);
    await shop.owner.send('DELETE', `catalog/products/${third.id}/`);
    await shop.restart();
    expect((await make()).code).toBe(third.code + 1);
  });

  test('1, 2, 3 in a new database, many at once', async () => {
    const fresh = await openShop();
    try {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => fresh.owner.post<Product>('catalog/products/', LEAST)),
      );
      const codes = answers.map(({ body }) => body.code).sort((left, right) => left - right);
      expect(codes).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    } finally {
      await fresh.close();
    }
  });
});
