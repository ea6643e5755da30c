import type { DayClose } from '../../../shared/api/day-close.ts';
import type { SeriesPoint, SeriesSums } from '../../../shared/api/series.ts';
import type { FieldWords } from './words.ts';

/** The summary of a day: what its fields mean, and what it looks like. */

const dayClose: FieldWords<DayClose> = {
  date: 'The day, in the calendar of the shop.',
  time_zone: "The shop's time zone, IANA.",
  from: 'The first moment of the day, UTC.',
  to: 'The last moment of the day, UTC. A day has 23 or 25 hours when clocks are changed.',
  is_over: 'False: the day goes on, and its sums may grow.',
  made_at: 'When this was summed up, UTC; all of it is of that one moment.',
  shop_name: 'What the owner calls the shop; "" where nothing was set.',
  totals: 'Money that moved on that day: payments when they were paid, refunds when they were made.',
  foreign: 'Of these payments, those that were not asked for here: found in the bank statement.',
  by_terminal: 'The same told apart by terminal; adds up to the totals, as the next three do.',
  by_cash_register: 'By cash register; key null: without one.',
  by_employee: 'By who of the shop asked for the invoice; key null: nobody.',
  by_payment_system: 'By card scheme, which is the key; null: the bank has told none.',
  first_number: 'Number, for people, of the invoice that was paid first on that day; null: none was paid.',
  last_number: 'Number, for people, of the invoice that was paid last on that day; null: none was paid.',
  open: 'Created on that day and still unpaid: status created or processing.',
  expired: 'Created on that day and never paid: status expired.',
  failed: 'Created on that day, and its payment failed: status failure.',
  attempts_in_doubt: 'Calls to the bank on that day of which it is not known yet whether it acted.',
  statement_until:
    'Up to when the bank statement of every active terminal is here, UTC; null: of one it never came. Payments past ' +
    'this service may be missing after it.',
};

/** By the name of the schema in the document. */
export const REPORT_WORDS: Record<string, Record<string, string>> = {
  DayClose: dayClose,
  DayCloseForeign: { count: 'How many.', gross: 'Their sum, minor units.' },
  DayCloseUnpaid: { count: 'How many invoices.', amount: 'Sum of their amounts, minor units.' },
};

const sums: SeriesSums = {
  ...{ gross: 81_200, fee: 1056, refunds: 3600, net: 76_544 },
  ...{ count: 9, refund_count: 1 },
};
const point = (key: string | null, label: string): SeriesPoint => ({ key, label, quantity: null, ...sums });
const foreign: DayClose['foreign'] = { count: 1, gross: 12_000 };
const expired: DayClose['expired'] = { count: 1, amount: 9900 };
const NONE = { count: 0, amount: 0 };

const example: DayClose = {
  date: '2026-03-02',
  time_zone: 'Europe/Kyiv',
  from: '2026-03-01T22:00:00.000Z',
  to: '2026-03-02T21:59:59.999Z',
  is_over: true,
  made_at: '2026-03-03T06:58:11.402Z',
  shop_name: 'Кава на розі',
  totals: sums,
  foreign,
  by_terminal: [point('1', 'Каса 1')],
  by_cash_register: [point(null, '')],
  by_employee: [point('4', 'Олена Коваль')],
  by_payment_system: [point('visa', '')],
  first_number: '000015',
  last_number: '000026',
  open: NONE,
  expired,
  failed: NONE,
  attempts_in_doubt: 0,
  statement_until: '2026-03-03T06:49:00.012Z',
};

/** One of each schema, by its name in the document. */
export const REPORT_EXAMPLES: Record<string, unknown> = {
  DayClose: example,
  DayCloseForeign: foreign,
  DayCloseUnpaid: expired,
};
