import { expect, test } from 'vitest';
import type { Category, Product, ProductsOutcome } from '../../shared/api/catalog.ts';
import type { Refusal } from '../helpers/client.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { traceRows, withoutTrace } from '../helpers/trace.ts';

const CHANGE = 'catalog/products/change/';
const DELETE = 'catalog/products/delete/';

const shop = await shopOfFile();
const drinks = (await shop.owner.post<Category>('catalog/categories/', { name: 'Напої' })).body;

const make = async (name: string, body: object = {}): Promise<number> =>
  (await ok(shop.owner.post<Product>('catalog/products/', { name, price: 100, ...body }), 201)).id;
const many = (path: string, body: object): Promise<ProductsOutcome> =>
  ok(shop.owner.post<ProductsOutcome>(path, body));
const read = async (id: number) => (await shop.owner.get<Product>(`catalog/products/${id}/`)).body;
const actionsOf = (id: number) =>
  traceRows(shop, 'actions').filter(({ object, object_id }) => object === 'product' && object_id === id);

test('some are changed, those that are so stay untouched, and again it finds all of them so', async () => {
  const ids = [await make('Чай'), await make('Кава'), await make('Сік', { category: drinks.id })];
  const before = await read(ids[2] ?? 0);
  const change = { products: [...ids, ...ids], category: drinks.id };
  expect(await many(CHANGE, change)).toEqual({ changed: 2, unchanged: 1, failed: [] });
  for (const id of ids) expect(await read(id)).toMatchObject({ category_name: 'Напої', price: 100 });
  expect(await read(ids[2] ?? 0)).toEqual(before);
  expect(actionsOf(ids[0] ?? 0).map(({ code }) => code)).toEqual(['product_created', 'product_changed']);
  expect(await many(CHANGE, change)).toEqual({ changed: 0, unchanged: 3, failed: [] });
});

test('all that the address finds, and no other', async () => {
  const ids = await Promise.all(Array.from({ length: 45 }, (_, at) => make(`Булка ${at}`)));
  const other = await make('Хліб');
  const path = `${CHANGE}?search=${encodeURIComponent('булка')}&is_archived=false`;
  expect(await many(path, { all: true, is_archived: true })).toEqual({
    changed: 45,
    unchanged: 0,
    failed: [],
  });
  expect((await read(ids.at(-1) ?? 0)).is_archived).toBe(true);
  expect((await read(other)).is_archived).toBe(false);
  expect(actionsOf(ids[0] ?? 0).at(-1)?.code).toBe('product_archived');
});

test('one that cannot be changed holds up no other, and is named with the reason in the language asked for', async () => {
  const barcodes = ['4820000000017'];
  const archived = await make('Стара вода', { is_archived: true });
  await ok(shop.owner.patch(`catalog/products/${archived}/shop/`, { barcodes }));
  const sold = await make('Нова вода');
  await ok(shop.owner.patch(`catalog/products/${sold}/shop/`, { barcodes }));
  const free = await make('Лимонад', { is_archived: true });
  const body = { products: [archived, 987_654, free], is_archived: false };
  const { failed, ...counts } = await many(CHANGE, body);
  expect(counts).toEqual({ changed: 1, unchanged: 0 });
  expect(failed).toEqual([
    {
      product: archived,
      name: 'Стара вода',
      detail: `Barcode 4820000000017 is already on product ${sold} "Нова вода".`,
    },
    { product: 987_654, name: '', detail: 'Invalid pk "987654" - object does not exist.' },
  ]);
  expect([(await read(archived)).is_archived, (await read(free)).is_archived]).toEqual([true, false]);
  const ukrainian = await shop.owner.post<ProductsOutcome>(CHANGE, body, {
    headers: { 'Accept-Language': 'uk' },
  });
  expect(ukrainian.body.failed[0]?.detail).toBe(`Штрихкод 4820000000017 уже має товар ${sold} «Нова вода».`);
});

test('deleted ones stay deleted: again it finds nothing to do', async () => {
  const ids = [await make('Сіль'), await make('Цукор')];
  expect(await many(DELETE, { products: ids })).toEqual({ changed: 2, unchanged: 0, failed: [] });
  expect(await many(DELETE, { products: ids })).toEqual({ changed: 0, unchanged: 2, failed: [] });
  expect((await shop.owner.get(`catalog/products/${ids[0]}/`)).status).toBe(404);
  expect(actionsOf(ids[0] ?? 0).at(-1)?.code).toBe('product_deleted');
});

test('nothing is chosen by an omission, and what is refused changes nothing', async () => {
  const id = await make('Оцет');
  const refused = async (path: string, body: object) => {
    const answer = await withoutTrace(shop, () => shop.owner.post<Refusal>(path, body));
    expect(answer.status).toBe(400);
    return Object.keys(answer.body.errors ?? {});
  };
  for (const path of [CHANGE, DELETE]) {
    expect(await refused(path, {})).toEqual(['products']);
    expect(await refused(path, { all: false })).toEqual(['products']);
    expect(await refused(path, { products: [] })).toEqual(['products']);
    expect(await refused(path, { products: [id], all: true })).toEqual(['products']);
  }
  expect(await refused(CHANGE, { products: [id], category: 987_654 })).toEqual(['category']);
});
