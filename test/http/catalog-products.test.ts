import { expect, test } from 'vitest';
import type { Category, Product, Unit } from '../../shared/api/catalog.ts';
import type { Refusal } from '../helpers/client.ts';
import { errorsOf } from '../helpers/errors.ts';
import { reportedBy } from '../helpers/events.ts';
import { importFile } from '../helpers/imports.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

const shop = await shopOfFile();
const category = (await shop.owner.post<Category>('catalog/categories/', { name: 'Напої' })).body;
const unit = (await shop.owner.post<Unit>('catalog/units/', { name: 'Літр', short_name: 'л' })).body;

const LEAST = { name: 'Кава', price: 5500 };
const make = (body: object = {}): Promise<Product> =>
  ok(shop.owner.post<Product>('catalog/products/', { ...LEAST, ...body }), 201);
const patch = (id: number, body: object) => shop.owner.patch<Product>(`catalog/products/${id}/`, body);

test('code: 1, 2, 3 … per database, never reused: many at once, after a deletion, a refusal or a restart', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shop.owner.post<Product>('catalog/products/', LEAST)),
  );
  const codes = answers.map(({ body }) => body.code).sort((left, right) => left - right);
  expect(codes).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  const second = await make();
  await shop.owner.send('DELETE', `catalog/products/${second.id}/`);
  await withoutTrace(shop, () => shop.owner.post<Refusal>('catalog/products/', { name: 'a' }));
  const third = await make();
  expect([second.code, third.code]).toEqual([21, 22]);
  await shop.owner.send('DELETE', `catalog/products/${third.id}/`);
  await shop.restart();
  expect((await make()).code).toBe(23);
});

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

test('all fields, trimmed, and category_name: name of the category, unit_name: name of the unit', async () => {
  const sent = {
    name: ' Сік ',
    price: 0,
    name_for_docs: '\tСік яблучний',
    article: 'A-1\n',
    external_code: '4820000000017',
    category: category.id,
    unit: unit.id,
    is_archived: true,
  };
  const made = await make(sent);
  expect(made).toMatchObject({
    ...sent,
    name: 'Сік',
    name_for_docs: 'Сік яблучний',
    article: 'A-1',
    category_name: 'Напої',
    unit_name: 'Літр',
  });
  expect((await shop.owner.get<Product>(`catalog/products/${made.id}/`)).body).toEqual(made);
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

test('All faulty fields are told at once, those that only the database knows among them', async () => {
  const { id } = await make();
  for (const [method, path] of [
    ['POST', 'catalog/products/'],
    ['PATCH', `catalog/products/${id}/`],
  ] as const)
    expect(await errorsOf(shop, method, path, { ...LEAST, category: 99_999, article: 5 })).toEqual({
      category: ['Invalid pk "99999" - object does not exist.'],
      article: ['Not a valid string.'],
    });
});

test('category, unit: null is taken wherever the answer can hold null (product.category, product.unit)', async () => {
  const made = await make({ category: category.id, unit: unit.id });
  const cleared = await patch(made.id, { category: null });
  expect(cleared.body).toMatchObject({ category: null, category_name: '', unit: unit.id, unit_name: 'Літр' });
  expect((await patch(made.id, { unit: null })).body).toMatchObject({ unit: null, unit_name: '' });
  expect(await make({ category: null, unit: null })).toMatchObject({ category: null, unit: null });
});

test('true archives the product', async () => {
  const { id } = await make();
  expect((await patch(id, { is_archived: true })).body.is_archived).toBe(true);
  expect((await patch(id, { price: 1 })).body).toMatchObject({ is_archived: true, price: 1 });
  expect((await patch(id, { is_archived: false })).body.is_archived).toBe(false);
});

const changesBy = async (work: () => Promise<unknown>) =>
  (await reportedBy(shop, work)).filter(({ type }) => type === 'catalog.changed').map(({ data }) => data);

test('every change of the catalog is an event, which everybody who is signed in may read; a refused one is none', async () => {
  let product = 0;
  const made = await changesBy(async () => {
    product = (await shop.owner.post<Product>('catalog/products/', { name: 'Кава', price: 100 })).body.id;
  });
  expect(made).toEqual([{ kind: 'product', id: product }]);
  const path = `catalog/products/${product}/`;
  for (const change of [
    () => shop.owner.patch(path, { price: 200 }),
    () => shop.owner.patch(`${path}shop/`, { is_favorite: true }),
    () => shop.owner.patch(`${path}fiscal/`, { header: 'x' }),
    () => shop.owner.send('DELETE', path),
  ])
    expect(await changesBy(change)).toEqual([{ kind: 'product', id: product }]);
  const changed = await changesBy(() => shop.owner.patch(`catalog/units/${unit.id}/`, { name: 'штука' }));
  expect(changed).toEqual([{ kind: 'unit', id: unit.id }]);
  const imported = await changesBy(() => importFile(shop.owner, 'Назва;Ціна\nЧай;50,00\n'));
  expect(imported).toEqual([{ kind: null, id: null }]);

  expect(await changesBy(() => shop.owner.post('catalog/products/', { name: '' }))).toEqual([]);
  const clerk = await shop.employee('clerk', []);
  const { body } = await clerk.get<{ results: { type: string }[] }>('events/?page_size=200');
  expect(body.results.map(({ type }) => type)).toContain('catalog.changed');
});
