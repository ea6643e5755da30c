import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertTerminal } from '../../main/store/terminals.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import type { Refusal } from '../helpers/client.ts';
import { rawRequest } from '../helpers/raw.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';

const COUNT = 230;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  shop.console.db.transaction(() => {
    for (let at = 1; at < COUNT; at++)
      insertTerminal(shop.console.db, {
        // Names that tie, so that only the id keeps the pages apart.
        name: `Т${at % 7}`,
        merchant_id: `m${at}`,
        merchant_name: 'Крамниця',
        edrpou: '',
        is_active: 1,
        show_payments: 1,
        sealed_token: null,
        created_at: 1000 * (at % 5),
        updated_at: 0,
        deleted_at: null,
      });
  });
});
afterAll(() => shop.close());

const page = async (query: string): Promise<Page<Terminal>> => {
  const answer = await shop.owner.get<Page<Terminal>>(`terminals/${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

test('Envelope `count`, `next`, `previous`, `results`.', async () => {
  const first = await page('');
  expect(Object.keys(first).sort()).toEqual(['count', 'next', 'previous', 'results']);
  expect(first).toMatchObject({ count: COUNT, previous: null });
  expect(first.results).toHaveLength(25);
});

describe('`next`/`previous` are absolute, on the Host the request came to, with the other parameters kept; the link to page 1 has no `page`.', () => {
  test('links lead through the whole list. The id breaks ties, so pages never overlap.', async () => {
    for (const ordering of ['', '&ordering=-name', '&ordering=created_at', '&ordering=-created_at,name']) {
      const seen: number[] = [];
      let link: string | null = `terminals/?page_size=40${ordering}`;
      while (link !== null) {
        const answer: Page<Terminal> = (await shop.owner.get<Page<Terminal>>(link)).body;
        seen.push(...answer.results.map(({ id }) => id));
        link = answer.next;
      }
      expect(new Set(seen).size).toBe(COUNT);
      expect(seen).toHaveLength(COUNT);
    }
  });
  test('their form', async () => {
    const second = await page('?x=%D1%8F%26&page=2&search=%D0%BA&page_size=100');
    expect(second.previous?.startsWith(shop.baseUrl)).toBe(true);
    const previous = new URL(second.previous ?? '');
    expect(previous.searchParams.has('page')).toBe(false);
    expect(Object.fromEntries(previous.searchParams)).toEqual({ x: 'я&', search: 'к', page_size: '100' });
    const next = new URL(second.next ?? '');
    expect(next.searchParams.get('page')).toBe('3');
    expect((await page(`?${previous.searchParams}`)).next).toContain('page=2');
  });
  test('on the Host the request came to', async () => {
    const { port } = new URL(shop.baseUrl);
    const token = await shop.signIn('owner');
    const { text } = await rawRequest(`${shop.baseUrl}terminals/`, {
      headers: { Host: `localhost:${port}`, Authorization: `Bearer ${token}` },
    });
    expect(JSON.parse(text).next).toBe(`http://localhost:${port}/api/v1/terminals/?page=2`);
  });
});

describe('page_size: default 25, larger than the maximum is lowered to the maximum (200)', () => {
  test.each([
    ['?page_size=1', 1],
    ['?page_size=200', 200],
    ['?page_size=201', 200],
    ['?page_size=999999999999999999999999', 200],
    ['?page_size=', 25],
    ['?page=10', 5],
  ])('%s', async (query, length) => {
    expect((await page(query)).results).toHaveLength(length);
  });
  test('the last page has no next', async () => {
    const last = await page('?page_size=200&page=2');
    expect(last.next).toBeNull();
    expect(last.results).toHaveLength(COUNT - 200);
  });
});

describe('page_size or page not a positive integer: 400.', () => {
  test.each(['0', '-1', '1.5', 'last', '1e2', '0x1', '٢', '%201'])('%s', async (value) => {
    for (const parameter of ['page', 'page_size']) {
      const answer = await withoutTrace(shop, () =>
        shop.owner.get<Refusal>(`terminals/?${parameter}=${value}`),
      );
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [parameter]]);
    }
  });
});

describe('A page past the last: 404 `Invalid page.`; page 1 of nothing is an empty list.', () => {
  test.each(['?page=11', '?page=99999999999999999999999999', '?search=nothing-like-it&page=2'])(
    '%s',
    async (query) => {
      const answer = await shop.owner.get<Refusal>(`terminals/${query}`);
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Invalid page.' }]);
    },
  );
  test.each(['?search=nothing-like-it', '?search=nothing-like-it&page=1'])('%s', async (query) => {
    expect(await page(query)).toEqual({ count: 0, next: null, previous: null, results: [] });
  });
});

test('a search has at most 32 words', async () => {
  const words = (count: number) =>
    encodeURIComponent(Array.from({ length: count }, (_, at) => `w${at}`).join(' '));
  for (const path of ['invoices/', 'terminals/', 'catalog/products/', 'catalog/units/', 'employees/'])
    for (const [count, status] of [
      [32, 200],
      [33, 400],
      [2000, 400],
    ] as const) {
      const answer = await shop.owner.get<Refusal>(`${path}?search=${words(count)}`);
      expect([path, count, answer.status]).toEqual([path, count, status]);
      if (status === 400)
        expect(answer.body.errors).toEqual({ search: ['Ensure this field has no more than 32 words.'] });
    }
});

test('terminals: search by name, merchant, edrpou', async () => {
  expect((await page('?search=КАСА')).results.map(({ name }) => name)).toEqual(['Каса']);
  expect((await page(`?search=${shop.merchant.edrpou.slice(2)}`)).count).toBe(1);
  expect((await page('?search=крамниця%20т3')).count).toBe(33);
});
