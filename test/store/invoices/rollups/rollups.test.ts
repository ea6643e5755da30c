import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { build, type Db } from '../../../../main/store/db/connection.ts';
import {
  invoiceStats,
  isSummedBy,
  type SumsFilter,
  sumsOf,
} from '../../../../main/store/invoices/rollups/rollups.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { emptyDatabase, writeTerminals } from '../../../helpers/empty-database.ts';
import { newInvoice } from '../../../helpers/invoice-row.ts';
import { plainDays, plainMonths, plainTotals } from '../../plain-sums.ts';

const STATUSES = ['created', 'processing', 'success', 'failure', 'reversed', 'expired'] as const;

const { db } = emptyDatabase(afterAll);
writeTerminals(db, '', '', '');

const query = <Row>(text: string) => ({ compile: () => sql<Row>`${sql.raw(text)}`.compile(build) });
const exec = (text: string) => db.run(query(text));
const all = <Row>(text: string) => db.all(query<Row>(text));

const moment = fc
  .tuple(
    fc.constantFrom(-20_000, -33, -32, -1, 0, 1, 31, 32, 64, 20_000),
    fc.constantFrom(0, 1, DAY_MS / 2, DAY_MS - 1),
  )
  .map(([day, within]) => day * DAY_MS + within);
const register = fc.constantFrom(null, 1, 2, 3, 4);
const state = fc.record({
  status: fc.constantFrom(...STATUSES),
  amount: fc.integer({ min: 0, max: 99_999_999_999 }),
  final_amount: fc.option(fc.integer({ min: 0, max: 99_999_999_999 })),
  terminal_id: fc.constantFrom(1, 2, 3),
  cash_register_id: register,
  created_locally: fc.constantFrom(0, 1),
  ccy: fc.constantFrom(980, 980, 840),
  created_date: moment,
  search_text: fc.string({ maxLength: 12, unit: 'grapheme' }),
});
type State = typeof state extends fc.Arbitrary<infer Value> ? Value : never;

const id = fc.integer({ min: 1, max: 12 });
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('insert' as const), row: state }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      id,
      row: state.map((row): Partial<State> => row),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      id,
      row: fc
        .constantFrom<(keyof State)[]>('status', 'final_amount', 'search_text', 'created_date', 'ccy')
        .chain((name) => state.map((row): Partial<State> => ({ [name]: row[name] }))),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('delete register' as const), id: fc.constantFrom(1, 2, 3, 4) }),
  },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const value = (given: string | number | null): string =>
  typeof given === 'string' ? `'${given.replaceAll("'", "''").replaceAll('\0', '')}'` : String(given);

/** Columns of invoices that hold "" where nothing is said. */
const TEXTS = Object.entries(newInvoice({ reference: '' })).flatMap(([name, given]): [string, ''][] =>
  given === '' ? [[name, given]] : [],
);

const write = (one: Change, number: number): void => {
  switch (one.do) {
    case 'insert': {
      const isThere = all(`select id from cash_registers where id = ${one.row.cash_register_id}`).length > 0;
      const row = { ...one.row, cash_register_id: isThere ? one.row.cash_register_id : null };
      const whole = { ...row, number, invoice_id: `p${number}`, fee: 0, webhook_received: 0 };
      const columns = [...Object.entries(whole), ...TEXTS];
      exec(
        `insert into invoices (${columns.map(([name]) => name)}) values (${columns.map(([, given]) => value(given))})`,
      );
      return;
    }
    case 'update': {
      const changed = Object.entries(one.row).filter(([name]) => name !== 'cash_register_id');
      exec(
        `update invoices set ${changed.map(([name, given]) => `${name} = ${value(given)}`)} where id = ${one.id}`,
      );
      return;
    }
    case 'delete':
      exec(`delete from invoices where id = ${one.id}`);
      return;
    case 'delete register':
      exec(`delete from cash_registers where id = ${one.id}`);
  }
};

/** An empty shop with four registers, its first invoice number 1. */
const clear = (): void => {
  exec('delete from invoices');
  exec('delete from cash_registers');
  exec("delete from sqlite_sequence where name = 'invoices'");
  for (const each of [1, 2, 3, 4])
    exec(`insert into cash_registers (id, terminal_id, qr_id, short_qr_id, name, amount_type, page_url, is_active,
      created_at, updated_at) values (${each}, 1, 'q${each}', '', '', '', '', 1, 0, 0)`);
};

