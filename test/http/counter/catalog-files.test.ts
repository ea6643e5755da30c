import { beforeEach, expect, test } from 'vitest';
import { build } from '../../../main/store/db/connection.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { ProductImport } from '../../../shared/api/catalog-files.ts';
import type { ProductFiscal, ProductShop } from '../../../shared/api/product-shop.ts';
import { MAX_RECEIPT_TEXT, MAX_TAXES } from '../../../shared/fiscal.ts';
import type { Refusal } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { importFile } from '../../helpers/imports.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { withoutTrace } from '../../helpers/trace.ts';

/** The columns of files for what products have at the counter and on fiscal receipts. */

// With a clock that stands still no job runs by itself.
const { now } = stoppedClock();
const shop = await shopOfFile({ now, bank: { now } });
beforeEach(() => shop.console.db.run(build.deleteFrom('products')));

const MILK = '4820000000017';
const BREAD = '4820000000024';
const AT_COUNTER = { barcodes: [MILK], tile_color: 'teal', is_favorite: true };
const FISCAL = { tax: [1, 7], uktzed: '0901210000', header: 'Акція', footer: 'Без цукру' };
const NOTHING = {
  barcodes: [],
  tile_color: '',
  is_favorite: false,
  tax: [],
  uktzed: '',
  header: '',
  footer: '',
};

const product = async (name: string, fields: { shop?: object; fiscal?: object }): Promise<number> => {
  const { id } = (await shop.owner.post<Product>('catalog/products/', { name, price: 1000 })).body;
  for (const [part, body] of Object.entries(fields))
    await shop.owner.patch(`catalog/products/${id}/${part}/`, body);
  return id;
};
const fieldsOf = async (id: number) => {
  const { body: counter } = await shop.owner.get<ProductShop>(`catalog/products/${id}/shop/`);
  const { body: receipt } = await shop.owner.get<ProductFiscal>(`catalog/products/${id}/fiscal/`);
  const { product: of, ...fields } = { ...counter, ...receipt };
  expect([counter.product, of]).toEqual([id, id]);
  return fields;
};
const send = <Body = ProductImport>(csv: string, query = '') =>
  importFile<Body>(shop.owner, csv, query, { 'Accept-Language': 'en' });
const tried = async (csv: string) => (await send(csv, 'dry_run=true')).body;

test('a file without the columns changes nothing of them, and an export with them imports unchanged', async () => {
  const id = await product('Кава', { shop: AT_COUNTER, fiscal: FISCAL });
  expect((await send('Назва;Ціна\nКава;45,00\n')).body.counts.changed).toBe(1);
  expect(await fieldsOf(id)).toEqual({ ...AT_COUNTER, ...FISCAL });
  const { text } = await shop.owner.get('catalog/products/export/');
  expect((await tried(text)).counts).toMatchObject({ rows: 1, unchanged: 1 });
});

test('the preview shows each change as a file has it; the import writes just that', async () => {
  const before = { ...AT_COUNTER, tile_color: '', ...FISCAL, tax: [1] };
  const id = await product('Кава', {
    shop: { barcodes: [MILK], is_favorite: true },
    fiscal: { ...FISCAL, tax: [1] },
  });
  const csv =
    'Назва;Ціна;Штрих-код;Колір плитки;Улюблений;Податкова ставка;УКТЗЕД;Текст перед назвою;Text after the name\n' +
    `Кава;10,00;${MILK} ${BREAD};бірюзовий;ні;7 1;0901 21 00 00;;Без цукру\n` +
    'Хліб;20;0036000291452;red;так;8;1905;;\n';
  const { rows, columns, digest } = await tried(csv);
  expect(columns.map(({ field }) => field)).toEqual([
    ...['name', 'price', 'barcodes', 'tile_color', 'is_favorite', 'tax', 'uktzed', 'header', 'footer'],
  ]);
  expect(
    rows.map(({ verdict, changes }) => [verdict, ...changes.map(({ field, from, to }) => [field, from, to])]),
  ).toEqual([
    [
      'changed',
      ['barcodes', MILK, `${MILK}, ${BREAD}`],
      ['tile_color', '', 'teal'],
      ['is_favorite', 'yes', 'no'],
      ['tax', '1', '7, 1'],
      ['header', 'Акція', ''],
    ],
    [
      'new',
      ['name', '', 'Хліб'],
      ['price', '', '20,00'],
      ['barcodes', '', '0036000291452'],
      ['tile_color', '', 'red'],
      ['is_favorite', '', 'yes'],
      ['tax', '', '8'],
      ['uktzed', '', '1905'],
    ],
  ]);
  expect(await fieldsOf(id)).toEqual(before);
  expect((await send(csv, `expected_digest=${digest}`)).status).toBe(200);
  expect(await fieldsOf(id)).toEqual({
    barcodes: [MILK, BREAD],
    tile_color: 'teal',
    is_favorite: false,
    ...FISCAL,
    tax: [7, 1],
    header: '',
  });
  const found = await shop.owner.get<{ results: { id: number; name: string }[] }>(
    'catalog/tiles/?barcode=036000291452',
  );
  expect(found.body.results).toMatchObject([{ name: 'Хліб', tile_color: 'red', is_favorite: true }]);
  const bread = (await shop.owner.get<{ results: Product[] }>('catalog/products/?search=Хліб')).body;
  const fields = { tax: [8], uktzed: '1905', header: '', footer: '' };
  expect(await fieldsOf(bread.results[0]?.id ?? 0)).toMatchObject(fields);
  // An empty cell empties.
  await send('name;price;Штрихкод;Колір;tax;uktzed;header;footer\nКава;10,00;;;;;;\n');
  expect(await fieldsOf(id)).toEqual(NOTHING);
});

