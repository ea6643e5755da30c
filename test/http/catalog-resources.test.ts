import { describe, expect, test } from 'vitest';
import type { Product } from '../../shared/api/catalog.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf } from '../helpers/trace.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });

type Record_ = { id: number; name: string; created_at: string; updated_at: string } & Record<string, unknown>;

const NAMES = ['categories', 'units', 'products'] as const;
type Resource = (typeof NAMES)[number];

/** The least that makes a record. */
const least = (resource: Resource, name = 'Кава') => ({
  name,
  ...(resource === 'products' ? { price: 5500 } : {}),
});
const make = (resource: Resource, body: object = {}, client = shop.owner): Promise<Record_> =>
  ok(client.post<Record_>(`catalog/${resource}/`, { ...least(resource), ...body }), 201);

describe.each(NAMES)('Each of the three resources has the same five operations: %s', (resource) => {
  const all = `catalog/${resource}/`;

  test('POST: 201; GET one and all; PATCH changes what was sent; DELETE → 204, no body; then a 404 everywhere', async () => {
    const { status, body: made } = await shop.owner.post<Record_>(all, least(resource));
    expect(status).toBe(201);
    expect(made).toMatchObject({ name: 'Кава', created_at: new Date(clock.now()).toISOString() });
    expect(made.updated_at).toBe(made.created_at);
    const path = `${all}${made.id}/`;
    expect((await shop.owner.get<Record_>(path)).body).toEqual(made);
    const list = await shop.owner.get<{ results: Record_[] }>(`${all}?page_size=500`);
    expect(list.body.results).toContainEqual(made);

    clock.forward(7);
    const patched = await shop.owner.patch<Record_>(path, { name: 'Чай' });
    expect([patched.status, patched.body]).toEqual([
      200,
      { ...made, name: 'Чай', updated_at: new Date(clock.now()).toISOString() },
    ]);
    expect((await shop.owner.get<Record_>(path)).body).toEqual(patched.body);

    const deleted = await shop.owner.send('DELETE', path);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect([method, (await shop.owner.send(method, path)).status]).toEqual([method, 404]);
    // Ids are never reused: tills keep them.
    expect((await make(resource)).id).toBeGreaterThan(made.id);
  });

  test('Names need not be unique; they are trimmed, 255 long, of characters, not UTF-16 units', async () => {
    const made = await make(resource, { name: ` ${'😀'.repeat(255)}\n` });
    expect(made.name).toBe('😀'.repeat(255));
    expect((await make(resource, { name: made.name })).id).not.toBe(made.id);
  });
});

test('A unit’s short_name is "" when absent; 32 characters', async () => {
  expect((await make('units')).short_name).toBe('');
  const made = await make('units', { short_name: ` ${'г'.repeat(32)} ` });
  expect(made.short_name).toBe('г'.repeat(32));
  const cleared = await shop.owner.patch<Record_>(`catalog/units/${made.id}/`, { short_name: '' });
  expect(cleared.body).toMatchObject({ name: made.name, short_name: '' });
});

describe('a deleted category or unit leaves its products with null', () => {
  test.each([
    ['categories', 'category'],
    ['units', 'unit'],
  ] as const)('%s', async (resource, field) => {
    const { id } = await make(resource, { name: 'Напої' });
    const product = (await make('products', { [field]: id })) as unknown as Product;
    const other = (await make('products', { [field]: (await make(resource)).id })) as unknown as Product;
    expect(product).toMatchObject({ [field]: id, [`${field}_name`]: 'Напої' });
    await shop.owner.send('DELETE', `catalog/${resource}/${id}/`);
    const read = async ({ id: which }: Product) =>
      (await shop.owner.get<Product>(`catalog/products/${which}/`)).body;
    expect(await read(product)).toEqual({ ...product, [field]: null, [`${field}_name`]: '' });
    expect(await read(other)).toEqual(other);
  });

  test('a renamed one appears under its new name in its products', async () => {
    const { id } = await make('categories', { name: 'Старе' });
    const product = await make('products', { category: id });
    await shop.owner.patch(`catalog/categories/${id}/`, { name: 'Нове' });
    const { body } = await shop.owner.get<Product>(`catalog/products/${product.id}/`);
    expect(body.category_name).toBe('Нове');
  });
});

test('a deleted product leaves invoice items with product null and their own name and price', async () => {
  const product = await make('products', { name: 'Тістечко', price: 4000 });
  const invoice = await shop.createInvoice({
    items: [
      { name: 'Моє тістечко', price: 4100, quantity: 2, product: product.id },
      { name: 'Без товару', price: 1 },
    ],
  });
  expect(invoice.items[0]).toMatchObject({ product: product.id, name: 'Моє тістечко', price: 4100 });
  expect((await shop.owner.send('DELETE', `catalog/products/${product.id}/`)).status).toBe(204);
  const after: Invoice = await shop.readInvoice(invoice.id);
  const [first, ...others] = invoice.items;
  expect(after).toEqual({ ...invoice, items: [{ ...first, product: null }, ...others] });
  expect(rowsOf(shop, 'products').map(({ id }) => id)).not.toContain(product.id);
});
