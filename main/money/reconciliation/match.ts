import { numberDisplay } from '../../../shared/api/invoices.ts';
import { fold } from '../../../shared/text.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { groupYielding, type Yielding } from '../../platform/async.ts';
import type { TillLine } from '../../shop/tables/till.ts';
import { type HereEntry, type Pair, paidEntry, referenceOf, remainingOf } from './pairs.ts';

/** Matches the till's lines with payments. Pure, like pairs.ts. */

/** Compares names without regard to case and to surrounding spaces. */
const nameKey = (name: string): string => fold(name.trim());

/** A sign or a word before the number: `#1001`, `Замовлення № 1001`. */
const BEFORE_NUMBER = /^(?:(?:order|замовлення|заказ|чек|receipt)?\s*[#№]|no\.)\s*/u;

/**
 * Compares order numbers as tables spoil them: zeros in front are lost, a number becomes `1001.0`, a text gets an
 * apostrophe in front.
 */
const orderKey = (name: string): string => {
  const key = nameKey(name)
    .replace(/^['’=+"]+|"+$/gu, '')
    .replace(BEFORE_NUMBER, '');
  return key.replace(/^(\d+)[.,]0+$/, '$1').replace(/^0+(?=\d+$)/, '') || nameKey(name);
};

/** A till's name of a payment; "" without one. */
export interface TillName {
  /** Equal for names that are one. */
  keyOf(name: string): string;
  ofPair(pair: Pair): string;
  ofInvoice(invoice: Pick<HereEntry, 'reference' | 'invoiceId' | 'rrn' | 'number'>): string;
}

/** Without a till nothing is named. */
export const NO_NAME: TillName = { keyOf: nameKey, ofPair: () => '', ofInvoice: () => '' };

const BY_REFERENCE: TillName = {
  keyOf: orderKey,
  ofPair: referenceOf,
  ofInvoice: ({ reference }) => reference,
};

/**
 * The order number that the till sent; a till that sent none may have noted a number from Kramar's or the bank's
 * answer. Kramar's number only as printed, with its zeros: a bare 15 may as well be the fifteenth receipt of the till's
 * own roll.
 */
const NAMES: readonly TillName[] = [
  BY_REFERENCE,
  {
    keyOf: nameKey,
    ofPair: ({ here, bank }) => here?.invoiceId ?? bank?.invoiceId ?? '',
    ofInvoice: ({ invoiceId }) => invoiceId,
  },
  {
    keyOf: nameKey,
    ofPair: ({ here }) => (here ? numberDisplay(here.number) : ''),
    ofInvoice: ({ number }) => numberDisplay(number),
  },
  {
    keyOf: orderKey,
    ofPair: ({ here, bank }) => here?.rrn || (bank?.rrn ?? ''),
    ofInvoice: ({ rrn }) => rrn,
  },
];

/** One kind of name for the whole file: the first one that matches any of its lines. */
export const tillName = (pairs: readonly Pair[], lines: readonly TillLine[]): TillName => {
  const isAnyNamed = ({ keyOf, ofPair }: TillName): boolean => {
    const named = new Set(lines.map(({ reference }) => keyOf(reference)));
    return pairs.some((pair) => ofPair(pair) !== '' && named.has(keyOf(ofPair(pair))));
  };
  return NAMES.find(isAnyNamed) ?? BY_REFERENCE;
};

/** The paid amount, and what remains after refunds: a till may note either. */
export const amountsOf = (pair: Pair): [number, number] => [paidEntry(pair)?.amount ?? 0, remainingOf(pair)];

/** Payments with the same reference and a remaining amount. */
function* ofOneReference(pairs: readonly Pair[]): Yielding<Pair[][]> {
  const kept = pairs.filter((pair) => referenceOf(pair) !== '' && remainingOf(pair) > 0);
  const groups = yield* groupYielding(kept, (pair) => nameKey(referenceOf(pair)));
  return [...groups].filter(([name, group]) => name !== '' && group.length > 1).map(([, group]) => group);
}

/** @param knownOf how many sales the till has for such payments: if it has two, they are two sales */
export function* paidTwice(
  pairs: readonly Pair[],
  knownOf: (group: readonly Pair[]) => number,
): Yielding<ReadonlySet<Pair>> {
  const groups = yield* ofOneReference(pairs);
  return new Set(groups.flatMap((group) => (group.length > Math.max(1, knownOf(group)) ? group : [])));
}

/** The same without a till's count: equal amounts within a day. A reference such as "Table 4" recurs every day. */
export function* seeminglyPaidTwice(pairs: readonly Pair[]): Yielding<ReadonlySet<Pair>> {
  const groups = yield* ofOneReference(pairs);
  const isAgain = (one: Pair, other: Pair): boolean =>
    one !== other &&
    remainingOf(one) === remainingOf(other) &&
    paidEntry(one)?.ccy === paidEntry(other)?.ccy &&
    Math.abs(one.at - other.at) <= DAY_MS;
  return new Set(
    groups.flatMap((group) => group.filter((one) => group.some((other) => isAgain(one, other)))),
  );
}

/** Assigns a line to each payment of one name, those of equal amounts first; returns the unassigned lines. */
export const assignLines = (
  pairs: readonly Pair[],
  lines: readonly TillLine[],
  lineOf: Map<Pair, TillLine>,
): TillLine[] => {
  // Nearly always there is one of each.
  const [pair, other] = pairs;
  const [line, ...more] = lines;
  if (!pair || !line) return [...lines];
  if (!other && more.length === 0) {
    lineOf.set(pair, line);
    return [];
  }
  const inOrder = pairs.toSorted((one, other) => one.at - other.at);
  let left = [...lines];
  for (const which of [0, 1] as const)
    left = assign(
      inOrder,
      left,
      lineOf,
      (pair) => amountsOf(pair)[which],
      ({ amount }) => amount,
    );
  return assign(inOrder, left, lineOf, ANY, ANY);
};

const ANY = () => 'any';

const assign = <Key>(
  pairs: readonly Pair[],
  lines: readonly TillLine[],
  lineOf: Map<Pair, TillLine>,
  pairKey: (pair: Pair) => Key,
  lineKey: (line: TillLine) => Key | null,
): TillLine[] => {
  const open = pairs.filter((pair) => !lineOf.has(pair)).reverse();
  const waiting = Map.groupBy(open, pairKey);
  return lines.filter((line) => {
    const key = lineKey(line);
    const pair = key === null ? undefined : waiting.get(key)?.pop();
    if (pair) lineOf.set(pair, line);
    return !pair;
  });
};
