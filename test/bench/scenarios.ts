import type { ScenarioName } from './figures.ts';
import { BENCH_NOW, WANTED } from './make-shop.ts';
import type { Ask } from './measure.ts';

/** The requests. */

interface Scenario {
  /** The `at`th request, at the same shop always the same. */
  ask(at: number): Ask;
  status: 200 | 201 | 204;
}

const PAGE_SIZE = 25;
const DAY_MS = 86_400_000;

const get = (path: string): Scenario => ({ status: 200, ask: () => ({ method: 'GET', path }) });

/** 30 days of a shop in Kyiv: both ends are in the middle of a UTC day, as a person's filter has them. */
const MIDNIGHT = Math.floor(BENCH_NOW / DAY_MS) * DAY_MS - 2 * 3_600_000;
const range = `created_from=${new Date(MIDNIGHT - 30 * DAY_MS).toISOString()}&created_to=${new Date(MIDNIGHT - 1).toISOString()}`;
const search = (word: string) => `invoices/?search=${encodeURIComponent(word)}`;

/** Spread over the whole table: neighbours would be found in the same page of the file. */
const STRIDE = 7919;
const idAt = (at: number, invoices: number): number => 1 + ((at * STRIDE) % invoices);

const LINES = [
  { name: 'Кава велика', price: 5500, quantity: 2 },
  { name: 'Круасан з маслом', price: 7200, quantity: 1 },
  { name: 'Сік яблучний', price: 4300, quantity: 1 },
];

/** At the second terminal: the statement is imported at the first, which queries each of its open invoices. */
const SELLS_AT = 2;
export const SYNCS_AT = 1;

export const scenarios = (invoices: number): Record<ScenarioName, Scenario> => ({
  byId: { status: 200, ask: (at) => ({ method: 'GET', path: `invoices/${idAt(at, invoices)}/` }) },
  page1: get('invoices/'),
  filtered: get(`invoices/?status=success&terminal=1&${range}`),
  searchPan: get(search(WANTED.pan)),
  searchWord: get(search(WANTED.word)),
  searchRrn: get(search(WANTED.rrn)),
  page80: get(`invoices/?page=${Math.max(1, Math.floor((0.8 * invoices) / PAGE_SIZE))}`),
  statsWhole: get('stats/'),
  stats30: get(`stats/?${range}`),
  products: get('catalog/products/?page_size=100'),
  create: {
    status: 201,
    ask: () => ({ method: 'POST', path: 'invoices/', body: { terminal: SELLS_AT, items: LINES } }),
  },
  empty: { status: 204, ask: () => ({ method: 'OPTIONS', path: 'catalog/units/' }) },
});
