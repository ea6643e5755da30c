import { beforeEach, describe, expect, test } from 'vitest';
import { changeKey } from '../../main/shop/accounts/keys.ts';
import { findPersonByUsername } from '../../main/store/accounts.ts';
import { clearSetting } from '../../main/store/settings.ts';
import type { Action } from '../../shared/api/actions.ts';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { InvoiceHistory } from '../../shared/api/invoice-extras.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Approval, RefundRules } from '../../shared/api/refunds.ts';
import type { CurrentShift } from '../../shared/api/shifts.ts';
import { openWindow } from '../bridge/stage.ts';
import type { Client, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

const PIN = '2580';
const PREFER = { Prefer: 'codes, facts' };

const MORNING = Date.UTC(2026, 4, 20, 9);
const clock = stoppedClock(MORNING);
let olena: Client;
let run = 0;
/** Usernames; `me` is of `olena`, who refunds. */
let [me, iryna, petro] = ['', '', ''];
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const window = openWindow(shop);
await shop.employee('seller', ['can_view_invoices']);
beforeEach(async () => {
  // New people for each test, who have refunded nothing today: a clock set to another day would have the service ask the
  // bank about the invoices of the tests before.
  run += 1;
  [me, iryna, petro] = ['olena', 'iryna', 'petro'].map((name) => `${name}${run}`) as [string, string, string];
  const rights = ['can_view_invoices', 'can_cancel_invoices'] as const;
  for (const name of [iryna, petro]) await shop.employee(name, rights);
  olena = await shop.employee(me, rights);
  for (const name of ['refund_reasons', 'refund_reason_required'] as const)
    clearSetting(shop.console.db, name);
});

const idOf = (username: string): number => findPersonByUsername(shop.console.db, username)?.id ?? 0;
const limit = async (username: string, refund_limits: { largest: number | null; per_day: number | null }) => {
  await window.signIn();
  await window.ask('employees.change', { id: idOf(username), refund_limits });
};
const paid = (amount = 10_000) => shop.paid({ amount });
const refund = (
  client: Client,
  { id }: Invoice,
  { reason, ...body }: { amount?: number; comment?: string; reason?: string } = {},
  headers: Record<string, string> = {},
) => {
  const query = reason === undefined ? '' : `?${new URLSearchParams({ reason })}`;
  return client.post<Refusal & Invoice>(`invoices/${id}/cancel/${query}`, body, {
    headers: { ...PREFER, ...headers },
  });
};
const rules = async (client: Client) => (await client.get<RefundRules>('refunds/rules/')).body;
const requested = async ({ id }: Invoice) => {
  const { results } = (await shop.owner.get<InvoiceHistory>(`invoices/${id}/history/`)).body;
  return results.find(({ type }) => type === 'refund_requested');
};
/** By name and password. */
const approve = (client: Client, { id }: Invoice, amount: number, username = iryna, password = PASSWORD) =>
  client.post<Refusal & Approval>(
    `invoices/${id}/refund-approvals/`,
    { amount, username, password },
    { headers: PREFER },
  );
const approved = async (client: Client, invoice: Invoice, amount: number, username = iryna) => {
  const answer = await approve(client, invoice, amount, username);
  expect(answer.status, answer.text).toBe(201);
  return { 'Refund-Approval': answer.body.token };
};

describe('limits', () => {
  test('above the largest: refused with code and facts, before the bank is asked, without a trace', async () => {
    await limit(me, { largest: 4000, per_day: null });
    const invoice = await paid();
    for (const body of [{}, { amount: 4001 }]) {
      const answer = await withoutTrace(shop, () => refund(olena, invoice, body));
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        codes: { amount: ['refund_limit'] },
        facts: { amount: [{ allowed: 4000, amount: body.amount ?? 10_000 }] },
      });
    }
    expect((await refund(olena, invoice, { amount: 4000 })).body).toMatchObject({ final_amount: 6000 });
    // The owner has no limits; an unpaid invoice is ended within any.
    expect((await refund(shop.owner, invoice)).status).toBe(200);
    await limit(me, { largest: 0, per_day: null });
    expect((await refund(olena, await shop.createInvoice())).body).toMatchObject({ status: 'expired' });
  });

  test('are in hryvnias: of another currency every refund needs a second person', async () => {
    await limit(me, { largest: 4000, per_day: 5000 });
    await limit(iryna, { largest: null, per_day: 5000 });
    shop.bank.payOutsideKramar(shop.merchant.token, { amount: 1000, ccy: 840, reference: 'USD-1' });
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    const { results } = (await shop.owner.get<InvoicePage>('invoices/?reference=USD-1')).body;
    const [invoice] = results as [Invoice];
    expect((await withoutTrace(shop, () => refund(olena, invoice))).body).toMatchObject({
      facts: { amount: [{ allowed: 0, amount: 1000 }] },
    });
    expect((await approve(olena, invoice, 1000)).body.codes).toEqual({ approver: ['approver_limit'] });
    await limit(iryna, { largest: null, per_day: null });
    const headers = await approved(olena, invoice, 1000);
    expect((await refund(olena, invoice, {}, headers)).body).toMatchObject({ status: 'reversed', ccy: 840 });
    await limit(iryna, { largest: null, per_day: 5000 });
    expect(await rules(shop.owner.as(await shop.signIn(iryna)))).toMatchObject({ left_today: 5000 });
  });

  test('two refunds at once do not both pass', async () => {
    await limit(me, { largest: null, per_day: 5000 });
    const invoices = [await paid(3000), await paid(3000), await paid(3000)];
    shop.bank.fault({ kind: 'delay', path: 'invoice/status', times: 3, ms: 100 });
    const answers = await Promise.all(invoices.map((invoice) => refund(olena, invoice)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await rules(olena)).toMatchObject({ left_today: 2000 });
  });

  test('a refund that the bank refused does not count', async () => {
    await limit(me, { largest: null, per_day: 5000 });
    const invoice = await paid(3000);
    shop.bank.setRefundMode('failure');
    expect((await refund(olena, invoice)).status).toBe(502);
    shop.bank.setRefundMode('success');
    expect(await rules(olena)).toMatchObject({ left_today: 5000 });
    // The refusal planned a look at the invoice; made here, it does not come during a later test.
    await shop.owner.post(`invoices/${invoice.id}/refresh/`);
    const nextCheck = () => rowsOf(shop, 'invoices').find(({ id }) => id === invoice.id)?.next_check_at;
    await expect.poll(nextCheck).toBeNull();
  });

  test('a key has none unless they are set for it', async () => {
    const fields = {
      permissions: ['can_view_invoices' as const, 'can_cancel_invoices' as const],
      terminal: null,
    };
    await window.signIn();
    const { key, id } = await window.ask('keys.add', { name: 'Till', ...fields, own_sales_only: false });
    const till = shop.owner.as(key);
    expect((await refund(till, await paid())).status).toBe(200);
    changeKey(shop.console, id, { refund_limits: { largest: 100 } });
    const invoice = await paid();
    expect((await withoutTrace(shop, () => refund(till, invoice))).body.codes).toEqual({
      amount: ['refund_limit'],
    });
    const headers = await approved(till, invoice, 10_000);
    expect((await refund(till, invoice, {}, headers)).status).toBe(200);
    await window.ask('keys.revoke', { id });
  });
});

