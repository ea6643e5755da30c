import { type RawBuilder, sql } from 'kysely';
import type { Stats, StatsQuery } from '../../../../shared/api/series.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../../shared/api/statuses.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { build, type Db } from '../../db/connection.ts';
import { MONTH_DAYS, unitOf } from '../../db/days.ts';
import { cached, placeholder, type Query } from '../../db/query-cache.ts';
import type { InvoiceFilter } from '../filter.ts';

/** The filters with kept sums (the triggers of invoices in schema/schema.sql). */
export type SumsFilter = Pick<
  InvoiceFilter,
  'status' | 'terminal' | 'cash_register' | 'created_locally' | 'created_from' | 'created_to'
>;

/** All invoices are counted, only those in hryvnia are summed. */
interface Sums {
  count: number;
  amount: number;
  /** The final amount of each invoice that has one. */
  taken: number;
}
type StatusSums = Record<InvoiceStatus, Sums>;

const KEPT = [
  'status',
  'terminal',
  'cash_register',
  'created_locally',
  'created_from',
  'created_to',
] as const satisfies readonly (keyof SumsFilter)[];
const KEPT_NAMES: ReadonlySet<string> = new Set(KEPT);
/** Parameters that change no sum. */
const NOT_NARROWING = new Set(['ordering', 'page', 'page_size']);

const isSet = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Whether sums are kept for every filter set. An unknown filter counts as not kept, lest it be ignored. */
export const isSummedBy = (filter: InvoiceFilter): filter is SumsFilter =>
  Object.entries(filter).every(
    ([name, value]) => KEPT_NAMES.has(name) || NOT_NARROWING.has(name) || !isSet(value),
  );

/** Whether the filter matches every invoice. */
export const isOfAll = (filter: SumsFilter): boolean => KEPT.every((name) => filter[name] === undefined);

/** Later than every date, day and month. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** Both ends included; empty if from is after to. */
interface Range {
  from: number;
  to: number;
}

/** A range's sums are those of its parts, some of them subtracted. */
interface Part extends Range {
  unit: 'month' | 'day' | 'moment';
  sign: 1 | -1;
}

const NOTHING: Range = { from: 0, to: -1 };
const isEmpty = ({ from, to }: Range): boolean => from > to;

/** The number of the unit whose start is nearest to a value; `size` is even. */
const nearestUnit = (value: number, size: number): number => unitOf(value + size / 2, size);

/** The part between a bound and the nearest unit's start, to be added or subtracted. */
const boundaryParts = (unit: Part['unit'], from: number, end: number): Part[] => {
  if (from === end) return [];
  return from < end ? [{ unit, sign: 1, from, to: end - 1 }] : [{ unit, sign: -1, from: end, to: from - 1 }];
};

/**
 * Splits a range into the nearest whole units and the corrections at both ends, at most half a unit each. A shop's day
 * begins two hours before the UTC day: rounding to the nearest reads 2 hours instead of 22.
 */
const splitRange = (
  unit: Part['unit'],
  { from, to }: Range,
  size: number,
): { whole: Range; parts: Part[] } => {
  const end = to >= END_OF_TIME ? END_OF_TIME : to + 1;
  const first = from <= -END_OF_TIME ? -END_OF_TIME : nearestUnit(from, size);
  const next = end === END_OF_TIME ? END_OF_TIME : nearestUnit(end, size);
  const parts = [
    ...(first === -END_OF_TIME ? [] : boundaryParts(unit, from, first * size)),
    ...(next === END_OF_TIME ? [] : boundaryParts(unit, next * size, end)),
  ];
  const read = parts.reduce((sum, part) => sum + part.to - part.from + 1, 0);
  if (read >= end - from) return { whole: NOTHING, parts: [{ unit, sign: 1, from, to }] };
  return { whole: { from: first, to: next === END_OF_TIME ? END_OF_TIME : next - 1 }, parts };
};

const partsOf = (range: Range): Part[] => {
  if (isEmpty(range)) return [];
  const days = splitRange('moment', range, DAY_MS);
  const months = isEmpty(days.whole)
    ? { whole: NOTHING, parts: [] }
    : splitRange('day', days.whole, MONTH_DAYS);
  return [{ unit: 'month', sign: 1, ...months.whole }, ...months.parts, ...days.parts];
};

/** Parameters of a statement: a missing part is passed as an empty one, so that there are only few statements. */
const PART_SLOTS = ['month', 'day', 'day', 'moment', 'moment'] as const;

const placed = (parts: readonly Part[]): Part[] => {
  const left = [...parts];
  return PART_SLOTS.map((unit) => {
    const at = left.findIndex((part) => part.unit === unit);
    return left.splice(at, at < 0 ? 0 : 1)[0] ?? { unit, sign: 1, ...NOTHING };
  });
};

type KeyName = 'status' | 'terminal' | 'register' | 'created_locally';

const keysOf = ({ status, terminal, cash_register, created_locally }: SumsFilter) => {
  const keys: [KeyName, string | number | undefined][] = [
    ['status', status],
    ['terminal', terminal],
    // 0 stands for none in the sums, and is no register's id.
    ['register', cash_register === 0 ? -1 : cash_register],
    ['created_locally', created_locally === undefined ? undefined : Number(created_locally)],
  ];
  return keys.filter(([, value]) => value !== undefined);
};

