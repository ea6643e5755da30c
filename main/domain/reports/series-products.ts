import type { LineRefund, SoldLine } from '../../store/series.ts';
import { createTally, type Tally } from './series-sums.ts';

/** A product's id; null: lines without a product, and payments without lines. */
type ProductKey = number | null;

/**
 * What each product brought: the lines it was sold in, and of what concerns a payment as a whole, its fee and its
 * refunds, the share of these lines.
 * @param sold in parts, the lines of a payment all in one
 * @param refunds all of the payments in `returned`, in the order of time
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

const amountsOf = (lines: readonly SoldLine[]): number[] => lines.map(({ amount }) => amount);

const addSale = (tally: Tally<ProductKey>, lines: readonly SoldLine[]): void => {
  const fees = shareOut(lines[0]?.fee ?? 0, amountsOf(lines));
  for (const [at, { product, amount, quantity }] of lines.entries())
    tally.add(product, { gross: amount, fee: fees[at] ?? 0, count: 1, quantity });
};

/** Each refund is shared out by what those before have left of the lines: no line gives back more than it was sold for. */
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

/** A refund counts once for each product that has a share of it, in however many lines. */
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
 * Shares an amount out in proportion to weights: whole units, which add up to it exactly; each less than one unit off
 * its exact share, and none for a weight of 0. Where all weights are 0, the first has it all.
 * @param amount an integer, 0 or more @param weights integers, 0 or more
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

/** amount × part / whole, rounded down; the product may be more than a number holds exactly. */
const portion = (amount: number, part: number, whole: number): number =>
  amount * part <= Number.MAX_SAFE_INTEGER
    ? Math.floor((amount * part) / whole)
    : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
