import type { Difference, NextStep, Reconciliation } from '../../../shared/api/reconciliation.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import { groupYielding, mapYielding, type Yielding } from '../../platform/async.ts';
import type { TillBook, TillLine } from '../../shop/tables/till.ts';
import { amountsOf, assignLines, paidTwice, seeminglyPaidTwice, type TillName } from './match.ts';
import {
  type BankEntry,
  bankDifference,
  type HereEntry,
  isPaidHere,
  isPaidThere,
  type Pair,
  paidEntry,
  referenceOf,
  remainingOf,
} from './pairs.ts';

/** Compares the three books. Pure, like pairs.ts. */

export interface Row {
  difference: Difference | null;
  here: HereEntry | undefined;
  bank: BankEntry | undefined;
  till: TillLine | undefined;
  /** Undefined: only the till has it. */
  at: number | undefined;
}

/** The payment's time; of an unpaid invoice, its creation. */
export const timeHere = (here: HereEntry): number =>
  (isPaidHere(here) ? here.paidAt : null) ?? here.createdAt;

export const referenceOfRow = (row: Row): string => referenceOf(row) || (row.till?.reference ?? '');

const NEXT: Record<Difference, NextStep> = {
  only_bank: 'adopt',
  in_doubt: 'adopt',
  only_here: 'refresh',
  status: 'refresh',
  amount: 'refresh',
  refunded: 'refresh',
  till_unpaid: 'refresh',
  paid_twice: 'look',
  only_till: 'look',
  paid_elsewhere: 'look',
  not_in_till: 'look',
  till_amount: 'look',
  till_repeated: 'look',
};

export const nextStep = ({ difference }: Pick<Row, 'difference'>): NextStep | null =>
  difference === null ? null : NEXT[difference];

/**
 * Every payment of each book, once; differences first, then matches, each by time, then lines that only the till has.
 * @param lines of the till; null: no till file
 * @param others invoices outside the compared range or terminals, or unpaid, by the keys of their names
 */
export function* compare(
  pairs: readonly Pair[],
  lines: readonly TillLine[] | null,
  name: TillName,
  others: ReadonlyMap<string, HereEntry>,
): Yielding<Row[]> {
  const rows = lines === null ? yield* withoutTill(pairs) : yield* withTill(pairs, lines, name, others);
  yield;
  return rows.sort(
    (one, other) =>
      Number(one.difference === null) - Number(other.difference === null) ||
      (one.at ?? Number.MAX_SAFE_INTEGER) - (other.at ?? Number.MAX_SAFE_INTEGER) ||
      (one.till?.row ?? 0) - (other.till?.row ?? 0),
  );
}

function* withoutTill(pairs: readonly Pair[]): Yielding<Row[]> {
  const twice = yield* seeminglyPaidTwice(pairs);
  return yield* mapYielding(pairs, (pair) => rowOf(pair, undefined, twice.has(pair) ? 'paid_twice' : null));
}

function* withTill(
  pairs: readonly Pair[],
  lines: readonly TillLine[],
  name: TillName,
  others: ReadonlyMap<string, HereEntry>,
): Yielding<Row[]> {
  const keyOfPair = (pair: Pair): string => name.keyOf(name.ofPair(pair));
  const linesByName = yield* groupYielding(lines, ({ reference }) => name.keyOf(reference));
  const pairsByName = yield* groupYielding(pairs, keyOfPair);
  const lineOf = new Map<Pair, TillLine>();
  const spare = yield* mapYielding([...linesByName], ([key, group]) => {
    const known = pairsByName.get(key) ?? [];
    const isUnknown = known.length === 0;
    return assignLines(known, group, lineOf).map((line, at) =>
      tillRow(line, isUnknown && at === 0, others.get(key)),
    );
  });
  const twice = yield* paidTwice(pairs, (group) => {
    const keys = new Set(group.map(keyOfPair));
    return [...keys].reduce((sum, key) => sum + (linesByName.get(key)?.length ?? 0), 0);
  });
  const rows = yield* mapYielding(pairs, (pair) => {
    const line = lineOf.get(pair);
    return rowOf(pair, line, tillDifference(pair, line, twice.has(pair)));
  });
  return [...rows, ...spare.flat()];
}

const rowOf = (pair: Pair, till: TillLine | undefined, otherwise: Difference | null): Row => ({
  difference: bankDifference(pair) ?? otherwise,
  here: pair.here,
  bank: pair.bank,
  till,
  at: pair.at,
});

