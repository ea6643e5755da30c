import * as v from 'valibot';
import { count, minorUnits, timestamp } from './answers.ts';
import { choiceParam, datetimeParam, integerParam, query } from './query.ts';
import { EXPORT_FORMATS } from './tables.ts';

/** hour: of the day, whatever the day; weekday: ISO, Monday is 1. Both and day in the shop's time zone. */
export const SERIES_GROUPS = [
  'hour',
  'day',
  'weekday',
  'terminal',
  'cash_register',
  'product',
  'employee',
] as const;
export type SeriesGroup = (typeof SERIES_GROUPS)[number];

/**
 * Money in minor units, each counted when it moved: gross and fee when an invoice was paid, refunds when they were
 * made. net = gross − refunds − fee.
 */
const sums = {
  gross: minorUnits(),
  fee: minorUnits(),
  refunds: minorUnits(),
  net: minorUnits(),
  /** Of payments; for a product: of the lines it was sold in. */
  count: count(),
  refund_count: count(),
};

export const seriesSums = v.strictObject(sums);
export type SeriesSums = v.InferOutput<typeof seriesSums>;

export const seriesPoint = v.strictObject({
  /** "0"…"23", "2026-11-21", "1"…"7", or an id as a string; null: of none (no register, no product, nobody). */
  key: v.nullable(v.string()),
  /** The name of a terminal, register, product or employee; "" else. */
  label: v.string(),
  /** Sold, in units of measure: of a product only, else null. */
  quantity: v.nullable(v.number()),
  ...sums,
});
export type SeriesPoint = v.InferOutput<typeof seriesPoint>;

export const series = v.strictObject({
  group_by: v.picklist(SERIES_GROUPS),
  /** IANA. */
  time_zone: v.string(),
  from: v.nullable(timestamp()),
  to: v.nullable(timestamp()),
  /** hour, weekday: all of them, in order. day: each from the first to the last. Else by gross, highest first. */
  results: v.array(seriesPoint),
  /** Over everything in the range, each payment counted once. */
  totals: seriesSums,
});
export type Series = v.InferOutput<typeof series>;

export const seriesQuery = query({
  /** Absent: day. */
  group_by: choiceParam(SERIES_GROUPS),
  /** When money moved: at or after, at or before. */
  from: datetimeParam('start'),
  to: datetimeParam('end'),
  terminal: integerParam(),
  cash_register: integerParam(),
});
export type SeriesQuery = v.InferOutput<typeof seriesQuery>;

export const seriesExportQuery = query({
  /** Absent: csv. */
  format: choiceParam(EXPORT_FORMATS),
  ...seriesQuery.entries,
});
