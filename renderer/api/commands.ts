import type { Invoice } from '../../shared/api/invoices.ts';
import type { JobRun } from '../../shared/api/jobs.ts';
import type { SyncedInvoices, SyncedRegisters, Terminal } from '../../shared/api/terminals.ts';
import { call, type Request } from './http.ts';
import { search } from './queries.ts';

/** What screens do. All throw ApiError. */

/** A line as the interface takes it: price in minor units, quantity and discount as decimal strings. */
export interface ChargeLine {
  name: string;
  price: number;
  quantity: string;
  unit?: string;
  product?: number;
  discount_pct?: string;
}

export interface Charge {
  terminal: number;
  cash_register?: number;
  /** Minor units; exactly one of amount and items. */
  amount?: number;
  items?: ChargeLine[];
  destination?: string;
  reference?: string;
  comment?: string;
  /** Seconds. */
  validity?: number;
}

/** @param idempotencyKey the same for every try of one filled form: there is one invoice however often it takes */
export const createInvoice = (charge: Charge, idempotencyKey: string): Promise<Invoice> =>
  call('invoices/', { method: 'POST', body: charge, headers: { 'Idempotency-Key': idempotencyKey } });

/**
 * Cancels an unpaid invoice, or refunds a paid one: only as long as it is what the screen shows. What was paid unseen
 * is then not refunded, and what was refunded already is not refunded again.
 * @param invoice as it is shown
 * @param body amount in minor units; absent: all that is left
 */
export const cancelInvoice = (
  { id, status, amount, final_amount }: Invoice,
  body: { amount?: number; comment?: string } = {},
): Promise<Invoice> => {
  const left = status === 'success' ? { expected_left: final_amount ?? amount } : {};
  return call(`invoices/${id}/cancel/${search({ expected_status: status, ...left })}`, {
    method: 'POST',
    body,
  });
};

export const refreshInvoice = (id: number): Promise<Invoice> =>
  call(`invoices/${id}/refresh/`, { method: 'POST' });

export const updateTerminal = (
  id: number,
  changes: Partial<Pick<Terminal, 'name' | 'is_active' | 'show_payments'>>,
): Promise<Terminal> => call(`terminals/${id}/`, { method: 'PATCH', body: changes });

export const deleteTerminal = (id: number): Promise<unknown> =>
  call(`terminals/${id}/`, { method: 'DELETE' });

export const syncRegisters = (id: number, given: Pick<Request, 'signal'> = {}): Promise<SyncedRegisters> =>
  call(`terminals/${id}/sync_registers/`, { method: 'POST', ...given });

/** Thirty days of a busy shop take the bank a while. */
const SYNC_PATIENCE_MS = 300_000;

export const syncInvoices = (id: number, given: Pick<Request, 'signal'> = {}): Promise<SyncedInvoices> =>
  call(`terminals/${id}/sync_invoices/`, { method: 'POST', patience: SYNC_PATIENCE_MS, ...given });

export const runJob = (name: string, given: Pick<Request, 'signal'> = {}): Promise<JobRun> =>
  call(`jobs/${name}/run/`, { method: 'POST', patience: SYNC_PATIENCE_MS, ...given });
