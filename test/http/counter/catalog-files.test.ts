import { afterAll, beforeEach, expect, test } from 'vitest';
import { build } from '../../../main/store/db/connection.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { ProductImport } from '../../../shared/api/catalog-files.ts';
import type { ProductShop } from '../../../shared/api/product-shop.ts';
import type { Answer, Refusal } from '../../helpers/client.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { withoutTrace } from '../../helpers/trace.ts';

const shop: Shop = await openShop();
afterAll(() => shop.close());
beforeEach(() => shop.console.db.run(build.deleteFrom('products')));

const MILK = '4820000000017';
const BREAD = '4820000000024';

const product = async (name: string, body: object = {}): Promise<number> => {
  const { id } = (await shop.owner.post<Product>('catalog/products/', { name, price: 1000 })).body;
  await shop.owner.send('PATCH', `catalog/products/${id}/shop/`, { body });
  return id;
};
const fieldsOf = async (id: number) =>
  (await shop.owner.get<ProductShop>(`catalog/products/${id}/shop/`)).body;
const send = <Body = ProductImport>(csv: string, query = ''): Promise<Answer<Body>> =>
  shop.owner.send<Body>('POST', `catalog/products/import/${query}`, {
    raw: csv,
    headers: { 'Content-Type': 'text/csv', 'Accept-Language': 'en' },
  });
const tried = async (csv: string) => (await send(csv, '?dry_run=true')).body;

test('a file without the columns changes nothing of them', async () => {
  const before = { barcodes: [MILK], tile_color: 'teal', is_favorite: true };
  const id = await product('Молоко', before);
  expect((await send('Назва;Ціна\nМолоко;45,00\n')).body.counts.changed).toBe(1);
  expect(await fieldsOf(id)).toEqual({ product: id, ...before });
});

test('the preview shows each change as a file has it; the import writes just that', async () => {
  const id = await product('Молоко', { barcodes: [MILK], is_favorite: true });
  const csv = `Назва;Ціна;Штрих-код;Колір плитки;Улюблений\nМолоко;10,00;${MILK} ${BREAD};бірюзовий;ні\nХліб;20;0036000291452;red;так\n`;
  const { rows, columns, digest } = await tried(csv);
  expect(columns.map(({ field }) => field)).toEqual([
    'name',
    'price',
    'barcodes',
    'tile_color',
    'is_favorite',
  ]);
  expect(rows.map(({ verdict, changes }) => [verdict, changes])).toEqual([
    [
      'changed',
      [
        { field: 'barcodes', from: MILK, to: `${MILK}, ${BREAD}` },
        { field: 'tile_color', from: '', to: 'teal' },
        { field: 'is_favorite', from: 'yes', to: 'no' },
      ],
    ],
    [
      'new',
      [
        { field: 'name', from: '', to: 'Хліб' },
        { field: 'price', from: '', to: '20,00' },
        { field: 'barcodes', from: '', to: '0036000291452' },
        { field: 'tile_color', from: '', to: 'red' },
        { field: 'is_favorite', from: '', to: 'yes' },
      ],
    ],
  ]);
  expect((await fieldsOf(id)).barcodes).toEqual([MILK]);
  expect((await send(csv, `?expected_digest=${digest}`)).status).toBe(200);
  expect(await fieldsOf(id)).toEqual({
    product: id,
    barcodes: [MILK, BREAD],
    tile_color: 'teal',
    is_favorite: false,
  });
  const found = await shop.owner.get<{ results: { name: string }[] }>('catalog/tiles/?barcode=036000291452');
  expect(found.body.results).toMatchObject([{ name: 'Хліб', tile_color: 'red', is_favorite: true }]);
  // An empty cell empties.
  await send('Назва;Ціна;Штрихкод;Колір\nМолоко;10,00;;\n');
  expect(await fieldsOf(id)).toMatchObject({ barcodes: [], tile_color: '' });
});

test.each([
  ['4,82E+12', 'NOT_A_BARCODE'],
  ['молоко', 'NOT_A_BARCODE'],
  ['4820000000018', 'WRONG_CHECK_DIGIT'],
  [Array.from({ length: 11 }, (_, at) => `A${at}`).join(' '), 'TOO_MANY_BARCODES'],
])('the cell "%s" is wrong (%s), and nothing is written', async (cell, code) => {
  const csv = `Назва;Ціна;Штрихкод;Колір\nСир;10;"${cell}";рожевий\n`;
  expect((await tried(csv)).rows[0]?.problems.map(({ field, code: found }) => [field, found])).toEqual([
    ['barcodes', code],
    ['tile_color', 'NOT_A_COLOR'],
  ]);
  expect((await withoutTrace(shop, () => send<Refusal>(csv))).status).toBe(400);
});

test('a barcode of another product, or of two rows, is wrong, and names who has it', async () => {
  await product('Молоко', { barcodes: [MILK] });
  const csv = `Назва;Ціна;Штрихкод\nСир;10;${MILK}\nХліб;10;${BREAD}\nБатон;10;${BREAD}\nСіль;5;\n`;
  const { rows, counts } = await tried(csv);
  expect(counts).toMatchObject({ wrong: 3, new: 1 });
  expect(rows.flatMap(({ problems }) => problems.map(({ code, value }) => [code, value]))).toEqual([
    ['BARCODE_TAKEN', `${MILK} (Молоко)`],
    ['BARCODE_TAKEN', `${BREAD} (Батон)`],
    ['BARCODE_TAKEN', `${BREAD} (Хліб)`],
  ]);
  expect((await withoutTrace(shop, () => send<Refusal>(csv))).status).toBe(400);
});

test('a file may move a barcode from one product to another, unless the first row is wrong', async () => {
  const milk = await product('Молоко', { barcodes: [MILK] });
  const cheese = await product('Сир', { barcodes: [BREAD] });
  const swapped = `Назва;Ціна;Штрихкод\nМолоко;10;${BREAD}\nСир;10;${MILK}\n`;
  expect((await send(swapped)).status).toBe(200);
  expect([(await fieldsOf(milk)).barcodes, (await fieldsOf(cheese)).barcodes]).toEqual([[BREAD], [MILK]]);
  // The milk's row is wrong, so it keeps its barcode, and the cheese cannot have it.
  const broken = `Назва;Ціна;Штрихкод\nМолоко;дорого;\nСир;10;${BREAD}\n`;
  const { rows } = await tried(broken);
  expect(rows.map(({ verdict, problems }) => [verdict, problems[0]?.code])).toEqual([
    ['wrong', 'NOT_AN_AMOUNT'],
    ['wrong', 'BARCODE_TAKEN'],
  ]);
});

test('a product that a file takes out of the archive may not bring a barcode that another has', async () => {
  const old = await product('Старе', { barcodes: [MILK] });
  await shop.owner.send('PATCH', `catalog/products/${old}/`, { body: { is_archived: true } });
  await product('Молоко', { barcodes: [MILK] });
  const { rows } = await tried('Назва;Ціна;В архіві\nСтаре;10;ні\n');
  expect(rows.map(({ problems }) => problems[0]?.code)).toEqual(['BARCODE_TAKEN']);
});
