interface Totals {
  /** Of hryvnias, minor units. */
  total_amount: number;
  other_currencies: readonly { ccy: number; amount: number }[];
}

/** The totals of a list in every currency, for `formatSums`. */
export const sumsOf = ({ total_amount, other_currencies }: Totals): { amount: number; ccy?: number }[] => [
  { amount: total_amount },
  ...other_currencies,
];
