import type * as v from 'valibot';
import { flag, id, recordId, shape, stamps, string } from './answers.ts';
import { booleanParam, integerParam, orderingParam, pageParams, query } from './query.ts';

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
