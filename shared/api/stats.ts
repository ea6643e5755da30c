import * as v from 'valibot';
import { count, minorUnits } from './answers.ts';
import { datetimeParam, query } from './query.ts';

/** Counts of invoices, and amounts in minor units. */
export const stats = v.strictObject({
  total_count: count(),
  success_count: count(),
  created_count: count(),
  expired_count: count(),
  failure_count: count(),
  total_amount: minorUnits(),
  success_amount: minorUnits(),
  unpaid_amount: minorUnits(),
});
export type Stats = v.InferOutput<typeof stats>;

/** The range is on created_date. */
export const statsQuery = query({ created_from: datetimeParam('start'), created_to: datetimeParam('end') });
export type StatsQuery = v.InferOutput<typeof statsQuery>;
