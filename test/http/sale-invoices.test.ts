import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addTerminal } from '../../main/domain/terminals.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Invoice, InvoicePage } from '../../shared/api/invoices.ts';
import type { System } from '../../shared/api/system.ts';
import { type Gateway, placeGateway, reply } from '../bad-days/gateway.ts';
import { eventsOf, lastId } from '../helpers/events.ts';
import { createUnder, syncedRegisters } from '../helpers/keyed.ts';
import { lateCreations } from '../helpers/late-creation.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';

let shop: Shop;
let gateway: Gateway;
let registers: Map<string, CashRegister>;
beforeAll(async () => {
  shop = await openShop({ config: { bankTimeoutMs: 500 } });
  registers = await syncedRegisters(shop);
  gateway = await placeGateway(shop);
});
afterAll(async () => {
  await shop.close();
  await gateway.stop();
});

let creations: ReturnType<typeof lateCreations>;
beforeEach(() => {
  creations = lateCreations(shop, gateway);
});

const PATIENCE = { timeout: 40_000, interval: 50 };
let keys = 0;
let amount = 5000;

/** A sale whose first creation is late, so that its key is used again; `arrive` lets the first reach the bank. */
const doubledSale = async (shortQrId: string | undefined, tries = 1) => {
  const key = `till ${++keys}`;
  amount += 100;
  const body = { amount, cash_register: registers.get(shortQrId ?? '')?.id ?? null };
  for (let count = 0; count < tries; count += 1) await creations.late(key, body);
  const answer = await createUnder(shop, key, body);
  expect(answer.status, answer.text).toBe(201);
  return { key, body, id: answer.body.id, till: answer.body.invoice_id, after: lastId(shop) };
};
type Sale = Awaited<ReturnType<typeof doubledSale>>;

const atBank = (invoiceId: string) => shop.bank.invoice(invoiceId);
const payable = (sale: Sale) =>
  shop.bank
    .invoices()
    .filter(
      ({ amount: each, status }) => each === sale.body.amount && ['created', 'failure'].includes(status),
    );
const ownRows = (sale: Sale) => rowsOf(shop, 'invoices').filter((row) => row.amount === sale.body.amount);
const sync = async () => {
  const answer = await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  expect(answer.status, answer.text).toBe(200);
};
const untilSibling = (bankId: string) =>
  vi.waitFor(
    () => expect(rowsOf(shop, 'sale_invoices').map((row) => row.bank_invoice_id)).toContain(bankId),
    PATIENCE,
  );
const untilRemoved = (bankId: string) =>
  vi.waitFor(() => expect(atBank(bankId)).toMatchObject({ status: 'expired', removed: true }), PATIENCE);
const untilPaid = (sale: Sale, bankId: string) =>
  vi.waitFor(
    async () =>
      expect(await shop.readInvoice(sale.id)).toMatchObject({ status: 'success', invoice_id: bankId }),
    PATIENCE,
  );
const told = async (sale: Sale, type: string) =>
  (await eventsOf(shop.owner, sale.after)).filter((event) => event.type === type);

