import { shareOut } from '../../../shared/money.ts';
import type { CashLine } from '../../store/cash-series.ts';
import type { LineRefund, SoldLine } from '../../store/series.ts';
import { createTally, type Tally } from './series-sums.ts';

/** A product's id; null: lines without a product, and payments without lines. */
type ProductKey = number | null;

/**
 * Totals per product: its lines, and their share of the payment's fee and refunds.
 * @param sold in parts; all lines of a payment are in the same part
 * @param refunds all refunds of the payments in `returned`, in order of time
 */
export const productSums = (
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
export const addCashLines = (tally: Tally<ProductKey>, found: readonly CashLine[]): void => {
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
