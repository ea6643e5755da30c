import { expect, test } from 'vitest';
import { changeSetting } from '../../../main/shop/settings.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Scan, Tile } from '../../../shared/api/product-shop.ts';
import type { Refusal } from '../../helpers/client.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

const shop = await shopOfFile();
for (const [name, fields, barcodes] of [
  ['Вода', { article: 'A-1' }, ['4820000000017']],
  // A table program has removed the zero in front.
  ['Сироп', { article: 'A-2' }, ['36000291452']],
  ['Сир', { article: '42', price: 42_000 }, ['2200042000008']],
  ['Ковбаса', { external_code: '00043', price: 30_000 }, []],
  ['Цукерка', {}, ['01234565']],
  ['Аркуш', {}, ['AB-15712']],
] as const) {
  const { body } = await shop.owner.post<{ id: number }>('catalog/products/', {
    name,
    price: 1800,
    ...fields,
  });
  const answer = await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: { barcodes } });
  expect(answer.status).toBe(200);
}

const scanned = async (code: string): Promise<Scan> =>
  (await shop.owner.get<Scan>(`catalog/scan/?code=${encodeURIComponent(code)}`)).body;
const tile = async (code: string): Promise<string[]> =>
  (await shop.owner.get<Page<Tile>>(`catalog/tiles/?barcode=${encodeURIComponent(code)}`)).body.results.map(
    ({ name }) => name,
  );

test.each<[code: string, kind: Scan['kind'], name: string, rest: object]>([
  ['4820000000017', 'barcode', 'Вода', {}],
  ['04820000000017', 'barcode', 'Вода', {}],
  [']E04820000000017', 'barcode', 'Вода', {}],
  ['036000291452', 'barcode', 'Сироп', {}],
  ['0036000291452', 'barcode', 'Сироп', {}],
  ['00036000291452', 'barcode', 'Сироп', {}],
  ['1234565', 'barcode', 'Цукерка', {}],
  ['AB-15712', 'barcode', 'Аркуш', {}],
  ['0104820000000017', 'gs1', 'Вода', {}],
  [']C10104820000000017310300035010ABC', 'gs1', 'Вода', { quantity: 0.35 }],
  ['(01)04820000000017(3102)000125', 'gs1', 'Вода', { quantity: 1.25 }],
  ['01048200000000173922003600\u001d10L1', 'gs1', 'Вода', { sum: 3600, quantity: 2 }],
  // Of a medicine: parts that no shop reads, and the number of the product behind others.
  [']d2010482000000001721AB12CD34\u001d17280131\u001d240X-1\u001d7103UA-9', 'gs1', 'Вода', {}],
  ['\u001d0104820000000017410482000000001710L1\u001d8008261130120000', 'gs1', 'Вода', {}],
  [']C1152801310104820000000017310300035010ABC', 'gs1', 'Вода', { quantity: 0.35 }],
  ['(17)280131(01)04820000000017(240)X-1', 'gs1', 'Вода', {}],
  ['https://id.gs1.org/01/04820000000017?17=270101', 'gs1', 'Вода', {}],
  ['2200042003504', 'scale', 'Сир', { item: '42', quantity: 0.35 }],
  ['2200043003503', 'scale', 'Ковбаса', { item: '43', quantity: 0.35 }],
])('%s is %s of %s', async (code, kind, name, rest) => {
  expect(await scanned(code)).toMatchObject({
    kind,
    item: '',
    quantity: null,
    sum: null,
    ...rest,
    product: { name },
  });
  expect(await tile(code)).toEqual([name]);
});

test('what is no product: an unknown number of scales is named; an article alone is found by its code', async () => {
  expect(await scanned('2200044003502')).toMatchObject({
    kind: 'scale',
    product: null,
    item: '44',
    quantity: 0.35,
  });
  expect(await scanned('4820000000024')).toMatchObject({ kind: null, product: null });
  expect(await scanned('A-2')).toMatchObject({ kind: 'code', product: { name: 'Сироп' } });
  expect(await scanned('')).toMatchObject({ kind: null, product: null });
});

test('the layout of labels is what the owner has set: prices by kopiykas, pieces, none', async () => {
  const set = (value: string) => changeSetting(shop.console.db, shop.folder, 'scale_labels', value);
  set('22?IIIIPPPPPC 23IIIIIWWWWWC');
  expect(await scanned('2200042210001')).toMatchObject({
    product: { name: 'Сир' },
    sum: 21_000,
    quantity: 0.5,
  });
  set('22IIIIINNNNNC');
  expect(await scanned('2200042000039')).toMatchObject({ item: '42', quantity: 3 });
  set('23IIIIIWWWWWC');
  expect(await scanned('2200042003504')).toMatchObject({ kind: null, product: null });
  set('');
});

test('a barcode with other zeros in front is the same, and taken', async () => {
  const { body } = await shop.owner.post<{ id: number }>('catalog/products/', { name: 'Інше', price: 1 });
  const patch = (barcode: string) =>
    shop.owner.send<Refusal>('PATCH', `catalog/products/${body.id}/shop/`, { body: { barcodes: [barcode] } });
  for (const barcode of ['04820000000017', '036000291452']) expect((await patch(barcode)).status).toBe(400);
  for (const barcode of ['-', '0', '000', '4820000000017.0']) expect((await patch(barcode)).status).toBe(400);
});
