import * as v from 'valibot';
import { MAX_AMOUNT } from '../money.ts';
import { choice, count, flag, minorUnits, nullable, recordId, shape, string, timestamp } from './answers.ts';
import { described, named } from './described.ts';
import { integer, optionalOrNull, remark, requestBody, text } from './fields.ts';
import { pageOf } from './pages.ts';
import { pageParams, query, textParam } from './query.ts';
import { discounts, rounding, shift } from './shifts.ts';

/** Days and months that were closed, and what changed since. Beyond version 1. */

export const closureSums = shape('ClosureSums', {
  takings: minorUnits('What was taken by QR and in cash, before refunds, minor units.', 1_107_400),
  qr: minorUnits('Paid by QR, minor units.', 876_400),
  qr_count: count('How many payments by QR.', 41),
  qr_refunds: minorUnits('Refunded to cards, minor units.', 13_000),
  qr_refund_count: count('How many refunds to cards.', 1),
  sales: minorUnits('Cash sales, minor units.', 231_000),
  sale_count: count('How many cash sales.', 12),
  refunds: minorUnits('Cash refunds, minor units.'),
  refund_count: count('How many cash refunds.'),
  rounding,
  part_count: count('How many sales were paid in parts: each is a payment by QR and a cash sale.'),
  discounts,
  cash_in: minorUnits('Cash put in the till, minor units.'),
  cash_out: minorUnits('Cash taken out of the till, minor units.', 145_000),
  others: described(
    v.array(
      v.strictObject({
        ccy: count('Currency, an ISO 4217 number.', 840),
        gross: minorUnits(),
        refunds: minorUnits(),
      }),
    ),
    'Paid by QR in other currencies.',
    [],
  ),
});
export type ClosureSums = v.InferOutput<typeof closureSums>;

const DIFFERENCES = ['cash', 'doubts', 'open_qr', 'fiscal_receipts', 'statement', 'days'] as const;

const difference = shape('ClosureDifference', {
  kind: choice(
    DIFFERENCES,
    'What did not match: counted cash, bank requests with an unknown outcome, QR codes that could still be paid, fiscal ' +
      'receipts that were missing, a statement that did not reach the end, days of the month that were not closed.',
  ),
  count: count('How many.', 1),
  amount: nullable(
    minorUnits(),
    'How much, minor units: of cash negative when it was missing; null: none.',
    -1000,
  ),
});

const common = {
  version: count('1, 2, 3 …: closed again after its sums had changed.', 1),
  is_latest: flag('Whether it is the latest version.', true),
  closed_by: nullable(
    v.string(),
    'Who closed it: full name, else username; null: Kramar, by itself.',
    'Олена Коваль',
  ),
  closed_at: timestamp('When it was closed, UTC.', '2026-03-02T18:14:09.201Z'),
  sums: described(closureSums, 'The sums as they were then.'),
  differences: described(v.array(difference), 'What did not match then.'),
  remark: string('Remark of whoever closed it.', 'Решту дано двічі'),
  is_changed: flag('Whether the sums are others now. Of a later version: see that one.'),
  change: minorUnits(
    'By how much the takings less refunds have changed since, minor units; 0 also when only counts changed.',
  ),
};

export const dayClosure = shape('DayClosure', {
  id: recordId(),
  date: string('The day, in the calendar of the shop.', '2026-03-02'),
  ...common,
  cash_taken: nullable(
    minorUnits(),
    'Cash taken out at the end of the day, minor units; null: none was counted.',
    86_000,
  ),
  cash_left: nullable(
    minorUnits(),
    'Cash left for the next day, minor units; null: none was counted.',
    100_000,
  ),
});
export type DayClosure = v.InferOutput<typeof dayClosure>;

export const monthClosure = shape('MonthClosure', {
  id: recordId(),
  month: string('The month, in the calendar of the shop.', '2026-03'),
  ...common,
});
export type MonthClosure = v.InferOutput<typeof monthClosure>;

export const dayClosurePage = named('DayClosurePage', pageOf(dayClosure));
export type DayClosurePage = v.InferOutput<typeof dayClosurePage>;
export const monthClosurePage = named('MonthClosurePage', pageOf(monthClosure));
export type MonthClosurePage = v.InferOutput<typeof monthClosurePage>;

export const dayClosureQuery = query({
  date_from: textParam('From this day on, such as 2026-03-02.'),
  date_to: textParam('Up to this day.'),
  ...pageParams,
});
export const monthClosureQuery = query({
  month_from: textParam('From this month on, such as 2026-03.'),
  month_to: textParam('Up to this month.'),
  ...pageParams,
});

export const dayClosing = requestBody(
  'DayClosing',
  {
    date: described(
      v.optional(text(10)),
      'A date of the calendar of the shop, such as 2026-03-02. Default: today.',
    ),
    closing_cash: described(
      v.optional(integer(0, MAX_AMOUNT)),
      'Cash counted, minor units: closes the shift that is open, and is required while one is.',
    ),
    cash_taken: described(
      optionalOrNull(integer(0, MAX_AMOUNT)),
      'How much of the counted cash is taken out, minor units; the rest stays for the next day.',
    ),
    remark: remark('Remark.'),
  },
  dayClosure,
);

export const monthClosing = requestBody(
  'MonthClosing',
  {
    month: described(
      v.optional(text(7)),
      'A month of the calendar of the shop, such as 2026-03. Default: the last full month.',
    ),
    remark: remark('Remark.'),
  },
  monthClosure,
);

/** Each day of a range, for a table of days. */
export const shopDays = shape('ShopDays', {
  days: described(
    v.array(
      v.strictObject({
        date: string('', '2026-03-02'),
        sums: closureSums,
        closure: described(v.nullable(dayClosure), ''),
        shifts: v.array(shift),
      }),
    ),
    'Every day, the latest first: its sums as they are now, its latest closure (null: it is not closed), and the shifts that ' +
      'were open at some moment of it.',
    [],
  ),
});
export type ShopDays = v.InferOutput<typeof shopDays>;
export type ShopDay = ShopDays['days'][number];

export const shopDaysQuery = query({
  date_from: textParam('The first day, such as 2026-03-01. Default: 30 days before the last.'),
  date_to: textParam('The last day. Default: today. At most 92 days.'),
});
