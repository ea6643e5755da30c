import { insertInvoice, type NewInvoice } from '../../main/store/invoices/invoices.ts';
import { nextNumber } from '../../main/store/settings.ts';
import { newInvoice } from './invoice-row.ts';
import type { Shop } from './shop.ts';

/** Writes an invoice without the bank, so that thousands are quick to create. Returns its id. */
export const writeInvoice = (shop: Shop, fields: Partial<NewInvoice> = {}): number => {
  const { db, now } = shop.console;
  const number = nextNumber(db, 'invoice');
  const own = { number, invoice_id: `p2_${number}`, reference: `INV-${number}`, created_date: now() };
  return insertInvoice(db, newInvoice({ ...own, terminal_id: shop.terminal.id, amount: 1000, ...fields }), [])
    .invoice.id;
};
