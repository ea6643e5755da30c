import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as stored from '../../main/store/catalog.ts';
import { readCatalog } from '../../main/store/catalog-files.ts';
import { build } from '../../main/store/db/connection.ts';
import { TILE_COLORS } from '../../shared/api/product-shop.ts';
import { MAX_RECEIPT_TEXT, MAX_TAX, MAX_TAXES } from '../../shared/fiscal.ts';
import { MAX_AMOUNT } from '../../shared/money.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { importFile } from '../helpers/imports.ts';
import { ok } from '../helpers/ok.ts';
import { insertProducts } from '../helpers/products.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { readCsv, readXlsx } from '../helpers/table-files.ts';

const { now } = stoppedClock(Date.parse('2026-11-20T22:30:00Z'));

const shop = await shopOfFile({ now });
const token = await shop.signIn('owner');

const exported = async (query: string, language = 'uk') => {
  const response = await fetch(new URL(`catalog/products/export/${query}`, shop.baseUrl), {
    headers: { Authorization: `Bearer ${token}`, 'Accept-Language': language },
  });
  const file = new Uint8Array(await response.arrayBuffer());
  expect(response.status).toBe(200);
  return { file, headers: response.headers };
};

const tried = (file: Uint8Array<ArrayBuffer>) =>
  ok(importFile(shop.owner, file, 'dry_run=true', { 'Content-Type': 'application/octet-stream' }), 200);

const part = fc.constantFrom(
  ...["'", '=', '+', '-', '@', '"', ';', ',', '\n', '\r', '\t', '\r\n', ' ', '\u00a0', '\u0007', '\u001f'],
  ...'1e3 000 1,5 TRUE #N/A _x0041_ &amp; <b> ]]> Ї й 🙂 \u202e ＝ sep=;'.split(' '),
);
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('').trim());
const name = fc.oneof(text, fc.constantFrom('Назва', 'Код', 'Ціна')).map((words) => words || 'Кава');
const product = fc.record({
  name,
  price: fc.oneof(fc.constantFrom(0, 1, 10, 100, MAX_AMOUNT), fc.nat(MAX_AMOUNT)),
  article: text,
  external_code: text,
  name_for_docs: text,
  category: fc.option(fc.nat(3)),
  unit: fc.option(fc.nat(3)),
  is_archived: fc.constantFrom(0 as const, 1 as const),
  barcodes: fc.subarray(['X', '-1', '=2+3', 'ABC/7', '00012']),
  tile_color: fc.constantFrom('', ...TILE_COLORS),
  is_favorite: fc.constantFrom(0 as const, 1 as const),
  tax: fc.uniqueArray(fc.nat(MAX_TAX), { maxLength: MAX_TAXES }).map((rates) => JSON.stringify(rates)),
  uktzed: fc.constantFrom<string>('', '0901', '09012', '0901210000', '2202991900'),
  header: fc.oneof(text, fc.constant('Я'.repeat(MAX_RECEIPT_TEXT))),
  footer: text,
});
const catalog = fc.record({
  products: fc.array(product, { minLength: 1, maxLength: 36, size: 'max' }),
  categories: fc.array(name, { minLength: 4, maxLength: 4 }),
  units: fc.array(fc.tuple(name, text), { minLength: 4, maxLength: 4 }),
});
type Catalog = typeof catalog extends fc.Arbitrary<infer Value> ? Value : never;

const fill = ({ products, categories, units }: Catalog): void => {
  const { db } = shop.console;
  const stamps = { created_at: now(), updated_at: now() };
  db.transaction(() => {
    for (const table of ['products', 'categories', 'units'] as const) db.run(build.deleteFrom(table));
    const categoryIds = categories.map((one) => stored.categories.insert(db, { name: one, ...stamps }).id);
    const unitIds = units.map(
      ([one, short_name]) => stored.units.insert(db, { name: one, short_name, ...stamps }).id,
    );
    insertProducts(
      db,
      products.map(({ category, unit, barcodes, ...fields }, index) => ({
        ...fields,
        // No two products have the same.
        barcodes: JSON.stringify(barcodes.map((barcode) => `${barcode}${index}`)),
        category_id: category === null ? null : (categoryIds[category] ?? null),
        unit_id: unit === null ? null : (unitIds[unit] ?? null),
      })),
      now(),
    );
  });
};

