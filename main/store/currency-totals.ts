import { CURRENCY_UAH } from '../../shared/money.ts';

/** Sums of a list by currency: hryvnia's is the total, the others stand apart. */

interface CurrencySum {
  ccy: number;
  count: number;
  amount: number;
}

export interface CurrencyTotals {
  total_amount: number;
  other_currencies: CurrencySum[];
}

/** @param sums one a currency; the count is that of all of them */
export const totalsOf = (sums: readonly CurrencySum[]): CurrencyTotals & { count: number } => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  total_amount: sums.find(({ ccy }) => ccy === CURRENCY_UAH)?.amount ?? 0,
  other_currencies: sums
    .filter(({ ccy }) => ccy !== CURRENCY_UAH)
    .toSorted((one, other) => one.ccy - other.ccy)
    .map(({ ccy, count, amount }) => ({ ccy, count, amount })),
});
