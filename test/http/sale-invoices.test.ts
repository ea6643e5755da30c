import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { System } from '../../shared/api/system.ts';
import { type Rule, reply } from '../bad-days/gateway.ts';
import { keyed } from '../helpers/cash.ts';
import type { Refusal } from '../helpers/client.ts';
import { createUnder } from '../helpers/keyed.ts';
import { openLateShop } from '../helpers/late-shop.ts';
import { rowsOf } from '../helpers/trace.ts';

const opened = await openLateShop();
const { shop, gateway, registers, newKey, newAmount, honest, keepNext, late: createLate, arrive } = opened;
const { doubledSale, atBank, payable, ownRows, sync, untilSibling, untilRemoved, untilPaid, events } = opened;
beforeEach(honest);
afterAll(opened.close);

describe('Bank invoices that carry one tag are one sale. A payment of any of them pays the sale: its invoice takes the paid one’s invoice_id, and its unpaid siblings are invalidated at the bank.', () => {
  test('the buyer pays what hangs on the register: after a creation in doubt at a register, the register is read again until the doubt is over: what hangs there under our tag is the sale’s', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await arrive();
    expect(atBank(late)?.onRegister).toBe(true);
    await untilSibling(late);
    // The page that the counter shows is this sale's.
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
    expect(await events(sale, 'sale.paid_twice')).toEqual([]);
    const found = await shop.owner.get<InvoicePage>(`invoices/?search=${late}`);
    expect(found.body.results.map(({ id }) => id)).toEqual([sale.id]);
    expect((await shop.owner.get<InvoicePage>(`invoices/?search=${sale.till}`)).body.count).toBe(0);
  });

  test('cancelled: every one of them is invalidated', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await arrive();
    await untilSibling(late);
    expect((await shop.owner.post(`invoices/${sale.id}/cancel/`)).status).toBe(200);
    await untilRemoved(late);
    expect(payable(sale)).toEqual([]);
  });

  describe.each(['cancel', 'withdraw'])('%s while another of them can be paid', (end) => {
    const doubled = async () => {
      const sale = await doubledSale('ZRN1');
      const late = await arrive();
      await untilSibling(late);
      return { sale, late, answer: () => shop.owner.post<Invoice & Refusal>(`invoices/${sale.id}/${end}/`) };
    };
    afterEach(shop.bank.clearFaults);

    test('the bank does not invalidate it: the sale stays open, and a repetition ends them all', async () => {
      const { sale, late, answer } = await doubled();
      shop.bank.fault({ path: 'invoice/remove', invoiceId: late, kind: 'unavailable', times: 99 });
      expect((await answer()).status).toBe(502);
      expect(await shop.readInvoice(sale.id)).toMatchObject({ status: 'created', is_cancellable: true });
      expect(payable(sale)).toHaveLength(2);
      shop.bank.clearFaults();
      expect((await answer()).body).toMatchObject({ id: sale.id, status: 'expired' });
      expect(payable(sale)).toEqual([]);
    });

    test('it was paid meanwhile: the sale is paid, and nothing is ended', async () => {
      const { sale, late, answer } = await doubled();
      shop.bank.pay(late);
      const { status, body } = await answer();
      expect([status, body.errors?.status]).toEqual([400, [expect.stringContaining('paid meanwhile')]]);
      expect(await shop.readInvoice(sale.id)).toMatchObject({ status: 'success', invoice_id: late });
    });

    test('it failed, and the bank says that it cannot be paid any more', async () => {
      const { sale, late, answer } = await doubled();
      shop.bank.decline(late);
      shop.bank.fault({ path: 'invoice/remove', invoiceId: late, kind: 'refusal', times: 99 });
      expect((await answer()).body).toMatchObject({ id: sale.id, status: 'expired' });
    });
  });

  test('a line with its tag and another amount than the sale’s is no payment of its own: it is tried again', async () => {
    const sale = await doubledSale(undefined);
    const late = await arrive();
    shop.bank.pay(late);
    shop.bank.poison(late, { kind: 'other-amount' });
    await sync();
    expect(ownRows(sale)).toHaveLength(1);
    expect((await shop.owner.get<InvoicePage>(`invoices/?search=${late}`)).body.count).toBe(0);
    expect((await shop.owner.get<System>('system/')).body.unreadable).toContainEqual(
      expect.objectContaining({ kind: 'statement_line', bank_id: late, field: 'amount', value: '77700' }),
    );
    shop.bank.heal();
    await sync();
    expect(await shop.readInvoice(sale.id)).toMatchObject({ status: 'success', invoice_id: late });
    expect(ownRows(sale)).toHaveLength(1);
    expect((await shop.owner.get<System>('system/')).body.unreadable).toEqual([]);
  });

  test('by a webhook of the other one', async () => {
    const sale = await doubledSale('ZRN1');
    const late = await arrive();
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

test('a sale in parts is paid in cash only once none of them can be paid', async () => {
  await shop.owner.post('shifts/', { opening_cash: 0 });
  const key = newKey();
  const total = newAmount() + 2000;
  const [terminal, cash_register] = [shop.terminal.id, registers.get('ZRN1')?.id];
  const parts = () =>
    shop.owner.post<CashSale>(
      'cash-sales/',
      { amount: total, cash: 2000, terminal, cash_register },
      keyed(key),
    );
  keepNext();
  expect((await parts()).status).toBe(502);
  const sale = (await parts()).body;
  const late = await arrive();
  await untilSibling(late);
  const refuse: Rule = async (call, pass, response) => {
    if (JSON.parse(call.body).invoiceId === late) response.writeHead(503).end();
    else reply(response, await pass());
  };
  gateway.at('invoice/remove', refuse);
  const rest = () => shop.owner.post<CashSale>(`cash-sales/${sale.id}/rest/`, { by: 'cash' });
  expect((await rest()).status).toBe(502);
  shop.bank.processing(late);
  expect((await rest()).status).toBe(400);
  expect((await shop.owner.get<CashSale>(`cash-sales/${sale.id}/`)).body).toMatchObject({ amount: 2000 });
  shop.bank.decline(late);
  gateway.rule();
  await shop.refresh(sale.qr?.invoice ?? 0);
  expect((await rest()).body).toMatchObject({ status: 'done', amount: total });
  expect(atBank(late)?.status).toBe('expired');
});

test('repeated by hand under another key it is another sale: they are not merged', async () => {
  const register = registers.get('ZRN1')?.id;
  const amount = newAmount();
  const body = { amount, cash_register: register };
  await createLate(newKey(), body);
  const other = await createUnder(shop, newKey(), body);
  expect(other.status, other.text).toBe(201);
  const late = await arrive();
  shop.bank.pay(late);
  await sync();
  const rows = () => rowsOf(shop, 'invoices').filter((row) => row.amount === amount);
  await vi.waitFor(() => expect(rows()).toHaveLength(2));
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

test('a till that uses one reference for two sales: the invoice on the register is matched by its tag', async () => {
  const register = registers.get('ZRN1')?.id;
  const amount = newAmount();
  const body = { amount, cash_register: register, reference: 'Стіл 4' };
  const [one, two] = [newKey(), newKey()];
  await createLate(one, body);
  const first = await createUnder(shop, one, body);
  await createLate(two, body);
  const second = await createUnder(shop, two, body);
  expect([first.status, second.status]).toEqual([201, 201]);
  await arrive();
  const late = await arrive();
  const reads = gateway.callsTo('qr/details').length;
  await vi.waitFor(() => expect(gateway.callsTo('qr/details').length).toBeGreaterThan(reads + 2));
  expect(rowsOf(shop, 'sale_invoices').map((row) => row.bank_invoice_id)).not.toContain(late);
  shop.bank.pay(late);
  await sync();
  expect(await shop.readInvoice(second.body.id)).toMatchObject({ status: 'success', invoice_id: late });
  expect(await shop.readInvoice(first.body.id)).toMatchObject({ status: 'created' });
});
