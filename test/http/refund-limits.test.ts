import { beforeEach, describe, expect, test } from 'vitest';
import { changeKey } from '../../main/shop/accounts/keys.ts';
import { clearSetting } from '../../main/store/settings.ts';
import type { Action } from '../../shared/api/actions.ts';
import type { InvoiceHistory } from '../../shared/api/invoice-extras.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';
import { MORNING, openRefunds } from './refund-people.ts';

const { clock, shop, window, people, limit, paid, refund, rules, approve, approved } = await openRefunds();
beforeEach(() => {
  for (const name of ['refund_reasons', 'refund_reason_required'] as const)
    clearSetting(shop.console.db, name);
});

describe('limits', () => {
  test('above the largest: refused with code and facts, before the bank is asked, without a trace', async () => {
    await limit(people.me, { largest: 4000, per_day: null });
    const invoice = await paid();
    for (const body of [{}, { amount: 4001 }]) {
      const answer = await withoutTrace(shop, () => refund(people.olena, invoice, body));
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        codes: { amount: ['refund_limit'] },
        facts: { amount: [{ allowed: 4000, amount: body.amount ?? 10_000 }] },
      });
    }
    expect((await refund(people.olena, invoice, { amount: 4000 })).body).toMatchObject({
      final_amount: 6000,
    });
    // The owner has no limits; an unpaid invoice is ended within any.
    expect((await refund(shop.owner, invoice)).status).toBe(200);
    await limit(people.me, { largest: 0, per_day: null });
    expect((await refund(people.olena, await shop.createInvoice())).body).toMatchObject({
      status: 'expired',
    });
  });

  test('are in hryvnias: of another currency every refund needs a second person', async () => {
    await limit(people.me, { largest: 4000, per_day: 5000 });
    await limit(people.iryna, { largest: null, per_day: 5000 });
    shop.bank.payOutsideKramar(shop.merchant.token, { amount: 1000, ccy: 840, reference: 'USD-1' });
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    const { results } = (await shop.owner.get<InvoicePage>('invoices/?reference=USD-1')).body;
    const [invoice] = results as [Invoice];
    expect((await withoutTrace(shop, () => refund(people.olena, invoice))).body).toMatchObject({
      facts: { amount: [{ allowed: 0, amount: 1000 }] },
    });
    expect((await approve(people.olena, invoice, 1000)).body.codes).toEqual({ approver: ['approver_limit'] });
    await limit(people.iryna, { largest: null, per_day: null });
    const headers = await approved(people.olena, invoice, 1000);
    expect((await refund(people.olena, invoice, {}, headers)).body).toMatchObject({
      status: 'reversed',
      ccy: 840,
    });
    await limit(people.iryna, { largest: null, per_day: 5000 });
    expect(await rules(shop.owner.as(await shop.signIn(people.iryna)))).toMatchObject({ left_today: 5000 });
  });

  test('two refunds at once do not both pass', async () => {
    await limit(people.me, { largest: null, per_day: 5000 });
    const invoices = [await paid(3000), await paid(3000), await paid(3000)];
    shop.bank.fault({ kind: 'delay', path: 'invoice/status', times: 3, ms: 100 });
    const answers = await Promise.all(invoices.map((invoice) => refund(people.olena, invoice)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await rules(people.olena)).toMatchObject({ left_today: 2000 });
  });

  test('a refund that the bank refused does not count', async () => {
    await limit(people.me, { largest: null, per_day: 5000 });
    const invoice = await paid(3000);
    shop.bank.setRefundMode('failure');
    expect((await refund(people.olena, invoice)).status).toBe(502);
    shop.bank.setRefundMode('success');
    expect(await rules(people.olena)).toMatchObject({ left_today: 5000 });
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

describe('reasons', () => {
  const set = async (value: string, required = 'no') => {
    await window.signIn();
    await window.ask('settings.change', { name: 'refund_reasons', value });
    await window.ask('settings.change', { name: 'refund_reason_required', value: required });
  };

  test('are the owner’s list, in their order; one of it is stored and shown', async () => {
    await set('Товар повернено; Wrong amount');
    expect(await rules(people.olena)).toMatchObject({
      reasons: ['Товар повернено', 'Wrong amount'],
      reason_required: false,
    });
    const invoice = await paid();
    const unknown = await withoutTrace(shop, () =>
      refund(people.olena, invoice, { reason: 'Так схотілося' }),
    );
    expect(unknown.body.codes).toEqual({ reason: ['invalid_choice'] });
    expect((await refund(people.olena, invoice, { amount: 100, comment: 'Оплачено двічі' })).status).toBe(
      200,
    );
    expect((await refund(people.olena, invoice, { reason: 'Товар повернено' })).status).toBe(200);
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
    expect(await rules(people.olena)).toMatchObject({ reason_required: true });
    const invoice = await paid();
    const missing = await withoutTrace(shop, () => refund(people.olena, invoice));
    expect(missing.body.codes).toEqual({ reason: ['required'] });
    expect((await refund(people.olena, await shop.createInvoice())).body).toMatchObject({
      status: 'expired',
    });
    expect((await refund(people.olena, invoice, { reason: 'Товар повернено' })).status).toBe(200);
    // Nothing could be chosen from an empty list.
    await set('', 'yes');
    expect(await rules(people.olena)).toMatchObject({ reason_required: false });
    expect((await refund(people.olena, await paid())).status).toBe(200);
  });
});

// Last: the clock goes to another day.
test('the sum of the day of the shop; the next day begins anew at its midnight', async () => {
  await limit(people.me, { largest: null, per_day: 5000 });
  const [first, second] = [await paid(3000), await paid(3000)];
  expect((await refund(people.olena, first)).status).toBe(200);
  expect(await rules(people.olena)).toMatchObject({ per_day: 5000, left_today: 2000 });
  expect((await refund(people.olena, second)).body.codes).toEqual({ amount: ['refund_limit'] });
  expect((await refund(people.olena, second, { amount: 2000 })).status).toBe(200);
  // 9:00 UTC is noon in Kyiv: a minute before midnight, and midnight. The bank's clock goes on meanwhile.
  clock.forward((MORNING - clock.now()) / 1000 + 12 * 3600 - 60);
  await shop.signInAgain();
  people.olena = shop.owner.as(await shop.signIn(people.me));
  // The bank's clock counts: setting the PC's forward gains nothing.
  expect(await rules(people.olena)).toMatchObject({ left_today: 0 });
  await paid();
  expect(await rules(people.olena)).toMatchObject({ left_today: 0 });
  clock.forward(60);
  await paid();
  expect(await rules(people.olena)).toMatchObject({ left_today: 5000 });
});
