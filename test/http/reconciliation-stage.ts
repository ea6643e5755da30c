import { beforeEach, expect } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Reconciliation } from '../../shared/api/reconciliation.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { traces } from '../helpers/trace.ts';

interface ReconcileInput {
  query?: string;
  file?: string;
}

export const iso = (at: number) => new Date(at).toISOString();

/** A shop of two terminals whose books are compared; each test has a day of its own. */
export const openReconciliation = async () => {
  // Whole seconds, as the bank writes them.
  const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
  const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
  const [, merchant] = shop.bank.merchants;
  const second = await addTerminal(shop.console, { name: 'Друга', token: merchant?.token ?? '' });
  let viewer = await shop.employee('viewer', ['can_view_invoices']);
  /** Nothing open falls due meanwhile, so that only the test calls the bank; tokens are valid for an hour. */
  const later = async (ms: number) => {
    shop.console.db.run(build.updateTable('invoices').set({ next_check_at: null }));
    clock.forward(ms / 1000);
    await shop.signInAgain();
    viewer = viewer.as(await shop.signIn('viewer'));
  };
  beforeEach(async () => {
    await later(2 * DAY_MS);
    shop.bank.clearFaults();
    shop.bank.clearRequests();
  });

  /** What the viewer gets for a query of `reconciliation/`, and for a range of half a day. */
  const send = (query: string, file?: string) =>
    viewer.send<Reconciliation & Refusal>('POST', `reconciliation/?${query}`, {
      ...(file === undefined ? {} : { raw: file, headers: { 'Content-Type': 'text/csv' } }),
    });
  const request = (
    { query = '', file }: ReconcileInput = {},
    from = clock.now() - DAY_MS / 2,
    to = clock.now(),
  ) => send(`from=${iso(from)}&to=${iso(to)}${query}`, file);
  return {
    clock,
    shop,
    second,
    later,
    send,
    request,
    /** Compared, and nothing written. */
    compared: async (...given: Parameters<typeof request>): Promise<Reconciliation> => {
      const before = (await traces(shop)).tables;
      const answer = await request(...given);
      expect(answer.status, answer.text.slice(0, 2000)).toBe(200);
      expect((await traces(shop)).tables).toEqual(before);
      return answer.body;
    },
    paid: (body: object = {}) => shop.paid({ amount: 100, ...body }),
    pastKramar: (payment: object = {}, token = shop.merchant.token) =>
      shop.bank.payOutsideKramar(token, { amount: 10_000, ...payment }),
    adopt: (body: object, client = shop.owner) =>
      client.post<Invoice & Refusal>('reconciliation/adopt/', {
        terminal: shop.terminal.id,
        at: iso(clock.now()),
        ...body,
      }),
  };
};
