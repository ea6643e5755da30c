import type { TillLine } from '../../shop/tables/till.ts';
import { numberDisplay } from '../sale/number.ts';
import { nameKey } from './match.ts';
import { type HereEntry, type Pair, referenceOf } from './pairs.ts';

/** A till's name of a payment; "" without one. */
export interface TillName {
  ofPair(pair: Pair): string;
  ofInvoice(invoice: Pick<HereEntry, 'reference' | 'invoiceId' | 'rrn' | 'number'>): string;
}

const BY_REFERENCE: TillName = {
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
    ofPair: ({ here, bank }) => here?.invoiceId ?? bank?.invoiceId ?? '',
    ofInvoice: ({ invoiceId }) => invoiceId,
  },
  {
    ofPair: ({ here }) => (here ? numberDisplay(here.number) : ''),
    ofInvoice: ({ number }) => numberDisplay(number),
  },
  {
    ofPair: ({ here, bank }) => here?.rrn || (bank?.rrn ?? ''),
    ofInvoice: ({ rrn }) => rrn,
  },
];

/** One kind of name for the whole file: the first one that matches any of its lines. */
export const tillName = (pairs: readonly Pair[], lines: readonly TillLine[]): TillName => {
  const named = new Set(lines.map(({ reference }) => nameKey(reference)));
  return NAMES.find(({ ofPair }) => pairs.some((pair) => named.has(nameKey(ofPair(pair))))) ?? BY_REFERENCE;
};
