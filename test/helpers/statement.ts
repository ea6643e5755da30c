import { expect } from 'vitest';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { SyncedInvoices } from '../../shared/api/terminals.ts';
import type { Shop } from './shop.ts';
import { leavingNoTrace, tablesOf } from './trace.ts';

/** POST sync_invoices/ of a terminal, the shop's own if none is named. */
export const syncInvoices = async (shop: Shop, terminal = shop.terminal.id): Promise<SyncedInvoices> => {
  const answer = await shop.owner.post<SyncedInvoices>(`terminals/${terminal}/sync_invoices/`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

/** The result of a second run: nothing new, nothing changed. */
export const expectSettled = async (shop: Shop, terminal = shop.terminal.id): Promise<void> => {
  const again = await leavingNoTrace(shop, () => syncInvoices(shop, terminal), tablesOf);
  expect(again).toMatchObject({ created: 0, updated: 0 });
};

/** The one invoice with the bank's id. */
export const invoiceByBankId = async (shop: Shop, invoiceId: string): Promise<Invoice> => {
  const { body } = await shop.owner.get<InvoicePage>(`invoices/?search=${invoiceId}`);
  expect(body.count, `invoices ${invoiceId}`).toBe(1);
  return body.results[0] as Invoice;
};
