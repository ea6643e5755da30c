import * as v from 'valibot';
import { expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import { type InvoiceHistory, invoiceHistory } from '../../shared/api/invoice-extras.ts';
import type { DeclineExplained } from '../../shared/api/invoice-lists.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { lostCreation } from '../helpers/keyed.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';

const START = Date.parse('2026-03-02T10:00:00Z');
const clock = stoppedClock(START);

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const olena = await shop.employee('olena', [
  'can_view_invoices',
  'can_create_invoices',
  'can_cancel_invoices',
]);

const historyOf = async (id: number): Promise<InvoiceHistory> => {
  const answer = await olena.get<InvoiceHistory>(`invoices/${id}/history/`);
  expect(answer.status, answer.text).toBe(200);
  const times = answer.body.results.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  return v.parse(invoiceHistory, answer.body);
};
const reported = async (id: number) =>
  (await historyOf(id)).results.map(({ type, status, amount, by, detail }) =>
    [type, status, amount, by, detail].filter((part) => part !== null && part !== '').join(' '),
  );
const forgetEvents = () =>
  shop.console.db.run(build.deleteFrom('events').where('invoice_id', 'is not', null));

test('created, paid, refunded in part by the one and wholly by the other', async () => {
  const invoice = await shop.createInvoice({ amount: 1000, validity: 600 });
  clock.forward(20);
  shop.bank.pay(invoice.invoice_id);
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  clock.forward(20);
  await olena.post(`invoices/${invoice.id}/cancel/`, { amount: 300 });
  clock.forward(20);
  await shop.owner.post(`invoices/${invoice.id}/cancel/`);
  const history = await historyOf(invoice.id);
  const at = (seconds: number) => new Date(Date.parse(invoice.created_date) + seconds * 1000).toISOString();
  expect(history).toMatchObject({ invoice: invoice.id, created_by: 'owner', expires_at: at(600) });
  const none = { status: null, amount: null, by: '', detail: '', reason: '', approved_by: '' };
  expect(history.results).toEqual([
    { ...none, at: at(0), type: 'created', status: 'created', by: 'owner' },
    { ...none, at: at(20), type: 'paid', status: 'success' },
    { ...none, at: at(40), type: 'refund_requested', amount: 300, by: 'olena' },
    { ...none, at: at(40), type: 'refunded', amount: 300, by: 'olena' },
    { ...none, at: at(60), type: 'refund_requested', amount: 700, by: 'owner' },
    { ...none, at: at(60), type: 'refunded', status: 'reversed', amount: 700, by: 'owner' },
  ]);
  forgetEvents();
  expect((await historyOf(invoice.id)).results).toEqual(history.results);
});

test('cancelled while unpaid; by full name where there is one', async () => {
  const { id } = await shop.createInvoice();
  await olena.post(`invoices/${id}/cancel/`);
  shop.console.db.run(
    build.updateTable('accounts').set({ full_name: 'Олена Коваль' }).where('username', '=', 'olena'),
  );
  expect(await reported(id)).toEqual([
    'created created owner',
    'cancel_requested Олена Коваль',
    'status_changed expired Олена Коваль',
  ]);
});

test('adopted: the bank had opened it though its answer was lost', async () => {
  clock.forward(5);
  const bankId = await lostCreation(shop, 'lost', { amount: 5100 });
  clock.forward(5);
  shop.bank.pay(bankId);
  clock.forward(5);
  await syncInvoices(shop);
  const { id } = await invoiceByBankId(shop, bankId);
  const entries = ['in_doubt owner UNREACHABLE', 'paid success', 'adopted created owner'];
  expect(await reported(id)).toEqual(entries);
  forgetEvents();
  expect(await reported(id)).toEqual(entries);
});

const failureOf = async (id: number, language = 'en') => {
  const headers = { 'Accept-Language': language };
  return ok(olena.get<DeclineExplained>(`invoices/${id}/failure/`, { headers }), 200);
};

test('the reason of a failed payment, in the requested language, until it is paid after all', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  const nothing = {
    invoice: id,
    err_code: '',
    failure_reason: '',
    reason: '',
    advice: '',
    next_step: '',
    may_try_again: null,
  };
  expect(await failureOf(id)).toEqual(nothing);
  shop.bank.decline(invoice_id, '80');
  await shop.owner.post(`invoices/${id}/refresh/`);
  const { failure_reason } = await shop.readInvoice(id);
  expect(await failureOf(id, 'uk-UA')).toEqual({
    invoice: id,
    err_code: '80',
    failure_reason,
    reason: 'Код CVV пропущено або введено з помилкою.',
    advice: expect.stringMatching(/^Нехай покупець.* скасуйте цей: його ще можна оплатити\.$/),
    next_step: 'Нехай покупець введе три цифри зі звороту картки (чи із застосунку банку) ще раз.',
    may_try_again: true,
  });
  expect(await failureOf(id, 'de')).toMatchObject({ reason: 'The CVV code was left out or mistyped.' });
  shop.bank.pay(invoice_id);
  await shop.owner.post(`invoices/${id}/refresh/`);
  expect(await failureOf(id)).toEqual(nothing);
});

test('an invoice that was ended after the failure is not advised to be cancelled once more', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  shop.bank.decline(invoice_id, '59');
  await shop.owner.post(`invoices/${id}/refresh/`);
  expect((await failureOf(id)).advice).toMatch(/cancel this one: it can still be paid\.$/);
  expect((await shop.owner.post(`invoices/${id}/cancel/`)).status).toBe(200);
  expect((await failureOf(id)).advice).not.toContain('cancel this one');
});
