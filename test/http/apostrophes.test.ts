import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { openShop, type Shop } from '../helpers/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  changeSetting(shop.console.db, shop.folder, 'takes_cash', 'yes');
  await shop.owner.post('catalog/categories/', { name: 'М’ясо' });
  await shop.owner.post('catalog/products/', { name: 'Мʼясо з кав`ярні', price: 100 });
  await shop.owner.post('invoices/', { terminal: shop.terminal.id, amount: 100, reference: 'М’ясо' });
  await shop.owner.post('shifts/', { opening_cash: 0 });
  await shop.owner.post('cash-sales/', { amount: 100, comment: "М'ясо" });
});
afterAll(() => shop.close());

const LISTS = ['catalog/categories/', 'catalog/products/', 'invoices/', 'cash-sales/'];
const foundIn = (list: string) =>
  Promise.all(
    ["м'яс", 'М’ЯС', 'мʼяс', 'м`яс'].map(async (text) => {
      const { body } = await shop.owner.get<{ count: number }>(`${list}?search=${encodeURIComponent(text)}`);
      return body.count;
    }),
  );

test.each(LISTS)('an apostrophe is found however it is typed: %s', async (list) => {
  expect(await foundIn(list)).toEqual([1, 1, 1, 1]);
});

test('what was kept before an apostrophe was one letter is found too', async () => {
  await shop.host.whileStopped(async () => {
    const old = new Database(databaseFile(shop.folder));
    for (const table of ['categories', 'products', 'invoices', 'cash_sales'])
      old.exec(`update ${table} set search_text = replace(search_text, '''', '’')`);
    old.pragma('user_version = 34');
    old.close();
  });
  for (const list of LISTS) expect([list, await foundIn(list)]).toEqual([list, [1, 1, 1, 1]]);
});
