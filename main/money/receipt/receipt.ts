import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { type InvoiceContext, tokenOf } from '../bank-state/refresh.ts';
import { wasPaid } from '../bank-state/status.ts';

const MESSAGES: Partial<Record<InvoiceStatus, string>> = {
  created: 'The invoice has not been paid yet; there is no receipt.',
  processing: 'The payment is being processed; there is no receipt yet.',
};
const NEVER_PAID = 'The invoice was never paid; there is no receipt.';

/**
 * The bank's receipt of a payment, a PDF. Refuses unpaid invoices without a request.
 * @param email the bank sends it there as well
 * @throws ValidationError, BankError
 */
export const receiptOf = async (
  context: Pick<InvoiceContext, 'db' | 'bank' | 'openToken'>,
  { status, terminal_id, terminal_name, invoice_id }: InvoiceRow,
  email?: string,
): Promise<Buffer> => {
  if (!wasPaid(status)) throw fieldRefusal('status', `is_${status}`, MESSAGES[status] ?? NEVER_PAID);
  const token = await tokenOf(context, terminal_id, terminal_name);
  return context.bank.receipt(token, invoice_id, email);
};