const filled = (changes: readonly Change[]): void =>
  db.transaction(() => {
    clear();
    for (const [number, one] of changes.entries()) write(one, number + 1);
  });

const maybe = <Value>(given: fc.Arbitrary<Value>) => fc.option(given, { nil: undefined });
const filter: fc.Arbitrary<SumsFilter> = fc.record({
  status: maybe(fc.constantFrom(...STATUSES)),
  terminal: maybe(fc.constantFrom(1, 2, 9)),
  cash_register: maybe(fc.constantFrom(0, 1, 2, 9)),
  created_locally: maybe(fc.boolean()),
  created_from: maybe(moment),
  created_to: maybe(moment),
});

const plain = (given: SumsFilter) => {
  const conditions = [
    given.status === undefined ? [] : `status = '${given.status}'`,
    given.terminal === undefined ? [] : `terminal_id = ${given.terminal}`,
    given.cash_register === undefined ? [] : `cash_register_id = ${given.cash_register}`,
    given.created_locally === undefined ? [] : `created_locally = ${Number(given.created_locally)}`,
    given.created_from === undefined ? [] : `created_date >= ${given.created_from}`,
    given.created_to === undefined ? [] : `created_date <= ${given.created_to}`,
  ].flat();
  const sums = (status: string) =>
    all(`select count(*) as count, coalesce(sum(amount) filter (where ccy = 980), 0) as amount,
      coalesce(sum(coalesce(final_amount, amount)) filter (where ccy = 980), 0) as taken
      from invoices not indexed where ${[`status = '${status}'`, ...conditions].join(' and ')}`)[0];
  return Object.fromEntries(STATUSES.map((status) => [status, sums(status)]));
};

describe('whatever is written: sums add hryvnia (980) alone: an invoice in another currency is listed and counted, never added', () => {
  it('the sums are those of the table, without empty rows, and the search index is that of its texts', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        filled(changes);
        expect(all('select * from invoice_days order by 1, 2, 3, 4, 5')).toEqual(all(plainDays));
        expect(all('select * from invoice_months order by 1, 2, 3, 4, 5')).toEqual(all(plainMonths));
        expect(all('select * from invoice_totals order by 1, 2, 3, 4')).toEqual(all(plainTotals));
        expect(all('select * from invoice_day_counts order by 1')).toEqual(
          all('select day, sum(count) as count from invoice_days group by day'),
        );
        // With rank 1 it is compared with the table, otherwise just with itself (https://sqlite.org/fts5.html).
        exec("insert into invoices_text (invoices_text, rank) values ('integrity-check', 1)");
      }),
      { numRuns: 150 },
    );
  });

  it('any filter and range returns the sums of plain SQL', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 25 }),
        fc.array(filter, { minLength: 1, maxLength: 20 }),
        (changes, filters) => {
          filled(changes);
          for (const each of filters) expect(sumsOf(db, each)).toEqual(plain(each));
        },
      ),
      { numRuns: 150 },
    );
  });
});

it('a filter by any other column is not answered from the sums', () => {
  expect(isSummedBy({ status: 'success', created_from: 1, search: [], without: [] })).toBe(true);
  for (const other of [
    { search: ['a'] },
    { amount_min: 0 },
    { paid_from: 0 },
    { without: ['product' as const] },
  ])
    expect(isSummedBy({ status: 'success', ...other })).toBe(false);
});

it('statistics of nothing are noughts', () => {
  db.transaction(clear);
  expect(new Set(Object.values(invoiceStats(db, {})))).toEqual(new Set([0]));
});

it('a bounded number of statements answers all filters', () => {
  const texts = new Set<string>();
  const spy = {
    all: (requested: { compile(): { sql: string } }) => {
      texts.add(requested.compile().sql);
      return [];
    },
  } as unknown as Db;
  fc.assert(
    fc.property(filter, (each) => void sumsOf(spy, each)),
    { numRuns: 3000 },
  );
  expect(texts.size).toBeLessThanOrEqual(32);
  for (const text of texts) expect(text).not.toMatch(/[^t] \?/);
});
