import * as v from 'valibot';
import { count, id, minorUnits, timestamp } from './answers.ts';
import { OPEN_REFUND_STATES } from './statuses.ts';

/** A refund that is not over yet. While there is one, no other is taken. */
const openRefund = v.strictObject({
  amount: minorUnits(),
  requested_at: timestamp(),
  /** Full name, else username, of the person who requested it; "" when the bank alone knows of it. */
  by: v.string(),
  state: v.picklist(OPEN_REFUND_STATES),
});
export type OpenRefund = v.InferOutput<typeof openRefund>;

/** What may still be returned of one line of an invoice. */
const returnableItem = v.strictObject({
  /** Id of the invoice's item. */
  item: id(),
  /** Sold, and returned by lines so far; an item returned in full has both equal. */
  quantity: v.number(),
  returned: v.number(),
});
export type ReturnableItem = v.InferOutput<typeof returnableItem>;

/** What may still be refunded of an invoice, beyond the fields of the invoice itself. */
export const invoiceRefunds = v.strictObject({
  invoice: id(),
  /** Left of the payment after all refunds that are done, minor units; 0 unless it is paid. */
  left: count(),
  under_way: v.nullable(openRefund),
  items: v.array(returnableItem),
});
export type InvoiceRefunds = v.InferOutput<typeof invoiceRefunds>;