describe('Bank invoices that carry one tag are one sale. A payment of any of them pays the sale: its invoice takes the paid one’s invoice_id, and its unpaid siblings are invalidated at the bank.', () => {
  test('the buyer pays what hangs on the register: after a creation in doubt at a register, the register is read again until the doubt is over: what hangs there under our tag is the sale’s', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    expect(atBank(late)?.onRegister).toBe(true);
    await untilSibling(late);
    // The counter is shown as this sale's.
    const state = await shop.owner.get<{ invoice: unknown }>(
      `cash-registers/${sale.body.cash_register}/state/`,
    );
    expect(JSON.stringify(state.body)).toContain(late);
    shop.bank.pay(late);
    await untilPaid(sale, late);
    await untilRemoved(sale.till);
    const row = await shop.readInvoice(sale.id);
    expect(row).toMatchObject({ created_locally: true, amount: sale.body.amount, is_cancellable: true });
    expect(row.paid_date).not.toBeNull();
    expect(payable(sale)).toEqual([]);
    expect(ownRows(sale)).toHaveLength(1);
    expect(await told(sale, 'sale.paid_twice')).toEqual([]);
    const found = await shop.owner.get<InvoicePage>(`invoices/?search=${late}`);
    expect(found.body.results.map(({ id }) => id)).toEqual([sale.id]);
    expect((await shop.owner.get<InvoicePage>(`invoices/?search=${sale.till}`)).body.count).toBe(0);
  });

  test('the buyer pays the page that the till was given: what hangs on the register is invalidated', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    shop.bank.pay(sale.till);
    await untilPaid(sale, sale.till);
    await untilRemoved(late);
    expect(payable(sale)).toEqual([]);
    expect(ownRows(sale)).toHaveLength(1);
  });

  test('until one of them is paid, both can be', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    await untilSibling(late);
    const looks = () =>
      gateway.asked('invoice/status').filter(({ query }) => query.get('invoiceId') === late).length;
    const before = looks();
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(before), PATIENCE);
    expect(payable(sale)).toHaveLength(2);
    expect(await shop.readInvoice(sale.id)).toMatchObject({ status: 'created', invoice_id: sale.till });
  });

  test('cancelled: every one of them is invalidated', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    await untilSibling(late);
    expect((await shop.owner.post(`invoices/${sale.id}/cancel/`)).status).toBe(200);
    await untilRemoved(late);
    expect(payable(sale)).toEqual([]);
  });

  test('refresh sees a payment of the other one at once', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    await shop.owner.post(`invoices/${sale.id}/refresh/`);
    shop.bank.pay(late);
    const answer = await shop.owner.post<Invoice>(`invoices/${sale.id}/refresh/`);
    expect(answer.body).toMatchObject({ status: 'success', invoice_id: late });
    await untilRemoved(sale.till);
  });

  test('without a register the tag in the statement tells', async () => {
    const sale = await doubledSale(undefined);
    const late = await creations.arrive();
    shop.bank.pay(late);
    await sync();
    expect(await shop.readInvoice(sale.id)).toMatchObject({ status: 'success', invoice_id: late });
    await untilRemoved(sale.till);
    expect(ownRows(sale)).toHaveLength(1);
  });

  test('a failed try of another one changes nothing of a good one', async () => {
    const sale = await doubledSale(undefined);
    const late = await creations.arrive();
    shop.bank.pay(sale.till);
    await untilPaid(sale, sale.till);
    shop.bank.decline(late);
    await sync();
    expect(await shop.readInvoice(sale.id)).toMatchObject({ status: 'success', invoice_id: sale.till });
    await untilRemoved(late);
    expect(ownRows(sale)).toHaveLength(1);
  });

  test('requested three times', async () => {
    const sale = await doubledSale('ZRN2', 2);
    const late = [await creations.arrive(), await creations.arrive()];
    const [first = '', second = ''] = late;
    await untilSibling(second);
    shop.bank.pay(second);
    await untilPaid(sale, second);
    await untilRemoved(sale.till);
    // The first lost the register before it was read: its page is known to nobody, but a payment of it is the sale's.
    shop.bank.pay(first);
    await sync();
    expect(ownRows(sale)).toHaveLength(2);
    expect(await told(sale, 'sale.paid_twice')).toHaveLength(1);
  });

  test('by a webhook of the other one', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    await untilSibling(late);
    shop.console.db.run({
      compile: () => ({
        sql: "insert or replace into settings (key, value) values ('webhook_address', 'https://shop.example')",
        parameters: [],
        query: { kind: 'RawNode' } as never,
        queryId: { queryId: '' } as never,
      }),
    });
    shop.bank.pay(late);
    const { amount: paid, ccy } = atBank(late) ?? { amount: 0, ccy: 0 };
    const body = JSON.stringify({ invoiceId: late, status: 'success', amount: paid, ccy, finalAmount: paid });
    const answer = await fetch(new URL(`/webhooks/bank/${shop.terminal.id}`, shop.baseUrl), {
      method: 'POST',
      headers: { 'X-Sign': shop.bank.signWebhook(body), 'Content-Type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(200);
    expect(await shop.readInvoice(sale.id)).toMatchObject({
      status: 'success',
      invoice_id: late,
      webhook_received: true,
    });
    await untilRemoved(sale.till);
  });
});

