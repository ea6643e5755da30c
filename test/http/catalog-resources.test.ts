import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '../../shared/api/catalog.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shapeOf } from '../helpers/shape.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

const clock = stoppedClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ now: clock.now });
});
afterAll(() => shop.close());

type Record_ = { id: number; name: string; created_at: string; updated_at: string } & Record<string, unknown>;

const RESOURCES = {
  categories: { shape: { id: 'integer', name: 'string', created_at: 'timestamp', updated_at: 'timestamp' } },
  units: {
    shape: {
      id: 'integer',
      name: 'string',
      short_name: 'string',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    },
  },
  products: {
    shape: {
      id: 'integer',
      name: 'string',
      price: 'integer',
      name_for_docs: 'string',
      article: 'string',
      external_code: 'string',
      category: 'null',
      unit: 'null',
      is_archived: 'boolean',
      code: 'integer',
      category_name: 'string',
      unit_name: 'string',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    },
  },
} as const;
type Resource = keyof typeof RESOURCES;
const NAMES = Object.keys(RESOURCES) as Resource[];

/** The least that makes a record. */
const least = (resource: Resource, name = 'Кава') => ({
  name,
  ...(resource === 'products' ? { price: 5500 } : {}),
});
const make = async (resource: Resource, body: object = {}, client = shop.owner): Promise<Record_> => {
  const answer = await client.post<Record_>(`catalog/${resource}/`, { ...least(resource), ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const refused = async (request: () => Promise<unknown>, status: number) => {
  const answer = await withoutTrace(shop, request as Parameters<typeof withoutTrace>[1]);
  expect(answer.status, answer.text).toBe(status);
  return answer.body as Refusal;
};

describe.each(NAMES)('Each of the three resources has the same five operations: %s', (resource) => {
  const all = `catalog/${resource}/`;

  test('POST: 201, the record, with exactly the fields of version 1', async () => {
    const { status, body } = await shop.owner.post<Record_>(all, least(resource));
    expect(status).toBe(201);
    expect(shapeOf(body)).toEqual(RESOURCES[resource].shape);
    expect(body).toMatchObject({ name: 'Кава', created_at: new Date(clock.now()).toISOString() });
    expect(body.updated_at).toBe(body.created_at);
  });

  test('GET one: the record. GET all: a paginated list', async () => {
    const made = await make(resource, { name: 'Латте' });
    const one = await shop.owner.get<Record_>(`${all}${made.id}/`);
    expect(one.status).toBe(200);
    expect(one.body).toEqual(made);
    const list = await shop.owner.get<{ results: Record_[] }>(`${all}?page_size=500`);
    expect(list.status).toBe(200);
    expect(Object.keys(list.body).sort()).toEqual(['count', 'next', 'previous', 'results']);
    expect(list.body.results).toContainEqual(made);
  });

  test('PATCH: the record, with what was sent changed and the rest as it was', async () => {
    const made = await make(resource);
    clock.forward(7);
    const { status, body } = await shop.owner.patch<Record_>(`${all}${made.id}/`, { name: 'Чай' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, name: 'Чай', updated_at: new Date(clock.now()).toISOString() });
    expect((await shop.owner.get<Record_>(`${all}${made.id}/`)).body).toEqual(body);
  });

  test('DELETE → 204, no body; afterwards it is a 404 everywhere', async () => {
    const { id } = await make(resource);
    const path = `${all}${id}/`;
    const answer = await shop.owner.send('DELETE', path);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    for (const [method, body] of [
      ['GET'],
      ['PATCH', { name: 'x' }],
      ['PATCH', { name: 7 }],
      ['DELETE'],
    ] as const)
      expect(await refused(() => shop.owner.send(method, path, { body }), 404)).toEqual({
        detail: 'Not found.',
      });
    // Ids are never reused: tills keep them.
    expect((await make(resource)).id).toBeGreaterThan(id);
  });

  test.each(['999999', '0', '-1', 'abc', '1.5', '9007199254740993', '99999999999999999999'])(
    'an invalid id: %s is a 404',
    async (id) => {
      await refused(() => shop.owner.get(`${all}${id}/`), 404);
    },
  );

  test('PUT is not allowed', async () => {
    const { id } = await make(resource);
    const body = { ...least(resource) };
    expect((await refused(() => shop.owner.send('PUT', `${all}${id}/`, { body }), 405)).detail).toBe(
      'Method "PUT" not allowed.',
    );
    await refused(() => shop.owner.send('PUT', all, { body }), 405);
    await refused(() => shop.owner.send('DELETE', all), 405);
    await refused(() => shop.owner.post(`${all}${id}/`, body), 405);
  });

  test('Catalog reading: any team member; catalog writing likewise', async () => {
    const nobody = await shop.employee(`nobody-${resource}`);
    const made = await make(resource, {}, nobody);
    expect((await nobody.get(all)).status).toBe(200);
    expect((await nobody.get(`${all}${made.id}/`)).status).toBe(200);
    expect((await nobody.patch(`${all}${made.id}/`, { name: 'Нова' })).status).toBe(200);
    expect((await nobody.send('DELETE', `${all}${made.id}/`)).status).toBe(204);
  });

  test('Names need not be unique; they are trimmed, 255 long', async () => {
    const made = await make(resource, { name: ` ${'ї'.repeat(255)}\n` });
    expect(made.name).toBe('ї'.repeat(255));
    expect((await make(resource, { name: made.name })).id).not.toBe(made.id);
    // Characters, not UTF-16 units.
    expect((await make(resource, { name: '😀'.repeat(255) })).name).toBe('😀'.repeat(255));
  });

  test('Required: name', async () => {
    const { name: _name, ...rest } = least(resource);
    expect((await refused(() => shop.owner.post(all, rest), 400)).errors).toEqual({
      name: ['This field is required.'],
    });
  });

  test.each([
    [null, 'This field may not be null.'],
    ['', 'This field may not be blank.'],
    ['  ', 'This field may not be blank.'],
    [7, 'Not a valid string.'],
    [['a'], 'Not a valid string.'],
    ['я'.repeat(256), 'Ensure this field has no more than 255 characters.'],
  ])('name %j: %s', async (name, message) => {
    const { id } = await make(resource);
    const sent = { ...least(resource), name };
    expect(await refused(() => shop.owner.post(all, sent), 400)).toEqual({
      detail: 'Validation failed.',
      errors: { name: [message] },
    });
    expect((await refused(() => shop.owner.patch(`${all}${id}/`, { name }), 400)).errors).toEqual({
      name: [message],
    });
  });

  test('Read-only fields of the resource sent in a body are ignored (a client may send back what it read)', async () => {
    const made = await make(resource);
    const again = await make(resource, made);
    expect(again.id).not.toBe(made.id);
    const foreign = { id: 1, created_at: 'x', updated_at: null };
    clock.forward(1);
    const patched = await shop.owner.patch<Record_>(`${all}${made.id}/`, { ...made, ...foreign });
    expect(patched.status, patched.text).toBe(200);
    expect(patched.body).toEqual({ ...made, updated_at: expect.any(String) });
  });

  test('Any other unknown field is refused: `Unknown field.`', async () => {
    const { id } = await make(resource);
    const errors = { colour: ['Unknown field.'] };
    const sent = { ...least(resource), colour: 'red' };
    expect((await refused(() => shop.owner.post(all, sent), 400)).errors).toEqual(errors);
    expect((await refused(() => shop.owner.patch(`${all}${id}/`, sent), 400)).errors).toEqual(errors);
  });

  test('A body that is no object; a missing body on POST/PATCH reads as `{}`', async () => {
    expect((await refused(() => shop.owner.post(all, [least(resource)]), 400)).errors).toEqual({
      non_field_errors: ['Invalid data. Expected a dictionary, but got list.'],
    });
    expect((await refused(() => shop.owner.post(all), 400)).errors).toHaveProperty('name');
    const made = await make(resource);
    const untouched = await shop.owner.send<Record_>('PATCH', `${all}${made.id}/`);
    expect(untouched.status).toBe(200);
    expect(untouched.body).toEqual({ ...made, updated_at: expect.any(String) });
  });
});

describe('units', () => {
  test('A unit’s short_name is "" when absent; 32 characters', async () => {
    expect((await make('units')).short_name).toBe('');
    const made = await make('units', { short_name: ` ${'г'.repeat(32)} ` });
    expect(made.short_name).toBe('г'.repeat(32));
    const cleared = await shop.owner.patch<Record_>(`catalog/units/${made.id}/`, { short_name: '' });
    expect(cleared.body).toMatchObject({ name: made.name, short_name: '' });
  });

  test.each([
    [null, 'This field may not be null.'],
    [1, 'Not a valid string.'],
    ['г'.repeat(33), 'Ensure this field has no more than 32 characters.'],
  ])('short_name %j: %s', async (short_name, message) => {
    expect(
      (await refused(() => shop.owner.post('catalog/units/', { name: 'a', short_name }), 400)).errors,
    ).toEqual({ short_name: [message] });
  });

  test('All faulty fields are told at once', async () => {
    const body = { name: '', short_name: 5, x: 1 };
    expect((await refused(() => shop.owner.post('catalog/units/', body), 400)).errors).toEqual({
      name: ['This field may not be blank.'],
      short_name: ['Not a valid string.'],
      x: ['Unknown field.'],
    });
  });
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
  expect(invoice.items[0]?.product).toBe(product.id);
  expect((await shop.owner.send('DELETE', `catalog/products/${product.id}/`)).status).toBe(204);
  const after: Invoice = await shop.readInvoice(invoice.id);
  const [first, ...others] = invoice.items;
  expect(after).toEqual({ ...invoice, items: [{ ...first, product: null }, ...others] });
  expect(rowsOf(shop, 'products').map(({ id }) => id)).not.toContain(product.id);
});
