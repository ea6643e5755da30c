import { beforeAll, describe, expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { Page } from '../../shared/api/pages.ts';
import { byPermission } from '../../shared/permissions.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { rawRequest } from '../helpers/raw.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

// What holds for every list.

type Row = { id: number } & Record<string, unknown>;

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
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

const page = (path: string): Promise<Page<Row>> => ok(shop.owner.get<Page<Row>>(path), 200);
/** The errors of a query that is refused and leaves no trace. */
const errorsOf = async (path: string) => {
  const { status, body } = await withoutTrace(shop, () => shop.owner.get<Refusal>(path));
  expect([path, status]).toEqual([path, 400]);
  return body.errors;
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
  for (const field of Object.keys(results[0] ?? {}).filter((name) => !fields.includes(name))) {
    const errors = await errorsOf(`${path}?ordering=${field}`);
    for (const allowed of fields) expect(errors?.ordering?.[0]).toContain(allowed);
  }
};

describe('ordering: comma-separated, each with or without `-`; a field outside the list is a 400 that names the list. Null dates come first ascending, last descending, and so does a null final_amount. invoices: id, number, status, amount, final_amount, created_date, modified_date, paid_date. products: name, price, code, created_at. terminals: name, created_at. cash registers: name, created_at. categories, units: name, created_at. employees: username, created_at.', () => {
  const dates = ['created_date', 'modified_date', 'paid_date'];
  test.each([
    ['invoices/', ['number', 'status', 'amount', 'final_amount', ...dates]],
    ['catalog/products/', ['name', 'price', 'code', 'created_at']],
    ['terminals/', ['name', 'created_at']],
    ['cash-registers/', ['name', 'created_at']],
    ['catalog/categories/', ['name', 'created_at']],
    ['catalog/units/', ['name', 'created_at']],
    ['employees/', ['username', 'created_at']],
  ])('%s', isOrderedBy);
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
      for (let number = 1; paged.length < ids.length; number++) {
        const { results } = await page(`${path}?ordering=${ordering}&page_size=2&page=${number}`);
        paged.push(...results.map(({ id }) => id));
      }
      expect([path, ordering, paged]).toEqual([path, ordering, expected]);
    }
  }
});

test('Default: invoices `-created_date`; the rest by name (employees by username). The id breaks ties', async () => {
  for (const [path, field, sign] of [
    ['invoices/', 'created_date', -1],
    ['catalog/categories/', 'name', 1],
    ['catalog/units/', 'name', 1],
    ['catalog/products/', 'name', 1],
    ['terminals/', 'name', 1],
    ['cash-registers/', 'name', 1],
    ['employees/', 'username', 1],
  ] as const) {
    const { results } = await page(path);
    expect([path, results.map(({ id }) => id)]).toEqual([path, inOrder(results, field, sign)]);
  }
});

test('an id that no record has gives an empty list.', async () => {
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
  }
});

test('a search has at most 32 words', async () => {
  const words = (count: number) =>
    encodeURIComponent(Array.from({ length: count }, (_, at) => `w${at}`).join(' '));
  for (const path of ['invoices/', 'terminals/', 'catalog/products/', 'catalog/units/', 'employees/']) {
    await page(`${path}?search=${words(32)}`);
    for (const count of [33, 2000])
      expect(await errorsOf(`${path}?search=${words(count)}`)).toEqual({
        search: ['Ensure this field has no more than 32 words.'],
      });
  }
});

test('terminals: search by name, merchant, edrpou', async () => {
  const names = async (words: string) =>
    (await page(`terminals/?search=${encodeURIComponent(words)}`)).results.map(({ name }) => name);
  expect(await names('КАСА')).toEqual(['Каса']);
  expect(await names(shop.merchant.edrpou.slice(2))).toEqual(['Каса']);
  expect(await names(`${shop.merchant.merchantName.toUpperCase()} кас`)).toEqual(['Каса']);
});

