import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '../../main/platform/config.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { fastClock } from '../helpers/clock.ts';
import { IMPATIENT, openShop, type Shop } from '../helpers/shop.ts';

let shop: Shop;
/** Time passes quickly, and the service's clock is ahead by this offset, so that no poll need be waited for. */
let ahead = 0;
const clock = fastClock(10);
const open = (config: Partial<Config> = {}) => {
  const now = () => clock.now() + ahead;
  return openShop({ now, bank: { now }, config });
};
beforeAll(async () => {
  shop = await open();
});
afterAll(async () => {
  await shop.close();
  clock.restore();
});

/** Waits for a state that only reading shows: no refresh is requested. */
const until = (assertion: () => unknown) =>
  vi.waitFor(
    () => {
      ahead += 200;
      return assertion();
    },
    { interval: 100 },
  );
const shows = (id: number, expected: Partial<Invoice>) =>
  until(async () => expect(await shop.readInvoice(id)).toMatchObject(expected));
const requestsAbout = (invoiceId: string) =>
  shop.bank.requests.filter(({ query }) => query.invoiceId === invoiceId).length;

describe('Open invoices are watched in the background, so that a payment shows without anyone asking.', () => {
  test('a payment', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.pay(invoice_id);
    await shows(id, { status: 'success', masked_pan: '444403******1902', is_cancellable: true });
  });
  test('a payment under way, then its end', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.processing(invoice_id);
    await shows(id, { status: 'processing' });
    shop.bank.pay(invoice_id);
    await shows(id, { status: 'success' });
  });
  test('a decline, and the payment that follows it', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.decline(invoice_id, '61');
    await shows(id, { status: 'failure', failure_reason: 'На картці перевищено інтернет-ліміт' });
    shop.bank.pay(invoice_id);
    await shows(id, { status: 'success', failure_reason: '' });
  });
  test('an expiry at the bank', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.expire(invoice_id);
    await shows(id, { status: 'expired', is_cancellable: false });
  });
  test('an expiry by the clock', async () => {
    const { id } = await shop.createInvoice({ amount: 100, validity: 60 });
    ahead += 61_000;
    await shows(id, { status: 'expired' });
  });
  test('many at once', async () => {
    const invoices = await Promise.all(Array.from({ length: 30 }, () => shop.createInvoice()));
    for (const { invoice_id } of invoices) shop.bank.pay(invoice_id);
    await Promise.all(invoices.map(({ id }) => shows(id, { status: 'success' })));
  });
});

test('a refund that the bank still works on is watched to its end', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  shop.bank.pay(invoice_id);
  await shows(id, { status: 'success' });
  shop.bank.setRefundMode('processing');
  expect((await shop.owner.post(`invoices/${id}/cancel/`)).status).toBe(200);
  shop.bank.setRefundMode('success');
  shop.bank.settleRefunds('success');
  ahead += 11_000;
  await shows(id, { status: 'reversed', final_amount: 0 });
});

test('a refund whose answer was lost shows without a request', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  shop.bank.pay(invoice_id);
  await shows(id, { status: 'success' });
  shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: true });
  expect((await shop.owner.post(`invoices/${id}/cancel/`)).status).toBe(502);
  await shows(id, { status: 'reversed', final_amount: 0 });
});

test.each(['bad-gateway', 'hang', 'too-many-requests'] as const)('bank down (%s) and back', async (kind) => {
  if (kind === 'hang') {
    const patient = shop;
    shop = await open(IMPATIENT);
    onTestFinished(async () => {
      await shop.close();
      shop = patient;
    });
  }
  const { id, invoice_id } = await shop.createInvoice();
  shop.bank.fault({ kind, path: 'invoice/status' });
  await until(() => expect(shop.bank.faults()).toEqual([]));
  shop.bank.pay(invoice_id);
  await shows(id, { status: 'success' });
});

test('an invoice that was open when the service stopped is watched when it starts again', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  await shop.restart();
  shop.bank.pay(invoice_id);
  await shows(id, { status: 'success' });
});

test('an ended invoice is not queried any more', async () => {
  const paid = await shop.createInvoice();
  shop.bank.pay(paid.invoice_id);
  await shows(paid.id, { status: 'success' });
  const requested = requestsAbout(paid.invoice_id);
  // Some rounds of another invoice that is open.
  const unpaid = await shop.createInvoice();
  await until(() => expect(requestsAbout(unpaid.invoice_id)).toBeGreaterThan(2));
  expect(requestsAbout(paid.invoice_id)).toBe(requested);
});
