import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { InvoiceRefunds } from '../../shared/api/refunds.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { IMPATIENT } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, rowsOf, withoutTrace } from '../helpers/trace.ts';

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now }, config: IMPATIENT });
afterEach(async () => {
  shop.bank.clearFaults();
  shop.bank.setRefundMode('success');
  await shop.signInAgain();
});

const { refresh } = shop;
const paid = (body?: object) => shop.paid(body);
const cancel = (id: number, key?: string, body?: object): Promise<Answer<Invoice & Refusal>> =>
  shop.owner.post(
    `invoices/${id}/cancel/`,
    body,
    key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
  );
const refundsAt = (invoiceId: string) => shop.bank.invoice(invoiceId)?.refunds ?? [];
const refundsView = async (id: number) =>
  (await shop.owner.get<InvoiceRefunds>(`invoices/${id}/refunds/`)).body;
const inDoubt = (amount: number) => ({
  status: [
    `A refund of ${amount} is under way. Its outcome at the bank is not known yet. No other refund was made.`,
  ],
});

const attempt = () => rowsOf(shop, 'attempts').at(-1);

/** How an answer is lost, and the code of the doubt. */
const LOST: [fault: Fault['kind'], err_code: string][] = [
  ['hang', 'TIMEOUT'],
  ['reset', 'UNREACHABLE'],
  ['half-body', 'UNREACHABLE'],
  ['bad-gateway', 'BAD_GATEWAY'],
  ['internal-error', 'INTERNAL_ERROR'],
];

describe('One refund of an invoice at a time. While one is in doubt, or the bank still works on it, another is refused: 400 `errors.status`, naming the one under way and its amount; the bank is not asked. So no repetition, by key or by hand, ever refunds twice.', () => {
  test.each(LOST)(
    'No clear answer: 502 as above, and a later refresh shows what became of it: %s, %s, repeated by hand',
    async (kind, err_code) => {
      const { id, invoice_id } = await paid();
      // It would find out the outcome, and from then on the rest may be refunded.
      await holdBackground(shop);
      shop.bank.fault({ kind, path: 'invoice/cancel', acts: true });
      const lost = await cancel(id, undefined, { amount: 10_000 });
      expect([lost.status, lost.body]).toEqual([502, { detail: expect.stringMatching(/\w/), err_code }]);
      const journaled = attempt();
      expect(journaled).toMatchObject({ kind: 'refund', status: 'in_doubt', err_code, invoice_id: id });
      for (let press = 0; press < 3; press += 1) {
        const again = await withoutTrace(shop, () => cancel(id, undefined, { amount: 10_000 }));
        expect([again.status, again.body.errors]).toEqual([400, inDoubt(10_000)]);
      }
      expect(await refresh(id)).toMatchObject({ status: 'success', final_amount: 24_000 });
      expect(attempt()).toMatchObject({ id: journaled?.id, status: 'done' });
      expect(refundsAt(invoice_id)).toHaveLength(1);
      // Now the outcome is known, so the rest may be refunded.
      expect((await cancel(id, undefined, { amount: 24_000 })).status).toBe(200);
      expect(refundsAt(invoice_id)).toHaveLength(2);
    },
  );
  test('the bank shows a refund late that it has confirmed: the same amount is not taken for what is left', async () => {
    const { id, invoice_id } = await paid();
    shop.bank.setRefundMode({ mode: 'success', shownAfterMs: 60_000 });
    expect((await cancel(id, undefined, { amount: 30_000 })).body).toMatchObject({ final_amount: 4000 });
    const again = await cancel(id, undefined, { amount: 30_000 });
    expect([again.status, again.body.errors]).toEqual([
      400,
      { amount: ['Ensure this value is less than or equal to 4000.'] },
    ]);
    expect(refundsAt(invoice_id)).toHaveLength(1);
    clock.forward(61);
  });
  test('the bank shows a refund late that it has confirmed: a further one leaves what both have left', async () => {
    const { id, invoice_id } = await paid();
    shop.bank.setRefundMode({ mode: 'success', shownAfterMs: 60_000 });
    await cancel(id, undefined, { amount: 4000 });
    expect((await cancel(id, undefined, { amount: 10_000 })).body).toMatchObject({ final_amount: 20_000 });
    const more = await cancel(id, undefined, { amount: 20_001 });
    expect([more.status, more.body.errors]).toEqual([
      400,
      { amount: ['Ensure this value is less than or equal to 20000.'] },
    ]);
    expect(refundsAt(invoice_id)).toHaveLength(2);
    clock.forward(61);
    expect(await refresh(id)).toMatchObject({ final_amount: 20_000 });
  });
  test('the bank works on it', async () => {
    const { id, invoice_id } = await paid();
    shop.bank.setRefundMode('processing');
    expect((await cancel(id, undefined, { amount: 4000 })).body).toMatchObject({ status: 'success' });
    const again = await withoutTrace(shop, () => cancel(id, undefined, { amount: 4000 }));
    expect(again.body.errors).toEqual({
      status: ['A refund of 4000 is under way. The bank is still working on it. No other refund was made.'],
    });
    clock.forward(5);
    shop.bank.settleRefunds('success');
    expect(await refresh(id)).toMatchObject({ final_amount: 30_000 });
    expect((await refundsView(id)).under_way).toBeNull();
    expect(refundsAt(invoice_id)).toHaveLength(1);
  });
  test.each([
    ['in part', 4000, { status: 'success', final_amount: 30_000 }],
    ['in full', 34_000, { status: 'reversed', final_amount: 0 }],
  ])(
    'the bank works on it, and the statement shows it first (%s): it still ends by itself',
    async (_, amount, ended) => {
      const { id } = await paid();
      shop.bank.setRefundMode('processing');
      await cancel(id, undefined, { amount });
      // Sooner than the next look at the invoice.
      clock.forward(1);
      shop.bank.settleRefunds('success');
      shop.bank.fault({ kind: 'internal-error', path: 'invoice/status' });
      await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
      expect((await shop.owner.get(`invoices/${id}/`)).body).toMatchObject(ended);
      clock.forward(60);
      await expect.poll(async () => (await refundsView(id)).under_way).toBeNull();
    },
  );
});

