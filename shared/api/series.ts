import * as v from 'valibot';
import { choice, count, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { choiceParam, datetimeParam, integerParam, query } from './query.ts';
import { EXPORT_FORMATS } from './tables.ts';

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

/** hour: of the day, over all days; weekday: ISO, Monday is 1. Both and day in the shop's time zone. */
export const SERIES_GROUPS = [
  'hour',
  'day',
  'weekday',
  'terminal',
  'cash_register',
  'product',
  'employee',
  'tender',
] as const;
export type SeriesGroup = (typeof SERIES_GROUPS)[number];

/** How a sale was paid. */
export const TENDERS = ['qr', 'cash'] as const;

export const EXAMPLE_SUMS = {
  gross: 81_200,
  fee: 1056,
  refunds: 3600,
  net: 76_544,
  count: 9,
  refund_count: 1,
};

/** Money counts when it moves: gross and fee at the payment of an invoice, refunds at their own time. */
const sums = {
  gross: minorUnits(
    'What invoices were paid with in the range, refunded since or not, minor units.',
    EXAMPLE_SUMS.gross,
  ),
  fee: minorUnits("The bank's fee for these payments, minor units.", EXAMPLE_SUMS.fee),
  refunds: minorUnits(
    'What was given back in the range, of payments of whatever time, minor units.',
    EXAMPLE_SUMS.refunds,
  ),
  net: minorUnits(
    'gross − refunds − fee, minor units; below 0 where more was given back than came in.',
    EXAMPLE_SUMS.net,
  ),
  count: count('How many payments; of a product, the lines that it was sold in.', EXAMPLE_SUMS.count),
  refund_count: count(
    'How many refunds; of a product, those that it has a share of.',
    EXAMPLE_SUMS.refund_count,
  ),
};

export const seriesSums = shape('SeriesSums', sums);
export type SeriesSums = v.InferOutput<typeof seriesSums>;

export const seriesPoint = shape('SeriesPoint', {
  key: nullable(
    v.string(),
    'By hour "0" to "23", by weekday "1" (Monday) to "7", by day a date such as "2026-11-21", else the id ' +
      'of the register, employee or product; by tender "qr" or "cash". Null: no register, or cash, which has no ' +
      'terminal either; no account, found in the bank statement; no product of the catalog, or a sale without items.',
    '7',
  ),
  label: string(
    'Name of the terminal (deleted ones too), register, product or employee; else empty.',
    'Еспресо',
  ),
  quantity: nullable(
    v.number(),
    'For a product, how many were sold, in its unit of measure, up to 3 decimals. Else null.',
    14,
  ),
  ...sums,
});
export type SeriesPoint = v.InferOutput<typeof seriesPoint>;

export const otherCurrency = shape('SeriesCurrency', {
  ccy: count('Currency code, ISO 4217.', 840),
  gross: minorUnits('What invoices were paid with, minor units of that currency.', 7000),
  fee: minorUnits("The bank's fee, minor units of that currency.", 91),
  count: count('How many payments.', 1),
  refunds: minorUnits('What was given back, minor units of that currency.', 1000),
  refund_count: count('How many refunds.', 1),
});

/** Beside sums of hryvnias. */
export const otherCurrencies = described(
  v.array(otherCurrency),
  'Payments and refunds in other currencies, each by itself; no sum of money beside it includes them. Usually empty.',
  [],
);

export const series = shape('Series', {
  group_by: choice(SERIES_GROUPS, 'What the points are grouped by.', 'product'),
  time_zone: string("The shop's time zone, IANA: that of its hours, days and weekdays.", 'Europe/Kyiv'),
  from: nullable(
    timestamp(),
    'The requested beginning of the range, UTC, or null.',
    '2026-03-01T22:00:00.000Z',
  ),
  to: nullable(timestamp(), 'The requested end of the range, UTC, or null.', '2026-03-02T21:59:59.999Z'),
  results: described(
    v.array(seriesPoint),
    'hour, weekday: all of them, in order. day: each from the first to the last of the range, or with ' +
      'something where an end of it is open; a range of more than ten years is cut to the days with something. ' +
      'Else only those with something, by gross, highest first, then by label.',
    [
      {
        key: '7',
        label: 'Еспресо',
        quantity: 14,
        gross: 61_200,
        fee: 796,
        refunds: 3600,
        net: 56_804,
        count: 9,
        refund_count: 1,
      },
      {
        key: null,
        label: '',
        quantity: null,
        gross: 20_000,
        fee: 260,
        refunds: 0,
        net: 19_740,
        count: 2,
        refund_count: 0,
      },
    ],
  ),
  totals: described(seriesSums, 'Over everything in the range, each payment and each refund once.'),
  other_currencies: otherCurrencies,
});
export type Series = v.InferOutput<typeof series>;

export const seriesQuery = query({
  group_by: choiceParam(SERIES_GROUPS, 'What the sums are grouped by. Default: day.'),
  from: datetimeParam('start', 'Money that moved at or after.'),
  to: datetimeParam('end', 'Money that moved at or before.'),
  terminal: integerParam('Only of this terminal (id); cash has none.'),
  cash_register: integerParam('Only of this cash register (id); cash has none.'),
  tender: choiceParam(
    [...TENDERS, 'all'],
    'Paid by QR, in cash, or both, where a sale in parts counts as one. Default: qr; with group_by=tender: all.',
  ),
});
export type SeriesQuery = v.InferOutput<typeof seriesQuery>;

export const seriesExportQuery = query({
  format: choiceParam(EXPORT_FORMATS, 'Format of the file. Default: csv.'),
  ...seriesQuery.entries,
});
