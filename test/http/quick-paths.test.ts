import Database from 'better-sqlite3';
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { build, type Db } from '../../main/store/db/connection.ts';
import { openShop, type Shop } from '../helpers/shop.ts';

/**
 * The SQL statements of a request: how many there are, and that none of them scans all invoices. Not by the clock:
 * with few invoices each of them is quick.
 */

const INVOICES = 10_000;
/** Entries of an index that a page near an end of the list may walk along. */
const WALK = 4200;
const DAY_MS = 86_400_000;
const NEWEST = Date.parse('2026-11-21T09:00:00Z');
const FROM = new Date(NEWEST - 30 * DAY_MS).toISOString();
const TO = new Date(NEWEST).toISOString();

interface Executed {
  text: string;
  parameters: unknown[];
}

const executed: Executed[] = [];
let shop: Shop;

/** Every statement of the process from now on. */
const listen = (): void => {
  const prototype = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Database.Statement;
  for (const name of ['all', 'get', 'run'] as const) {
    const original = prototype[name] as (...parameters: unknown[]) => unknown;
    vi.spyOn(prototype, name).mockImplementation(function (
      this: Database.Statement,
      ...parameters: unknown[]
    ) {
      executed.push({ text: this.source, parameters });
      return original.apply(this, parameters);
    } as never);
  }
};

const query = <Row>(text: string, parameters: readonly unknown[] = []) => ({
  compile: (): CompiledQuery<Row> => ({ ...sql<Row>`select 1`.compile(build), sql: text, parameters }),
});

/** As the bench's shop, but thousands, over two months. */
const writeInvoices = (db: Db, terminal: number): void => {
  const at = `${NEWEST - 60 * DAY_MS} + value * ${Math.floor((60 * DAY_MS) / INVOICES)}`;
  db.run(
    query(`insert into invoices (number, invoice_id, terminal_id, status, amount, ccy, reference, destination, comment,
        page_url, failure_code, failure_reason, masked_pan, approval_code, rrn, payment_system, fee, created_locally,
        webhook_received, created_date, modified_date, paid_date, search_text)
      with recursive series (value) as (select 1 union all select value + 1 from series where value < ${INVOICES})
      select 1000 + value, 'p2_' || value, ${terminal}, iif(value % 5 = 0, 'expired', 'success'), 100, 980, '', '', '',
        '', '', '', '', '', '', '', 0, value % 20 > 0, 0, ${at}, ${at}, iif(value % 5 = 0, null, ${at}), ''
      from series`),
  );
};

beforeAll(async () => {
  shop = await openShop();
  writeInvoices(shop.console.db, shop.terminal.id);
  for (let number = 0; number < 120; number++)
    await shop.owner.post('catalog/products/', { name: `Кава ${number}`, price: 100 });
  // The watcher of open invoices would be counted.
  await shop.hold();
  listen();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await shop.close();
});

const TRANSACTION = /^(begin|commit|savepoint|release|pragma)/i;

/** The statements of one request. The first after a sign-in, or after a write, may need more. */
const leastOf = async (request: () => Promise<void>): Promise<Executed[]> => {
  const tries: Executed[][] = [];
  for (let time = 0; time < 4; time++) {
    executed.length = 0;
    await request();
    tries.push([...executed]);
  }
  return tries.toSorted((one, other) => one.length - other.length)[0] ?? [];
};

const statementsOf = async (path: string): Promise<Executed[]> => {
  const all = await leastOf(async () => expect((await shop.owner.get(path)).status).toBe(200));
  return all.filter(({ text }) => !TRANSACTION.test(text));
};

const IS_CUT = /limit \?\s*\)/;

/** How far a statement goes at most: the values bound to its limits and its offset. */
const farthest = ({ text, parameters }: Executed): number => {
  const bounds = [...text.matchAll(/(limit |offset )?\?/g)].map(([, bound], at) => ({
    bound,
    value: parameters[at],
  }));
  const given = bounds.filter(({ bound }) => bound !== undefined).map(({ value }) => Number(value));
  const [first = INVOICES, ...others] = given;
  // A statement over a limited subselect reads no farther than its limit.
  return IS_CUT.test(text) ? first : others.reduce((sum, each) => sum + each, first);
};

