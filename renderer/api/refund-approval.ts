import type { RefundApproval } from '../../shared/api/refunds.ts';
import { call } from './http.ts';

/** What gives money back. */
export type RefundOf = { invoice: number } | { cash_sale: number };

/** In a browser: a second person approves by name and password. */
export const approveRefund = (
  of: RefundOf,
  body: { amount: number; username: string; password: string },
): Promise<RefundApproval> =>
  call(`${'invoice' in of ? `invoices/${of.invoice}` : `cash-sales/${of.cash_sale}`}/refund-approvals/`, {
    method: 'POST',
    body,
  });
