import * as v from 'valibot';
import { id, timestamp } from './answers.ts';
import { booleanParam, integerParam, orderingParam, pageParams, query } from './query.ts';

export const cashRegister = v.strictObject({
  id: id(),
  terminal: id(),
  terminal_name: v.string(),
  qr_id: v.string(),
  short_qr_id: v.string(),
  name: v.string(),
  is_active: v.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type CashRegister = v.InferOutput<typeof cashRegister>;

/** What the register's printed QR code is made of: interface.md fixes the fields of a cash register, so it stands apart. */
export const cashRegisterQr = v.strictObject({
  cash_register: id(),
  /** The page that the code leads to; "" when the bank told none. */
  page_url: v.string(),
  /** Who sets the amount, in the bank's word: merchant, client, fix. */
  amount_type: v.string(),
});
export type CashRegisterQr = v.InferOutput<typeof cashRegisterQr>;

export const cashRegisterQuery = query({
  terminal: integerParam(),
  is_active: booleanParam(),
  ordering: orderingParam(['name', 'created_at']),
  ...pageParams,
});
export type CashRegisterQuery = v.InferOutput<typeof cashRegisterQuery>;
