import { afterEach, describe, expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { refusalOf } from '../helpers/usual.ts';

const { now } = stoppedClock();

const shop = await shopOfFile({ now, bank: { now } });
const viewer = await shop.employee('viewer', ['can_view_invoices']);
const paid = await shop.paid({ amount: 1000 });
afterEach(() => shop.bank.clearFaults());

const pathOf = ({ id }: Invoice) => `invoices/${id}/receipt/`;

const fetchReceipt = async (method = 'GET') => {
  const token = await shop.signIn('viewer');
  const response = await fetch(new URL(pathOf(paid), shop.baseUrl), {
    method,
    headers: { Authorization: `Bearer ${token}` },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("the bank's PDF, byte for byte, saved under the invoice's number", async () => {
  const { response, bytes } = await fetchReceipt();
  expect(response.status).toBe(200);
  const bank = await fetch(`${shop.bank.url}/api/merchant/invoice/receipt?invoiceId=${paid.invoice_id}`, {
    headers: { 'X-Token': shop.merchant.token },
  });
  const { file } = (await bank.json()) as { file: string };
  expect(bytes).toEqual(Buffer.from(file, 'base64'));
  expect(bytes.toString('latin1')).toMatch(/^%PDF-.*%%EOF\s*$/s);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': 'attachment; filename="receipt-000001.pdf"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/./),
    'x-ratelimit-remaining': expect.stringMatching(/./),
  });
});

test('a payment that was refunded in full has one too', async () => {
  const invoice = await shop.createInvoice({ amount: 500 });
  shop.bank.pay(invoice.invoice_id);
  shop.bank.refund(invoice.invoice_id);
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'reversed' });
  expect((await viewer.get(pathOf(invoice))).status).toBe(200);
});

describe('refused without asking the bank', () => {
  test.each([
    ['created', 'The invoice has not been paid yet; there is no receipt.'],
    ['processing', 'The payment is being processed; there is no receipt yet.'],
    ['failure', 'The invoice was never paid; there is no receipt.'],
    ['expired', 'The invoice was never paid; there is no receipt.'],
  ] as const)('%s', async (status, message) => {
    const invoice = await shop.createInvoice();
    shop.console.db.run(build.updateTable('invoices').set({ status }).where('id', '=', invoice.id));
    await refusalOf(shop, () => viewer.get<Refusal>(pathOf(invoice)), 400, {
      detail: 'Validation failed.',
      errors: { status: [message] },
    });
  });
});
