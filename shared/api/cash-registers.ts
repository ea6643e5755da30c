import * as v from 'valibot';
import {
  choice,
  count,
  flag,
  id,
  minorUnits,
  nullable,
  recordId,
  shape,
  stamps,
  string,
  timestamp,
} from './answers.ts';
import { described } from './described.ts';
import { MAX_LENGTH, requestBody, text } from './fields.ts';
import { booleanParam, integerParam, orderingParam, pageParams, query } from './query.ts';
import { INVOICE_STATUSES } from './statuses.ts';

export const cashRegister = shape('CashRegister', {
  id: recordId(),
  terminal: id('Id of its terminal.'),
  terminal_name: string('Name of its terminal.', 'Каса 1'),
  qr_id: string("The bank's identifier of the QR code.", 'QR_zerno_kasa1'),
  short_qr_id: string('The short identifier, as printed under the QR code.', 'ZRN1'),
  name: string('Its name at the bank, else the short identifier.', 'ZRN1'),
  is_active: flag('False when the bank no longer lists it.', true),
  ...stamps,
});
export type CashRegister = v.InferOutput<typeof cashRegister>;

/**
 * The content of the register's printed QR code. Version 1 fixes the fields of a cash register, so this is a resource
 * of its own.
 */
export const cashRegisterQr = shape('CashRegisterQr', {
  cash_register: id('Id of the cash register.'),
  page_url: string(
    'Address that its QR code leads to; "" when the bank gave none.',
    'https://pay.mbnk.biz/ZRN1',
  ),
  amount_type: string("Who sets the amount, in the bank's word: merchant, client or fix.", 'merchant'),
});
export type CashRegisterQr = v.InferOutput<typeof cashRegisterQr>;

export const cashRegisterQuery = query({
  terminal: integerParam('Only of this terminal (id).'),
  is_active: booleanParam('true or false.'),
  ordering: orderingParam(['name', 'created_at'], 'Default: name.'),
  ...pageParams,
});
export type CashRegisterQuery = v.InferOutput<typeof cashRegisterQuery>;

/** The invoice that waits on a QR register, as the bank reports it. Beyond version 1. */
export const registerState = shape('RegisterState', {
  cash_register: id('Id of the cash register.'),
  amount: nullable(minorUnits(), 'The amount that is set on it, minor units; null: none.', 8100),
  ccy: nullable(
    count(),
    'Currency code of the amount, ISO 4217; null: there is none, or the bank does not say it.',
    980,
  ),
  invoice_id: nullable(
    v.string(),
    "The bank's identifier of the invoice that is on it, or null.",
    'p2_9ZgpZVsl3',
  ),
  invoice: described(
    v.nullable(
      v.strictObject({
        id: id('', 15),
        number_display: string('', '000015'),
        reference: string('', 'ORDER-42'),
        status: choice(INVOICE_STATUSES),
        amount: minorUnits('', 8100),
        /** Full name, else username, of its creator; "" for a payment from outside the shop. */
        created_by: string('', 'Олена Коваль'),
        created_date: timestamp('', '2026-03-02T08:15:27.120Z'),
        expires_at: nullable(timestamp(), '', '2026-03-03T08:15:27.120Z'),
      }),
    ),
    'The same, where it is known here; null for one that another program put there.',
  ),
  asked_at: timestamp('When the bank said so, UTC.', '2026-03-02T08:15:40.000Z'),
});
export type RegisterState = v.InferOutput<typeof registerState>;

/** Takes the amount off the register. */
export const registerRelease = requestBody('RegisterRelease', {
  expected_invoice_id: described(
    v.optional(text(MAX_LENGTH.bank_id)),
    'What you take to be on it: if it is another, nothing is done, and the answer is a 400.',
  ),
});
export type RegisterRelease = v.InferOutput<typeof registerRelease>;
