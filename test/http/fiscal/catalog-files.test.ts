import { afterAll, beforeEach, expect, test } from 'vitest';
import { build } from '../../../main/store/db/connection.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { ProductImport } from '../../../shared/api/catalog-files.ts';
import type { ProductFiscal } from '../../../shared/api/product-fiscal.ts';
import { MAX_RECEIPT_TEXT, MAX_TAXES } from '../../../shared/fiscal.ts';
import type { Answer, Refusal } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { withoutTrace } from '../../helpers/trace.ts';

// With a clock that stands still no job runs by itself.
const { now } = stoppedClock();
const shop: Shop = await openShop({ now, bank: { now } });
afterAll(() => shop.close());
beforeEach(() => shop.console.db.run(build.deleteFrom('products')));

const NOTHING = { tax: [], uktzed: '', header: '', footer: '' };
const FULL = { tax: [1, 7], uktzed: '0901210000', header: 'Акція', footer: 'Без цукру' };

const product = async (name: string, fields: object): Promise<number> => {
  const { id } = (await shop.owner.post<Product>('catalog/products/', { name, price: 1000 })).body;
  await shop.owner.send('PATCH', `catalog/products/${id}/fiscal/`, { body: fields });
  return id;
};
const fieldsOf = async (id: number) => {
  const { product: of, ...fields } = (await shop.owner.get<ProductFiscal>(`catalog/products/${id}/fiscal/`))
    .body;
  expect(of).toBe(id);
  return fields;
};
const send = <Body = ProductImport>(csv: string, query = ''): Promise<Answer<Body>> =>
  shop.owner.send<Body>('POST', `catalog/products/import/${query}`, {
    raw: csv,
    headers: { 'Content-Type': 'text/csv', 'Accept-Language': 'en' },
  });
const tried = async (csv: string) => (await send(csv, '?dry_run=true')).body;

test('a file without the columns changes nothing of them, and an export with them imports unchanged', async () => {
  const id = await product('Кава', FULL);
  expect((await send('Назва;Ціна\nКава;45,00\n')).body.counts.changed).toBe(1);
  expect(await fieldsOf(id)).toEqual(FULL);
  const { text } = await shop.owner.get('catalog/products/export/');
  expect((await tried(text)).counts).toMatchObject({ rows: 1, unchanged: 1 });
});

test('the preview shows each change as a file has it; the import writes just that', async () => {
  const id = await product('Кава', { ...FULL, tax: [1] });
  const csv =
    'Назва;Ціна;Податкова ставка;УКТЗЕД;Текст перед назвою;Text after the name\n' +
    'Кава;10,00;7 1;0901 21 00 00;;Без цукру\nХліб;20;8;1905;;\n';
  const { rows, columns, digest } = await tried(csv);
  expect(columns.map(({ field }) => field)).toEqual(['name', 'price', 'tax', 'uktzed', 'header', 'footer']);
  expect(rows.map(({ verdict, changes }) => [verdict, changes])).toEqual([
    [
      'changed',
      [
        { field: 'tax', from: '1', to: '7, 1' },
        { field: 'header', from: 'Акція', to: '' },
      ],
    ],
    [
      'new',
      [
        { field: 'name', from: '', to: 'Хліб' },
        { field: 'price', from: '', to: '20,00' },
        { field: 'tax', from: '', to: '8' },
        { field: 'uktzed', from: '', to: '1905' },
      ],
    ],
  ]);
  expect(await fieldsOf(id)).toEqual({ ...FULL, tax: [1] });
  expect((await send(csv, `?expected_digest=${digest}`)).status).toBe(200);
  expect(await fieldsOf(id)).toEqual({ ...FULL, tax: [7, 1], header: '' });
  const bread = (await shop.owner.get<{ results: Product[] }>('catalog/products/?search=Хліб')).body;
  expect(await fieldsOf(bread.results[0]?.id ?? 0)).toEqual({ ...NOTHING, tax: [8], uktzed: '1905' });
  // An empty cell empties.
  await send('name;price;tax;uktzed;header;footer\nКава;10,00;;;;\n');
  expect(await fieldsOf(id)).toEqual(NOTHING);
});

test('a preview is outdated once the fiscal fields have changed since', async () => {
  const id = await product('Кава', FULL);
  const csv = 'Назва;Ціна;Код УКТЗЕД\nКава;10,00;1905\n';
  const { digest } = await tried(csv);
  await shop.owner.send('PATCH', `catalog/products/${id}/fiscal/`, { body: { uktzed: '2202' } });
  const answer = await withoutTrace(shop, () => send<Refusal>(csv, `?expected_digest=${digest}`));
  expect(Object.keys(answer.body.errors ?? {})).toEqual(['expected_digest']);
});

test.each([
  ['tax', '20%', 'NOT_TAX_RATES'],
  ['tax', '1,5x', 'NOT_TAX_RATES'],
  ['tax', '10000', 'NOT_TAX_RATES'],
  ['tax', '-1', 'NOT_TAX_RATES'],
  ['tax', Array.from({ length: MAX_TAXES + 1 }, (_, at) => at).join(), 'NOT_TAX_RATES'],
  ['uktzed', '090', 'NOT_UKTZED'],
  ['uktzed', '09012100001', 'NOT_UKTZED'],
  ['uktzed', '9,01E+08', 'NOT_UKTZED'],
  ['header', 'Я'.repeat(MAX_RECEIPT_TEXT + 1), 'TOO_LONG'],
  ['footer', 'Я'.repeat(MAX_RECEIPT_TEXT + 1), 'TOO_LONG'],
])('in the column %s the cell "%s" is wrong (%s), and nothing is written', async (field, cell, code) => {
  const csv = `name;price;${field}\nСир;10;"${cell}"\n`;
  expect((await tried(csv)).rows[0]?.problems.map((found) => [found.field, found.code])).toEqual([
    [field, code],
  ]);
  expect((await withoutTrace(shop, () => send<Refusal>(csv))).status).toBe(400);
});
