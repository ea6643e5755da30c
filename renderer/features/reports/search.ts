import * as v from 'valibot';
import { SERIES_GROUPS } from '../../../shared/api/series.ts';
import { optionalOrIgnored } from '../../lib/address.ts';
import { isDay, PERIODS } from '../../lib/periods.ts';

/** What the address keeps of the reports, so that one can be come back to, and be shown to somebody else. */

/** What a report on sales can be ordered by. */
export const SORTS = [
  'key',
  'gross',
  'before',
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
  /** By the shop's calendar, as of whenever it is looked at. It goes before the days that follow. */
  period: optionalOrIgnored(v.picklist(PERIODS)),
  from: day(),
  to: day(),
  terminal: id(),
  cash_register: id(),
  /** Absent: by the hour for one day, else by day. */
  group: optionalOrIgnored(v.picklist(SERIES_GROUPS)),
  /** Without the period before. */
  alone: optionalOrIgnored(v.literal(true)),
  /** Absent: in the order of time, or the highest takings first. */
  sort: optionalOrIgnored(v.pipe(v.string(), v.picklist(SORT_CHOICES))),
});
export type SalesSearch = v.InferOutput<typeof salesSearch>;

export const daySearch = v.object({
  /** Absent: today, by the shop's calendar. */
  date: day(),
});