const tillDifference = (pair: Pair, line: TillLine | undefined, isTwice: boolean): Difference | null => {
  if (line && line.amount !== null && !amountsOf(pair).includes(line.amount)) return 'till_amount';
  if (isTwice) return 'paid_twice';
  // A fully refunded sale does not exist for the till.
  return line || remainingOf(pair) <= 0 ? null : 'not_in_till';
};

/** A line without a remaining payment. */
const tillRow = (till: TillLine, isFirst: boolean, other: HereEntry | undefined): Row => {
  if (!isFirst) return { difference: 'till_repeated', here: undefined, bank: undefined, till, at: undefined };
  if (!other) return { difference: 'only_till', here: undefined, bank: undefined, till, at: undefined };
  const isPaid = isPaidHere(other);
  return {
    difference: isPaid ? 'paid_elsewhere' : 'till_unpaid',
    here: other,
    bank: undefined,
    till,
    at: timeHere(other),
  };
};

/** The amounts paid and refunded. */
interface Sums {
  count: number;
  amount: number;
  refunded: number;
}

/** What the books have of one currency, in its minor units. */
export interface CurrencySums {
  ccy: number;
  here: Sums;
  bank: Sums;
  /** Of the till's lines. */
  till: number;
}

const nothing = (): Sums => ({ count: 0, amount: 0, refunded: 0 });

const add = (sums: Sums, { amount, refunded }: Omit<Sums, 'count'>): void => {
  sums.count += 1;
  sums.amount += amount;
  sums.refunded += refunded;
};

/** The currency of a till's line is that of the payment it is compared with: the file names none. */
export const tillCurrency = (row: Pick<Row, 'here' | 'bank'>): number =>
  (paidEntry(row) ?? row.here)?.ccy ?? CURRENCY_UAH;

/**
 * Sums of the compared payments, by currency: hryvnia first, always, then the others by their codes. A payment from
 * elsewhere appears only in its row.
 */
export const sumsOf = (rows: readonly Row[]): [CurrencySums, ...CurrencySums[]] => {
  const hryvnia: CurrencySums = { ccy: CURRENCY_UAH, here: nothing(), bank: nothing(), till: 0 };
  const others = new Map<number, CurrencySums>();
  const of = (ccy: number): CurrencySums => {
    if (ccy === CURRENCY_UAH) return hryvnia;
    const sums = others.get(ccy) ?? { ccy, here: nothing(), bank: nothing(), till: 0 };
    others.set(ccy, sums);
    return sums;
  };
  for (const row of rows) {
    const { here, bank, till, difference } = row;
    if (isPaidHere(here) && difference !== 'paid_elsewhere') add(of(here.ccy).here, here);
    if (isPaidThere(bank)) add(of(bank.ccy).bank, bank);
    if (till) of(tillCurrency(row)).till += till.amount ?? 0;
  }
  return [hryvnia, ...[...others.values()].toSorted((one, other) => one.ccy - other.ccy)];
};

type NoMatch = NonNullable<NonNullable<Reconciliation['till']>['no_match']>;

/** Why no row of the till's file is a payment of the range; null: some are. */
export const noMatch = ({ lines }: Pick<TillBook, 'lines'>, rows: readonly Row[]): NoMatch | null => {
  const [first] = lines;
  const payments = rows.filter(
    ({ here, bank, difference }) => (here ?? bank) && difference !== 'paid_elsewhere',
  );
  if (!first || payments.some(({ till }) => till)) return null;
  const till = first.reference;
  const here = payments.map(referenceOfRow).find((reference) => reference !== '') ?? '';
  const [code, detail] = reasonOf(rows, payments, { till, here });
  return { code, till, here, detail };
};

const reasonOf = (
  rows: readonly Row[],
  payments: readonly Row[],
  { till, here }: Pick<NoMatch, 'till' | 'here'>,
): [NoMatch['code'], string] => {
  if (rows.some(({ difference }) => difference === 'paid_elsewhere'))
    return [
      'elsewhere',
      'All that the file names was paid at other times or terminals. Choose another range.',
    ];
  if (payments.length === 0)
    return ['no_payments', 'There are no payments in this range. Choose another one.'];
  const example =
    here === '' ? 'The payments have no order numbers.' : `The payments have numbers such as "${here}".`;
  return [
    'other_numbers',
    `None of the order numbers of the file, such as "${till}", is that of a payment. ${example} Choose the column of the numbers that the till sends.`,
  ];
};
