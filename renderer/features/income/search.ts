import * as v from 'valibot';
import { optionalOrIgnored, positiveInt } from '../../lib/address.ts';

/** The book that is shown, so that it can be bookmarked. */
export const incomeSearch = v.object({
  /** Absent: the first of the shop. */
  taxNumber: optionalOrIgnored(v.pipe(v.string(), v.regex(/^\d{8}(\d{2})?$/))),
  /** Absent: the current year by the shop's calendar. */
  year: optionalOrIgnored(v.pipe(v.number(), v.integer(), v.minValue(1970), v.maxValue(9998))),
  /** Absent: months. */
  by: optionalOrIgnored(v.literal('day')),
  /** Of the entries by hand. */
  page: optionalOrIgnored(positiveInt()),
});
export type IncomeSearch = v.InferOutput<typeof incomeSearch>;
