import { insertInvoice, type NewInvoice } from '../../main/store/invoices/invoices.ts';
import { nextNumber } from '../../main/store/settings.ts';
import type { Shop } from './shop.ts';

/** Writes an invoice without the bank, so that thousands are quick to create. Returns its id. */
export const writeInvoice = (shop: Shop, fields: Partial<NewInvoice> = {}): number => {
  const { db, now } = shop.console;
  const number = nextNumber(db, 'invoice');
  return insertInvoice(
    db,
    {
      number,
      invoice_id: `p2_${number}`,
      terminal_id: shop.terminal.id,
      cash_register_id: null,
      status: 'created',
      amount: 1000,
      ccy: 980,
      final_amount: null,
      reference: `INV-${number}`,
      destination: '',
      comment: '',
      page_url: '',
      failure_code: '',
      failure_reason: '',
      masked_pan: '',
      approval_code: '',
      rrn: '',
      payment_system: '',
      fee: 0,
      created_locally: 1,
      webhook_received: 0,
      created_date: now(),
      modified_date: null,
      paid_date: null,
      expires_at: null,
      next_check_at: null,
      created_by: null,
      ...fields,
    },
    [],
  ).invoice.id;
};
