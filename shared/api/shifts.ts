import * as v from 'valibot';
import { MAX_AMOUNT } from '../money.ts';
import {
  choice,
  count,
  flag,
  id,
  minorUnits,
  nullable,
  recordId,
  shape,
  string,
  timestamp,
} from './answers.ts';
import { dayCloseQuery } from './day-close.ts';
import { described, named } from './described.ts';
import { integer, MAX_LENGTH, oneOf, remark, requestBody, text } from './fields.ts';
import { pageOf } from './pages.ts';
import { pageParams, query } from './query.ts';
import { seriesPoint } from './series.ts';

/** Shifts with counted cash. Beyond version 1. */

export const PERSON = 'Олена Коваль';
const MORNING = '2026-03-02T06:58:11.402Z';

const shiftCount = shape('ShiftCount', {
  cash: minorUnits('Cash counted, minor units.', 82_000),
  difference: minorUnits('What was counted minus what was expected then, minor units.', -1600),
  made_by: string('Who counted: full name, else username.', PERSON),
  made_at: timestamp('When it was counted, UTC.', '2026-03-02T18:01:12.640Z'),
});

export const rounding = minorUnits(
  'What rounding added to these sums, minor units; negative: took off.',
  -20,
);

export const discounts = minorUnits(
  'Off the prices of the goods sold, by QR and in cash, minor units.',
  4200,
);

export const shift = shape('Shift', {
  id: recordId(),
  is_open: flag('Whether it is still open; one shift of the shop is at most.'),
  opened_by: string('Who opened it: full name, else username.', PERSON),
  opened_at: timestamp('When it was opened, UTC.', MORNING),
  opening_cash: minorUnits('Cash counted at the opening, minor units.', 50_000),
  opening_remark: string('Remark of whoever opened it.'),
  closed_by: nullable(v.string(), 'Who closed it: full name, else username; null: it is open.', PERSON),
  closed_at: nullable(
    timestamp(),
    'When it was closed, UTC; never before what happened in it.',
    '2026-03-02T18:02:40.117Z',
  ),
  closing_cash: nullable(minorUnits(), 'Cash counted at the closing, minor units; null: it is open.', 83_000),
  closing_remark: string('Remark of whoever closed it.', 'Розмінна монета'),
  sales: nullable(
    minorUnits(),
    'Sum of its cash sales, minor units; null while it is open, so that cash is counted unseen.',
    38_100,
  ),
  sale_count: nullable(count(), 'How many cash sales; null while it is open.', 3),
  refunds: nullable(minorUnits(), 'Sum of its cash refunds, minor units; null while it is open.', 4500),
  refund_count: nullable(count(), 'How many cash refunds; null while it is open.', 1),
  rounding: nullable(minorUnits(), 'What rounding added to these sums; null while it is open.', -20),
  cash_in: nullable(minorUnits(), 'Sum of the cash put in, minor units; null while it is open.', 0),
  cash_out: nullable(minorUnits(), 'Sum of the cash taken out, minor units; null while it is open.', 0),
  counts: nullable(
    v.array(shiftCount),
    'Counts before the closing, two at most, in their order; null while it is open.',
    [],
  ),
  expected_cash: nullable(
    minorUnits(),
    'Opening cash, plus cash sales and cash put in, minus cash refunds and cash taken out, as kept at the closing; ' +
      'null while it is open.',
    83_600,
  ),
  difference: nullable(
    minorUnits(),
    'closing_cash minus expected_cash: negative when cash is missing; null while it is open.',
    -600,
  ),
  is_clock_behind: flag(
    "Whether the computer's clock was set back during the shift: its times may be later than the true ones; ids " +
      'give the order.',
  ),
});
export type Shift = v.InferOutput<typeof shift>;

export const currentShift = shape('CurrentShift', {
  shift: described(v.nullable(shift), 'The open shift; null: none is open.'),
});
export type CurrentShift = v.InferOutput<typeof currentShift>;

