import { beforeEach, expect, test, vi } from 'vitest';
import { categories } from '../../main/store/catalog.ts';
import { readCatalog } from '../../main/store/catalog-files.ts';
import { openStaging, type StagedProduct, type Staging } from '../../main/store/catalog-staging.ts';
import type { Db } from '../../main/store/db/connection.ts';
import { plainSql } from '../../main/store/db/query-cache.ts';
import { emptyDatabase } from '../helpers/empty-database.ts';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const NO_NAMES = { categories: new Map(), units: new Map() };

let db: Db;
beforeEach(() => {
  ({ db } = emptyDatabase());
});

const product = (name: string, others: Partial<StagedProduct> = {}): StagedProduct => ({
  id: null,
  name,
  price: 100,
  article: '',
  external_code: '',
  name_for_docs: '',
  is_archived: 0,
  category: null,
  unit: null,
  barcodes: '[]',
  tile_color: '',
  is_favorite: 0,
  tax: '[]',
  uktzed: '',
  header: '',
  footer: '',
  ...others,
});

const write = (products: readonly StagedProduct[], names: Parameters<Staging['write']>[0] = NO_NAMES) => {
  const staging = openStaging(db);
  staging.add(products);
  const counts = db.transaction(() => staging.write(names, NOW));
  staging.discard();
  return counts;
};

const products = () =>
  readCatalog(db).products.map((row) => [
    ...[row.code, row.name, row.category_id, row.barcodes, row.is_favorite],
  ]);

const rowsOf = (table: 'product_shop' | 'product_fiscal') =>
  db
    .all<{ code: number }>(
      plainSql(`select code from ${table} join products on products.id = product_id order by code`),
    )
    .map(({ code }) => code);

test('writes new and changed products together, with codes in order and the names made with them', () => {
  write([product('Кава'), product('Чай', { barcodes: '["4820000000017"]' })]);
  const [coffee, tea] = readCatalog(db).products;
  const category = categories.insert(db, { name: 'Напої', created_at: NOW, updated_at: NOW }).id;
  const counts = write(
    [
      product('Сік', { category: { key: 'напої' }, is_favorite: 1 }),
      product('Кава мелена', { id: coffee?.id ?? 0, category }),
      product('Чай', { id: tea?.id ?? 0 }),
      product('Вода'),
    ],
    { categories: new Map([['напої', category]]), units: new Map() },
  );
  expect(counts).toEqual({ created: 2, changed: 2 });
  expect(products()).toEqual([
    [1, 'Кава мелена', category, '[]', 0],
    [2, 'Чай', null, '[]', 0],
    [3, 'Сік', category, '[]', 1],
    [4, 'Вода', null, '[]', 0],
  ]);
  expect(db.all(plainSql('select * from product_barcodes'))).toEqual([]);
  // The tea keeps the row of the barcode that it lost, the juice gets one; no product has fiscal fields.
  expect(rowsOf('product_shop')).toEqual([2, 3]);
  expect(rowsOf('product_fiscal')).toEqual([]);
});

test('fiscal fields make a row where there are some, and empty the row that there is', () => {
  write([product('Кава', { tax: '[1]', uktzed: '0901' }), product('Чай')]);
  const [coffee, tea] = readCatalog(db).products;
  expect(rowsOf('product_fiscal')).toEqual([coffee?.code]);
  write([product('Кава', { id: coffee?.id ?? 0 }), product('Чай', { id: tea?.id ?? 0, footer: 'Чорний' })]);
  expect(readCatalog(db).products.map(({ tax, uktzed, footer }) => [tax, uktzed, footer])).toEqual([
    ['[]', '', ''],
    ['[]', '', 'Чорний'],
  ]);
  write([product('Чай', { id: tea?.id ?? 0, footer: 'Чорний' })]);
  expect(rowsOf('product_fiscal')).toEqual([coffee?.code, tea?.code]);
});

test('two imports at once stand apart, and nothing of them is left', () => {
  const [one, other] = [openStaging(db), openStaging(db)];
  one.add([product('Кава')]);
  other.add([product('Чай')]);
  db.transaction(() => one.write(NO_NAMES, NOW));
  one.discard();
  other.discard();
  expect(products().map(([, name]) => name)).toEqual(['Кава']);
  const left =
    'select (select count(*) from temp.staged_products) + (select count(*) from temp.staged_names) as left';
  expect(db.get(plainSql(left))).toEqual({ left: 0 });
});

test('the transaction has as many statements for thousands of products as for two', () => {
  const run = vi.spyOn(db, 'run');
  const statements = (count: number) => {
    const staging = openStaging(db);
    staging.add(Array.from({ length: count }, (_, at) => product(`Товар ${at}`)));
    run.mockClear();
    db.transaction(() => staging.write(NO_NAMES, NOW));
    const calls = run.mock.calls.length;
    staging.discard();
    return calls;
  };
  expect(statements(3000)).toBe(statements(2));
});
