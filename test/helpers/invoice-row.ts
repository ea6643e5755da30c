import { UNPAID } from '../../main/money/bank-state/payment-facts.ts';
import type { InvoiceRow, NewInvoice } from '../../main/store/invoices/invoices.ts';

/** A row of the table of invoices as an unpaid one of a hundred hryvnias has it, with these fields. */
export const invoiceRow = (fields: Partial<InvoiceRow> = {}): InvoiceRow => ({
  id: 1,
  number: 1,
  invoice_id: 'p2_1',
  terminal_id: 1,
  terminal_name: 'Каса',
  cash_register_id: null,
  status: 'created',
  amount: 10_000,
  ccy: 980,
  final_amount: null,
  reference: 'INV-000001',
  destination: '',
  comment: '',
  page_url: '',
  ...UNPAID,
  created_locally: 1,
  webhook_received: 0,
  created_date: 0,
  modified_date: null,
  paid_date: null,
  expires_at: null,
  next_check_at: null,
  created_by: null,
  bank_created_date: null,
  sweep_at: null,
  uncaptured: 0,
  ...fields,
});

/** The same, to be inserted. */
export const newInvoice = (fields: Partial<NewInvoice>): NewInvoice => {
  const { id: _, terminal_name: __, ...row } = invoiceRow();
  return { ...row, ...fields };
};