test('a preview is outdated once the fiscal fields have changed since', async () => {
  const id = await product('Кава', { fiscal: FISCAL });
  const csv = 'Назва;Ціна;Код УКТЗЕД\nКава;10,00;1905\n';
  const { digest } = await tried(csv);
  await shop.owner.patch(`catalog/products/${id}/fiscal/`, { uktzed: '2202' });
  const answer = await withoutTrace(shop, () => send<Refusal>(csv, `expected_digest=${digest}`));
  expect(Object.keys(answer.body.errors ?? {})).toEqual(['expected_digest']);
});

const LONG = 'Я'.repeat(MAX_RECEIPT_TEXT + 1);
test.each([
  ['tax', '20%', 'NOT_TAX_RATES'],
  ['tax', '1,5x', 'NOT_TAX_RATES'],
  ['tax', '10000', 'NOT_TAX_RATES'],
  ['tax', '-1', 'NOT_TAX_RATES'],
  ['tax', Array.from({ length: MAX_TAXES + 1 }, (_, at) => at).join(), 'NOT_TAX_RATES'],
  ['uktzed', '090', 'NOT_UKTZED'],
  ['uktzed', '09012100001', 'NOT_UKTZED'],
  ['uktzed', '9,01E+08', 'NOT_UKTZED'],
  ['header', LONG, 'TOO_LONG'],
  ['footer', LONG, 'TOO_LONG'],
  ['Штрихкод', '4,82E+12', 'NOT_A_BARCODE', 'barcodes'],
  ['Штрихкод', 'молоко', 'NOT_A_BARCODE', 'barcodes'],
  ['Штрихкод', '4820000000018', 'WRONG_CHECK_DIGIT', 'barcodes'],
  ['Штрихкод', Array.from({ length: 11 }, (_, at) => `A${at}`).join(' '), 'TOO_MANY_BARCODES', 'barcodes'],
])(
  'in the column %s the cell "%s" is wrong (%s), and nothing is written',
  async (column, cell, code, field = column) => {
    // The wrong colour beside it is reported too.
    const csv = `name;price;${column};Колір\nСир;10;"${cell}";рожевий\n`;
    const told = (await tried(csv)).rows[0]?.problems.map((found) => [found.field, found.code]);
    expect(told?.toSorted()).toEqual(
      [
        [field, code],
        ['tile_color', 'NOT_A_COLOR'],
      ].toSorted(),
    );
    expect((await withoutTrace(shop, () => send<Refusal>(csv))).status).toBe(400);
  },
);

test('a barcode of another product, or of two rows, is wrong, and names who has it', async () => {
  await product('Молоко', { shop: { barcodes: [MILK] } });
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
  const milk = await product('Молоко', { shop: { barcodes: [MILK] } });
  const cheese = await product('Сир', { shop: { barcodes: [BREAD] } });
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
  const old = await product('Старе', { shop: { barcodes: [MILK] } });
  await shop.owner.send('PATCH', `catalog/products/${old}/`, { body: { is_archived: true } });
  await product('Молоко', { shop: { barcodes: [MILK] } });
  const { rows } = await tried('Назва;Ціна;В архіві\nСтаре;10;ні\n');
  expect(rows.map(({ problems }) => problems[0]?.code)).toEqual(['BARCODE_TAKEN']);
});
