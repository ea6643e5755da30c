import * as v from 'valibot';
import { id, minorUnits, timestamp } from './answers.ts';
import { dictionary, MAX_LENGTH, text } from './fields.ts';
import { INVOICE_STATUSES } from './statuses.ts';

/** What hangs on a QR register at this moment, by the bank's word. Beyond version 1. */
export const registerState = v.strictObject({
  cash_register: id(),
  /** Minor units; null: nothing is set on it. */
  amount: v.nullable(minorUnits()),
  /** The bank's id of the invoice; null: none. */
  invoice_id: v.nullable(v.string()),
  /** The same, where it is known here. */
  invoice: v.nullable(
    v.strictObject({
      id: id(),
      number_display: v.string(),
      reference: v.string(),
      status: v.picklist(INVOICE_STATUSES),
      amount: minorUnits(),
      /** Full name, else username, of who asked for it; "" for nobody of the shop. */
      created_by: v.string(),
      created_date: timestamp(),
      expires_at: v.nullable(timestamp()),
    }),
  ),
  asked_at: timestamp(),
});
export type RegisterState = v.InferOutput<typeof registerState>;

/** Takes the amount off the register. */
export const registerRelease = dictionary({
  /** What whoever asks takes to be on it: if it is another meanwhile, nothing is done. */
  expected_invoice_id: v.optional(text(MAX_LENGTH.bank_id)),
});
export type RegisterRelease = v.InferOutput<typeof registerRelease>;
