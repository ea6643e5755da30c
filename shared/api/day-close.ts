import * as v from 'valibot';
import { count, minorUnits, timestamp } from './answers.ts';
import { choiceParam, query, textParam } from './query.ts';
import { seriesPoint, seriesSums } from './series.ts';
import { EXPORT_FORMATS } from './tables.ts';

const unpaid = v.strictObject({ count: count(), amount: minorUnits() });

/** What a shop's day came to, in the shop's time zone. Beyond version 1. */
export const dayClose = v.strictObject({
  /** `2026-11-21` */
  date: v.string(),
  time_zone: v.string(),
  from: timestamp(),
  to: timestamp(),
  /** false: the day goes on, and so do its sums. */
  is_over: v.boolean(),
  made_at: timestamp(),
  shop_name: v.string(),
  totals: seriesSums,
  /** Payments past Kramar among them. */
  foreign: v.strictObject({ count: count(), gross: minorUnits() }),
  by_terminal: v.array(seriesPoint),
  by_cash_register: v.array(seriesPoint),
  by_employee: v.array(seriesPoint),
  /** key: visa, mastercard, …; null where the bank has told none. */
  by_payment_system: v.array(seriesPoint),
  /** Numbers of the first and the last invoice paid that day, as they are shown; null: none was. */
  first_number: v.nullable(v.string()),
  last_number: v.nullable(v.string()),
  /** Opened that day and not paid: still open, over, failed. */
  open: unpaid,
  expired: unpaid,
  failed: unpaid,
  /** Asked of the bank that day without a clear answer so far. */
  attempts_in_doubt: count(),
  /** Up to when the statement of every active terminal is here; null: of one it never came. */
  statement_until: v.nullable(timestamp()),
});
export type DayClose = v.InferOutput<typeof dayClose>;

export const dayCloseQuery = query({
  /** `2026-11-21`; absent: today. */
  date: textParam(),
});

export const dayCloseExportQuery = query({
  /** Absent: csv. */
  format: choiceParam(EXPORT_FORMATS),
  ...dayCloseQuery.entries,
});
