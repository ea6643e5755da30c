import { beforeEach, describe, expect, test } from 'vitest';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { CurrentShift } from '../../shared/api/shifts.ts';
import type { Client } from '../helpers/client.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';
import { openRefunds } from './refund-people.ts';

const PIN = '2580';
const { clock, shop, window, people, idOf, limit, paid, refund, rules, requested, approve, approved } =
  await openRefunds();

describe('a second person', () => {
  beforeEach(() => limit(people.me, { largest: 1000, per_day: null }));

  test('approves by name and password; the approval is used up, stored, and shown', async () => {
    const invoice = await paid();
    const headers = await approved(people.olena, invoice, 6000);
    expect((await refund(people.olena, invoice, { amount: 6000 }, headers)).body).toMatchObject({
      final_amount: 4000,
    });
    expect(await requested(invoice)).toMatchObject({
      amount: 6000,
      by: people.me,
      approved_by: people.iryna,
    });
    expect(rowsOf(shop, 'approvals')).toEqual([]);
    const again = await withoutTrace(shop, () => refund(people.olena, invoice, { amount: 4000 }, headers));
    expect(again.body.codes).toEqual({ 'Refund-Approval': ['approval_invalid'] });
  });

  test('is not the requester, somebody without the right, deactivated or unknown', async () => {
    const invoice = await paid();
    const refused = async (username: string, password?: string) =>
      (await withoutTrace(shop, () => approve(people.olena, invoice, 6000, username, password))).body.codes;
    expect(await refused(people.me)).toEqual({ approver: ['approver_same'] });
    expect(await refused('seller')).toEqual({ approver: ['approver_no_right'] });
    expect(await refused('nobody')).toEqual({ password: ['wrong_password'] });
    expect(await refused(people.iryna, 'wrong horse')).toEqual({ password: ['wrong_password'] });
    await window.signIn();
    await window.ask('employees.change', { id: idOf(people.petro), is_active: false });
    expect(await refused(people.petro)).toEqual({ password: ['wrong_password'] });
    await window.ask('employees.change', { id: idOf(people.petro), is_active: true });
  });

  test('one’s own right password gives no more tries at another’s', async () => {
    const invoice = await paid();
    const statuses: number[] = [];
    for (let guess = 0; guess < 16; guess += 1) {
      if (guess % 4 === 3) await approve(people.olena, invoice, 6000, people.me);
      statuses.push((await approve(people.olena, invoice, 6000, people.iryna, `guess ${guess}`)).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(11);
    // The right one is not tried either; another person's name has its own count.
    expect((await approve(people.olena, invoice, 6000)).status).toBe(429);
    expect((await approve(people.olena, invoice, 6000, people.petro)).status).toBe(201);
    await shop.restart();
  });

  test('has the limit in the way, too; what they approved counts for them', async () => {
    await limit(people.iryna, { largest: null, per_day: 7000 });
    const [first, second] = [await paid(), await paid()];
    expect((await withoutTrace(shop, () => approve(people.olena, first, 8000))).body).toMatchObject({
      codes: { approver: ['approver_limit'] },
      facts: { approver: [{ allowed: 7000 }] },
    });
    const headers = await approved(people.olena, first, 6000);
    expect((await refund(people.olena, first, { amount: 6000 }, headers)).status).toBe(200);
    expect((await approve(people.olena, second, 6000)).body.codes).toEqual({ approver: ['approver_limit'] });
    expect(await rules(shop.owner.as(await shop.signIn(people.iryna)))).toMatchObject({ left_today: 1000 });
    // It does not count for the requester.
    expect((await refund(people.olena, second, { amount: 1000 })).status).toBe(200);
  });

  test('two approvals of one person do not both pass their limit', async () => {
    await limit(people.iryna, { largest: null, per_day: 7000 });
    const invoices = [await paid(), await paid()];
    const headers: Record<string, string>[] = [];
    for (const invoice of invoices) headers.push(await approved(people.olena, invoice, 6000));
    const answers = await Promise.all(
      invoices.map((invoice, at) => refund(people.olena, invoice, { amount: 6000 }, headers[at])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('approves one refund: of this amount, invoice and requester, within two minutes, by a clock not set back', async () => {
    const [invoice, other] = [await paid(), await paid()];
    const headers = await approved(people.olena, invoice, 6000);
    const another = shop.owner.as(await shop.signIn(people.petro));
    await limit(people.petro, { largest: 1000, per_day: null });
    const refused = async (client: Client, of: Invoice, amount: number) =>
      (await withoutTrace(shop, () => refund(client, of, { amount }, headers))).body.codes;
    const invalid = { 'Refund-Approval': ['approval_invalid'] };
    expect(await refused(people.olena, invoice, 5999)).toEqual(invalid);
    expect(await refused(people.olena, other, 6000)).toEqual(invalid);
    expect(await refused(another, invoice, 6000)).toEqual(invalid);
    clock.forward(-1);
    expect(await refused(people.olena, invoice, 6000)).toEqual(invalid);
    clock.forward(1 + 121);
    // The service may ask the bank about open invoices now.
    expect((await refund(people.olena, invoice, { amount: 6000 }, headers)).body.codes).toEqual(invalid);
    clock.forward(-1);
    expect((await refund(people.olena, invoice, { amount: 6000 }, headers)).status).toBe(200);
  });

  test.each(['', 'x', 'é', 'a'.repeat(3000)])('an approval that is none: %s', async (token) => {
    const invoice = await paid();
    const headers = { 'Refund-Approval': Buffer.from(token).toString('latin1') };
    const answer = await withoutTrace(shop, () => refund(people.olena, invoice, {}, headers));
    const codes = token === '' ? { amount: ['refund_limit'] } : { 'Refund-Approval': ['approval_invalid'] };
    expect(answer.body.codes).toEqual(codes);
  });

  test('loses the right meanwhile: the approval no longer holds', async () => {
    const invoice = await paid();
    const headers = await approved(people.olena, invoice, 6000);
    await window.signIn();
    const permissions = ['can_view_invoices' as const];
    await window.ask('employees.change', { id: idOf(people.iryna), permissions });
    expect(
      (await withoutTrace(shop, () => refund(people.olena, invoice, { amount: 6000 }, headers))).status,
    ).toBe(400);
    await window.ask('employees.change', {
      id: idOf(people.iryna),
      permissions: [...permissions, 'can_cancel_invoices'],
    });
    expect((await refund(people.olena, invoice, { amount: 6000 }, headers)).status).toBe(200);
  });

  test('a refund repeated under its key is the first one, and needs no second approval', async () => {
    const invoice = await paid();
    const headers = { ...(await approved(people.olena, invoice, 6000)), 'Idempotency-Key': 'approved-1' };
    expect((await refund(people.olena, invoice, { amount: 6000 }, headers)).status).toBe(200);
    const again = await refund(people.olena, invoice, { amount: 6000 }, { 'Idempotency-Key': 'approved-1' });
    expect(again.body).toMatchObject({ final_amount: 4000 });
  });
});

describe('in the window', () => {
  beforeEach(() => limit(people.me, { largest: 1000, per_day: null }));
  const setPin = async (username: string) => {
    await window.signIn(username);
    await window.ask('pin.set', { current: PASSWORD, pin: PIN });
  };

  test('a second person is chosen from a list, and approves by PIN', async () => {
    await setPin(people.iryna);
    const invoice = await paid();
    await window.signIn(people.me);
    const question = { invoice: invoice.id, amount: 6000 };
    const choices = await window.ask('approvals.people', question);
    const offered = choices.map(({ username, pin }) => [username, pin]);
    expect(offered[0]).toEqual(['owner', false]);
    expect(offered).toEqual(
      expect.arrayContaining([
        [people.iryna, true],
        [people.petro, false],
      ]),
    );
    for (const name of [people.me, 'seller'])
      expect(choices.map(({ username }) => username)).not.toContain(name);
    const wrong = await window.refused('approvals.give', {
      ...question,
      approver: idOf(people.iryna),
      pin: '9999',
    });
    expect(wrong.codes).toEqual({ pin: ['pin_wrong'] });
    const { token, approver } = await window.ask('approvals.give', {
      ...question,
      approver: idOf(people.iryna),
      pin: PIN,
    });
    expect(approver).toBe(people.iryna);
    const headers = { 'Refund-Approval': token };
    expect((await refund(people.olena, invoice, { amount: 6000 }, headers)).status).toBe(200);
    expect(await requested(invoice)).toMatchObject({ by: people.me, approved_by: people.iryna });
  });

  test('of cash that is given back too; not of a sale that is not seen', async () => {
    await setPin(people.iryna);
    await shop.owner.post('shifts/', { opening_cash: 0 });
    const items = [{ name: 'Кава', price: 6000, quantity: 1 }];
    const { body: sale } = await shop.owner.post<CashSale>('cash-sales/', { items });
    await window.signIn(people.me);
    const question = { cash_sale: sale.id, amount: 6000 };
    const choices = await window.ask('approvals.people', question);
    expect(choices).toEqual(
      expect.arrayContaining([expect.objectContaining({ username: people.iryna, pin: true })]),
    );
    const consent = { ...question, approver: idOf(people.iryna), pin: PIN };
    expect((await window.refused('approvals.give', { ...consent, cash_sale: 999_999 })).code).toBe(
      'NOT_FOUND',
    );
    const { token } = await window.ask('approvals.give', consent);
    const headers = { 'Refund-Approval': token };
    const path = `cash-sales/${sale.id}/returns/`;
    expect((await people.olena.post(path, {})).status).toBe(400);
    expect((await people.olena.post(path, {}, { headers })).status).toBe(201);
    // It stays open for no other test.
    const { body: shift } = await shop.owner.get<CurrentShift>('shifts/current/');
    expect((await shop.owner.post(`shifts/${shift.shift?.id}/close/`, { closing_cash: 0 })).status).toBe(200);
  });

  test('or by password; not without either, not without the right, not of an invoice that is not seen', async () => {
    const invoice = await paid();
    await window.signIn(people.me);
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
