import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { statementRuns } from '../../main/store/db/query-cache.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { readAnswer } from '../helpers/raw.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, withoutTrace } from '../helpers/trace.ts';

/** A cancel that says which state of the invoice it means (an extension). */

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const { paid, refresh } = shop;
beforeEach(() => shop.bank.clearRequests());
const requestedFor = (call: string) => shop.bank.requests.filter(({ path }) => path.endsWith(`/${call}`));

const expecting = <Body = Invoice>(id: number, query: string, body?: object) =>
  shop.owner.post<Body>(`invoices/${id}/cancel/?${query}`, body);
const refusedFor = async (id: number, query: string, body?: object) => {
  const answer = await withoutTrace(shop, () => expecting<Refusal>(id, query, body));
  expect(answer.status, answer.text).toBe(400);
  return answer.body.errors;
};

test('a cancel meant for an unpaid invoice does not refund one that is known to be paid', async () => {
  const { id } = await paid();
  expect(await refusedFor(id, 'expected_status=created')).toEqual({
    status: ['The invoice has been paid meanwhile. Nothing was refunded.'],
  });
  expect((await shop.readInvoice(id)).status).toBe('success');
});
test('nor does one of an unpaid invoice that is paid before the last byte of the body has arrived', async () => {
  await holdBackground(shop);
  const { id, invoice_id } = await shop.createInvoice();
  const sent = request(`${shop.baseUrl}invoices/${id}/cancel/`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await shop.signIn('owner')}`,
      'Content-Type': 'application/json',
      'Content-Length': '2',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const note = (text: unknown) => /from "invoices"/.test(String(text)) && resolve();
  statementRuns.subscribe(note);
  sent.flushHeaders();
  await isRead;
  statementRuns.unsubscribe(note);
  shop.bank.pay(invoice_id);
  await refresh(id);
  shop.bank.clearRequests();
  sent.end('{}');
  const [response] = await answered;
  const { status, text } = await readAnswer(response);
  expect([status, JSON.parse(text).errors]).toEqual([
    400,
    { status: ['The invoice has been paid meanwhile. Nothing was refunded.'] },
  ]);
  expect(shop.bank.requests).toEqual([]);
});
test('a refund meant for a paid invoice does not cancel an unpaid one', async () => {
  const { id } = await shop.createInvoice();
  expect(await refusedFor(id, 'expected_status=success', { amount: 100 })).toEqual({
    status: ['The invoice is waiting for payment.'],
  });
});
test('a repeated request is no second refund', async () => {
  const { id } = await paid({ amount: 1000 });
  const query = 'expected_status=success&expected_left=1000';
  expect((await expecting(id, query, { amount: 300 })).body).toMatchObject({ final_amount: 700 });
  const again = await expecting<Refusal>(id, query, { amount: 300 });
  expect([again.status, again.body.errors]).toEqual([
    400,
    { expected_left: ['700 is left to refund. Nothing was refunded.'] },
  ]);
  expect(requestedFor('cancel')).toHaveLength(1);
  expect((await expecting(id, 'expected_left=700', {})).body).toMatchObject({ status: 'reversed' });
});
test('a refund that the bank still works on counts as made', async () => {
  const { id } = await paid({ amount: 1000 });
  shop.bank.setRefundMode('processing');
  await expecting(id, 'expected_left=1000', { amount: 300 });
  const again = await expecting<Refusal>(id, 'expected_left=1000', { amount: 300 });
  expect([again.status, requestedFor('cancel').length]).toEqual([400, 1]);
});
