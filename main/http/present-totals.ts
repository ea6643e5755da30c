import type { CurrencyTotals } from '../store/currency-totals.ts';

/** What the page of a list says beside its records. */
export const presentTotals = ({ total_amount, other_currencies }: CurrencyTotals): CurrencyTotals => ({
  total_amount,
  other_currencies,
});
