import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../shared/api/catalog.ts';
import { reportedBy } from '../helpers/events.ts';
import { openShop, type Shop } from '../helpers/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const changesBy = async (work: () => Promise<unknown>) =>
  (await reportedBy(shop, work)).filter(({ type }) => type === 'catalog.changed').map(({ data }) => data);

test('every change of the catalog is an event, which everybody who is signed in may read', async () => {
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
  const unit = await changesBy(() => shop.owner.post('catalog/units/', { name: 'штука' }));
  expect(unit).toEqual([{ kind: 'unit', id: 1 }]);
  const imported = await changesBy(() =>
    shop.owner.send('POST', 'catalog/products/import/', {
      raw: 'Назва;Ціна\nЧай;50,00\n',
      headers: { 'Content-Type': 'text/csv' },
    }),
  );
  expect(imported).toEqual([{ kind: null, id: null }]);

  const clerk = await shop.employee('clerk', []);
  const { body } = await clerk.get<{ results: { type: string }[] }>('events/?page_size=200');
  expect(body.results.map(({ type }) => type)).toContain('catalog.changed');
});

test('a refused change is none', async () => {
  expect(await changesBy(() => shop.owner.post('catalog/products/', { name: '' }))).toEqual([]);
});
