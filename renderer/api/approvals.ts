import type { Approval } from '../../shared/api/refunds.ts';
import { call } from './http.ts';

/** What a second person approves: what gives money back, or what is taken off a sale (minor units). */
export type ApprovalOf = { invoice: number } | { cash_sale: number } | { discount: number };

const pathOf = (of: ApprovalOf): string => {
  if ('discount' in of) return 'discount-approvals/';
  return `${'invoice' in of ? `invoices/${of.invoice}` : `cash-sales/${of.cash_sale}`}/refund-approvals/`;
};

/** In a browser: a second person approves by name and password. */
export const approve = (
  of: ApprovalOf,
  body: { amount: number; username: string; password: string },
): Promise<Approval> =>
  call(pathOf(of), { method: 'POST', body: 'discount' in of ? { ...of, ...body } : body });
