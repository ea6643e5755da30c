import { describe, expect, test } from 'vitest';
import type { Event } from '../../shared/api/events.ts';
import type { SaleOutcome } from '../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { Client } from '../helpers/client.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { listen } from '../helpers/stream.ts';

let late = 0;
const shop = await shopOfFile({ now: () => Date.now() + late });
/** May only create invoices. */
const cashier = await shop.employee('cashier', ['can_create_invoices']);
const other = await shop.employee('other', ['can_create_invoices']);

const charge = async (client: Client, amount: number): Promise<Invoice> =>
  (await client.post<Invoice>('invoices/', { terminal: 1, amount })).body;

describe('somebody who may only create invoices', () => {
  test('reads the outcome of their own sale: created, then paid, with its history', async () => {
    const sale = await charge(cashier, 8100);
    const open = await cashier.get<SaleOutcome>(`invoices/${sale.id}/outcome/`);
    expect(open.body).toMatchObject({ invoice: sale, history: { invoice: sale.id } });
    shop.bank.pay(sale.invoice_id);
    await shop.owner.post(`invoices/${sale.id}/refresh/`);
    const paid = await cashier.get<SaleOutcome>(`invoices/${sale.id}/outcome/`);
    expect(paid.body.invoice).toMatchObject({ status: 'success', amount: 8100 });
    expect(paid.body.history.results.map(({ type }) => type)).toContain('paid');
  });

  test('gets the events of their own sales only, as a list and as a stream', async () => {
    const stream = await listen(shop.baseUrl, { token: await shop.signIn('cashier'), mine: true });
    const foreign = await charge(other, 100);
    const own = await charge(cashier, 200);
    await stream.until(1);
    expect(stream.events).toMatchObject([{ type: 'invoice.created', invoice: own.id }]);
    stream.hangUp();
    const { body } = await cashier.get<{ results: Event[] }>('events/?mine=true&page_size=200');
    const invoices = body.results.flatMap(({ type, invoice }) => (/^invoice\./.test(type) ? [invoice] : []));
    expect(invoices).toContain(own.id);
    expect(invoices).not.toContain(foreign.id);
  });

  test('sees nothing of it without the parameter, and nothing else of the shop', async () => {
    const own = await charge(cashier, 300);
    const { body } = await cashier.get<{ results: Event[] }>('events/?page_size=200');
    expect(body.results.filter(({ type }) => type.startsWith('invoice.'))).toEqual([]);
    for (const path of [`invoices/${own.id}/`, 'invoices/', 'invoices/stats/'])
      expect((await cashier.get(path)).status, path).toBe(403);
  });

  test("another person's sale is a missing object", async () => {
    const foreign = await charge(other, 400);
    expect((await cashier.get(`invoices/${foreign.id}/outcome/`)).status).toBe(404);
    expect((await cashier.get('invoices/999999/outcome/')).status).toBe(404);
  });
});

test('after a day the outcome of an own sale is a missing object', async () => {
  const sale = await charge(cashier, 700);
  late = DAY_MS + 60_000;
  const again = shop.stranger.as(await shop.signIn('cashier'));
  expect((await again.get(`invoices/${sale.id}/outcome/`)).status).toBe(404);
});
