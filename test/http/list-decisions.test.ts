import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import { insertTerminal } from '../../main/store/terminals.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';

// Decisions that apply to every list.

type Row = { id: number } & Record<string, unknown>;

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ now: clock.now, bank: { now: clock.now } });
  const [, other] = shop.bank.merchants;
  await addTerminal(shop.console, { name: 'Книги', token: other?.token ?? '' });
  for (const { id } of (await page('terminals/')).results) {
    await shop.owner.post(`terminals/${id}/sync_registers/`);
    clock.forward(1);
  }
  for (const username of ['zoya', 'adam', 'lesia']) {
    await shop.employee(username);
    clock.forward(1);
  }
  for (const [at, name] of ['Яблуко', 'Абрикос', 'Лимон', 'Абрикос'].entries()) {
    for (const resource of ['categories', 'units', 'products']) {
      const price = resource === 'products' ? { price: 100 * (at % 2) } : {};
      await shop.owner.post(`catalog/${resource}/`, { name, ...price });
    }
    clock.forward(1);
  }
  for (const amount of [300, 100, 200, 100, 200]) {
    const { id, invoice_id } = await shop.createInvoice({ amount });
    clock.forward(1);
    if (amount === 100) shop.bank.pay(invoice_id);
    if (amount === 300) shop.bank.decline(invoice_id);
    clock.forward(1);
    await shop.owner.post(`invoices/${id}/refresh/`);
  }
  // The clock has moved on since they were created: nothing else must query the bank about them.
  shop.console.db.run(build.updateTable('invoices').set({ next_check_at: null }));
});
afterAll(() => shop.close());

const page = async (path: string): Promise<Page<Row>> => {
  const answer = await shop.owner.get<Page<Row>>(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

/** Nulls first; numbers by size, text by its characters. */
const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return (a as number) < (b as number) ? -1 : 1;
};
const inOrder = (rows: readonly Row[], field: string, sign: 1 | -1) =>
  [...rows].sort((a, b) => sign * (compare(a[field], b[field]) || a.id - b.id)).map(({ id }) => id);

/** By id and each of these fields up and down, and by no other. */
const isOrderedBy = async (path: string, others: readonly string[]) => {
  const fields = ['id', ...others];
  const { results } = await page(path);
  expect(results.length).toBeGreaterThan(1);
  for (const field of fields) {
    expect(results[0]).toHaveProperty(field);
    for (const sign of [1, -1] as const) {
      const ordering = sign === 1 ? field : `-${field}`;
      const ids = (await page(`${path}?ordering=${ordering}`)).results.map(({ id }) => id);
      expect([ordering, ids]).toEqual([ordering, inOrder(results, field, sign)]);
    }
  }
  const refusedFields = Object.keys(results[0] ?? {}).filter((field) => !fields.includes(field));
  for (const field of refusedFields) {
    const refused = await shop.owner.get<Refusal>(`${path}?ordering=${field}`);
    expect([field, refused.status]).toEqual([field, 400]);
    for (const allowed of fields) expect(refused.body.errors?.ordering?.[0]).toContain(allowed);
  }
};

describe('ordering: comma-separated, each with or without `-`; a field outside the list is a 400 that names the list.', () => {
  test('invoices: id, number, status, amount, final_amount, created_date, modified_date, paid_date.', () =>
    isOrderedBy('invoices/', [
      'number',
      'status',
      'amount',
      'final_amount',
      'created_date',
      'modified_date',
      'paid_date',
    ]));
  test('products: name, price, code, created_at.', () =>
    isOrderedBy('catalog/products/', ['name', 'price', 'code', 'created_at']));
  test('terminals: name, created_at.', () => isOrderedBy('terminals/', ['name', 'created_at']));
  test('cash registers: name, created_at.', () => isOrderedBy('cash-registers/', ['name', 'created_at']));
  test('categories, units: name, created_at.', async () => {
    await isOrderedBy('catalog/categories/', ['name', 'created_at']);
    await isOrderedBy('catalog/units/', ['name', 'created_at']);
  });
  test('employees: username, created_at.', () => isOrderedBy('employees/', ['username', 'created_at']));
});

test('`id` orders every list. Up and down, with pages that hold each record once', async () => {
  for (const path of [
    ...['invoices/', 'invoices/open/', 'terminals/', 'cash-registers/', 'employees/'],
    ...['catalog/categories/', 'catalog/units/', 'catalog/products/', 'catalog/tiles/'],
  ]) {
    const ids = (await page(path)).results.map(({ id }) => id).sort((a, b) => a - b);
    expect([path, ids.length > 1]).toEqual([path, true]);
    for (const [ordering, expected] of [
      ['id', ids],
      ['-id', [...ids].reverse()],
    ] as const) {
      const paged: number[] = [];
      for (let number = 1; paged.length < ids.length; number++)
        paged.push(
          ...(await page(`${path}?ordering=${ordering}&page_size=2&page=${number}`)).results.map(
            ({ id }) => id,
          ),
        );
      expect([path, ordering, paged]).toEqual([path, ordering, expected]);
    }
  }
});

test('Default: invoices `-created_date`; the rest by name (employees by username). The id breaks ties', async () => {
  const invoices = (await page('invoices/')).results;
  expect(invoices.map(({ id }) => id)).toEqual(inOrder(invoices, 'created_date', -1));
  for (const [path, field] of [
    ['catalog/categories/', 'name'],
    ['catalog/units/', 'name'],
    ['catalog/products/', 'name'],
    ['terminals/', 'name'],
    ['cash-registers/', 'name'],
    ['employees/', 'username'],
  ] as const) {
    const { results } = await page(path);
    expect([path, results.map(({ id }) => id)]).toEqual([path, inOrder(results, field, 1)]);
  }
});

test('A malformed value is a 400 with `errors.<parameter>`; an id that no record has gives an empty list.', async () => {
  for (const [path, parameter] of [
    ['invoices/', 'terminal'],
    ['invoices/', 'cash_register'],
    ['cash-registers/', 'terminal'],
    ['catalog/products/', 'category'],
    ['catalog/products/', 'unit'],
  ] as const) {
    expect((await page(path)).count).toBeGreaterThan(0);
    for (const id of ['77777', '0', '-1', '99999999999999999999'])
      expect(await page(`${path}?${parameter}=${id}`)).toMatchObject({ count: 0, results: [] });
    for (const value of ['x', '1.5', '1,2']) {
      const refused = await withoutTrace(shop, () =>
        shop.owner.get<Refusal>(`${path}?${parameter}=${value}`),
      );
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        { [parameter]: ['A valid integer is required.'] },
      ]);
    }
  }
  for (const [path, parameter] of [
    ['cash-registers/', 'is_active'],
    ['catalog/products/', 'is_archived'],
  ] as const) {
    const refused = await withoutTrace(shop, () => shop.owner.get<Refusal>(`${path}?${parameter}=x`));
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { [parameter]: ['Must be a valid boolean.'] },
    ]);
  }
});