describe('of many records', () => {
  const MANY = 510;
  let count: number;
  beforeAll(async () => {
    const { db } = shop.console;
    const made = { created_at: 0, updated_at: 0 };
    const can = byPermission(() => 0);
    const person = { role: 'employee', password_hash: '', password_changed_at: 0, full_name: '', email: '' };
    const texts = { name_for_docs: '', article: '', external_code: '' };
    const shownBy = { merchant_id: '', merchant_name: '', edrpou: '', is_active: 1, show_payments: 1 };
    const register = { terminal_id: shop.terminal.id, amount_type: 'merchant', page_url: '', is_active: 1 };
    const rowsOf = (at: number): Record<string, object> => {
      // Names that tie, so that only the id keeps the pages apart.
      const named = { ...made, name: `Т${at % 7}` };
      const found = { ...named, search_text: named.name };
      return {
        categories: found,
        units: { ...found, short_name: '' },
        products: { ...found, ...texts, code: 1000 + at, price: 1, is_archived: 0 },
        accounts: {
          ...made,
          ...can,
          ...person,
          username: `n${at}`,
          position: '',
          is_active: 1,
          search_text: '',
        },
        cash_registers: { ...named, ...register, qr_id: `q${at}`, short_qr_id: `q${at}` },
        terminals: { ...named, ...shownBy, search_text: 'т' },
      };
    };
    db.transaction(() => {
      for (let at = 0; at < MANY; at++)
        for (const [table, row] of Object.entries(rowsOf(at)))
          db.run(build.insertInto(table as 'categories').values(row as never));
      const [invoice] = db.all(build.selectFrom('invoices').selectAll());
      if (!invoice) throw new Error('There is no invoice.');
      for (let at = 0; at < MANY; at++) {
        const { id: _, ...row } = { ...invoice, number: 1000 + at, invoice_id: `p2_${at}` };
        db.run(build.insertInto('invoices').values(row));
      }
    });
    ({ count } = await page('terminals/'));
  });

  test('page_size: default 25, larger than the maximum is lowered to the maximum (200; catalog 100 and 500); employees, terminals, cash registers like invoices.', async () => {
    const sizes = async (path: string) =>
      Promise.all(
        ['', '?page_size=1', '?page_size=501', '?page_size=999999999999999999999999', '?page_size='].map(
          async (query) => (await page(path + query)).results.length,
        ),
      );
    for (const path of ['invoices/', 'employees/', 'terminals/', 'cash-registers/'])
      expect([path, await sizes(path)]).toEqual([path, [25, 1, 200, 200, 25]]);
    for (const path of ['catalog/categories/', 'catalog/units/', 'catalog/products/'])
      expect([path, await sizes(path)]).toEqual([path, [100, 1, 500, 500, 100]]);
    expect((await page('terminals/?page_size=200')).results).toHaveLength(200);
  });

  test('Envelope `count`, `next`, `previous`, `results`.', async () => {
    const first = await page('terminals/');
    expect(Object.keys(first).sort()).toEqual(['count', 'next', 'previous', 'results']);
    expect(first).toMatchObject({ count: MANY + 2, previous: null });
    const last = await page('terminals/?page_size=200&page=3');
    expect([last.next, last.results.length]).toEqual([null, count - 400]);
  });

  test('links lead through the whole list. The id breaks ties, so pages never overlap.', async () => {
    for (const ordering of ['', '&ordering=-name', '&ordering=created_at', '&ordering=-created_at,name']) {
      const seen: number[] = [];
      let link: string | null = `terminals/?page_size=90${ordering}`;
      while (link !== null) {
        const { results, next }: Page<Row> = await page(link);
        seen.push(...results.map(({ id }) => id));
        link = next;
      }
      expect([new Set(seen).size, seen.length]).toEqual([count, count]);
    }
  });

  test('`next`/`previous` are absolute, on the Host the request came to, with the other parameters kept; the link to page 1 has no `page`.', async () => {
    const second = await page('terminals/?x=%D1%8F%26&page=2&search=%D1%82&page_size=100');
    expect(second.previous?.startsWith(shop.baseUrl)).toBe(true);
    const previous = new URL(second.previous ?? '');
    expect(Object.fromEntries(previous.searchParams)).toEqual({ x: 'я&', search: 'т', page_size: '100' });
    expect(new URL(second.next ?? '').searchParams.get('page')).toBe('3');
    expect((await page(`terminals/?${previous.searchParams}`)).next).toContain('page=2');
    const { port } = new URL(shop.baseUrl);
    const headers = { Host: `localhost:${port}`, Authorization: `Bearer ${await shop.signIn('owner')}` };
    const { text } = await rawRequest(`${shop.baseUrl}terminals/`, { headers });
    expect(JSON.parse(text).next).toBe(`http://localhost:${port}/api/v1/terminals/?page=2`);
  });

  test('A page past the last: 404 `Invalid page.`; page 1 of nothing is an empty list.', async () => {
    for (const query of ['page=99', 'page=99999999999999999999999999', 'search=nothing-like-it&page=2']) {
      const { status, body } = await shop.owner.get<Refusal>(`terminals/?${query}`);
      expect([query, status, body]).toEqual([query, 404, { detail: 'Invalid page.' }]);
    }
    for (const query of ['search=nothing-like-it', 'search=nothing-like-it&page=1'])
      expect(await page(`terminals/?${query}`)).toEqual({
        count: 0,
        next: null,
        previous: null,
        results: [],
      });
  });
});
