import type { Host } from '../start/host.ts';
import { payableInvoices } from '../store/invoices/open.ts';

export interface OpenPayments {
  count: number;
  /** Of the newest; minor units. */
  amount: number;
}

/** Who is asked for money just now: they may pay while nobody here listens. */
export const openPayments = (host: Pick<Host, 'started'>): OpenPayments => {
  const inside = host.started()?.running.inside;
  const payable = inside ? payableInvoices(inside.db, inside.now()) : [];
  return { count: payable.length, amount: payable[0]?.amount ?? 0 };
};