/** What is in the till now, for whoever sees the takings; the others count unseen. */
export const tillCash = shape('TillCash', {
  opening_cash: minorUnits('Cash counted at the opening, minor units.', 50_000),
  sales: minorUnits('Sum of the cash sales, minor units.', 38_100),
  sale_count: count('How many cash sales.', 3),
  refunds: minorUnits('Sum of the cash refunds, minor units.', 4500),
  refund_count: count('How many cash refunds.', 1),
  rounding,
  cash_in: minorUnits('Sum of the cash put in, minor units.'),
  cash_out: minorUnits('Sum of the cash taken out, minor units.'),
  expected_cash: minorUnits('What these make together, minor units; may be negative.', 83_600),
  aside: minorUnits(
    'Cash of sales whose QR is not paid, minor units: it lies aside, and is in none of these sums.',
  ),
});
export type TillCash = v.InferOutput<typeof tillCash>;

const DIRECTIONS = ['in', 'out'] as const;

export const cashMove = shape('CashMove', {
  id: recordId(),
  shift: id('Id of its shift.'),
  direction: choice(DIRECTIONS, 'Put in the till, or taken out of it.', 'out'),
  amount: minorUnits('How much, minor units; positive in both directions.', 60_000),
  reason: string('What for.', 'Постачальник'),
  made_by: string('Who entered it: full name, else username.', PERSON),
  made_at: timestamp('When it was entered, UTC.', '2026-03-02T11:40:05.310Z'),
});
export type CashMove = v.InferOutput<typeof cashMove>;
export const cashMovePage = named('CashMovePage', pageOf(cashMove));
export type CashMovePage = v.InferOutput<typeof cashMovePage>;

export const cashMoveCreate = requestBody(
  'CashMoveCreate',
  {
    amount: described(integer(1, MAX_AMOUNT), 'How much, minor units; positive in both directions.'),
    direction: described(oneOf(DIRECTIONS), 'Put in the till, or taken out of it.'),
    reason: described(text(MAX_LENGTH.comment), 'What for.'),
  },
  cashMove,
);

export const shiftCountCreate = requestBody('ShiftCountCreate', {
  cash: described(integer(0, MAX_AMOUNT), 'Cash counted, minor units.'),
});

export const shiftCountResult = shape('ShiftCountResult', {
  matches: flag('Whether it is what the till should hold. How far it is off is not said.'),
  tries_left: count('How often it may be counted again: once, after a first count that differs.', 1),
});
export type ShiftCountResult = v.InferOutput<typeof shiftCountResult>;

export const shiftPage = named('ShiftPage', pageOf(shift));
export type ShiftPage = v.InferOutput<typeof shiftPage>;

export const shiftQuery = query(pageParams);

export const shiftOpening = requestBody(
  'ShiftOpening',
  {
    opening_cash: described(integer(0, MAX_AMOUNT), 'Cash counted, minor units.'),
    remark: remark('Remark.'),
  },
  shift,
);

export const shiftClosing = requestBody('ShiftClosing', {
  closing_cash: described(integer(0, MAX_AMOUNT), 'Cash counted, minor units.'),
  remark: remark('Remark, such as why cash is missing.'),
});

/** The cash of a day; the cards are in the day summary. */
export const dayCash = shape('DayCash', {
  date: string('The day, in the calendar of the shop.', '2026-03-02'),
  sales: minorUnits('Sum of the cash sales entered on that day, minor units.', 38_100),
  sale_count: count('How many.', 3),
  refunds: minorUnits('Sum of the cash refunds entered on that day, minor units.', 4500),
  refund_count: count('How many.', 1),
  rounding,
  discounts,
  cash_in: minorUnits('Sum of the cash put in on that day, minor units.'),
  cash_out: minorUnits('Sum of the cash taken out on that day, minor units.'),
  people: described(v.array(seriesPoint), 'QR and cash by who sold, as GET stats/series/ has them.', []),
  shifts: described(v.array(shift), 'Shifts that were open at some moment of that day, in their order.'),
});
export type DayCash = v.InferOutput<typeof dayCash>;

export const dayCashQuery = dayCloseQuery;
