import type { ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import type { View } from './view.ts';

/** How the bank's book stands against ours, over what could be compared: pure. */

interface Sums {
  count: number;
  amount: number;
  refunded: number;
}

export interface Comparison {
  /** The bank's less ours. */
  delta: Sums;
  /** Paid so lately that the statement need not know it yet. */
  fresh: Sums;
  /** Ours of terminals that the bank could not be asked about. */
  uncompared: Sums;
}

const none = (): Sums => ({ count: 0, amount: 0, refunded: 0 });

const add = (sums: Sums, entry: { amount: number; refunded: number }, sign: 1 | -1 = 1): void => {
  sums.count += sign;
  sums.amount += sign * entry.amount;
  sums.refunded += sign * entry.refunded;
};

/** What counts as paid here; what was paid outside of the period is in its row alone. */
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