describe('cancel takes `Idempotency-Key` by the rules of POST invoices/: a 200 is kept 24 hours and repeated with `Idempotency-Replayed: true`; the key with another body, or for another invoice, is a 400.', () => {
  test('a refund in part', async () => {
    const { id, invoice_id } = await paid();
    const first = await cancel(id, 'part 1', { amount: 1000 });
    expect(first.body).toMatchObject({ status: 'success', final_amount: 33_000 });
    const again = await cancel(id, 'part 1', { amount: 1000 });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(refundsAt(invoice_id)).toHaveLength(1);
    expect((await cancel(id, 'part 2', { amount: 1000 })).body).toMatchObject({ final_amount: 32_000 });
  });

  test.each([
    ['another body', async (id: number) => ({ id, body: { amount: 2000 } })],
    ['another invoice', async () => ({ id: (await paid()).id, body: { amount: 1000 } })],
  ])('%s', async (name, other) => {
    const { id } = await paid();
    await cancel(id, `key ${name}`, { amount: 1000 });
    const target = await other(id);
    const answer = await withoutTrace(shop, () => cancel(target.id, `key ${name}`, target.body));
    expect(answer.body.errors).toEqual({ 'Idempotency-Key': ['This key was used for another request.'] });
  });

  test('two at once under one key are one refund', async () => {
    const { id, invoice_id } = await paid();
    const answers = await Promise.all([1, 2, 3].map(() => cancel(id, 'at once', { amount: 1000 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(refundsAt(invoice_id)).toHaveLength(1);
  });
});

describe('Its own key settles it first: 200 once the bank shows it (its extRef in cancelList), 502 `IN_DOUBT` as long as it does not.', () => {
  test('the bank acted', async () => {
    const { id, invoice_id } = await paid();
    shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: true });
    expect((await cancel(id, 'acted')).status).toBe(502);
    const again = await cancel(id, 'acted');
    expect([again.status, again.body.status]).toEqual([200, 'reversed']);
    const replayed = await cancel(id, 'acted');
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body).toEqual(again.body);
    expect(refundsAt(invoice_id)).toHaveLength(1);
  });
  test('the bank did not act: A refund in doubt is given up only when the bank has answered about the invoice, without showing it, 15 minutes after it was asked or later; from then on another is taken.', async () => {
    const { id, invoice_id } = await paid();
    shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: false });
    expect((await cancel(id, 'not acted')).status).toBe(502);
    expect((await cancel(id, 'not acted')).body).toMatchObject({ err_code: 'IN_DOUBT' });
    clock.forward(15 * 60 - 1);
    expect((await cancel(id, 'not acted')).body).toMatchObject({ err_code: 'IN_DOUBT' });
    expect((await cancel(id)).body.errors).toEqual(inDoubt(34_000));
    expect(await refresh(id)).toMatchObject({ status: 'success', final_amount: 34_000 });
    expect(refundsAt(invoice_id)).toEqual([]);
    // The bank is silent, to the watcher as well: time alone drops nothing.
    shop.bank.fault({ kind: 'unavailable', path: 'invoice/status', times: 1000 });
    clock.forward(2);
    expect((await cancel(id, 'not acted')).body).toMatchObject({ err_code: 'IN_DOUBT' });
    shop.bank.clearFaults();
    // Its time is the earlier of its last two answers; the watcher may ask for either of them.
    await vi.waitFor(async () =>
      expect(await cancel(id, 'not acted')).toMatchObject({ status: 200, body: { status: 'reversed' } }),
    );
    expect(refundsAt(invoice_id)).toHaveLength(1);
  });
  test('While an attempt is in doubt, its key with another body is a 400 too.', async () => {
    const { id } = await paid();
    shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: true });
    await cancel(id, 'doubt', { amount: 1000 });
    const other = await withoutTrace(shop, () => cancel(id, 'doubt', { amount: 2000 }));
    expect(other.body.errors).toHaveProperty('Idempotency-Key');
  });
  test('the bank shows that it failed: 502 CANCEL_FAILED, and the key may be used again', async () => {
    const { id, invoice_id } = await paid();
    shop.bank.setRefundMode('processing');
    shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: true });
    await cancel(id, 'fails');
    clock.forward(5);
    shop.bank.settleRefunds('failure');
    shop.bank.setRefundMode('success');
    expect((await cancel(id, 'fails')).body).toMatchObject({ err_code: 'CANCEL_FAILED' });
    expect(await cancel(id, 'fails')).toMatchObject({ status: 200, body: { status: 'reversed' } });
    expect(refundsAt(invoice_id).map(({ status }) => status)).toEqual(['failure', 'success']);
  });
  test('An invalidation may be repeated at any time: twice does no more than once, and one that finds the invoice paid is the 400 above.', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.fault({ kind: 'reset', path: 'invoice/remove', acts: false });
    expect((await cancel(id)).status).toBe(502);
    shop.bank.fault({ kind: 'reset', path: 'invoice/remove', acts: false });
    expect((await cancel(id)).status).toBe(502);
    shop.bank.pay(invoice_id);
    expect((await cancel(id)).body.errors).toEqual({
      status: ['The invoice has been paid meanwhile. Nothing was refunded.'],
    });
    expect(refundsAt(invoice_id)).toEqual([]);
  });
});

