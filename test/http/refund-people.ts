import { beforeEach, expect } from 'vitest';
import { findPersonByUsername } from '../../main/store/accounts.ts';
import type { InvoiceHistory } from '../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Approval, RefundRules } from '../../shared/api/refunds.ts';
import { openWindow } from '../bridge/stage.ts';
import type { Client, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const PREFER = { Prefer: 'codes, facts' };
export const MORNING = Date.UTC(2026, 4, 20, 9);

/** A shop whose people refund within limits, and approve each other's refunds. */
export const openRefunds = async () => {
  const clock = stoppedClock(MORNING);
  const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
  const window = openWindow(shop);
  await shop.employee('seller', ['can_view_invoices']);
  /** Usernames; `olena`, who refunds, is signed in. */
  const people = { olena: shop.owner, me: '', iryna: '', petro: '' };
  let run = 0;
  beforeEach(async () => {
    // New people for each test, who have refunded nothing today: a clock set to another day would have the service ask the
    // bank about the invoices of the tests before.
    run += 1;
    const rights = ['can_view_invoices', 'can_cancel_invoices'] as const;
    Object.assign(people, { me: `olena${run}`, iryna: `iryna${run}`, petro: `petro${run}` });
    for (const name of [people.iryna, people.petro]) await shop.employee(name, rights);
    people.olena = await shop.employee(people.me, rights);
  });

  const idOf = (username: string): number => findPersonByUsername(shop.console.db, username)?.id ?? 0;
  /** By name and password. */
  const approve = (
    client: Client,
    { id }: Invoice,
    amount: number,
    username = people.iryna,
    password = PASSWORD,
  ) =>
    client.post<Refusal & Approval>(
      `invoices/${id}/refund-approvals/`,
      { amount, username, password },
      { headers: PREFER },
    );
  return {
    clock,
    shop,
    window,
    people,
    idOf,
    approve,
    limit: async (username: string, refund_limits: { largest: number | null; per_day: number | null }) => {
      await window.signIn();
      await window.ask('employees.change', { id: idOf(username), refund_limits });
    },
    paid: (amount = 10_000) => shop.paid({ amount }),
    refund: (
      client: Client,
      { id }: Invoice,
      { reason, ...body }: { amount?: number; comment?: string; reason?: string } = {},
      headers: Record<string, string> = {},
    ) => {
      const query = reason === undefined ? '' : `?${new URLSearchParams({ reason })}`;
      return client.post<Refusal & Invoice>(`invoices/${id}/cancel/${query}`, body, {
        headers: { ...PREFER, ...headers },
      });
    },
    rules: async (client: Client) => (await client.get<RefundRules>('refunds/rules/')).body,
    requested: async ({ id }: Invoice) => {
      const { results } = (await shop.owner.get<InvoiceHistory>(`invoices/${id}/history/`)).body;
      return results.find(({ type }) => type === 'refund_requested');
    },
    approved: async (client: Client, invoice: Invoice, amount: number, username = people.iryna) => {
      const answer = await approve(client, invoice, amount, username);
      expect(answer.status, answer.text).toBe(201);
      return { 'Refund-Approval': answer.body.token };
    },
  };
};
