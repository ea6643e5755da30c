import { type SeriesGroup, TENDERS } from '../../../shared/api/series.ts';
import { shareOut } from '../../../shared/money.ts';
import { dateOf } from '../../../shared/time.ts';
import { type CashLine, cashLines, cashSums } from '../../store/cash-series.ts';
import type { ReadDb } from '../../store/db/connection.ts';
import { startOfQuarter } from '../../store/db/days.ts';
import {
  type CurrencySums,
  type LineRefund,
  otherCurrencySums,
  paidSums,
  refundedLines,
  refundSums,
  refundsOfRange,
  type SeriesFilter,
  type SoldLine,
  type SumsBy,
  type SumsKey,
  seriesLabels,
  soldLines,
} from '../../store/series.ts';
import { type WallClock, wallClock } from '../shop-time.ts';
import { createTally, type Sums, type Tally } from './series-sums.ts';

export interface Point {
  key: string | null;
  label: string;
  sums: Sums;
}

export interface SalesSeries {
  points: Point[];
  /** Counts each payment and each refund once. */
  totals: Sums;
  /** What no sum above includes; usually empty. */
  otherCurrencies: CurrencySums[];
}

/**
 * Sums of money that moved in a range, by hour, day, weekday, product or tender; by QR alone unless the filter says else.
 * @param timeZone IANA
 */
export const salesSeries = (
  db: ReadDb,
  timeZone: string,
  group: SeriesGroup,
  filter: SeriesFilter,
): SalesSeries => ({
  ...pointsBy(db, timeZone, group, filter),
  otherCurrencies: otherCurrencySums(db, filter),
});

type Grouped = Pick<SalesSeries, 'points' | 'totals'>;

const pointsBy = (db: ReadDb, timeZone: string, group: SeriesGroup, filter: SeriesFilter): Grouped => {
  if (group === 'product') return byProduct(db, filter);
  if (group === 'tender') return byTender(db, filter);
  if (group === 'hour' || group === 'weekday' || group === 'day') return byTime(db, timeZone, group, filter);
  return salesBy(db, group, filter);
};

/** The same by an attribute of the invoice. */
export const salesBy = (db: ReadDb, by: Exclude<SumsBy, 'quarter'>, filter: SeriesFilter): Grouped => {
  const tally = tallyBy(db, filter, by);
  const labels = by === 'payment_system' ? new Map<number, string>() : seriesLabels(db, by);
  return { points: labelled(tally, labels), totals: totalOf(tally) };
};

const tallyBy = (db: ReadDb, filter: SeriesFilter, by: SumsBy): Tally<SumsKey> => {
  const tally = createTally<SumsKey>();
  if (filter.tender !== 'cash') {
    for (const { key, ...sums } of paidSums(db, filter, by)) tally.add(key, sums);
    for (const { key, ...sums } of refundSums(db, filter, by)) tally.add(key, sums);
  }
  for (const { key, ...sums } of cashSums(db, filter, by)) tally.add(key, sums);
  return tally;
};

/** In their order; a sale in parts is in both, and once in the totals. */
const byTender = (db: ReadDb, filter: SeriesFilter): Grouped => {
  const totals = (tender: SeriesFilter['tender']): Sums =>
    totalOf(tallyBy(db, { ...filter, tender }, 'terminal'));
  const { tender: asked = 'all' } = filter;
  return {
    points: TENDERS.filter((tender) => asked === 'all' || asked === tender)
      .map((tender) => ({ key: tender, label: '', sums: totals(tender) }))
      .filter(({ sums }) => sums.count + sums.refund_count > 0),
    totals: totals(asked),
  };
};

const totalOf = (tally: Tally<SumsKey>): Sums => {
  const total = createTally<'all'>();
  for (const key of tally.keys()) total.add('all', tally.of(key));
  return total.of('all');
};

const byProduct = (db: ReadDb, filter: SeriesFilter): Grouped => {
  const tally =
    filter.tender === 'cash'
      ? createTally<number | null>()
      : productSums(soldLines(db, filter), refundedLines(db, filter), refundsOfRange(db, filter));
  addCashLines(tally, cashLines(db, filter));
  return {
    points: labelled(tally, seriesLabels(db, 'product')),
    totals: totalOf(tallyBy(db, filter, 'terminal')),
  };
};

/** Largest sums first. */
const labelled = <Key extends SumsKey>(tally: Tally<Key>, labels: ReadonlyMap<number, string>): Point[] =>
  tally
    .keys()
    .map((key) => ({
      key: key === null ? null : String(key),
      label: labels.get(Number(key)) ?? '',
      sums: tally.of(key),
    }))
    .sort(
      (one, other) =>
        other.sums.gross - one.sums.gross ||
        one.label.localeCompare(other.label, 'uk') ||
        Number(one.key) - Number(other.key),
    );

