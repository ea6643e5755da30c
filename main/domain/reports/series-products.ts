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

const byInvoice = <Row extends { invoice: number }>(rows: readonly Row[]): Map<number, Row[]> =>
  Map.groupBy(rows, ({ invoice }) => invoice);

/** What was taken for each line: a hold captured in part is shared out by the lines' amounts. */
const amountsOf = (lines: readonly SoldLine[]): number[] => {
  const amounts = lines.map(({ amount }) => amount);
  const taken = lines[0]?.taken ?? 0;
  return taken === amounts.reduce((sum, amount) => sum + amount, 0) ? amounts : shareOut(taken, amounts);
};

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
const addShares = (tally: Tally<ProductKey>, lines: readonly SoldLine[], shares: readonly number[]): void => {
  const concerned = new Set<ProductKey>();
  for (const [at, { product }] of lines.entries()) {
    const share = shares[at] ?? 0;
    if (share === 0) continue;
    tally.add(product, { refunds: share });
    concerned.add(product);
  }
  for (const product of concerned) tally.add(product, { refund_count: 1 });
};

/**
 * Distributes an amount in proportion to weights: whole units that add up to it exactly; each share is less than one
 * unit off its exact value, and 0 for a weight of 0. If all weights are 0, the first gets everything.
 * @param amount an integer, 0 or more
 * @param weights integers, 0 or more
 */
export const shareOut = (amount: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map((_, at) => (at === 0 ? amount : 0));
  let upTo = 0;
  let shared = 0;
  return weights.map((weight) => {
    upTo += weight;
    const before = shared;
    shared = portion(amount, upTo, whole);
    return shared - before;
  });
};

/** amount × part / whole, rounded down; the product may exceed the exact integers of a number. */
const portion = (amount: number, part: number, whole: number): number =>
  amount * part <= Number.MAX_SAFE_INTEGER
    ? Math.floor((amount * part) / whole)
    : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