/** Their columns in `invoices`. */
const OF_INVOICES = {
  status: 'status',
  terminal: 'terminal_id',
  register: 'cash_register_id',
  created_locally: 'created_locally',
} as const;

const equal = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)} = ${placeholder()}`;

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const SUMS = sql`sum(count) as count, sum(amount) as amount, sum(taken) as taken`;

const totals = (names: readonly KeyName[]) => sql<SumsRow>`
  select ${placeholder()} as sign, status, ${SUMS} from invoice_totals
  where ${all(names.map(equal))} group by status`;

/** Names the index: with a filter by status or terminal SQLite would otherwise choose one that lacks the amounts. */
const ofMoments = (names: readonly KeyName[]) => sql<SumsRow>`
  select ${placeholder()} as sign, status,
    count(*) as count, sum(iif(ccy = 980, amount, 0)) as amount,
    sum(iif(ccy = 980, coalesce(final_amount, amount), 0)) as taken
  from invoices indexed by invoices_created
  where created_date between ${placeholder()} and ${placeholder()} and ${all(names.map((name) => equal(OF_INVOICES[name])))}
  group by status`;

const ofUnits = (unit: 'month' | 'day', names: readonly KeyName[]) => sql<SumsRow>`
  select ${placeholder()} as sign, status, ${SUMS} from ${sql.table(`invoice_${unit}s`)}
  where ${sql.ref(unit)} between ${placeholder()} and ${placeholder()} and ${all([...statuses(names), ...names.map(equal)])}
  group by status`;

/** Listing the statuses lets SQLite seek the months and days of each instead of scanning all. */
const statuses = (names: readonly KeyName[]): RawBuilder<unknown>[] =>
  names.includes('status')
    ? []
    : [sql`status in (${sql.join(INVOICE_STATUSES.map((each) => sql.lit(each)))})`];

/** One statement, so that all sums are of one moment whatever another process writes. */
const ranged = (names: readonly KeyName[]) =>
  sql<SumsRow>`${sql.join(
    PART_SLOTS.map((unit) => (unit === 'moment' ? ofMoments(names) : ofUnits(unit, names))),
    sql` union all `,
  )}`;

/** The text depends only on the names of the filters and on whether there is a range. */
const queryOf = (filter: SumsFilter, range: Range | undefined): Query<SumsRow> => {
  const keys = keysOf(filter);
  const [names, values] = [keys.map(([name]) => name), keys.map(([, value]) => value)];
  const parts = range ? placed(partsOf(range)) : undefined;
  const parameters = parts?.flatMap(({ sign, from, to }) => [sign, from, to, ...values]) ?? [1, ...values];
  const key = `sums ${range === undefined} ${names.join(' ')}`;
  return cached(key, parameters, () => (range ? ranged(names) : totals(names)).compile(build));
};

type SumsRow = Sums & { sign: 1 | -1; status: InvoiceStatus };

const nothing = (): StatusSums => ({
  created: { count: 0, amount: 0, taken: 0 },
  processing: { count: 0, amount: 0, taken: 0 },
  success: { count: 0, amount: 0, taken: 0 },
  failure: { count: 0, amount: 0, taken: 0 },
  reversed: { count: 0, amount: 0, taken: 0 },
  expired: { count: 0, amount: 0, taken: 0 },
});

/**
 * Counts and sums of the invoices under a filter, by status: whole months and UTC days from the sums that triggers
 * maintain, partial days from the index by date. Any range reads at most some 30 days, one day's invoices and the
 * months between. 32 statements: one for each set of filters, with and without a range.
 */
export const sumsOf = (db: Pick<Db, 'all'>, filter: SumsFilter): StatusSums => {
  const { created_from, created_to } = filter;
  const isRange = created_from !== undefined || created_to !== undefined;
  const range = isRange ? { from: created_from ?? -END_OF_TIME, to: created_to ?? END_OF_TIME } : undefined;
  const sums = nothing();
  for (const { sign, status, count, amount, taken } of db.all(queryOf(filter, range))) {
    const of = sums[status];
    of.count += sign * count;
    of.amount += sign * amount;
    of.taken += sign * taken;
  }
  return sums;
};

/** The total of all statuses. */
export const sumOf = (sums: StatusSums): Sums => {
  const parts = Object.values(sums);
  const sum = (name: keyof Sums) => parts.reduce((total, part) => total + part[name], 0);
  return { count: sum('count'), amount: sum('amount'), taken: sum('taken') };
};

/** Unpaid means every status but success, refunded payments included. */
export const invoiceStats = (db: Db, query: StatsQuery): Stats => {
  const sums = sumsOf(db, query);
  const all = sumOf(sums);
  return {
    total_count: all.count,
    success_count: sums.success.count,
    created_count: sums.created.count,
    expired_count: sums.expired.count,
    failure_count: sums.failure.count,
    total_amount: all.amount,
    success_amount: sums.success.taken,
    unpaid_amount: all.amount - sums.success.amount,
  };
};