test('Unknown parameters are ignored; a parameter given empty counts as not given.', async () => {
  for (const [path, parameters] of [
    ['invoices/', ['status', 'terminal', 'created_locally', 'created_from', 'paid_to', 'amount_min']],
    ['catalog/products/', ['category', 'unit', 'is_archived']],
    ['catalog/categories/', []],
    ['catalog/units/', []],
    ['terminals/', []],
    ['cash-registers/', ['terminal', 'is_active']],
    ['employees/', []],
  ] as const) {
    const all = await page(path);
    expect(all.count).toBeGreaterThan(1);
    for (const parameter of [...parameters, 'search', 'ordering', 'page', 'page_size'])
      expect((await page(`${path}?${parameter}=`)).results).toEqual(all.results);
    expect((await page(`${path}?colour=red&Page=7&is-active=x`)).results).toEqual(all.results);
  }
});

test('page_size: default 25, larger than the maximum is lowered to the maximum (200; catalog 100 and 500); employees, terminals, cash registers like invoices.', async () => {
  const { db } = shop.console;
  const made = { created_at: 0, updated_at: 0 };
  const can = {
    can_view_invoices: 0,
    can_create_invoices: 0,
    can_cancel_invoices: 0,
    can_manage_terminals: 0,
    can_manage_employees: 0,
  } as const;
  db.transaction(() => {
    for (let at = 0; at < 510; at++) {
      const name = `н${at}`;
      const named = { name, search_text: name, ...made };
      db.run(build.insertInto('categories').values(named));
      db.run(build.insertInto('units').values({ ...named, short_name: '' }));
      db.run(
        build.insertInto('products').values({
          ...named,
          code: 1000 + at,
          price: 1,
          name_for_docs: '',
          article: '',
          external_code: '',
          category_id: null,
          unit_id: null,
          is_archived: 0,
        }),
      );
      db.run(
        build.insertInto('accounts').values({
          ...made,
          ...can,
          role: 'employee',
          username: name,
          password_hash: '',
          password_changed_at: 0,
          full_name: '',
          email: '',
          position: '',
          is_active: 1,
          search_text: name,
        }),
      );
      db.run(
        build.insertInto('cash_registers').values({
          ...made,
          name,
          terminal_id: shop.terminal.id,
          qr_id: name,
          short_qr_id: name,
          amount_type: 'merchant',
          page_url: '',
          is_active: 1,
        }),
      );
      insertTerminal(db, {
        ...made,
        name,
        merchant_id: '',
        merchant_name: '',
        edrpou: '',
        is_active: 1,
        show_payments: 1,
        sealed_token: null,
        deleted_at: null,
      });
    }
  });
  const [invoice] = db.all(build.selectFrom('invoices').selectAll());
  if (!invoice) throw new Error('There is no invoice.');
  db.transaction(() => {
    for (let at = 0; at < 210; at++) {
      const { id: _, ...row } = { ...invoice, number: 1000 + at, invoice_id: `p2_${at}` };
      db.run(build.insertInto('invoices').values(row));
    }
  });
  const sizes = async (path: string) =>
    Promise.all(
      ['', '?page_size=7', '?page_size=501'].map(async (query) => (await page(path + query)).results.length),
    );
  for (const path of ['invoices/', 'employees/', 'terminals/', 'cash-registers/'])
    expect([path, await sizes(path)]).toEqual([path, [25, 7, 200]]);
  for (const path of ['catalog/categories/', 'catalog/units/', 'catalog/products/'])
    expect([path, await sizes(path)]).toEqual([path, [100, 7, 500]]);
});
