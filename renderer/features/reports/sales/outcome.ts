import type { SeriesSums } from '../../../../shared/api/series.ts';
import { changeOf } from '../../../lib/figures.ts';
import { averageOf } from './rows.ts';

/** How the takings went against the previous period, and what made most of the difference. Pure. */

export type Outcome =
  /** No comparison. */
  | { kind: 'alone' }
  /** No takings before. */
  | { kind: 'new' }
  | { kind: 'same' }
  | { kind: 'more' | 'less'; percent: number; difference: number; cause: Cause };

/** The figure that moved the takings most, and how. */
interface Cause {
  figure: 'count' | 'average';
  kind: 'More' | 'Less';
}

/**
 * Takings are the number of payments times the average: the difference is split into what the number made of it at the
 * old average, and the rest. The cause is the larger part, so it always goes the way of the takings.
 */
const causeOf = (now: SeriesSums, before: SeriesSums): Cause => {
  const byCount = (now.count - before.count) * averageOf(before);
  const byAverage = now.gross - before.gross - byCount;
  const isUp = now.gross > before.gross;
  const isByCount = isUp ? byCount >= byAverage : byCount <= byAverage;
  return { figure: isByCount ? 'count' : 'average', kind: isUp ? 'More' : 'Less' };
};

export const outcomeOf = (now: SeriesSums, before: SeriesSums | undefined): Outcome => {
  if (before === undefined) return { kind: 'alone' };
  const change = changeOf(now.gross, before.gross);
  if (!('percent' in change)) return change;
  return { ...change, difference: Math.abs(now.gross - before.gross), cause: causeOf(now, before) };
};
