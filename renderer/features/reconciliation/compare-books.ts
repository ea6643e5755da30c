import type { ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import type { View } from './view.ts';

/** Compares the bank's book with ours, over comparable terminals: pure. */

interface Sums {
  count: number;
  amount: number;
  refunded: number;
}

export interface Comparison {
  /** The bank's sums less ours. */
  delta: Sums;
  /** Paid too recently to be in the statement. */
  fresh: Sums;
  /** Ours of terminals without a statement. */
  uncompared: Sums;
}

const none = (): Sums => ({ count: 0, amount: 0, refunded: 0 });

const add = (sums: Sums, entry: { amount: number; refunded: number }, sign: 1 | -1 = 1): void => {
  sums.count += sign;
  sums.amount += sign * entry.amount;
  sums.refunded += sign * entry.refunded;
};

/** Our payments of the period; one outside of it is only in its row. */
const paidHere = ({ here, difference }: ReconciliationRow) =>
  here && difference !== 'paid_elsewhere' && (here.status === 'success' || here.status === 'reversed')
    ? here
    : null;

const paidThere = ({ bank }: ReconciliationRow) => (bank?.status === 'success' ? bank : null);

export const compareBooks = ({ answer, lines, agreeing }: View): Comparison => {
  const reported = new Set(answer.terminals.filter((each) => each.asked).map(({ terminal }) => terminal));
  const comparison: Comparison = { delta: none(), fresh: none(), uncompared: none() };
  for (const { row } of [...lines, ...agreeing]) {
    const here = paidHere(row);
    const bank = paidThere(row);
    if (here && !(row.terminal !== null && reported.has(row.terminal))) add(comparison.uncompared, here);
    else if (here && row.bank === null && row.difference !== 'only_here' && row.difference !== 'status')
      add(comparison.fresh, here);
    else {
      if (here) add(comparison.delta, here, -1);
      if (bank) add(comparison.delta, bank);
    }
  }
  return comparison;
};
