import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmployeeRecord } from '../../../renderer/api/employees.ts';
import type { Params } from '../../../renderer/api/keys.ts';
import type { EntryName } from '../../../renderer/app/search/entries.ts';
import {
  type Item,
  isFound,
  itemsOf,
  requestsOf,
  type Searching,
} from '../../../renderer/app/search/find.ts';
import { inOtherLayout } from '../../../renderer/app/search/match.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import { account } from '../../../shared/api/employees.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Sale } from '../../../shared/api/sales.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { Client } from '../../helpers/client.ts';
import { type DemoShop, openDemoShop } from '../../helpers/demo-shop.ts';
import { sample } from '../../helpers/sample.ts';

type Texts = { title: Record<EntryName, string>; [name: string]: unknown };
const textsOf = (language: string): Texts =>
  JSON.parse(
    readFileSync(new URL(`../../../renderer/i18n/locales/${language}/search.json`, import.meta.url), 'utf8'),
  ) as Texts;
const TEXTS = { uk: textsOf('uk'), en: textsOf('en') };

/** What is typed in either language, and the first line then. */
const LINES: readonly (readonly [uk: string, en: string, first: EntryName])[] = [
  ['закрити день', 'close day', 'closeDay'],
  ['z-звіт', 'z report', 'closeDay'],
  ['закрити місяць', 'close month', 'closeMonth'],
  ['бухгалтер', 'accountant', 'archive'],
  ['1с', 'bas', 'accounting'],
  ['зміна', 'shift', 'shift'],
  ['каса', 'till', 'till'],
  ['внести гроші', 'cash in', 'cashIn'],
  ['інкасація', 'cash out', 'cashOut'],
  ['готівка', 'cash', 'cash'],
  ['решта', 'change', 'cash'],
  ['частинами', 'split', 'parts'],
  ['заокруглення', 'rounding', 'rounding'],
  ['qr', 'qr', 'qr'],
  ['знижка', 'discount', 'discount'],
  ['відкладені', 'saved carts', 'heldCarts'],
  ['новий рахунок', 'new invoice', 'newSale'],
  ['повернення', 'refund', 'refund'],
  ['скасувати', 'cancel', 'unpaid'],
  ['друк', 'print', 'printLast'],
  ['принтер', 'printer', 'printer'],
  ['скринька', 'drawer', 'drawer'],
  ['чек', 'receipt', 'printLast'],
  ['додати товар', 'add product', 'addProduct'],
  ['імпорт', 'import excel', 'importProducts'],
  ['виторг вчора', 'takings yesterday', 'takingsYesterday'],
  ['мова', 'language', 'language'],
  ['темна тема', 'dark', 'dark'],
  ['звук', 'sound', 'sound'],
  ['блокування', 'lock', 'lock'],
  ['пін', 'pin', 'pin'],
  ['пароль', 'password', 'password'],
  ['змінити людину', 'switch user', 'switchUser'],
  ['вийти', 'sign out', 'signOut'],
  ['додати касира', 'add cashier', 'addPerson'],
  ['права', 'permissions', 'rights'],
  ['журнал', 'log', 'log'],
  ['резервна копія', 'backup', 'backup'],
  ['флешка', 'usb', 'backupDisk'],
  ['відновити', 'restore', 'restore'],
  ['новий комп’ютер', 'move', 'moving'],
  ['оновлення', 'update', 'updates'],
  ['автозапуск', 'autostart', 'autostart'],
  ['назва магазину', 'shop name', 'shopName'],
  ['логотип', 'logo', 'logo'],
  ['iban', 'iban', 'iban'],
  ['екран покупця', 'customer screen', 'customerScreen'],
  ['токен', 'token', 'token'],
  ['термінал', 'terminal', 'bank'],
  ['табличка', 'qr stand', 'standPrint'],
  ['виписка', 'statement', 'statement'],
  ['ліміт', 'income limit', 'incomeLimit'],
  ['ключ api', 'api key', 'keys'],
  ['допомога', 'help', 'guide'],
];

const OWNER = sample(account, { is_owner: true });

let owner: Client;
let demo: DemoShop;
beforeAll(async () => {
  demo = await openDemoShop();
  ({ owner } = demo);
});
afterAll(() => demo.close());

const list = async <Row>(path: string, params: Params): Promise<Row[]> => {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return (await owner.get<Page<Row>>(`${path}?${new URLSearchParams(given)}`)).body.results;
};

const itemsFor = async (text: string, searching: Searching): Promise<Item[]> => {
  const requests = requestsOf(text);
  const [sales, products, people] = await Promise.all([
    list<Sale>('sales/', requests.sales),
    list<Product>('catalog/products/', requests.products),
    list<EmployeeRecord>('employees/', requests.people),
  ]);
  return itemsOf(text, { sales, products, people, saleCount: sales.length }, searching);
};

