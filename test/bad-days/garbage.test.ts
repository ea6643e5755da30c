import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { attempts, createUnder, requested, syncedRegisters } from '../helpers/keyed.ts';
import { leavingNoTrace, tablesOf } from '../helpers/trace.ts';
import {
  type Garbage,
  NOT_A_LIST,
  NOT_A_REFUND,
  NOT_AN_ANSWER,
  NOT_AN_INVOICE,
  NOT_THIS_INVOICE,
} from './garbage.ts';
import { reply } from './gateway.ts';
import { openQuiet } from './stage.ts';

// The watcher and the jobs are stopped, so that only the test calls the bank.
const clock = stoppedClock();
const { shop, gateway } = await openQuiet({ now: clock.now }, afterAll);
afterEach(() => gateway.rule());

const sorts = (...kinds: Record<string, Garbage>[]) => kinds.flatMap((kind) => Object.entries(kind));

/** The bank carries out the request, and its answer is garbage. */
const garble = (path: string, garbage: Garbage) =>
  gateway.at(path, async (call, pass, response) => reply(response, garbage(call, await pass())));
const BAD_GATEWAY = { detail: expect.stringMatching(/\w/), err_code: 'BAD_GATEWAY' };

/** All that a request leaves behind, except that a record could not be read and when it is tried again. */
const tables = () => {
  const { unreadable_records: _, events, invoices, ...rest } = tablesOf(shop);
  const reported = events?.filter(({ type }) => type !== 'bank.unreadable');
  return { ...rest, events: reported, invoices: invoices?.map((row) => ({ ...row, next_check_at: null })) };
};

/** Nothing is written because of it, and the only thing reported is that the bank failed. */
const withoutEffect = async (path: string): Promise<void> => {
  const answer = await leavingNoTrace(shop, () => shop.owner.post<Refusal>(path), tables);
  expect([answer.status, answer.body]).toEqual([502, BAD_GATEWAY]);
  expect(gateway.calls.filter((call) => call.path.includes('trap'))).toEqual([]);
};

test.each(sorts(NOT_AN_ANSWER, NOT_THIS_INVOICE))(
  'refresh of an unpaid invoice: %s marks nothing as paid',
  async (_name, garbage) => {
    const { id } = await shop.createInvoice();
    garble('invoice/status', garbage);
    await withoutEffect(`invoices/${id}/refresh/`);
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'created', paid_date: null });
    gateway.rule();
    expect((await shop.owner.post<Invoice>(`invoices/${id}/refresh/`)).body.status).toBe('created');
  },
);

test.each(sorts(NOT_AN_ANSWER, NOT_A_LIST))(
  'sync_invoices: %s imports nothing, and hides nothing from a later import',
  async (_name, garbage) => {
    const past = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700, date: clock.now() });
    garble('statement', garbage);
    await withoutEffect(`terminals/${shop.terminal.id}/sync_invoices/`);
    gateway.rule();
    const synced = await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    expect(synced.body).toMatchObject({ created: 1 });
    expect(tablesOf(shop).invoices?.filter(({ invoice_id }) => invoice_id === past)).toHaveLength(1);
  },
);

test.each(sorts(NOT_AN_ANSWER))('sync_registers: %s changes no register', async (_name, garbage) => {
  await syncedRegisters(shop);
  garble('qr/list', garbage);
  await withoutEffect(`terminals/${shop.terminal.id}/sync_registers/`);
  garble('details', garbage);
  await withoutEffect(`terminals/${shop.terminal.id}/sync_registers/`);
});

