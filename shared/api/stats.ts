import type * as v from 'valibot';
import { datetimeParam, query } from './query.ts';

/** Counts of invoices, and amounts in minor units. */
export interface Stats {
  total_count: number;
  success_count: number;
  created_count: number;
  expired_count: number;
  failure_count: number;
  total_amount: number;
  success_amount: number;
  unpaid_amount: number;
}

/** The range is on created_date. */
export const statsQuery = query({ created_from: datetimeParam('start'), created_to: datetimeParam('end') });
export type StatsQuery = v.InferOutput<typeof statsQuery>;