/** As the panel does it: the other keyboard layout where the text finds nothing. */
const find = async (text: string, language: 'uk' | 'en', isOnSale = false): Promise<Item[]> => {
  const searching: Searching = {
    account: OWNER,
    hasOthers: true,
    takesCash: true,
    isWindow: true,
    isOnSale,
    titleOf: (name) => TEXTS[language].title[name],
    describe: () => '',
    goodsOf: ({ cash_sale }) => cash_sale?.items[0]?.name ?? cash_sale?.remark ?? '',
  };
  const own = await itemsFor(text, searching);
  return isFound(own) ? own : itemsFor(inOtherLayout(text), searching);
};

describe.each(['uk', 'en'] as const)('on a screen in %s', (language) => {
  test.each(LINES)('%s · %s', async (uk, en, first) => {
    for (const text of [uk, en]) expect((await find(text, language))[0]?.id, text).toBe(first);
  });

  test('a product on New sale, its price, a person', async () => {
    for (const text of ['лате', 'kfnt']) {
      const [first] = await find(text, language, true);
      expect([first?.title, first?.where, first?.product?.price]).toEqual([
        'Лате',
        expect.stringContaining('80,00'),
        8000,
      ]);
    }
    for (const text of ['ціна лате', 'price лате'])
      expect((await find(text, language))[0]?.title).toEqual({ text: 'price', value: 'Лате' });
    for (const text of ['тарас', 'taras'])
      expect((await find(text, language))[0]?.title, text).toBe('Тарас Гнатюк');
  });

  test('the number of a sale for cash', async () => {
    await owner.post('shifts/', { opening_cash: 0 });
    const { body: sale } = await owner.post<CashSale>('cash-sales/', {
      items: [{ name: 'Кава', price: 4500 }],
    });
    const items = await find(sale.number_display, language);
    expect(items[0]).toMatchObject({
      id: `sale-cash_sale-${sale.id}`,
      title: { text: 'sale', value: sale.number_display },
      target: { link: { to: '/invoices/cash/$cashId', params: { cashId: String(sale.id) } } },
    });
    expect((await find(`${sale.number_display} лате`, language)).map(({ id }) => id)).not.toContain(
      items[0]?.id,
    );
  });

  test('a sale for cash by its goods, its comment, its sum; an entry without a number by its comment', async () => {
    const items = [{ name: `Глінтвейн ${language}`, price: 6789 }];
    const sum = language === 'uk' ? 4321 : 4322;
    const { body: sale } = await owner.post<CashSale>('cash-sales/', {
      items,
      comment: `Для Ґалі ${language}`,
    });
    const { body: entry } = await owner.post<CashSale>(`shifts/${sale.shift}/cash-sales/`, {
      amount: sum,
      remark: `Пакет ${language}`,
    });
    const cashOf = async (text: string) =>
      (await find(text, language)).filter(({ id }) => id.startsWith('sale-cash_sale-'));
    for (const text of [`глінтвейн ${language}`, `${language} ҐАЛІ`])
      expect(await cashOf(text), text).toMatchObject([
        {
          id: `sale-cash_sale-${sale.id}`,
          where: expect.stringMatching(new RegExp(`^68,00\\s₴ · Глінтвейн ${language}`, 'u')),
        },
      ]);
    expect((await cashOf('68,00'))[0]?.id).toBe(`sale-cash_sale-${sale.id}`);
    // Where it leads has what was found.
    const targetOf = async (text: string, name: string) =>
      (await find(text, language)).find(({ id }) => id === name)?.target;
    const goods = `глінтвейн ${language}`;
    expect(await targetOf(goods, 'all')).toEqual({ link: { to: '/invoices', search: { search: goods } } });
    expect(await targetOf('лате', 'all')).toEqual({ link: { to: '/invoices', search: { search: 'лате' } } });
    expect(await cashOf(`пакет ${language}`)).toMatchObject([
      { id: `sale-cash_sale-${entry.id}`, title: entry.remark },
    ]);
    const [found] = await find(formatAmount(sum), language);
    expect([found?.id, found?.target]).toEqual([
      'amount',
      { link: { to: '/invoices/cash/$cashId', params: { cashId: String(entry.id) } } },
    ]);
    await owner.post(`cash-sales/${sale.id}/returns/`, {});
    expect((await cashOf(sale.number_display)).map(({ id }) => id)).toEqual([`sale-cash_sale-${sale.id}`]);
  });

  test('digits: an amount, a card, a number', async () => {
    for (const text of ['340,50', '340.50'])
      expect((await find(text, language))[0]?.title).toMatchObject({
        text: 'amount',
        value: expect.stringContaining('340,50'),
      });
    const [paid] = await list<Invoice>('invoices/', {
      status: 'success',
      page_size: 1,
      ordering: '-paid_date',
    });
    const card = paid?.masked_pan.slice(-4) ?? '';
    expect((await find(card, language))[0]?.title).toEqual({ text: 'card', value: card });
    const number = paid?.number_display ?? '';
    for (const text of [number, String(Number(number))])
      expect((await find(text, language))[0]?.title, text).toEqual({ text: 'sale', value: number });
  });
});
