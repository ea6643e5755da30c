import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { databaseFile } from '../../../main/platform/data-folder.ts';
import { plainSql, statementRuns } from '../../../main/store/db/query-cache.ts';
import { searchAgrees } from '../../../main/store/invoices/rollups/check.ts';
import { rebuildSearch } from '../../../main/store/invoices/rollups/rebuild.ts';
import { BASE_VERSION, migrations } from '../../../main/store/migrations/index.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import { fold, searchText } from '../../../shared/text.ts';
import { cashOf } from '../../helpers/cash.ts';
import { ok } from '../../helpers/ok.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

/** Sales for cash, found by their comment, the names of their goods, and their number. */

const shop = await shopOfFile();
const { sell, pay, giveBack } = cashOf(() => shop);
const found = async (search: string, client = shop.owner): Promise<number[]> =>
  (
    await ok(client.get<{ results: CashSale[] }>(`cash-sales/?search=${encodeURIComponent(search)}`))
  ).results.map(({ id }) => id);
/** Of more trigrams than an expression of the index may have. */
const LONG = Array.from({ length: 120 }, (_, at) => String.fromCharCode(97 + ((at * at) % 26))).join('');
/** Ї and й of two characters each, as another system may store them. */
const APART = 'Чай «Їжак»'.normalize('NFD');

let goods: CashSale;
let amount: CashSale;
let parts: CashSale;
let back: CashSale;
let entry: CashSale;
beforeAll(async () => {
  await shop.owner.post('shifts/', { opening_cash: 0 });
  goods = await sell({
    items: [
      { name: 'Круасан з мигдалем', price: 9000 },
      { name: APART, price: 4500, quantity: 2 },
    ],
    comment: 'Для Оксани, 100% знижка',
  });
  amount = await sell({ amount: 8100, comment: 'ЇЖА з ґанку' });
  parts = await pay(
    await sell({
      items: [{ name: 'Торт Наполеон', price: 37_500 }],
      cash: 20_000,
      terminal: shop.terminal.id,
    }),
  );
  back = await ok(
    giveBack(goods, { items: [{ item: goods.items[0]?.id, quantity: 1 }], comment: 'Черствий' }),
    201,
  );
  entry = await ok(shop.owner.post<CashSale>('shifts/1/cash-sales/', { amount: 500, remark: 'Пакет' }), 201);
});

test('a word occurs in the comment or in the name of a product, in any case of letters and composition', async () => {
  expect(await found('оксани')).toEqual([goods.id]);
  expect(await found('їжа')).toEqual([amount.id, goods.id]);
  expect(await found('ҐАНК')).toEqual([amount.id]);
  expect(await found('наполеон')).toEqual([parts.id]);
  expect(await found('ПАКЕТ')).toEqual([entry.id]);
  expect(await found('мигдал')).toEqual([back.id, goods.id]);
  expect(await found('черствий')).toEqual([back.id]);
  expect(await found('чай')).toEqual([goods.id]);
  expect(await found('% з')).toEqual([goods.id]);
  expect(await found('"АНД" OR *')).toEqual([]);
});

test('every word must occur, wherever; none is pieced together of two fields', async () => {
  expect(await found('оксани круасан  ЧАЙ')).toEqual([goods.id]);
  expect(await found('оксани наполеон')).toEqual([]);
  expect(await found('мигдалемчай')).toEqual([]);
  const answer = await shop.owner.get(`cash-sales/?search=${'а+'.repeat(33)}`);
  expect(answer.status).toBe(400);
  expect(await found(Array.from({ length: 32 }, () => LONG).join(' '))).toEqual([]);
});

test('digits are a number, that of a sale and of its returns, or occur in the texts', async () => {
  expect(await found(goods.number_display)).toEqual([back.id, goods.id]);
  expect(await found('100')).toEqual([goods.id]);
  expect(await found(`${parts.number} торт`)).toEqual([parts.id]);
  expect(await found(`${parts.number_display} чай`)).toEqual([]);
  expect(await found('99999')).toEqual([]);
});

