import { describe, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { InvoiceRefunds } from '../../shared/api/refunds.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf, traces, withoutTrace } from '../helpers/trace.ts';

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const { paid } = shop;
const cancel = (id: number, body?: object) =>
  shop.owner.post<Invoice & Refusal>(`invoices/${id}/cancel/`, body);

describe('A partial refund takes the lines of the body (`"items": [{"item": <id of the item>, "quantity": …}]`, an extension; amount then is their sum and may be left out), or without them one line of that amount.', () => {
  const items = [
    { name: 'Кава', price: 5500, quantity: 3, discount_pct: 10 },
    { name: 'Сир', price: 20_000, quantity: '0.335' },
  ];
  const sentLines = () => {
    const sent = shop.bank.requests.findLast(({ path }) => path.endsWith('invoice/cancel'))?.body;
    return (sent as { items: object[] } | undefined)?.items;
  };
  const returnItems = (invoice: Invoice, quantities: (number | string | undefined)[]) => ({
    items: quantities.flatMap((quantity, at) =>
      quantity === undefined ? [] : [{ item: invoice.items[at]?.id, quantity }],
    ),
  });

  test('by lines, until nothing is left; every refund of an invoice with items sends `items`, at the price that was paid (after the discount)', async () => {
    const invoice = await paid({ items });
    const first = await cancel(invoice.id, returnItems(invoice, [1, '0.1']));
    expect(first.body).toMatchObject({ status: 'success', final_amount: 14_850 + 6700 - 4950 - 2000 });
    expect(sentLines()).toEqual([
      { name: 'Кава', qty: 1, sum: 4950, code: '1' },
      { name: 'Сир', qty: 0.1, sum: 20_000, code: '2' },
    ]);
    expect(
      (await shop.owner.get<InvoiceRefunds>(`invoices/${invoice.id}/refunds/`)).body.items,
    ).toMatchObject([
      { quantity: 3, returned: 1 },
      { quantity: 0.335, returned: 0.1 },
    ]);
    expect((await cancel(invoice.id)).body).toMatchObject({ status: 'reversed', final_amount: 0 });
    expect(sentLines()).toEqual([
      { name: 'Кава', qty: 2, sum: 4950, code: '1' },
      { name: 'Сир', qty: 0.235, sum: 20_000, code: '2' },
    ]);
  });
  test('without them one line of that amount', async () => {
    const { id, destination } = await paid({ items });
    expect((await cancel(id, { amount: 100 })).status).toBe(200);
    expect(sentLines()).toEqual([{ name: destination, qty: 1, sum: 100, code: '1' }]);
  });
  test.each<[string, (invoice: Invoice) => object, object]>([
    [
      'more than is left',
      (invoice) => returnItems(invoice, ['3.001']),
      { items: [{ quantity: [expect.stringContaining('less than or equal to 3')] }] },
    ],
    [
      'an item of another invoice',
      () => ({ items: [{ item: 999_999, quantity: 1 }] }),
      { items: [{ item: ['Invalid pk "999999" - object does not exist.'] }] },
    ],
    [
      'an item twice',
      ({ items: [first] }) => ({ items: [1, 1].map((quantity) => ({ item: first?.id, quantity })) }),
      { items: [{}, { item: ['This item is listed twice.'] }] },
    ],
    [
      'an amount that is not their sum',
      (invoice) => ({ amount: 4951, ...returnItems(invoice, [1]) }),
      { amount: [expect.stringContaining('4950')] },
    ],
    ['an empty list', () => ({ items: [] }), { items: ['This field may not be blank.'] }],
    [
      'no quantity',
      ({ items: [first] }) => ({ items: [{ item: first?.id }] }),
      { items: [{ quantity: ['This field is required.'] }] },
    ],
  ])('%s: 400, and nothing is refunded', async (_name, body, errors) => {
    const invoice = await paid({ items });
    const { attempts } = (await traces(shop)).tables;
    const answer = await cancel(invoice.id, body(invoice));
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
    expect(rowsOf(shop, 'attempts')).toEqual(attempts);
    expect(shop.bank.invoice(invoice.invoice_id)?.refunds).toEqual([]);
  });
  test('items of an unpaid invoice: 400', async () => {
    const invoice = await shop.createInvoice({ items });
    const answer = await withoutTrace(shop, () => cancel(invoice.id, returnItems(invoice, [1])));
    expect(answer.body.errors).toHaveProperty('items');
  });
});
