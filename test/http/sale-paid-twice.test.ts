import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { System } from '../../shared/api/system.ts';
import { reply } from '../bad-days/gateway.ts';
import { createUnder } from '../helpers/keyed.ts';
import { openLateShop } from '../helpers/late-shop.ts';
import { rowsOf } from '../helpers/trace.ts';

const opened = await openLateShop();
const { shop, gateway, newKey, honest, late: createLate, arrive } = opened;
const { doubledSale, atBank, ownRows, sync, untilSibling, untilRemoved, events } = opened;
beforeEach(honest);
afterAll(opened.close);

describe('A second payment of the same sale appears as an invoice of its own (created_locally false) and is told at once (event `sale.paid_twice`).', () => {
  test('both paid before Kramar could do anything', async () => {
    const sale = await doubledSale('ZRN1');
    const before = (await shop.owner.get<InvoicePage>('invoices/')).body.totals.success_amount;
    const late = await arrive();
    shop.bank.pay(late);
    shop.bank.pay(sale.till);
    await sync();
    await vi.waitFor(() => expect(ownRows(sale)).toHaveLength(2));
    await sync();
    const [first, second] = ownRows(sale);
    expect(first).toMatchObject({ id: sale.id, status: 'success', created_locally: 1 });
    expect(second).toMatchObject({ status: 'success', created_locally: 0, page_url: '' });
    expect([first?.invoice_id, second?.invoice_id].sort()).toEqual([late, sale.till].sort());
    const reported = await events(sale, 'sale.paid_twice');
    expect(reported).toMatchObject([
      {
        invoice: second?.id,
        data: {
          number: second?.number,
          first_invoice: sale.id,
          first_number: first?.number,
          status: 'success',
        },
      },
    ]);
    const after = (await shop.owner.get<InvoicePage>('invoices/')).body.totals.success_amount;
    expect(after - before).toBe(2 * sale.body.amount);

    const twice = { invoice: second?.id, first_invoice: sale.id, amount: sale.body.amount };
    const read = async (client = shop.owner) =>
      (await client.get<System>('system/')).body.paid_twice.filter((each) => each.first_invoice === sale.id);
    expect(await read()).toMatchObject([twice]);
    expect(await read(await shop.employee(`no rights ${sale.id}`))).toEqual([]);
    // Once one of them is refunded, there is nothing left to do.
    expect((await shop.owner.post(`invoices/${second?.id}/cancel/`)).status).toBe(200);
    expect(await read()).toEqual([]);
  });
});

/** A sale whose money is to be held; the first of its two bank invoices is made late. */
const doubledHold = async (amount: number) => {
  const key = newKey();
  const body = { terminal: shop.terminal.id, amount, payment_type: 'hold' };
  await createLate(key, body);
  const { body: sale } = await createUnder(shop, key, body);
  return { sale, late: await arrive() };
};
const secondPayments = ({ id }: { id: number }) =>
  rowsOf(shop, 'events').filter(
    ({ type, data }) => type === 'sale.paid_twice' && JSON.parse(String(data)).first_invoice === id,
  );

test('money held twice appears as an invoice of its own while both are held, and is reported at once', async () => {
  const { sale, late } = await doubledHold(61_300);
  shop.bank.pay(sale.invoice_id);
  shop.bank.pay(late);
  await sync();
  const rows = () =>
    rowsOf(shop, 'invoices').filter(({ invoice_id }) => [late, sale.invoice_id].includes(String(invoice_id)));
  await vi.waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows().map(({ status }) => status)).toEqual(['processing', 'processing']);
  await sync();
  expect(secondPayments(sale)).toHaveLength(1);
  const held = rowsOf(shop, 'holds').filter(({ invoice_id }) => rows().some(({ id }) => id === invoice_id));
  expect(held).toMatchObject([
    { state: 'held', amount: 61_300 },
    { state: 'held', amount: 61_300 },
  ]);
});

test('held money pays the sale while a payment of its other bank invoice has only begun', async () => {
  const { sale, late } = await doubledHold(62_400);
  const named = () => rowsOf(shop, 'invoices').find(({ id }) => id === sale.id);
  const hold = () => rowsOf(shop, 'holds').find(({ invoice_id }) => invoice_id === sale.id);
  shop.bank.processing(sale.invoice_id);
  await vi.waitFor(() => expect(named()?.status).toBe('processing'));
  expect(hold()).toMatchObject({ state: 'waiting' });
  shop.bank.pay(late);
  await sync();
  await vi.waitFor(() => expect(named()?.invoice_id).toBe(late));
  expect(hold()).toMatchObject({ state: 'held', amount: 62_400 });
  // The other bank invoice stays watched: a second hold on it is reported.
  expect(rowsOf(shop, 'sale_invoices')).toContainEqual(
    expect.objectContaining({ bank_invoice_id: sale.invoice_id, invoice_id: sale.id, state: 'open' }),
  );
  shop.bank.pay(sale.invoice_id);
  await sync();
  await vi.waitFor(() => expect(secondPayments(sale)).toHaveLength(1));
});

test('a terminal is not deleted while a further bank invoice of a sale that is over can be paid', async () => {
  const [, merchant] = shop.bank.merchants;
  const terminal = await addTerminal(shop.console, { name: 'Книгарня', token: merchant?.token ?? '' });
  const key = newKey();
  const body = { terminal: terminal.id, amount: 77_700 };
  await createLate(key, body);
  const sale = await createUnder(shop, key, body);
  const late = await arrive();
  // The statement shows the failed try.
  shop.bank.decline(late);
  await shop.owner.post(`terminals/${terminal.id}/sync_invoices/`);
  await untilSibling(late);
  gateway.at('invoice/remove', async (call, pass, response) => {
    if (JSON.parse(call.body).invoiceId === late) response.writeHead(503).end();
    else reply(response, await pass());
  });
  shop.bank.expire(sale.body.invoice_id);
  expect(await shop.refresh(sale.body.id)).toMatchObject({ status: 'expired' });
  expect(atBank(late)?.status).toBe('failure');
  expect((await shop.owner.send('DELETE', `terminals/${terminal.id}/`)).status).toBe(400);
  gateway.rule();
  await untilRemoved(late);
  await vi.waitFor(async () =>
    expect((await shop.owner.send('DELETE', `terminals/${terminal.id}/`)).status).toBe(204),
  );
});