test('who sees only their own sales finds only those; one that the bank refused is not found', async () => {
  const own = await shop.employee('own', ['can_view_invoices', 'can_create_invoices'], { own_sales_only: 1 });
  const mine = await sell({ amount: 100, comment: 'Пакет' }, own);
  expect(await found('пакет', own)).toEqual([mine.id]);
  expect(await found('пакет')).toEqual([mine.id, entry.id]);
  shop.bank.fault({ kind: 'refusal', path: 'invoice/create' });
  const refused = await shop.owner.post('cash-sales/', {
    items: [{ name: 'Відмовлений', price: 37_500 }],
    cash: 20_000,
    terminal: shop.terminal.id,
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await found('відмовлений')).toEqual([]);
});

test('whatever is typed, found is what a plain look at the texts finds', async () => {
  const listed = async (query: string): Promise<CashSale[]> =>
    (await ok(shop.owner.get<{ results: CashSale[] }>(`cash-sales/?page_size=200&${query}`))).results;
  const word = fc.string({ unit: fc.constantFrom(...'аїЙй́0%"*\n\u{1f950}'), minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 3 }), word, async (names, sought) => {
      const words = sought.split(/\s+/u).filter(Boolean);
      fc.pre(words.length > 0 && !words.some((each) => /^\d+$/u.test(each)));
      const items = names.map((name) => ({ name: `-${name}-`, price: 100 }));
      await sell({ items, comment: names.join('') });
      const expected = (await listed('')).filter(({ remark, items: lines }) => {
        const texts = [remark, ...lines.map(({ name }) => name)].map(fold);
        return words.every((each) => texts.some((text) => text.includes(fold(each))));
      });
      const found = await listed(`search=${encodeURIComponent(sought)}`);
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 60 },
  );
});

test('a word of three letters is looked up, not looked for in every sale', async () => {
  const { db } = shop.console;
  const statements = new Set<string>();
  const listen = (text: unknown) => statements.add(String(text));
  statementRuns.subscribe(listen);
  await found('наполеон');
  await found(parts.number_display);
  statementRuns.unsubscribe(listen);
  const searches = [...statements].filter((text) => text.includes('cash_sales_text'));
  expect(searches).toHaveLength(4);
  const plan = searches.flatMap((text) => {
    const unbound = Array.from(text.matchAll(/\?/g), () => 1);
    return db.all(plainSql<{ detail: string }>(`explain query plan ${text}`, ...unbound));
  });
  expect(plan.filter(({ detail }) => /^SCAN cash_sales\b/u.test(detail))).toEqual([]);
});

/** The schema before cash sales had a text to search. */
const BEFORE = 33;

test('sales of before the update are found as later ones; the index is compared, and made anew', async () => {
  const { db } = shop.console;
  const texts = () =>
    db.all(
      plainSql<{ id: number; search_text: string }>('select id, search_text from cash_sales order by id'),
    );
  const before = texts();
  expect(before[0]?.search_text).toBe(searchText(goods.remark, ...goods.items.map(({ name }) => name)));
  await shop.host.whileStopped(async () => {
    const old = new Database(databaseFile(shop.folder));
    for (const { undo } of migrations.slice(BEFORE - BASE_VERSION).reverse()) old.exec(undo);
    old.pragma(`user_version = ${BEFORE}`);
    old.close();
  });
  expect(texts()).toEqual(before);
  expect(await found('оксани')).toEqual([goods.id]);
  expect(await found('наполеон')).toEqual([parts.id]);
  expect(searchAgrees(db)).toBe(true);
  db.run(plainSql("insert into cash_sales_text (cash_sales_text) values ('delete-all')"));
  expect(searchAgrees(db)).toBe(false);
  expect(await found('наполеон')).toEqual([]);
  await rebuildSearch(db);
  expect(searchAgrees(db)).toBe(true);
  expect(await found('наполеон')).toEqual([parts.id]);
  const after = await sell({ amount: 100, comment: 'Після' });
  expect(await found('після')).toEqual([after.id]);
});