test.each(['csv', 'xlsx'])('any catalog: exported as %s and imported, nothing changes', async (format) => {
  await fc.assert(
    fc.asyncProperty(catalog, fc.constantFrom('uk', 'en'), async (one, language) => {
      fill(one);
      const { file } = await exported(`?format=${format}`, language);
      const { counts, rows, new_categories, new_units, columns } = await tried(file);
      expect(rows).toEqual([]);
      expect(counts).toMatchObject({ rows: one.products.length, unchanged: one.products.length });
      expect([new_categories, new_units, columns.length]).toEqual([[], [], 16]);
    }),
    { numRuns: 8 },
  );
});

test('an export restores an empty catalog, whole, once its codes are left out', async () => {
  await fc.assert(
    fc.asyncProperty(catalog, async (one) => {
      // Fields that no file keeps.
      const plain = JSON.parse(JSON.stringify(one), (_, value) =>
        typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, '_') : value,
      ) as Catalog;
      const names = plain.products.map((each, index) => ({ ...each, name: `${index} ${each.name}`.trim() }));
      fill({ ...plain, products: names.map((each) => ({ ...each, article: '', external_code: '' })) });
      const { file } = await exported('?ordering=code');
      const before = readCatalog(shop.console.db).products;
      shop.console.db.run(build.deleteFrom('products'));
      const columns =
        'name:1,price:2,article:3,external_code:4,category:5,unit:6,name_for_docs:7,is_archived:8,' +
        'barcodes:9,tile_color:10,is_favorite:11,tax:12,uktzed:13,header:14,footer:15';
      const answer = await importFile(shop.owner, file, `columns=${columns}`);
      expect(answer.body.counts, answer.text).toMatchObject({ new: before.length });
      const after = readCatalog(shop.console.db).products;
      const values = ({ id, code, category_id, unit_id, ...rest }: (typeof before)[number]) => rest;
      expect(after.map(values)).toEqual(before.map(values));
    }),
    { numRuns: 8 },
  );
});

test('the products of the list under the same filters, in its order, with titles in the requested language', async () => {
  const base = {
    price: 1250,
    article: '',
    external_code: '',
    name_for_docs: '',
    category: null,
    unit: null,
    barcodes: [] as string[],
    tile_color: '' as const,
    is_favorite: 0 as const,
    tax: '[]',
    uktzed: '',
    header: '',
    footer: '',
  };
  fill({
    products: [
      {
        ...base,
        name: 'Кава',
        article: '007',
        category: 0,
        unit: 1,
        is_archived: 0 as const,
        barcodes: ['4820000', '036000'],
        tile_color: 'teal' as const,
        is_favorite: 1 as const,
        tax: '[1,7]',
        uktzed: '0901210000',
        header: '=Акція',
        footer: 'Без цукру',
      },
      { ...base, name: '=1+1', price: 5, is_archived: 1 },
      { ...base, name: 'Какао', price: 99_999, is_archived: 0 },
    ],
    categories: ['Напої', 'a', 'b', 'c'],
    units: [
      ['a', ''],
      ['штука', 'шт'],
      ['b', ''],
      ['c', ''],
    ],
  });
  const all = await exported('?ordering=-price');
  const [titles, ...rows] = readCsv(Buffer.from(all.file));
  expect(titles?.join()).toBe(
    'Код,Назва,Ціна,Артикул,Зовнішній код,Категорія,Одиниця,Назва для документів,В архіві,Штрихкоди,Колір плитки,Улюблений,Податкові ставки,' +
      'Код УКТЗЕД,Текст перед назвою,Текст після назви',
  );
  expect(rows.map((row) => row.slice(1))).toEqual([
    ['Какао', '999,99', '', '', '', '', '', 'ні', '', '', 'ні', '', '', '', ''],
    [
      ...['Кава', '12,50', '007', '', 'Напої', 'штука', '', 'ні', '48200000, 0360000', 'бірюзовий', 'так'],
      ...['1, 7', '0901210000', "'=Акція", 'Без цукру'],
    ],
    ["'=1+1", '0,05', '', '', '', '', '', 'так', '', '', 'ні', '', '', '', ''],
  ]);
  expect(all.headers.get('content-disposition')).toBe('attachment; filename="products-2026-11-21.csv"');
  const some = await exported('?search=КА&is_archived=false&format=xlsx', 'en');
  expect(some.headers.get('x-total-count')).toBe('2');
  const sheet = readXlsx(Buffer.from(some.file));
  expect([sheet.sheetName, sheet.formulas]).toEqual(['Products', 0]);
  expect(sheet.rows.map((row) => row.map(({ value }) => value)[1])).toEqual(['Name', 'Кава', 'Какао']);
  expect(sheet.rows[1]?.map(({ value, format }) => [value, format]).slice(1, 4)).toEqual([
    ...[
      ['Кава', 49],
      ['12.50', 4],
      ['007', 49],
    ],
  ]);
});
