import type { ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import type { View } from './view.ts';

/** Compares the bank's book with ours, over comparable terminals: pure. */

interface Sums {
  count: number;
  amount: number;
  refunded: number;
}

/** Of one currency. */
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

const equal = (): Comparison => ({ delta: none(), fresh: none(), uncompared: none() });

/** A comparison for each currency, hryvnia always. */
export const compareBooks = ({ answer, lines, agreeing }: View): ReadonlyMap<number, Comparison> => {
  const reported = new Set(answer.terminals.filter((each) => each.asked).map(({ terminal }) => terminal));
  const comparisons = new Map([[CURRENCY_UAH, equal()]]);
  const of = (ccy: number): Comparison => {
    const comparison = comparisons.get(ccy) ?? equal();
    comparisons.set(ccy, comparison);
    return comparison;
  };
  for (const { row } of [...lines, ...agreeing]) {
    const here = paidHere(row);
    const bank = row.bank?.status === 'success' ? row.bank : null;
    if (here && !(row.terminal !== null && reported.has(row.terminal))) add(of(here.ccy).uncompared, here);
    else if (here && row.bank === null && row.difference !== 'only_here' && row.difference !== 'status')
      add(of(here.ccy).fresh, here);
    else {
      if (here) add(of(here.ccy).delta, here, -1);
      if (bank) add(of(bank.ccy).delta, bank);
    }
  }
  return comparisons;
};
