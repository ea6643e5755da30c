import { numberDisplay } from '../../../shared/api/invoices.ts';
import type { TillLine } from '../../shop/tables/till.ts';
import { nameKey, orderKey } from './match.ts';
import { type HereEntry, type Pair, referenceOf } from './pairs.ts';

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
