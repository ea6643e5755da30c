import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Db } from '../../db/connection.ts';
import { dayOf, daySql } from '../../db/days.ts';
import { plainSql } from '../../db/query-cache.ts';
import { definitionsOf } from '../../schema/make-schema.ts';
import { SEARCHED, type Searched } from '../search/trigrams.ts';

// Rebuilds sums and search indexes while the service runs and the triggers of their tables keep maintaining
// them. Each transaction takes a few milliseconds, because writers wait for it, and a pause of the same length follows.
// At every moment the sums of a day are the old ones or the right ones; the old search index stays until the new one,
// which receives all writes since its beginning, replaces it. An interrupted rebuild can be repeated.

const INVOICES_SUMMED = 5_000;
const ROWS_INDEXED = 500;
const LEAST_PAUSE_MS = 5;

const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** Runs `slice` in a transaction each until it returns that it was the last. */
const inSlices = async (db: Db, slice: () => boolean): Promise<void> => {
  for (let isLast = false; !isLast; ) {
    const from = performance.now();
    isLast = db.transaction(slice);
    await sleep(Math.max(LEAST_PAUSE_MS, performance.now() - from));
  }
};

const DAY = daySql('created_date');

const forgetDays = 'delete from invoice_days where day between ? and ?';
const sumDays = `
  insert into invoice_days (status, day, terminal, register, created_locally, count, amount, taken)
  select status, ${DAY} as on_day, terminal_id, coalesce(cash_register_id, 0) as at_register, created_locally,
    count(*), sum(iif(ccy = 980, amount, 0)), sum(iif(ccy = 980, coalesce(final_amount, amount), 0))
  from invoices indexed by invoices_created where created_date between ? and ?
  group by status, on_day, terminal_id, at_register, created_locally`;
const forgetCounts = 'delete from invoice_day_counts where day between ? and ?';
const countDays = `
  insert into invoice_day_counts (day, count)
  select ${DAY} as on_day, count(*) from invoices indexed by invoices_created where created_date between ? and ?
  group by on_day`;

/** The last of the following whole days that together have this many invoices; at least one day. */
const lastDayOf = (db: Db, firstDay: number): number => {
  const next = db.get(
    plainSql<{ at: number }>(
      `select created_date as at from invoices indexed by invoices_created where created_date >= ?
      order by created_date limit 1 offset ${INVOICES_SUMMED}`,
      firstDay === -END_OF_TIME ? -END_OF_TIME : firstDay * DAY_MS,
    ),
  );
  if (next === undefined) return END_OF_TIME;
  const first = firstDay === -END_OF_TIME ? firstDayOf(db) : firstDay;
  return Math.max(first, dayOf(next.at) - 1);
};

const firstDayOf = (db: Db): number =>
  dayOf(db.get(plainSql<{ at: number }>('select min(created_date) as at from invoices'))?.at ?? 0);

/** Sums the months by the days, and the totals by the months. */
const sumMonths = [
  'delete from invoice_months',
  'delete from invoice_totals',
  `insert into invoice_months (status, month, terminal, register, created_locally, count, amount, taken)
    select status, day >> 5 as in_month, terminal, register, created_locally, sum(count), sum(amount), sum(taken)
    from invoice_days group by status, in_month, terminal, register, created_locally`,
  `insert into invoice_totals (status, terminal, register, created_locally, count, amount, taken)
    select status, terminal, register, created_locally, sum(count), sum(amount), sum(taken)
    from invoice_months group by status, terminal, register, created_locally`,
];

export const rebuildSums = async (db: Db): Promise<void> => {
  let first = -END_OF_TIME;
  await inSlices(db, () => {
    const last = lastDayOf(db, first);
    const from = first === -END_OF_TIME ? -END_OF_TIME : first * DAY_MS;
    const to = last === END_OF_TIME ? END_OF_TIME : (last + 1) * DAY_MS - 1;
    db.run(plainSql(forgetDays, first, last));
    db.run(plainSql(sumDays, from, to));
    db.run(plainSql(forgetCounts, first, last));
    db.run(plainSql(countDays, from, to));
    first = last + 1;
    return last === END_OF_TIME;
  });
  db.transaction(() => runAll(db, sumMonths));
};