describe('a clear failure: nothing was refunded, and it may be requested again', () => {
  const refusedBy = async (refuse: () => void, err_code: string, detail: unknown) => {
    const { id } = await paid();
    refuse();
    const answer = await cancel(id);
    expect([answer.status, answer.body]).toEqual([502, { detail, err_code }]);
    expect(attempt()).toMatchObject({ kind: 'refund', status: 'refused', err_code });
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', is_cancellable: true });
    shop.bank.setRefundMode('success');
    expect((await cancel(id)).status).toBe(200);
  };
  test('The bank reports a failed refund: 502 `CANCEL_FAILED`.', () =>
    refusedBy(() => shop.bank.setRefundMode('failure'), 'CANCEL_FAILED', expect.any(String)));
  test('If the bank refuses (4xx with an errCode): 502 with its errText in detail and its errCode in err_code', () =>
    refusedBy(
      () => shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/cancel' }),
      'TMR',
      'too many requests',
    ));
});

describe('the doubt survives a restart of the service', () => {
  test('a refund under way can be read, and its end is an event', async () => {
    const { id } = await paid({ items: [{ name: 'Кава', price: 5000, quantity: 2 }] });
    shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: true });
    await cancel(id, undefined, { amount: 700 });
    expect(await refundsView(id)).toMatchObject({
      invoice: id,
      left: 10_000,
      under_way: { amount: 700, by: 'owner', state: 'in_doubt' },
      items: [{ quantity: 2, returned: 0 }],
    });
    await refresh(id);
    expect(await refundsView(id)).toMatchObject({ left: 9300, under_way: null });
    const types = rowsOf(shop, 'events').filter(({ invoice_id }) => invoice_id === id);
    expect(types.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['attempt.in_doubt', 'attempt.settled', 'invoice.refunded']),
    );
  });
});
