import * as v from 'valibot';
import { count, flag, id, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { query, textParam } from './query.ts';
import { EXAMPLE_SUMS, seriesPoint, seriesSums } from './series.ts';
import { rounding } from './shifts.ts';

/** A month of the shop's calendar for its accountant. Beyond version 1. */

const monthCurrency = shape('MonthCurrency', {
  ccy: count('Currency, an ISO 4217 number.', 980),
  totals: described(
    seriesSums,
    'Money that moved in this currency: payments by the date of payment, refunds by the date of refund.',
  ),
  refunded_of_payments: minorUnits(
    'What has been given back of these payments by now, whenever that was, minor units: the sum that ' +
      'POST reconciliation/ compares with the statement.',
    3600,
  ),
  by_terminal: described(v.array(seriesPoint), 'The same by terminal; adds up to the totals.', [
    { key: '1', label: 'Каса 1', quantity: null, ...EXAMPLE_SUMS },
  ]),
});

const monthCash = shape('MonthCash', {
  sales: minorUnits('Sum of the cash sales, minor units.', 38_100),
  sale_count: count('How many.', 3),
  refunds: minorUnits('Sum of the cash refunds, minor units.', 4500),
  refund_count: count('How many.', 1),
  rounding,
});

const monthGaps = shape('MonthGaps', {
  statements: described(
    v.array(
      v.strictObject({
        terminal: id(),
        name: string('', 'Каса 1'),
        until: nullable(timestamp(), '', '2026-10-31T20:00:00.000Z'),
      }),
    ),
    "Active terminals whose bank statement does not reach the month's end, or never came (until is null): " +
      'payments past this service may be missing.',
    [],
  ),
  attempts_in_doubt: count('Number of bank requests of the month whose outcome is not known yet.'),
  fiscal_receipts: count(
    'Number of payments without a finished fiscal receipt, at terminals that issue them.',
  ),
});

export const accountMonth = shape('AccountMonth', {
  month: string('The month.', '2026-10'),
  time_zone: string("The shop's time zone, IANA: that of the month's days.", 'Europe/Kyiv'),
  from: timestamp('The first moment of the month, UTC.', '2026-09-30T21:00:00.000Z'),
  to: timestamp('The last moment of the month, UTC.', '2026-10-31T21:59:59.999Z'),
  is_over: flag('False: the month goes on, and its sums may grow.', true),
  made_at: timestamp(
    'When this was summed up, UTC; all of it is of that one moment.',
    '2026-11-03T06:58:11.402Z',
  ),
  tax_number: nullable(v.string(), 'The seller that it is about; null: all terminals.', null),
  sellers: described(
    v.array(
      v.strictObject({ tax_number: string('', '12345678'), merchant_name: string('', 'ФОП Коваль О. В.') }),
    ),
    'The sellers of all terminals, of which one can be chosen by tax_number.',
  ),
  currencies: described(
    v.array(monthCurrency),
    'The sums of each currency apart: hryvnia first, also where nothing moved.',
  ),
  cash: nullable(
    monthCash,
    'What was sold for cash, in no sum above; null: the cash belongs to another seller.',
  ),
  gaps: described(monthGaps, 'What is missing. The archive can be fetched all the same.'),
});
export type AccountMonth = v.InferOutput<typeof accountMonth>;

export const monthQuery = query({
  month: textParam('A month of the calendar of the shop, such as 2026-10. Default: the last full month.'),
  tax_number: textParam('Only of the terminals of this seller: its EDRPOU or RNOKPP.'),
});

export const ARCHIVE_TYPE = 'application/zip';