/** Whether a row is in the new index already: triggers maintain only these rows. */
const isIndexed = (table: Searched, row: 'old' | 'new') =>
  `${row}.id <= (select last from ${table}_text_progress)`;
const put = (table: Searched, row: 'old' | 'new', what: 'forget' | 'learn') =>
  what === 'forget'
    ? `insert into ${table}_text_next (${table}_text_next, rowid, search_text)
        select 'delete', ${row}.id, ${row}.search_text where ${isIndexed(table, row)};`
    : `insert into ${table}_text_next (rowid, search_text)
        select ${row}.id, ${row}.search_text where ${isIndexed(table, row)};`;

const begin = (table: Searched): string[] => [
  ...definitionsOf([`${table}_text`]).map((sql) => sql.replaceAll(`${table}_text`, `${table}_text_next`)),
  `create table ${table}_text_progress (last integer not null) strict`,
  `insert into ${table}_text_progress (last) values (0)`,
  `create trigger ${table}_text_next_insert after insert on ${table} begin ${put(table, 'new', 'learn')} end`,
  `create trigger ${table}_text_next_delete after delete on ${table} begin ${put(table, 'old', 'forget')} end`,
  `create trigger ${table}_text_next_update after update of id, search_text on ${table}
    when old.id <> new.id or old.search_text <> new.search_text
    begin ${put(table, 'old', 'forget')} ${put(table, 'new', 'learn')} end`,
];

const TRIGGERS = ['insert', 'delete', 'update'];

const forgetNext = (table: Searched): string[] => [
  ...TRIGGERS.map((name) => `drop trigger if exists ${table}_text_next_${name}`),
  `drop table if exists ${table}_text_progress`,
];

/** Drops the triggers first: SQLite cannot rename a table while a trigger names a missing one. */
const replace = (table: Searched): string[] => [
  ...forgetNext(table),
  ...TRIGGERS.map((name) => `drop trigger if exists ${table}_text_${name}`),
  `drop table if exists ${table}_text`,
  `alter table ${table}_text_next rename to ${table}_text`,
  ...definitionsOf(TRIGGERS.map((name) => `${table}_text_${name}`)),
];

const runAll = (db: Db, statements: readonly string[]): void => {
  for (const each of statements) db.run(plainSql(each));
};

/** Returns whether this was the last slice. */
const indexSome = (db: Db, table: Searched): boolean => {
  const { last: after = 0 } =
    db.get(plainSql<{ last: number }>(`select last from ${table}_text_progress`)) ?? {};
  const { last, count } = db.get(
    plainSql<{ last: number | null; count: number }>(
      `select max(id) as last, count(*) as count
      from (select id from ${table} where id > ? order by id limit ${ROWS_INDEXED})`,
      after,
    ),
  ) ?? { last: null, count: 0 };
  if (last === null) return true;
  db.run(
    plainSql(
      `insert into ${table}_text_next (rowid, search_text) select id, search_text from ${table} where id > ? and id <= ?`,
      after,
      last,
    ),
  );
  db.run(plainSql(`update ${table}_text_progress set last = ?`, last));
  // Otherwise the rebuild would never end if there is a sale in every pause.
  return count < ROWS_INDEXED;
};

export const rebuildSearch = async (db: Db): Promise<void> => {
  for (const table of SEARCHED) {
    const next = `drop table if exists ${table}_text_next`;
    db.transaction(() => runAll(db, [...forgetNext(table), next, ...begin(table)]));
    await inSlices(db, () => {
      if (!indexSome(db, table)) return false;
      runAll(db, replace(table));
      return true;
    });
  }
};