describe('A second payment of the same sale appears as an invoice of its own (created_locally false) and is told at once (event `sale.paid_twice`).', () => {
  test('both paid before anything could be done', async () => {
    const sale = await doubledSale('ZRN1');
    const before = (await shop.owner.get<InvoicePage>('invoices/')).body.totals.success_amount;
    const late = await creations.arrive();
    shop.bank.pay(late);
    shop.bank.pay(sale.till);
    await sync();
    await vi.waitFor(() => expect(ownRows(sale)).toHaveLength(2), PATIENCE);
    await sync();
    const [first, second] = ownRows(sale);
    expect(first).toMatchObject({ id: sale.id, status: 'success', created_locally: 1 });
    expect(second).toMatchObject({ status: 'success', created_locally: 0, page_url: '' });
    expect([first?.invoice_id, second?.invoice_id].sort()).toEqual([late, sale.till].sort());
    const events = await told(sale, 'sale.paid_twice');
    expect(events).toMatchObject([
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
    // Once one of them is given back, there is nothing left to do.
    expect((await shop.owner.post(`invoices/${second?.id}/cancel/`)).status).toBe(200);
    expect(await read()).toEqual([]);
  });

  test('found by the watch, without the statement', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    await untilSibling(late);
    await shop.stop();
    shop.bank.pay(late);
    shop.bank.pay(sale.till);
    await shop.restart();
    await vi.waitFor(() => expect(ownRows(sale)).toHaveLength(2), PATIENCE);
    expect(await told(sale, 'sale.paid_twice')).toHaveLength(1);
    const second = ownRows(sale).find(({ id }) => id !== sale.id);
    expect(second).toMatchObject({
      created_locally: 0,
      status: 'success',
      payment_system: expect.stringMatching(/./),
    });
    await sync();
    expect(await told(sale, 'sale.paid_twice')).toHaveLength(1);
  });
});

test('a terminal is not deleted while a further bank invoice of a cancelled sale can be paid', async () => {
  const [, merchant] = shop.bank.merchants;
  const terminal = await addTerminal(shop.console, { name: 'Книгарня', token: merchant?.token ?? '' });
  const key = `till ${++keys}`;
  const body = { terminal: terminal.id, amount: 77_700 };
  await creations.late(key, body);
  const sale = await createUnder(shop, key, body);
  const late = await creations.arrive();
  // The statement tells of the failed try.
  shop.bank.decline(late);
  await shop.owner.post(`terminals/${terminal.id}/sync_invoices/`);
  await untilSibling(late);
  gateway.at('invoice/remove', async (call, pass, response) => {
    if (JSON.parse(call.body).invoiceId === late) response.writeHead(503).end();
    else reply(response, await pass());
  });
  expect((await shop.owner.post(`invoices/${sale.body.id}/cancel/`)).body).toMatchObject({
    status: 'expired',
  });
  expect(atBank(late)?.status).toBe('failure');
  expect((await shop.owner.send('DELETE', `terminals/${terminal.id}/`)).status).toBe(400);
  gateway.rule();
  await untilRemoved(late);
  await vi.waitFor(
    async () => expect((await shop.owner.send('DELETE', `terminals/${terminal.id}/`)).status).toBe(204),
    PATIENCE,
  );
});

describe('whatever dies when', () => {
  test('stopped after the late one was seen, paid meanwhile', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    await untilSibling(late);
    await shop.stop();
    shop.bank.pay(late);
    await shop.restart();
    await untilPaid(sale, late);
    await untilRemoved(sale.till);
  });

  test('the invalidation fails, is answered late, and the service is restarted', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    await untilSibling(late);
    shop.bank.fault({ kind: 'internal-error', path: 'invoice/remove' });
    shop.bank.fault({ kind: 'reset', path: 'invoice/remove', acts: false });
    shop.bank.pay(late);
    await untilPaid(sale, late);
    await vi.waitFor(() => expect(gateway.asked('invoice/remove').length).toBeGreaterThan(0), PATIENCE);
    await shop.restart();
    await untilRemoved(sale.till);
    shop.bank.clearFaults();
    expect(ownRows(sale)).toHaveLength(1);
  });

  test('paid in the moment in which it was to be invalidated: a second payment', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await creations.arrive();
    await untilSibling(late);
    gateway.at('invoice/remove', async (call, pass, response) => {
      const { invoiceId } = JSON.parse(call.body);
      if (atBank(invoiceId)?.status === 'created') shop.bank.pay(invoiceId);
      reply(response, await pass());
    });
    shop.bank.pay(late);
    await untilPaid(sale, late);
    await vi.waitFor(() => expect(ownRows(sale)).toHaveLength(2), PATIENCE);
    expect(await told(sale, 'sale.paid_twice')).toHaveLength(1);
  });
});

test('repeated by hand under another key it is another sale: nothing merges', async () => {
  const register = registers.get('ZRN1')?.id;
  amount += 100;
  const body = { amount, cash_register: register };
  await creations.late(`hand ${++keys}`, body);
  const other = await createUnder(shop, `hand ${++keys}`, body);
  expect(other.status, other.text).toBe(201);
  const late = await creations.arrive();
  shop.bank.pay(late);
  await sync();
  const rows = () => rowsOf(shop, 'invoices').filter((row) => row.amount === amount);
  await vi.waitFor(() => expect(rows()).toHaveLength(2), PATIENCE);
  expect(rows().find(({ id }) => id === other.body.id)).toMatchObject({
    status: 'created',
    invoice_id: other.body.invoice_id,
  });
  expect(rows().find(({ id }) => id !== other.body.id)).toMatchObject({
    status: 'success',
    invoice_id: late,
    created_locally: 1,
  });
  expect(atBank(other.body.invoice_id)?.status).toBe('created');
});

test('a till that uses one reference for two sales: what hangs on the register is left to the tag', async () => {
  const register = registers.get('ZRN1')?.id;
  amount += 100;
  const body = { amount, cash_register: register, reference: 'Стіл 4' };
  const [one, two] = [`table ${++keys}`, `table ${++keys}`];
  await creations.late(one, body);
  const first = await createUnder(shop, one, body);
  await creations.late(two, body);
  const second = await createUnder(shop, two, body);
  expect([first.status, second.status]).toEqual([201, 201]);
  await creations.arrive();
  const late = await creations.arrive();
  const reads = gateway.asked('qr/details').length;
  await vi.waitFor(() => expect(gateway.asked('qr/details').length).toBeGreaterThan(reads + 2), PATIENCE);
  expect(rowsOf(shop, 'sale_invoices').map((row) => row.bank_invoice_id)).not.toContain(late);
  shop.bank.pay(late);
  await sync();
  expect(await shop.readInvoice(second.body.id)).toMatchObject({ status: 'success', invoice_id: late });
  expect(await shop.readInvoice(first.body.id)).toMatchObject({ status: 'created' });
});