/** The scans of a statement that read more invoices one by one than a page near the end of the list does. */
const scans = (statement: Executed): string[] => {
  const { text, parameters } = statement;
  const plan = shop.console.db.all(query<{ detail: string }>(`explain query plan ${text}`, parameters));
  const details = plan.map(({ detail }) => detail);
  const scanned = details.filter((detail) => /^SCAN (invoices|invoice_items)\b/.test(detail));
  // The rows of a limited subselect may be sorted.
  const isSorted = !IS_CUT.test(text) && details.some((detail) => detail.includes('TEMP B-TREE'));
  const isWalk =
    scanned.every((detail) => detail.includes('COVERING INDEX')) && !isSorted && farthest(statement) <= WALK;
  return isWalk ? [] : scanned.map((detail) => `${detail}: ${text}`);
};

const PAGES = INVOICES / 25;
const PATHS: [what: string, path: (terminal: number) => string, statements: number][] = [
  ['an invoice by id', () => 'invoices/5000/', 3],
  ['page 1', () => 'invoices/', 5],
  ['the page at 80 %', () => `invoices/?page=${PAGES * 0.8}`, 5],
  ['the page in the middle', () => `invoices/?page=${PAGES * 0.5}`, 6],
  ['the last page', () => `invoices/?page=${PAGES}`, 5],
  [
    'status, terminal and 30 days',
    (terminal) => `invoices/?status=success&terminal=${terminal}&created_from=${FROM}&created_to=${TO}`,
    5,
  ],
  ['status and origin', () => 'invoices/?status=expired&created_locally=false&page=2', 5],
  ['by number', () => 'invoices/?ordering=number', 5],
  ['by time of payment, the latest first', () => 'invoices/?ordering=-paid_date', 5],
  ['by id, from its middle', () => `invoices/?ordering=id&page=${PAGES * 0.15}`, 5],
  ['a status, deep in it', () => `invoices/?status=success&page=${PAGES * 0.6}`, 5],
  [
    'a terminal, the oldest first',
    (terminal) => `invoices/?terminal=${terminal}&ordering=created_date&page=9`,
    5,
  ],
  ['a register', () => 'invoices/?cash_register=1', 4],
  [
    'a terminal and an origin',
    (terminal) => `invoices/?terminal=${terminal}&created_locally=true&page=30`,
    5,
  ],
  ['a deep page of an origin', () => `invoices/?created_locally=true&page=${PAGES * 0.5}`, 6],
  ['a reference that a till looks up', () => 'invoices/?search=INV-004321', 12],
  ['open invoices', () => 'invoices/open/', 6],
  ['events', () => 'events/?after=0', 5],
  ['sums of all', () => 'stats/', 2],
  ['sums of 30 days', () => `stats/?created_from=${FROM}&created_to=${TO}`, 2],
  ['products', () => 'catalog/products/?page_size=100', 4],
];

test('an invoice with three items takes two transactions: before the call to the bank, and after', async () => {
  const items = [1, 2, 3].map((price) => ({ name: `Кава ${price}`, price, quantity: 1 }));
  const { status } = await shop.owner.post('invoices/', { terminal: shop.terminal.id, items });
  expect(status).toBe(201);
  const all = await leastOf(async () => {
    await shop.owner.post('invoices/', { terminal: shop.terminal.id, items });
  });
  const writing = all.flatMap(
    ({ text }) => /^(?:begin immediate|commit|insert into "?\w+|update "\w+)/i.exec(text) ?? [],
  );
  expect(writing.map((text) => text.toLowerCase().replace('"', ''))).toEqual([
    ...['begin immediate', 'insert into counters', 'insert into attempts', 'commit'],
    ...['begin immediate', 'insert into invoices', 'insert into invoice_items'],
    ...['update attempts', 'insert into events', 'commit'],
  ]);
  expect(all.filter(({ text }) => !TRANSACTION.test(text)).length).toBeLessThanOrEqual(24);
});

describe.each(PATHS)('%s', (_what, path, statements) => {
  it(`takes ${statements} statements at most, and none of them scans all invoices`, async () => {
    const all = await statementsOf(path(shop.terminal.id));
    expect(all.length, all.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(statements);
    expect(all.flatMap(scans)).toEqual([]);
  });
});