const byTime = (db: ReadDb, timeZone: string, unit: keyof WallClock, filter: SeriesFilter): Grouped => {
  const clock = wallClock(timeZone);
  const quarters = tallyBy(db, filter, 'quarter');
  const tally = createTally<number>();
  for (const quarter of quarters.keys())
    tally.add(clock(startOfQuarter(Number(quarter)))[unit], quarters.of(quarter));
  const points = pointsOf(unit, clock, filter, tally).map((key) => ({
    key: unit === 'day' ? dateOf(key) : String(key),
    label: '',
    sums: tally.of(key),
  }));
  return { points, totals: totalOf(quarters) };
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

const pointsOf = (
  unit: keyof WallClock,
  clock: (at: number) => WallClock,
  { from, to }: SeriesFilter,
  tally: Tally<number>,
): number[] => {
  if (unit === 'hour') return HOURS;
  if (unit === 'weekday') return WEEKDAYS;
  const dayOf = (at: number | undefined) => (at === undefined ? undefined : clock(at).day);
  return daysOf(dayOf(from), dayOf(to), tally.keys());
};

/** Ten years: a longer range is not intended. */
const MOST_DAYS = 3700;

/** Days since 1 January 1970. */
interface Range {
  first: number;
  last: number;
}

/**
 * Each day from the first to the last of a range; an open end is that of the days with data. An absurdly long range is
 * cut to those, and if they lie far apart too (a payment of 1970), only the days with data are listed.
 * @param found days with data
 */
export const daysOf = (
  from: number | undefined,
  to: number | undefined,
  found: readonly number[],
): number[] => {
  const inOrder = found.toSorted((one, other) => one - other);
  const [firstFound, lastFound] = [inOrder[0], inOrder.at(-1)];
  const [first, last] = [from ?? firstFound, to ?? lastFound];
  if (first === undefined || last === undefined) return [];
  if (isMeant({ first, last })) return eachDay({ first, last });
  if (firstFound === undefined || lastFound === undefined) return [];
  const cut = { first: Math.max(first, firstFound), last: Math.min(last, lastFound) };
  return isMeant(cut) ? eachDay(cut) : inOrder;
};

/** A year of more than four digits gives no readable date. */
const isMeant = ({ first, last }: Range): boolean =>
  last - first < MOST_DAYS && [first, last].every((day) => /^\d{4}-/.test(dateOf(day)));

const eachDay = ({ first, last }: Range): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

/** A product's id; null: lines without a product, and payments without lines. */
type ProductKey = number | null;

/**
 * Totals per product: its lines, and their share of the payment's fee and refunds.
 * @param sold in parts; all lines of a payment are in the same part
 * @param refunds all refunds of the payments in `returned`, in order of time
 */
const productSums = (
  sold: Iterable<readonly SoldLine[]>,
  returned: readonly SoldLine[],
  refunds: readonly LineRefund[],
): Tally<ProductKey> => {
  const tally = createTally<ProductKey>();
  for (const part of sold) for (const lines of byInvoice(part).values()) addSale(tally, lines);
  const refundsBy = byInvoice(refunds);
  for (const [invoice, lines] of byInvoice(returned)) addRefunds(tally, lines, refundsBy.get(invoice) ?? []);
  return tally;
};

/**
 * Adds what was sold and given back for cash: each line by its share of what was paid, so that a discount on the whole
 * basket and the rounding are shared out too.
 */
const addCashLines = (tally: Tally<ProductKey>, found: readonly CashLine[]): void => {
  for (const lines of Map.groupBy(found, ({ sale }) => sale).values()) {
    const amounts = amountsOf(lines);
    const [{ isRefund, byQr }] = lines as [CashLine];
    // The invoice of the rest has no lines.
    if (byQr > 0)
      tally.add(null, isRefund ? { refunds: -byQr, refund_count: -1 } : { gross: -byQr, count: -1 });
    if (isRefund) addShares(tally, lines, amounts);
    else
      for (const [at, { product, quantity }] of lines.entries())
        tally.add(product, { gross: amounts[at] ?? 0, count: 1, quantity });
  }
};

const byInvoice = <Row extends { invoice: number }>(rows: readonly Row[]): Map<number, Row[]> =>
  Map.groupBy(rows, ({ invoice }) => invoice);

/**
 * What was paid for each line: a discount on the whole basket is shared out over the lines, and so is the captured part
 * of a hold.
 */
const amountsOf = (lines: readonly Pick<SoldLine, 'taken' | 'amount'>[]): number[] =>
  shareOut(
    lines[0]?.taken ?? 0,
    lines.map(({ amount }) => amount),
  );

const addSale = (tally: Tally<ProductKey>, lines: readonly SoldLine[]): void => {
  const amounts = amountsOf(lines);
  const fees = shareOut(lines[0]?.fee ?? 0, amounts);
  for (const [at, { product, quantity }] of lines.entries())
    tally.add(product, { gross: amounts[at] ?? 0, fee: fees[at] ?? 0, count: 1, quantity });
};

/** Distributes each refund by what earlier ones left of the lines: no line returns more than it was sold for. */
const addRefunds = (
  tally: Tally<ProductKey>,
  lines: readonly SoldLine[],
  refunds: readonly LineRefund[],
): void => {
  let left = amountsOf(lines);
  for (const { amount, counts } of refunds) {
    const shares = shareOut(amount, left);
    left = left.map((of, at) => Math.max(0, of - (shares[at] ?? 0)));
    if (counts === 1) addShares(tally, lines, shares);
  }
};

/** Counts a refund once per product that has a share of it, in any number of lines. */
const addShares = (
  tally: Tally<ProductKey>,
  lines: readonly Pick<SoldLine, 'product'>[],
  shares: readonly number[],
): void => {
  const concerned = new Set<ProductKey>();
  for (const [at, { product }] of lines.entries()) {
    const share = shares[at] ?? 0;
    if (share === 0) continue;
    tally.add(product, { refunds: share });
    concerned.add(product);
  }
  for (const product of concerned) tally.add(product, { refund_count: 1 });
};
