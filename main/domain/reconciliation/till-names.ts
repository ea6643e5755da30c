import { numberDisplay } from '../invoices/refresh.ts';
import { nameKey, type TillLine } from './match.ts';
import { type HereEntry, type Pair, referenceOf } from './pairs.ts';

/** By what a till names a payment: "" where there is no such name. */
export interface TillName {
  ofPair(pair: Pair): string;
  ofInvoice(invoice: Pick<HereEntry, 'reference' | 'invoiceId' | 'rrn' | 'number'>): string;
}

const BY_REFERENCE: TillName = {
  ofPair: referenceOf,
  ofInvoice: ({ reference }) => reference,
};

/**
 * The order number that the till gave us; a till that gave none may have noted what we or the bank answered. Our number
 * only as it is printed, with its zeros: a bare 15 is as well the fifteenth receipt of the till's own roll.
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

/** One for the whole file: the first by which any of its lines is found. */
export const tillName = (pairs: readonly Pair[], lines: readonly TillLine[]): TillName => {
  const named = new Set(lines.map(({ reference }) => nameKey(reference)));
  return NAMES.find(({ ofPair }) => pairs.some((pair) => named.has(nameKey(ofPair(pair))))) ?? BY_REFERENCE;
};
