import type { Found } from './ledger.ts';
import type { Tally } from './report.ts';
import { Difference } from './shop.ts';

/** The maximum number of differences to print. */
const MOST_SHOWN = 12;

/** @throws Difference that lists them, if there are any */
export const refuse = (differences: readonly string[]): void => {
  if (differences.length === 0) return;
  const more = differences.length - MOST_SHOWN;
  const shown = [...differences.slice(0, MOST_SHOWN), ...(more > 0 ? [`… and ${more} more`] : [])];
  throw new Difference(shown.join('\n'));
};

/** What a comparison found; right after a start nothing can be called lost. */
export type Reported = Partial<Found> & Omit<Found, 'lost'>;

/** Counts what was found. @throws Difference if that was anything */
export const reportFound = (tally: Tally, { lost = [], doubled, refundedTwice, other }: Reported): void => {
  tally.lost += lost.length;
  tally.doubled += doubled.length;
  tally.refundedTwice += refundedTwice.length;
  const named = { lost, doubled, 'refunded twice': refundedTwice };
  const reported = Object.entries(named).flatMap(([name, each]) => each.map((text) => `${name}: ${text}`));
  refuse([...reported, ...other]);
};
