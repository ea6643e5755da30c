import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../../../main/http/openapi/document.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { ProductShop, Tile } from '../../../shared/api/product-shop.ts';
import type { Refusal } from '../../helpers/client.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { rowsOf, withoutTrace } from '../../helpers/trace.ts';
import { readCopy } from '../contract/document.ts';
import { judgeOf } from '../contract/judge.ts';

const shop = await shopOfFile();

const judge = judgeOf(readCopy() as OpenApiDocument);

const EAN = '4820000000017';
const UPC = '036000291452';

const product = async (name: string, fields: object = {}): Promise<Product> =>
  (await shop.owner.post<Product>('catalog/products/', { name, price: 4500, ...fields })).body;
const patch = ({ id }: { id: number }, body: object) =>
  shop.owner.send<ProductShop>('PATCH', `catalog/products/${id}/shop/`, { body });
const refused = ({ id }: { id: number }, body: object) =>
  withoutTrace(shop, () =>
    shop.owner.send<Refusal>('PATCH', `catalog/products/${id}/shop/`, {
      body,
      headers: { Prefer: 'codes, facts' },
    }),
  );
const tiles = async (query: string) => (await shop.owner.get<Page<Tile>>(`catalog/tiles/${query}`)).body;
const namesOf = async (query: string) => (await tiles(query)).results.map(({ name }) => name);

test("barcodes, tile colour and favourite are read and changed, and the product's own fields stay", async () => {
  const coffee = await product('Кава');
  const path = `catalog/products/${coffee.id}/shop/`;
  const empty = { product: coffee.id, barcodes: [], tile_color: '', is_favorite: false };
  expect((await shop.owner.get(path)).body).toEqual(empty);
  const full = { barcodes: [EAN, 'KAVA-1'], tile_color: 'teal', is_favorite: true };
  expect((await patch(coffee, full)).body).toEqual({ product: coffee.id, ...full });
  expect((await patch(coffee, { is_favorite: false })).body).toEqual({
    product: coffee.id,
    ...full,
    is_favorite: false,
  });
  // A client may send back what it has read.
  const read = (await shop.owner.get<ProductShop>(path)).body;
  expect((await patch(coffee, read)).body).toEqual(read);
  expect((await shop.owner.get(`catalog/products/${coffee.id}/`)).body).toEqual(coffee);
  expect((await patch(coffee, { barcodes: [] })).body.barcodes).toEqual([]);
  expect(rowsOf(shop, 'product_barcodes').filter(({ product_id }) => product_id === coffee.id)).toEqual([]);
});

test.each([
  [
    'a digit that was misread',
    { barcodes: [EAN, '4820000000018'] },
    { barcodes: [{}, { non_field_errors: ['check_digit'] }] },
  ],
  [
    'a UPC with a wrong check digit',
    { barcodes: ['036000291453'] },
    { barcodes: [{ non_field_errors: ['check_digit'] }] },
  ],
  [
    'characters that no scanner types',
    { barcodes: ['кава', 'a b', 'a,b', ''] },
    { barcodes: Array(4).fill({ non_field_errors: ['invalid'] }) },
  ],
  [
    'a text that is too long',
    { barcodes: ['1'.repeat(49)] },
    { barcodes: [{ non_field_errors: ['max_length'] }] },
  ],
  [
    'too many of them',
    { barcodes: Array.from({ length: 11 }, (_, at) => `A${at}`) },
    { barcodes: ['max_length'] },
  ],
])('%s is refused, and leaves no trace', async (_, body, codes) => {
  const tea = await product('Чай');
  const answer = (await refused(tea, body)).body;
  expect(answer.codes).toEqual(codes);
  expect(judge({ $ref: '#/components/schemas/ValidationError' }, answer)).toBe('');
});

test('no two products that are sold have one barcode: the refusal names who has it', async () => {
  const milk = await product('Молоко');
  const water = await product('Вода');
  await patch(milk, { barcodes: [UPC] });
  // The same code as an EAN-13.
  const { body } = await refused(water, { barcodes: ['X-1', `0${UPC}`] });
  expect(body.codes).toEqual({ barcodes: ['barcode_taken'] });
  expect(body.facts).toEqual({ barcodes: [{ barcode: `0${UPC}`, product: milk.id, name: 'Молоко' }] });
  expect(body.errors?.barcodes).toEqual([`Barcode 0${UPC} is already on product ${milk.id} "Молоко".`]);

  await shop.owner.send('PATCH', `catalog/products/${milk.id}/`, { body: { is_archived: true } });
  expect((await patch(water, { barcodes: [UPC] })).status).toBe(200);
  const restored = await withoutTrace(shop, () =>
    shop.owner.send<Refusal>('PATCH', `catalog/products/${milk.id}/`, {
      body: { is_archived: false },
      headers: { Prefer: 'codes' },
    }),
  );
  expect(restored.body.codes).toEqual({ is_archived: ['barcode_taken'] });
  await patch(water, { barcodes: [] });
  expect(
    (await shop.owner.send('PATCH', `catalog/products/${milk.id}/`, { body: { is_archived: false } })).status,
  ).toBe(200);
  await shop.owner.send('DELETE', `catalog/products/${milk.id}/`);
  expect((await patch(water, { barcodes: [UPC] })).status).toBe(200);
});

test('a scanned code finds its product, as UPC-A and as EAN-13; a search finds it too; the archive is left out', async () => {
  const bread = await product('Хліб', { article: 'BR-1' });
  await patch(bread, { barcodes: ['012345678905', 'bread-x'] });
  for (const code of ['012345678905', '0012345678905', 'bread-x'])
    expect(await namesOf(`?barcode=${code}`)).toEqual(['Хліб']);
  expect(await namesOf('?barcode=BREAD-X')).toEqual([]);
  expect(await namesOf('?search=012345678905')).toEqual(['Хліб']);
  expect(await namesOf('?search=br-1')).toEqual(['Хліб']);
  await shop.owner.send('PATCH', `catalog/products/${bread.id}/`, { body: { is_archived: true } });
  expect(await namesOf('?barcode=012345678905')).toEqual([]);
});

test('tiles: favourites, a category, in order and on pages', async () => {
  const { body: bakery } = await shop.owner.post<{ id: number }>('catalog/categories/', { name: 'Випічка' });
  const bun = await product('Булка', { category: bakery.id });
  await product('Пиріг', { category: bakery.id });
  await patch(bun, { is_favorite: true, tile_color: 'orange' });
  expect(await tiles(`?category=${bakery.id}`)).toMatchObject({
    count: 2,
    results: [
      {
        id: bun.id,
        name: 'Булка',
        category: bakery.id,
        tile_color: 'orange',
        is_favorite: true,
        barcodes: [],
      },
      { name: 'Пиріг', tile_color: '', is_favorite: false },
    ],
  });
  expect(await namesOf(`?category=${bakery.id}&is_favorite=true`)).toEqual(['Булка']);
  expect(await namesOf(`?category=${bakery.id}&is_favorite=false`)).toEqual(['Пиріг']);
  expect(await namesOf(`?category=${bakery.id}&ordering=-name&page_size=1&page=2`)).toEqual(['Булка']);
});
