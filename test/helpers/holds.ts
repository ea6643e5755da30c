import { expect } from 'vitest';
import type { HeldInvoicePage, InvoiceHold } from '../../shared/api/holds.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Refusal } from './client.ts';
import type { Shop } from './shop.ts';
import { leavingNoTrace, rowsOf } from './trace.ts';

/** What a refused request could leave behind; the bank may be asked how it stands. */
const traces = (shop: Shop) => ({
  tables: ['attempts', 'holds', 'refunds', 'actions', 'counters', 'idempotency_keys'].map((table) =>
    rowsOf(shop, table),
  ),
  bank: shop.bank.requests.filter(({ method }) => method === 'POST').map(({ path }) => path),
});

/** Held payments of a shop, through the interface. */
export const holdsOf = (shop: Shop) => {
  const refresh = async (id: number) => (await shop.owner.post<Invoice>(`invoices/${id}/refresh/`)).body;
  const request =
    (what: 'capture' | 'release') =>
    (id: number, body?: object, key?: string, query = ''): Promise<Answer<Invoice & Refusal>> =>
      shop.owner.post(
        `invoices/${id}/${what}/${query}`,
        body,
        key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
      );
  return {
    refresh,
    /** An invoice whose money the bank holds. */
    held: async (body: object = { amount: 34_000 }): Promise<Invoice> => {
      const { id, invoice_id } = await shop.createInvoice({ ...body, payment_type: 'hold' });
      shop.bank.pay(invoice_id);
      return refresh(id);
    },
    capture: request('capture'),
    release: request('release'),
    /** Sends a request, and checks that it is refused and left nothing, here and at the bank. */
    refused: <Got extends Answer<Refusal>>(send: () => Promise<Got>): Promise<Got> => {
      const refusal = async () => {
        const answer = await send();
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
        return answer;
      };
      return leavingNoTrace(shop, refusal, traces);
    },
    view: async (id: number) => (await shop.owner.get<InvoiceHold>(`invoices/${id}/hold/`)).body,
    list: async () => (await shop.owner.get<HeldInvoicePage>('invoices/held/')).body,
    /** What the bank was asked to capture or to give back for an invoice. */
    sent: (call: 'finalize' | 'cancel', invoiceId: string) =>
      shop.bank.requests
        .filter(({ path }) => path === `/api/merchant/invoice/${call}`)
        .map(({ body }) => body as { invoiceId: string; amount?: number; items?: unknown[] })
        .filter((body) => body.invoiceId === invoiceId),
  };
};
