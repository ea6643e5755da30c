import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeShop } from '../../../main/demo/make.ts';
import { PASSWORD } from '../../../main/demo/shop.ts';
import { readConfig } from '../../../main/platform/config.ts';
import { createLog } from '../../../main/platform/log.ts';
import { startPracticeBank } from '../../../main/practice-bank/server.ts';
import { createApp } from '../../../main/start/app.ts';
import type { EmployeeRecord } from '../../../renderer/api/employees.ts';
import type { Params } from '../../../renderer/api/keys.ts';
import type { EntryName } from '../../../renderer/app/search/entries.ts';
import {
  groupsOf,
  type Item,
  isFound,
  itemsOf,
  requestsOf,
  type Searching,
} from '../../../renderer/app/search/find.ts';
import { inOtherLayout, matchPhrase, wordsOf } from '../../../renderer/app/search/match.ts';
import { recentItems, remember } from '../../../renderer/app/search/recent.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { Account } from '../../../shared/api/employees.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Sale } from '../../../shared/api/sales.ts';
import { formatAmount } from '../../../shared/money.ts';
import { accessToken, Client } from '../../helpers/client.ts';

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

const NOW = Date.parse('2026-11-21T15:10:00+02:00');
const OWNER: Account = {
  id: 1,
  username: 'owner',
  full_name: '',
  position: '',
  is_owner: true,
  can_view_invoices: true,
  can_create_invoices: true,
  can_cancel_invoices: true,
  can_manage_terminals: true,
  can_manage_employees: true,
  own_sales_only: false,
  catalog_prices_only: false,
  catalog_read_only: false,
};

let owner: Client;
let close: () => Promise<void>;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-search-'));
  const now = () => NOW;
  const bank = await startPracticeBank({ now });
  const config = {
    ...readConfig({ dataDir: join(folder, 'data'), port: '0', bankUrl: bank.url, keychain: 'file' }, {}),
    rateLimitUser: 100_000,
  };
  const log = createLog({ level: 'error', dir: join(folder, 'logs') });
  await makeShop(config, bank, { log, now: NOW });
  const app = createApp(config, {
    log,
    now,
    schedule: () => ({ nextRun: () => null, stop: () => undefined }),
  });
  const { baseUrl } = await app.start();
  close = async () => {
    await app.stop();
    await bank.stop();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  };
  owner = new Client(baseUrl, await accessToken(baseUrl, PASSWORD));
});
afterAll(() => close());

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

test('words by their beginning, longer ones without their ending, apostrophes alike', () => {
  expect(matchPhrase(wordsOf('готівкою'), 'готівка')).toBe('whole');
  expect(matchPhrase(wordsOf('cash in'), 'cash in')).toBe('exact');
  expect(matchPhrase(wordsOf('гот'), 'взяти готівку')).toBe('part');
  expect(matchPhrase(wordsOf("комп'ютер"), 'новий комп’ютер')).toBe('part');
  expect(matchPhrase(wordsOf('каси'), 'каса')).toBeUndefined();
  expect(matchPhrase([], 'каса')).toBeUndefined();
});

test('the text in the other keyboard layout', () => {
  expect([inOtherLayout('ujnsdrf'), inOtherLayout('йк')]).toEqual(['готівка', 'qr']);
});

test('what one may not do is not offered', async () => {
  const cashier: Account = {
    ...OWNER,
    id: 2,
    is_owner: false,
    own_sales_only: true,
    catalog_prices_only: true,
    can_cancel_invoices: false,
    can_manage_terminals: false,
    can_manage_employees: false,
  };
  const found = { sales: [], products: [], people: [], saleCount: 0 };
  const searching: Searching = {
    account: cashier,
    hasOthers: true,
    takesCash: true,
    isWindow: false,
    isOnSale: false,
    titleOf: (name) => TEXTS.uk.title[name],
    describe: () => '',
    goodsOf: ({ cash_sale }) => cash_sale?.items[0]?.name ?? cash_sale?.remark ?? '',
  };
  for (const text of [
    'токен',
    'закрити місяць',
    'журнал',
    'додати товар',
    'повернення',
    'резервна копія',
    'пін',
  ])
    expect(
      itemsOf(text, found, searching).filter(({ id }) => id !== 'all'),
      text,
    ).toEqual([]);
  expect(itemsOf('зміна', found, searching)[0]?.id).toBe('shift');
  expect(itemsOf('013191', found, searching)[0]).toMatchObject({
    title: { text: 'others', value: '013191' },
    target: { act: 'lock' },
    shown: 'Alt L',
  });
  const idsOf = (text: string, other: Partial<Searching> = {}, count = 0) =>
    itemsOf(text, { ...found, saleCount: count }, { ...searching, ...other }).map(({ id }) => id);
  expect(idsOf('013191', { account: OWNER })).not.toContain('others');
  // The shift lead sells, so the books are not theirs; who only reads has them.
  const lead = { ...cashier, own_sales_only: false, can_cancel_invoices: true };
  expect(idsOf('закрити місяць', { account: lead })).not.toContain('closeMonth');
  expect(idsOf('закрити день', { account: lead })).toContain('closeDay');
  expect(idsOf('закрити місяць', { account: { ...lead, can_create_invoices: false } })).toContain(
    'closeMonth',
  );
  const [sale] = await list<Sale>('sales/', { page_size: 1 });
  const all = itemsOf('лате', { ...found, sales: sale ? [sale] : [], saleCount: 34 }, searching).at(-1);
  expect([all?.id, all?.title]).toEqual(['all', { text: 'allOf', value: '34' }]);

  // Nor what was opened lately and has been switched off since.
  for (const item of itemsOf('екран покупця', found, searching)) remember(item);
  const recent = (counter: Searching['counter']) =>
    recentItems({ ...searching, counter }).map(({ id }) => id);
  const { body: counter } = await owner.get<NonNullable<Searching['counter']>>('counter/');
  expect(recent({ ...counter, customer_screen: true })).toContain('customerScreen');
  expect(recent({ ...counter, customer_screen: false })).not.toContain('customerScreen');
});

test('at most five of a group and twelve in all, the group of the best line first', () => {
  const item = (group: Item['group'], at: number): Item => ({
    id: `${group}-${at}`,
    group,
    title: '',
    score: group === 'goods' ? 0 : 1,
    target: { act: 'lock' },
  });
  const all = (['goods', 'actions', 'sales'] as const).flatMap((group) =>
    [0, 1, 2, 3, 4, 5].map((at) => item(group, at)),
  );
  expect(groupsOf(all).map(({ group, items }) => [group, items.length])).toEqual([
    ['goods', 5],
    ['actions', 5],
    ['sales', 2],
  ]);
  // Where there are more sales than lines, the last one leads to them.
  const offered = [...all, { ...item('sales', 6), id: 'all', score: 6 }];
  const ids = (items: readonly Item[]) =>
    groupsOf(items)
      .at(-1)
      ?.items.map(({ id }) => id);
  expect(ids(offered)).toEqual(['sales-0', 'all']);
  expect(ids(offered.filter(({ group }) => group === 'sales'))).toEqual([
    'sales-0',
    'sales-1',
    'sales-2',
    'sales-3',
    'all',
  ]);
});
