import * as v from 'valibot';
import { SERIES_GROUPS, TENDERS } from '../../../shared/api/series.ts';
import { optionalOrIgnored } from '../../lib/address.ts';
import { isDay, PERIODS } from '../../lib/periods.ts';

/** The search parameters of the reports, so that a report can be bookmarked and shared. */

/** The sort columns of the sales report. */
export const SORTS = [
  'key',
  'gross',
  'before',
  'change',
  'share',
  'quantity',
  'count',
  'average',
  'refunds',
  'refund_count',
  'fee',
  'net',
] as const;
export type SortName = (typeof SORTS)[number];
type Sort = SortName | `-${SortName}`;
const SORT_CHOICES = SORTS.flatMap((name): Sort[] => [name, `-${name}`]);

const day = () => optionalOrIgnored(v.pipe(v.string(), v.check(isDay)));
const id = () =>
  optionalOrIgnored(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)));

export const salesSearch = v.object({
  /** Relative to today by the shop's calendar. It takes precedence over the days below. */
  period: optionalOrIgnored(v.picklist(PERIODS)),
  from: day(),
  to: day(),
  terminal: id(),
  cash_register: id(),
  /** Absent: all. */
  tender: optionalOrIgnored(v.picklist(TENDERS)),
  /** Absent: by the hour for one day, else by day. */
  group: optionalOrIgnored(v.picklist(SERIES_GROUPS)),
  /** No comparison. */
  alone: optionalOrIgnored(v.literal(true)),
  /** Absent: by time, or by takings in descending order. */
  sort: optionalOrIgnored(v.pipe(v.string(), v.picklist(SORT_CHOICES))),
});
export type SalesSearch = v.InferOutput<typeof salesSearch>;

export const monthSearch = v.object({
  /** YYYY-MM. Absent: the last full month, by the shop's calendar. */
  month: optionalOrIgnored(
    v.pipe(
      v.string(),
      v.check((month) => isDay(`${month}-01`)),
    ),
  ),
  /** Absent: all sellers. */
  tax_number: optionalOrIgnored(v.pipe(v.string(), v.regex(/^\d{8,10}$/))),
});
export type MonthSearch = v.InferOutput<typeof monthSearch>;

export const daySearch = v.object({
  /** Absent: today, by the shop's calendar. */
  date: day(),
});

/** The month of the table of days. */
export const daysSearch = v.object({ month: monthSearch.entries.month });
