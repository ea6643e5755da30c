import { expect, test } from 'vitest';
import { statementRuns } from '../../../main/store/db/query-cache.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

/**
 * A request reads each thing once (ARCHITECTURE.md). The SQL statements of one sale and of one refund in part are counted;
 * the ceilings only ever go down.
 */

const CEILING = { amount: 11, sale: 16, refund: 40 };

const shop = await shopOfFile();

const product = async (name: string, price: number) =>
  (await shop.owner.post<{ id: number }>('catalog/products/', { name, price })).body.id;

/** The SQL of every statement that this process runs during `work`, in order; begin, commit and savepoints are none. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const texts: string[] = [];
  const note = (text: unknown) => void texts.push(String(text));
  statementRuns.subscribe(note);
  try {
    await work();
  } finally {
    statementRuns.unsubscribe(note);
  }
  return texts;
};

/** With the background held. Prints the statements on a failure. */
const countOf = async (work: () => Promise<{ status: number; text: string }>, status: number) => {
  const { release } = await shop.hold();
  try {
    return await statementsOf(async () => {
      const answer = await work();
      expect(answer.status, answer.text).toBe(status);
    });
  } finally {
    release();
  }
};

const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

const saleOf = (items: object[], key: string) =>
  shop.owner.post<Invoice>('invoices/', { terminal: shop.terminal.id, items }, keyed(key));

test('the statements of sales and of one refund in part', async () => {
  const coffee = await product('Кава', 4500);
  const items = [
    { name: 'Кава', price: 4500, quantity: 2, product: coffee },
    { name: 'Печиво', price: 3200, quantity: 1 },
  ];
  // The first sale of a process also makes what all others find.
  const { body: invoice } = await saleOf(items, 'before');
  const sellAmount = () => shop.owner.post('invoices/', { terminal: shop.terminal.id, amount: 34_000 });
  const amount = await countOf(sellAmount, 201);
  const sale = await countOf(() => saleOf(items, 'counted'), 201);
  shop.bank.pay(invoice.invoice_id);
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  const giveBack = () => shop.owner.post(`invoices/${invoice.id}/cancel/`, { amount: 1000 }, keyed('part'));
  const refund = await countOf(giveBack, 200);
  expect.soft(amount.length, amount.join('\n')).toBeLessThanOrEqual(CEILING.amount);
  expect.soft(sale.length, sale.join('\n')).toBeLessThanOrEqual(CEILING.sale);
  expect.soft(refund.length, refund.join('\n')).toBeLessThanOrEqual(CEILING.refund);
});
