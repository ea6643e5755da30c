import type { RefundApproval } from '../../shared/api/refunds.ts';
import { call } from './http.ts';

/** In a browser: a second person approves by name and password. */
export const approveRefund = (
  id: number,
  body: { amount: number; username: string; password: string },
): Promise<RefundApproval> => call(`invoices/${id}/refund-approvals/`, { method: 'POST', body });
