import * as v from 'valibot';
import { choice, count, id, minorUnits, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { OPEN_REFUND_STATES } from './statuses.ts';

/** A refund without an outcome. While there is one, no other is accepted. */
const openRefund = shape('OpenRefund', {
  amount: minorUnits('How much, minor units.', 3600),
  requested_at: timestamp('When it was requested, UTC.', '2026-03-02T08:21:03.877Z'),
  by: string('Who requested it: full name, else username.', 'Олена Коваль'),
  state: choice(
    OPEN_REFUND_STATES,
    "in_doubt: the bank's answer was lost, and its outcome is unknown. processing: the bank works on it.",
  ),
});
export type OpenRefund = v.InferOutput<typeof openRefund>;

/** The returnable part of one line of an invoice. */
const returnableItem = shape('ReturnableItem', {
  item: id('Id of the item.', 21),
  quantity: described(v.number(), 'How much was sold.', 2),
  returned: described(v.number(), 'How much of it came back.', 0.5),
});

/** The refundable part of an invoice, beyond the fields of the invoice itself. */
export const invoiceRefunds = shape('InvoiceRefunds', {
  invoice: id('Id of the invoice.', 15),
  left: count(
    'What is left of the payment after all refunds that are done, minor units; 0 for one that was never paid.',
    8100,
  ),
  under_way: described(v.nullable(openRefund), 'The refund whose outcome is still to come, or null.'),
  items: described(
    v.array(returnableItem),
    'Its lines, with what was returned of each by a refund by lines.',
  ),
});
export type InvoiceRefunds = v.InferOutput<typeof invoiceRefunds>;
