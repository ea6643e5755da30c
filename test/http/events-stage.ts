import { beforeEach, expect, vi } from 'vitest';
import type { Event, EventType } from '../../shared/api/events.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { runUntilDone } from '../helpers/jobs.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf } from '../helpers/trace.ts';

export const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);

/** The data of every event of an invoice: the fields of the invoice itself. */
export const factsOf = ({ number, reference, status, amount, ccy, final_amount }: Invoice) => ({
  number,
  reference,
  status,
  amount,
  ccy,
  final_amount,
});

/** The shop of all tests of a file about events, whose bank only the tests call. */
export const openEvents = async () => {
  // Stopped, so that only the test calls the bank; whole seconds, as the bank writes them.
  const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
  const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
  beforeEach(() => {
    shop.bank.clearFaults();
    shop.bank.setRefundMode('success');
  });
  const refresh = ({ id }: Pick<Invoice, 'id'>) =>
    ok(shop.owner.post<Invoice>(`invoices/${id}/refresh/`), 200);
  return {
    shop,
    clock,
    refresh,
    /** Moves the clock; waits until the watcher has looked up every open invoice whose time has come by then. */
    forward: async (seconds: number) => {
      clock.forward(seconds);
      await shop.signInAgain();
      const isDue = ({ next_check_at }: Record<string, unknown>) =>
        next_check_at !== null && Number(next_check_at) <= clock.now();
      await vi.waitFor(() => expect(rowsOf(shop, 'invoices').filter(isDue)).toEqual([]));
    },
    cancel: (id: number, body: object = {}) => shop.owner.post<Invoice>(`invoices/${id}/cancel/`, body),
    settleAttempts: () => runUntilDone(shop, 'settle-attempts'),
    /** One that is paid, and is known to be. */
    paidInvoice: async (body?: object): Promise<Invoice> => {
      const invoice = await shop.createInvoice(body);
      shop.bank.pay(invoice.invoice_id);
      return refresh(invoice);
    },
    /** As it stands in the list, except for the id. */
    expected: (type: EventType, invoice: Invoice | undefined, data: object) => ({
      id: expect.any(Number),
      type,
      invoice: invoice?.id ?? null,
      terminal: shop.terminal.id,
      data,
      created_at: new Date(clock.now()).toISOString(),
    }),
  };
};
