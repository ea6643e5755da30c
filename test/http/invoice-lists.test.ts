import { beforeAll, expect, test } from 'vitest';
import type { OpenInvoicePage } from '../../shared/api/invoice-extras.ts';
import type { InvoiceOutcomes, InvoiceStatusSums } from '../../shared/api/invoice-lists.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Client } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { holdsOf } from '../helpers/holds.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const clock = stoppedClock(Date.parse('2026-03-02T10:00:00Z'));
let viewer: Client;
/** By reference. */
const made: Record<string, Invoice> = {};

const refresh = (name: string) => shop.owner.post(`invoices/${made[name]?.id}/refresh/`);

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
  viewer = await shop.employee('viewer', ['can_view_invoices']);
  const make = async (reference: string, body: object) => {
    made[reference] = await shop.createInvoice({ reference, ...body });
  };
  await make('open', { amount: 100 });
  await make('paid here', { amount: 200 });
  await make('paid there', { amount: 400 });
  await make('declined', { amount: 800, validity: 3600 });
  await make('cancelled', { amount: 1600 });
  await make('overdue', { amount: 3200, validity: 60 });
  shop.bank.pay(made['paid here']?.invoice_id ?? '');
  shop.bank.pay(made['paid there']?.invoice_id ?? '');
  shop.bank.decline(made.declined?.invoice_id ?? '');
  for (const name of ['paid here', 'paid there', 'declined']) await refresh(name);
  await shop.owner.post(`invoices/${made.cancelled?.id}/cancel/`);
  clock.forward(61);
  await refresh('overdue');
});

const sums = async (query = '', client: Client = viewer) => {
  const answer = await client.get<InvoiceStatusSums>(`invoices/status-sums/${query}`);
  expect(answer.status, answer.text).toBe(200);
  return Object.fromEntries(
    answer.body.results.map(({ status, count, total_amount }) => [status, [count, total_amount]]),
  );
};

const NONE = {
  created: [0, 0],
  processing: [0, 0],
  success: [0, 0],
  failure: [0, 0],
  reversed: [0, 0],
  expired: [0, 0],
};

test('counts and sums each status', async () => {
  expect(await sums()).toEqual({
    ...NONE,
    created: [1, 100],
    success: [2, 600],
    failure: [1, 800],
    expired: [2, 4800],
  });
});

test('accepts the filters of the list, the search as well', async () => {
  expect(await sums('?search=paid')).toEqual({ ...NONE, success: [2, 600] });
  expect(await sums('?amount_min=300&amount_max=900')).toEqual({
    ...NONE,
    success: [1, 400],
    failure: [1, 800],
  });
});

test('says how each ended and why a payment failed, in the language of the request', async () => {
  const ids = ['cancelled', 'overdue', 'declined', 'open'].map((name) => made[name]?.id);
  const read = async (language: string) =>
    (
      await viewer.get<InvoiceOutcomes>(`invoices/outcomes/?ids=${ids.join(',')},999`, {
        headers: { 'Accept-Language': language },
      })
    ).body.results;
  const [cancelled, overdue, declined, open] = await read('en');
  const other = { reason: '', payable_until: null, is_held: false, uncaptured: 0, cash_part: null };
  expect(cancelled).toEqual({ id: ids[0], ending: 'cancelled', ...other });
  expect(overdue).toEqual({ id: ids[1], ending: 'overdue', ...other });
  expect(open).toEqual({ id: ids[3], ending: null, ...other });
  // The customer can still pay the QR of a payment that failed.
  expect(declined?.payable_until).toBe('2026-03-02T11:00:00.000Z');
  expect(declined?.reason).toMatch(/^[A-Z][\w ]+/);
  expect((await read('uk'))[2]?.reason).not.toBe(declined?.reason);
  expect(await read('uk')).toHaveLength(4);
});

test('says what the bank holds, which is no longer among the open ones', async () => {
  const { id } = await holdsOf(shop).held();
  const read = async () =>
    (await viewer.get<InvoiceOutcomes>(`invoices/outcomes/?ids=${id}`)).body.results.map(
      ({ is_held }) => is_held,
    );
  const isOpen = async () =>
    (await shop.owner.get<OpenInvoicePage>('invoices/open/')).body.results.some((open) => open.id === id);
  expect([await read(), await isOpen()]).toEqual([[true], false]);
  expect((await holdsOf(shop).release(id)).status).toBe(200);
  expect([await read(), await isOpen()]).toEqual([[false], false]);
});

test('says what was not captured of a hold, which is no refund', async () => {
  const { id, amount } = await holdsOf(shop).held();
  expect((await holdsOf(shop).capture(id, { amount: amount - 1000 })).status).toBe(200);
  const { body } = await viewer.get<InvoiceOutcomes>(`invoices/outcomes/?ids=${id}`);
  expect(body.results).toMatchObject([{ uncaptured: 1000 }]);
});