describe('a second person', () => {
  beforeEach(() => limit(me, { largest: 1000, per_day: null }));

  test('approves by name and password; the approval is used up, stored, and shown', async () => {
    const invoice = await paid();
    const headers = await approved(olena, invoice, 6000);
    expect((await refund(olena, invoice, { amount: 6000 }, headers)).body).toMatchObject({
      final_amount: 4000,
    });
    expect(await requested(invoice)).toMatchObject({ amount: 6000, by: me, approved_by: iryna });
    expect(rowsOf(shop, 'approvals')).toEqual([]);
    const again = await withoutTrace(shop, () => refund(olena, invoice, { amount: 4000 }, headers));
    expect(again.body.codes).toEqual({ 'Refund-Approval': ['approval_invalid'] });
  });

  test('is not the requester, somebody without the right, deactivated or unknown', async () => {
    const invoice = await paid();
    const refused = async (username: string, password?: string) =>
      (await withoutTrace(shop, () => approve(olena, invoice, 6000, username, password))).body.codes;
    expect(await refused(me)).toEqual({ approver: ['approver_same'] });
    expect(await refused('seller')).toEqual({ approver: ['approver_no_right'] });
    expect(await refused('nobody')).toEqual({ password: ['wrong_password'] });
    expect(await refused(iryna, 'wrong horse')).toEqual({ password: ['wrong_password'] });
    await window.signIn();
    await window.ask('employees.change', { id: idOf(petro), is_active: false });
    expect(await refused(petro)).toEqual({ password: ['wrong_password'] });
    await window.ask('employees.change', { id: idOf(petro), is_active: true });
  });

  test('one’s own right password gives no more tries at another’s', async () => {
    const invoice = await paid();
    const statuses: number[] = [];
    for (let guess = 0; guess < 16; guess += 1) {
      if (guess % 4 === 3) await approve(olena, invoice, 6000, me);
      statuses.push((await approve(olena, invoice, 6000, iryna, `guess ${guess}`)).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(11);
    // The right one is not tried either; another person's name has its own count.
    expect((await approve(olena, invoice, 6000)).status).toBe(429);
    expect((await approve(olena, invoice, 6000, petro)).status).toBe(201);
    await shop.restart();
  });

  test('has the limit in the way, too; what they approved counts for them', async () => {
    await limit(iryna, { largest: null, per_day: 7000 });
    const [first, second] = [await paid(), await paid()];
    expect((await withoutTrace(shop, () => approve(olena, first, 8000))).body).toMatchObject({
      codes: { approver: ['approver_limit'] },
      facts: { approver: [{ allowed: 7000 }] },
    });
    const headers = await approved(olena, first, 6000);
    expect((await refund(olena, first, { amount: 6000 }, headers)).status).toBe(200);
    expect((await approve(olena, second, 6000)).body.codes).toEqual({ approver: ['approver_limit'] });
    expect(await rules(shop.owner.as(await shop.signIn(iryna)))).toMatchObject({ left_today: 1000 });
    // It does not count for the requester.
    expect((await refund(olena, second, { amount: 1000 })).status).toBe(200);
  });

  test('two approvals of one person do not both pass their limit', async () => {
    await limit(iryna, { largest: null, per_day: 7000 });
    const invoices = [await paid(), await paid()];
    const headers: Record<string, string>[] = [];
    for (const invoice of invoices) headers.push(await approved(olena, invoice, 6000));
    const answers = await Promise.all(
      invoices.map((invoice, at) => refund(olena, invoice, { amount: 6000 }, headers[at])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('approves one refund: of this amount, invoice and requester, within two minutes, by a clock not set back', async () => {
    const [invoice, other] = [await paid(), await paid()];
    const headers = await approved(olena, invoice, 6000);
    const another = shop.owner.as(await shop.signIn(petro));
    await limit(petro, { largest: 1000, per_day: null });
    const refused = async (client: Client, of: Invoice, amount: number) =>
      (await withoutTrace(shop, () => refund(client, of, { amount }, headers))).body.codes;
    const invalid = { 'Refund-Approval': ['approval_invalid'] };
    expect(await refused(olena, invoice, 5999)).toEqual(invalid);
    expect(await refused(olena, other, 6000)).toEqual(invalid);
    expect(await refused(another, invoice, 6000)).toEqual(invalid);
    clock.forward(-1);
    expect(await refused(olena, invoice, 6000)).toEqual(invalid);
    clock.forward(1 + 121);
    // The service may ask the bank about open invoices now.
    expect((await refund(olena, invoice, { amount: 6000 }, headers)).body.codes).toEqual(invalid);
    clock.forward(-1);
    expect((await refund(olena, invoice, { amount: 6000 }, headers)).status).toBe(200);
  });

  test.each(['', 'x', 'é', 'a'.repeat(3000)])('an approval that is none: %s', async (token) => {
    const invoice = await paid();
    const headers = { 'Refund-Approval': Buffer.from(token).toString('latin1') };
    const answer = await withoutTrace(shop, () => refund(olena, invoice, {}, headers));
    const codes = token === '' ? { amount: ['refund_limit'] } : { 'Refund-Approval': ['approval_invalid'] };
    expect(answer.body.codes).toEqual(codes);
  });

  test('loses the right meanwhile: the approval no longer holds', async () => {
    const invoice = await paid();
    const headers = await approved(olena, invoice, 6000);
    await window.signIn();
    const permissions = ['can_view_invoices' as const];
    await window.ask('employees.change', { id: idOf(iryna), permissions });
    expect((await withoutTrace(shop, () => refund(olena, invoice, { amount: 6000 }, headers))).status).toBe(
      400,
    );
    await window.ask('employees.change', {
      id: idOf(iryna),
      permissions: [...permissions, 'can_cancel_invoices'],
    });
    expect((await refund(olena, invoice, { amount: 6000 }, headers)).status).toBe(200);
  });

  test('a refund repeated under its key is the first one, and needs no second approval', async () => {
    const invoice = await paid();
    const headers = { ...(await approved(olena, invoice, 6000)), 'Idempotency-Key': 'approved-1' };
    expect((await refund(olena, invoice, { amount: 6000 }, headers)).status).toBe(200);
    const again = await refund(olena, invoice, { amount: 6000 }, { 'Idempotency-Key': 'approved-1' });
    expect(again.body).toMatchObject({ final_amount: 4000 });
  });
});

describe('in the window', () => {
  beforeEach(() => limit(me, { largest: 1000, per_day: null }));
  const setPin = async (username: string) => {
    await window.signIn(username);
    await window.ask('pin.set', { current: PASSWORD, pin: PIN });
  };

  test('a second person is chosen from a list, and approves by PIN', async () => {
    await setPin(iryna);
    const invoice = await paid();
    await window.signIn(me);
    const question = { invoice: invoice.id, amount: 6000 };
    const people = await window.ask('approvals.people', question);
    const offered = people.map(({ username, pin }) => [username, pin]);
    expect(offered[0]).toEqual(['owner', false]);
    expect(offered).toEqual(
      expect.arrayContaining([
        [iryna, true],
        [petro, false],
      ]),
    );
    for (const name of [me, 'seller']) expect(people.map(({ username }) => username)).not.toContain(name);
    const wrong = await window.refused('approvals.give', { ...question, approver: idOf(iryna), pin: '9999' });
    expect(wrong.codes).toEqual({ pin: ['pin_wrong'] });
    const { token, approver } = await window.ask('approvals.give', {
      ...question,
      approver: idOf(iryna),
      pin: PIN,
    });
    expect(approver).toBe(iryna);
    const headers = { 'Refund-Approval': token };
    expect((await refund(olena, invoice, { amount: 6000 }, headers)).status).toBe(200);
    expect(await requested(invoice)).toMatchObject({ by: me, approved_by: iryna });
  });

  test('of cash that is given back too; not of a sale that is not seen', async () => {
    await setPin(iryna);
    await shop.owner.post('shifts/', { opening_cash: 0 });
    const items = [{ name: 'Кава', price: 6000, quantity: 1 }];
    const { body: sale } = await shop.owner.post<CashSale>('cash-sales/', { items });
    await window.signIn(me);
    const question = { cash_sale: sale.id, amount: 6000 };
    const people = await window.ask('approvals.people', question);
    expect(people).toEqual(expect.arrayContaining([expect.objectContaining({ username: iryna, pin: true })]));
    const consent = { ...question, approver: idOf(iryna), pin: PIN };
    expect((await window.refused('approvals.give', { ...consent, cash_sale: 999_999 })).code).toBe(
      'NOT_FOUND',
    );
    const { token } = await window.ask('approvals.give', consent);
    const headers = { 'Refund-Approval': token };
    const path = `cash-sales/${sale.id}/returns/`;
    expect((await olena.post(path, {})).status).toBe(400);
    expect((await olena.post(path, {}, { headers })).status).toBe(201);
    // It stays open for no other test.
    const { body: shift } = await shop.owner.get<CurrentShift>('shifts/current/');
    expect((await shop.owner.post(`shifts/${shift.shift?.id}/close/`, { closing_cash: 0 })).status).toBe(200);
  });

  test('or by password; not without either, not without the right, not of an invoice that is not seen', async () => {
    const invoice = await paid();
    await window.signIn(me);
    const question = { invoice: invoice.id, amount: 6000, approver: idOf('owner') };
    const { token } = await window.ask('approvals.give', { ...question, current: PASSWORD });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await window.refused('approvals.give', question)).codes).toEqual({ pin: ['required'] });
    expect(
      (await window.refused('approvals.give', { ...question, invoice: 999_999, current: PASSWORD })).code,
    ).toBe('NOT_FOUND');
    await window.signIn('seller');
    expect((await window.refused('approvals.give', { ...question, current: PASSWORD })).code).toBe(
      'FORBIDDEN',
    );
  });
});

describe('reasons', () => {
  const set = async (value: string, required = 'no') => {
    await window.signIn();
    await window.ask('settings.change', { name: 'refund_reasons', value });
    await window.ask('settings.change', { name: 'refund_reason_required', value: required });
  };

  test('are the owner’s list, in their order; one of it is stored and shown', async () => {
    await set('Товар повернено; Wrong amount');
    expect(await rules(olena)).toMatchObject({
      reasons: ['Товар повернено', 'Wrong amount'],
      reason_required: false,
    });
    const invoice = await paid();
    const unknown = await withoutTrace(shop, () => refund(olena, invoice, { reason: 'Так схотілося' }));
    expect(unknown.body.codes).toEqual({ reason: ['invalid_choice'] });
    expect((await refund(olena, invoice, { amount: 100, comment: 'Оплачено двічі' })).status).toBe(200);
    expect((await refund(olena, invoice, { reason: 'Товар повернено' })).status).toBe(200);
    const history = await shop.owner.get<InvoiceHistory>(`invoices/${invoice.id}/history/`);
    const reasons = history.body.results
      .filter(({ type }) => type === 'refund_requested')
      .map(({ reason }) => reason);
    expect(reasons).toEqual(['Оплачено двічі', 'Товар повернено']);
    const { results } = (await shop.owner.get<Page<Action>>('actions/?code=refund_requested,refund_done'))
      .body;
    expect(results.slice(0, 4).map(({ code, facts }) => [code, facts.reason])).toEqual([
      ['refund_done', 'Товар повернено'],
      ['refund_requested', 'Товар повернено'],
      ['refund_done', 'Оплачено двічі'],
      ['refund_requested', 'Оплачено двічі'],
    ]);
  });

  test('are required once the owner says so, of refunds alone', async () => {
    await set('Товар повернено', 'yes');
    expect(await rules(olena)).toMatchObject({ reason_required: true });
    const invoice = await paid();
    const missing = await withoutTrace(shop, () => refund(olena, invoice));
    expect(missing.body.codes).toEqual({ reason: ['required'] });
    expect((await refund(olena, await shop.createInvoice())).body).toMatchObject({ status: 'expired' });
    expect((await refund(olena, invoice, { reason: 'Товар повернено' })).status).toBe(200);
    // Nothing could be chosen from an empty list.
    await set('', 'yes');
    expect(await rules(olena)).toMatchObject({ reason_required: false });
    expect((await refund(olena, await paid())).status).toBe(200);
  });
});

// Last: the clock goes to another day.
test('the sum of the day of the shop; the next day begins anew at its midnight', async () => {
  await limit(me, { largest: null, per_day: 5000 });
  const [first, second] = [await paid(3000), await paid(3000)];
  expect((await refund(olena, first)).status).toBe(200);
  expect(await rules(olena)).toMatchObject({ per_day: 5000, left_today: 2000 });
  expect((await refund(olena, second)).body.codes).toEqual({ amount: ['refund_limit'] });
  expect((await refund(olena, second, { amount: 2000 })).status).toBe(200);
  // 9:00 UTC is noon in Kyiv: a minute before midnight, and midnight. The bank's clock goes on meanwhile.
  clock.forward((MORNING - clock.now()) / 1000 + 12 * 3600 - 60);
  await shop.signInAgain();
  olena = shop.owner.as(await shop.signIn(me));
  // The bank's clock counts: setting the PC's forward gains nothing.
  expect(await rules(olena)).toMatchObject({ left_today: 0 });
  await paid();
  expect(await rules(olena)).toMatchObject({ left_today: 0 });
  clock.forward(60);
  await paid();
  expect(await rules(olena)).toMatchObject({ left_today: 5000 });
});
