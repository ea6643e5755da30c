import * as v from 'valibot';
import { choice, currency, id, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';

const ACTIVITY_TYPES = [
  'paid',
  'refunded',
  'held',
  'captured',
  'released',
  'declined',
  'cancelled',
  'expired',
  'doubt',
  'refund_doubt',
  'cash',
  'cash_refund',
  'cash_in',
  'cash_out',
  'shift_opened',
  'shift_closed',
] as const;

const activityEntry = shape('ActivityEntry', {
  at: timestamp("When, UTC. For a payment or a refund, the bank's time.", '2026-03-02T08:21:04.918Z'),
  type: choice(
    ACTIVITY_TYPES,
    'paid, refunded, held, captured, released: money of an invoice. declined: a payment did not go through. cancelled, ' +
      'expired: the invoice ended unpaid. doubt, refund_doubt: the outcome of a bank request is not known yet; its end ' +
      'takes its place. cash, cash_refund, cash_in, cash_out: entries of the till. shift_opened, shift_closed: a shift.',
    'refunded',
  ),
  invoice: nullable(id(), 'Id of the invoice; null when there is none.', 15),
  number_display: string(
    'Number of the sale, as it is shown, and of a return that of the sale; empty without one.',
    '000015',
  ),
  reference: string('Its order number.', 'ORDER-42'),
  amount: nullable(
    minorUnits(),
    'Minor units: of the payment, the refund, the entry; of a closed shift the difference of its cash; null without one.',
    3600,
  ),
  ccy: currency(),
  whole: nullable(minorUnits(), 'Of a capture, what was held, minor units; else null.'),
  cash: nullable(
    minorUnits(),
    'Of a sale in parts, what of the amount was paid in cash, minor units; the rest by QR. Else null.',
  ),
  card: string('Last four digits of the card; empty when they are not known.', '1902'),
  goods: string('What was sold, shortened.', 'Лате ×2, Круасан'),
  reason: string(
    'Why: of a refund as it was given, of a decline as the bank says it, of an entry its remark.',
  ),
  by: string('Who did it: full name, else username; empty when no account did.', 'Олена Коваль'),
  until: nullable(
    timestamp(),
    'Of a decline: until when the invoice can still be paid, UTC; null: it cannot.',
  ),
});
export type ActivityEntry = v.InferOutput<typeof activityEntry>;

export const activity = shape('Activity', {
  results: described(v.array(activityEntry), 'The latest nine, the newest first.'),
});
export type Activity = v.InferOutput<typeof activity>;
