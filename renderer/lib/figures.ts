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

/** A figure compared with an earlier period. */
export type Change =
  /** A whole percent, above 0. */
  | { kind: 'more' | 'less'; percent: number }
  /** Less than half a percent apart. */
  | { kind: 'same' }
  /** The earlier figure was zero or negative. */
  | { kind: 'new' };

/** A percentage of zero, or of a negative figure, has no meaning. */
export const changeOf = (now: number, before: number): Change => {
  if (now === before) return { kind: 'same' };
  if (before <= 0) return { kind: 'new' };
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return { kind: 'same' };
  return { kind: percent > 0 ? 'more' : 'less', percent: Math.abs(percent) };
};
