import * as v from 'valibot';
import { count, flag, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { choiceParam, query, textParam } from './query.ts';
import { EXAMPLE_SUMS, otherCurrencies, seriesPoint, seriesSums } from './series.ts';
import { EXPORT_FORMATS } from './tables.ts';

const dayCloseForeign = shape('DayCloseForeign', {
  count: count('How many.', 1),
  gross: minorUnits('Their sum, minor units.', 12_000),
});

const unpaid = shape('DayCloseUnpaid', {
  count: count('How many invoices.', 1),
  amount: minorUnits('Sum of their amounts, minor units.', 9900),
});

const NONE = { count: 0, amount: 0 };
/* @__NO_SIDE_EFFECTS__ */
const examplePoint = (key: string | null, label: string) => ({ key, label, quantity: null, ...EXAMPLE_SUMS });

/** Totals of a shop's day, in the shop's time zone. Beyond version 1. */
export const dayClose = shape('DayClose', {
  date: string('The day, in the calendar of the shop.', '2026-03-02'),
  time_zone: string("The shop's time zone, IANA.", 'Europe/Kyiv'),
  from: timestamp('The first moment of the day, UTC.', '2026-03-01T22:00:00.000Z'),
  to: timestamp(
    'The last moment of the day, UTC. A day has 23 or 25 hours when clocks are changed.',
    '2026-03-02T21:59:59.999Z',
  ),
  is_over: flag('False: the day goes on, and its sums may grow.', true),
  made_at: timestamp(
    'When this was summed up, UTC; all of it is of that one moment.',
    '2026-03-03T06:58:11.402Z',
  ),
  shop_name: string('What the owner calls the shop; "" where nothing was set.', 'Кава на розі'),
  totals: described(
    seriesSums,
    'Money that moved on that day: payments when they were paid, refunds when they were made.',
  ),
  other_currencies: otherCurrencies,
  foreign: described(
    dayCloseForeign,
    'Those payments among them that were not requested here: found in the bank statement.',
  ),
  by_terminal: described(
    v.array(seriesPoint),
    'The same by terminal; adds up to the totals, as the next three do.',
    [examplePoint('1', 'Каса 1')],
  ),
  by_cash_register: described(v.array(seriesPoint), 'By cash register; key null: without one.', [
    examplePoint(null, ''),
  ]),
  by_employee: described(v.array(seriesPoint), 'By the account that created the invoice; key null: none.', [
    examplePoint('4', 'Олена Коваль'),
  ]),
  by_payment_system: described(
    v.array(seriesPoint),
    'By card scheme, which is the key; null: the bank gave none.',
    [examplePoint('visa', '')],
  ),
  first_number: nullable(
    v.string(),
    'Number, for people, of the invoice that was paid first on that day; null: none was paid.',
    '000015',
  ),
  last_number: nullable(
    v.string(),
    'Number, for people, of the invoice that was paid last on that day; null: none was paid.',
    '000026',
  ),
  open: described(unpaid, 'Created on that day and still unpaid: status created or processing.', NONE),
  expired: described(unpaid, 'Created on that day and never paid: status expired.'),
  failed: described(unpaid, 'Created on that day, and its payment failed: status failure.', NONE),
  attempts_in_doubt: count('Number of bank requests on that day whose outcome is not known yet.'),
  statement_until: nullable(
    timestamp(),
    'Up to when the bank statement of every active terminal is here, UTC; null: of one it never came. ' +
      'Payments past this service may be missing after it.',
    '2026-03-03T06:49:00.012Z',
  ),
});
export type DayClose = v.InferOutput<typeof dayClose>;

export const dayCloseQuery = query({
  date: textParam('A date of the calendar of the shop, such as 2026-03-02. Default: today.'),
});

export const dayCloseExportQuery = query({
  format: choiceParam(EXPORT_FORMATS, 'Format of the file. Default: csv.'),
  ...dayCloseQuery.entries,
});
