import { expect, test } from 'vitest';
import type { DeclineExplained } from '../../shared/api/declines.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const shop = await shopOfFile();
const viewer = await shop.employee('viewer', ['can_view_invoices']);

const failureOf = async (id: number, language = 'en') => {
  const headers = { 'Accept-Language': language };
  return ok(viewer.get<DeclineExplained>(`invoices/${id}/failure/`, { headers }), 200);
};

test('the reason of a failed payment, in the requested language, until it is paid after all', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  const nothing = {
    invoice: id,
    err_code: '',
    failure_reason: '',
    reason: '',
    advice: '',
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