const NOTHING: Garbage = (_call, honest) => ({ ...honest, text: '{}' });
let keys = 0;
describe('a sale that the bank did open', () => {
  test.each(sorts(NOT_AN_ANSWER, NOT_AN_INVOICE))(
    '%s: in doubt, then the invoice on the register, once',
    async (_name, garbage) => {
      const register = (await syncedRegisters(shop)).get('ZRN1');
      const sale = { amount: 4200, cash_register: register?.id };
      const key = `k${++keys}`;
      const opened = requested(shop, 'invoice/create').length;
      garble('invoice/create', garbage);
      const answer = await createUnder(shop, key, sale);
      expect([answer.status, answer.body]).toEqual([502, BAD_GATEWAY]);
      expect(attempts(shop).at(-1)).toMatchObject({ status: 'in_doubt', err_code: 'BAD_GATEWAY' });
      // Garbage at the register says nothing: no other invoice is requested from the bank.
      garble('qr/details', Object.values(NOT_AN_INVOICE).includes(garbage) ? NOTHING : garbage);
      expect((await createUnder(shop, key, sale)).status).toBe(502);
      gateway.rule();
      const again = await createUnder(shop, key, sale);
      expect(again.status, again.text).toBe(201);
      expect(requested(shop, 'invoice/create')).toHaveLength(opened + 1);
      expect(again.body.invoice_id).toBe(shop.bank.invoices().at(-1)?.invoiceId);
    },
  );

  test('the answer names an invoice that exists already: in doubt, and the existing invoice stays as it is', async () => {
    const known = await shop.createInvoice();
    garble('invoice/create', (_call, honest) => ({
      ...honest,
      text: JSON.stringify({ ...JSON.parse(honest.text), invoiceId: known.invoice_id }),
    }));
    const answer = await createUnder(shop, `k${++keys}`, { amount: 999 });
    expect([answer.status, answer.body]).toEqual([502, BAD_GATEWAY]);
    expect(attempts(shop).at(-1)).toMatchObject({ status: 'in_doubt', err_code: 'BAD_GATEWAY' });
    expect(await shop.readInvoice(known.id)).toEqual(known);
  });
});

describe('cancel', () => {
  const paid = () => shop.paid({ amount: 34_000 });

  test.each(sorts(NOT_AN_ANSWER, NOT_THIS_INVOICE))(
    'the state, before anything is done: %s refunds nothing',
    async (_name, garbage) => {
      const invoice = await paid();
      const refunds = requested(shop, 'invoice/cancel').length;
      garble('invoice/status', garbage);
      await withoutEffect(`invoices/${invoice.id}/cancel/`);
      expect(requested(shop, 'invoice/cancel')).toHaveLength(refunds);
    },
  );

  test.each(sorts(NOT_AN_ANSWER, NOT_A_REFUND))(
    'the answer to a refund: %s is a doubt, settled by what the bank says later',
    async (_name, garbage) => {
      const invoice = await paid();
      garble('invoice/cancel', garbage);
      const answer = await shop.owner.post<Refusal>(`invoices/${invoice.id}/cancel/`, { amount: 1000 });
      expect([answer.status, answer.body]).toEqual([502, BAD_GATEWAY]);
      expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'success', final_amount: 34_000 });
      expect(attempts(shop, 'refund').at(-1)).toMatchObject({ status: 'in_doubt' });
      gateway.rule();
      const refreshed = await shop.owner.post<Invoice>(`invoices/${invoice.id}/refresh/`);
      expect(refreshed.body).toMatchObject({ status: 'success', final_amount: 33_000 });
    },
  );

  const { null: _, ...more } = NOT_AN_ANSWER;
  test.each(sorts(more))('the answer to a removal: %s is no removal', async (_name, garbage) => {
    const invoice = await shop.createInvoice();
    gateway.at('invoice/remove', (call, _pass, response) =>
      reply(response, garbage(call, { status: 200, headers: {}, text: '{}' })),
    );
    const answer = await shop.owner.post<Refusal>(`invoices/${invoice.id}/cancel/`);
    expect([answer.status, answer.body]).toEqual([502, BAD_GATEWAY]);
    expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'created' });
    gateway.rule();
    // It can still be paid, and then it is.
    shop.bank.pay(invoice.invoice_id);
    const refreshed = await shop.owner.post<Invoice>(`invoices/${invoice.id}/refresh/`);
    expect(refreshed.body.status).toBe('success');
  });
});
