import type { SeriesSums } from '../../shared/api/series.ts';

export const FIGURES = ['gross', 'count', 'average', 'fee', 'refunds', 'net'] as const;
export type FigureName = (typeof FIGURES)[number];

/** Minor units, but for the count. */
export const figuresOf = ({ gross, fee, refunds, net, count }: SeriesSums): Record<FigureName, number> => ({
  gross,
  fee,
  refunds,
  net,
  count,
  average: count === 0 ? 0 : Math.round(gross / count),
});

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
