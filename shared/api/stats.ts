import type * as v from 'valibot';
import { count, minorUnits, shape } from './answers.ts';
import { datetimeParam, query } from './query.ts';

/** Counts of invoices, and amounts in minor units. */
export const stats = shape('Stats', {
  total_count: count('Invoices in the range.', 12),
  success_count: count('Number of those in status success.', 9),
  created_count: count('Number of those in status created.', 1),
  expired_count: count('Number of those in status expired.', 1),
  failure_count: count('Number of those in status failure.', 1),
  total_amount: minorUnits('Sum of amount over all of them, minor units.', 148_000),
  success_amount: minorUnits('Sum over the paid ones, refunds in part taken off, minor units.', 121_000),
  unpaid_amount: minorUnits('Sum of amount over every status but success, minor units.', 27_000),
});
export type Stats = v.InferOutput<typeof stats>;

/** The range applies to created_date. */
export const statsQuery = query({
  created_from: datetimeParam('start', 'Created at or after.'),
  created_to: datetimeParam('end', 'Created at or before.'),
});
export type StatsQuery = v.InferOutput<typeof statsQuery>;
