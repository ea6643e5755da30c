import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { IMPATIENT, openShop, type Shop, temporaryFolder } from '../helpers/shop.ts';
import { blocksOf, killExamples, readPage, start } from './till-pages.ts';

// The recipes of the page "Testing", as they stand, against the practice bank of a shop.

const folder = temporaryFolder();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ config: IMPATIENT });
});
afterEach(() => {
  shop.bank.clearFaults();
  shop.bank.setRefundMode('success');
});
afterAll(async () => {
  killExamples();
  await shop.close();
  folder.remove();
});

const page = readPage('testing');
const tried = new Set<string>();

/** Runs a recipe's nth block. */
const recipe = async (section: string, invoice?: Invoice, nth = 0): Promise<void> => {
  tried.add(section);
  const command = blocksOf(page).filter((block) => block.section === section)[nth]?.code ?? '';
  const env = { BANK: `${shop.bank.url}/practice`, INVOICE: invoice?.invoice_id ?? '' };
  const { code, stdout, stderr } = await start(['sh', '-ec', command], folder.path, env);
  expect({ code, stderr, refused: stdout.includes('"error"') }).toEqual({
    code: 0,
    stderr: '',
    refused: false,
  });
};

let keys = 0;
const request = (body: object, path = 'invoices/') => {
  keys += 1;
  const headers = { 'Idempotency-Key': `testing-${keys}` };
  return () => shop.owner.post<Invoice & Refusal>(path, body, { headers });
};
const sale = () => request({ terminal: shop.terminal.id, amount: 10_000 });
const refund = ({ id }: Invoice) => request({ amount: 4000 }, `invoices/${id}/cancel/`);
const created = async () => (await sale()()).body;
const statusOf = async ({ id }: Invoice, status: string) => {
  await shop.owner.post(`invoices/${id}/refresh/`);
  expect((await shop.owner.get<Invoice>(`invoices/${id}/`)).body.status).toBe(status);
};
const paid = async () => {
  const invoice = await created();
  await recipe('The customer pays', invoice);
  await statusOf(invoice, 'success');
  return invoice;
};
const refusalOf = async (send: ReturnType<typeof sale>) => {
  const { status, body, headers } = await send();
  return { status, err_code: body.err_code, after: headers.get('Retry-After') };
};

test('the customer pays; the payment is declined, processed, over its time', async () => {
  await paid();
  const invoice = await created();
  await recipe('The payment is declined', invoice);
  await statusOf(invoice, 'failure');
  await recipe('The bank works on the payment for long', invoice);
  await statusOf(invoice, 'processing');
  await recipe('The customer pays', invoice);
  await statusOf(invoice, 'success');
  const other = await created();
  await recipe('The time of the invoice is over', other);
  await statusOf(other, 'expired');
});

test('the bank does not answer, or its answer is lost: the same request makes one sale', async () => {
  await recipe('The bank is slow, or does not answer', undefined, 0);
  expect(shop.bank.faults()).toMatchObject([{ kind: 'delay', ms: 8000 }]);
  await recipe('Before the first recipe', undefined, 1);
  expect(shop.bank.faults()).toEqual([]);

  for (const [section, nth, err_code] of [
    ['The bank is slow, or does not answer', 1, 'TIMEOUT'],
    ['The answer is lost', 0, 'UNREACHABLE'],
  ] as const) {
    await recipe(section, undefined, nth);
    const send = sale();
    expect(await refusalOf(send)).toMatchObject({ status: 502, err_code });
    await vi.waitFor(async () => expect((await send()).status).toBe(201), { interval: 200 });
    expect((await send()).headers.get('Idempotency-Replayed')).toBe('true');
  }
});

test('the answer to a refund is lost: the money is returned once', async () => {
  const invoice = await paid();
  await recipe('The answer is lost', undefined, 1);
  const send = refund(invoice);
  expect(await refusalOf(send)).toMatchObject({ status: 502, err_code: 'UNREACHABLE' });
  expect((await send()).body.final_amount).toBe(6000);
  expect(shop.bank.invoice(invoice.invoice_id)?.refunds).toMatchObject([{ amount: 4000 }]);
});

test('the bank has too many requests: the refusal says when to try again, and then it is done', async () => {
  await recipe('The bank has too many requests');
  const send = sale();
  expect(await refusalOf(send)).toEqual({ status: 502, err_code: 'TMR', after: '2' });
  expect((await send()).status).toBe(201);
});

test('the bank fails, or refuses', async () => {
  await recipe('The bank fails');
  await recipe('The bank refuses');
  expect(await refusalOf(sale())).toMatchObject({ status: 502, err_code: 'INVALID_MERCHANT_PAYM_INFO' });
});

test('a refund is slow, fails, or is made at the bank', async () => {
  const command = (nth: number) =>
    blocksOf(page)
      .find(({ section }) => section === 'A refund is slow, or fails')
      ?.code.split('\n')[nth] ?? '';
  const run = (nth: number) =>
    start(['sh', '-ec', command(nth)], folder.path, { BANK: `${shop.bank.url}/practice` });
  await recipe('A refund is slow, or fails');
  await run(0);
  const invoice = await paid();
  const { body } = await refund(invoice)();
  expect(body).toMatchObject({ status: 'success', final_amount: 10_000 });
  shop.bank.settleRefunds('success');
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  expect((await shop.owner.get<Invoice>(`invoices/${invoice.id}/`)).body.final_amount).toBe(6000);

  await run(1);
  const failing = await paid();
  expect(await refusalOf(refund(failing))).toMatchObject({ status: 502, err_code: 'CANCEL_FAILED' });
  await run(2);

  const other = await paid();
  await recipe("A refund made in the bank's own cabinet", other);
  await shop.owner.post(`invoices/${other.id}/refresh/`);
  expect((await shop.owner.get<Invoice>(`invoices/${other.id}/`)).body.final_amount).toBe(9900);
});

test('every recipe of the page was tried', () => {
  const recipes = blocksOf(page).filter(({ fence }) => fence === 'sh');
  expect(recipes.map(({ section }) => section).filter((section) => !tried.has(section))).toEqual([]);
});
