import { beforeEach, describe, expect, test, vi } from 'vitest';
import { plainSql } from '../../main/store/db/query-cache.ts';
import { poison, type Spoil, unreadableOf } from '../helpers/poison.ts';
import type { Shop } from '../helpers/shop.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';
import { type Gateway, reply } from './gateway.ts';
import { asking, openTimed } from './stage.ts';
import type { WatchersTime } from './time.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

let time: WatchersTime;
let shop: Shop;
let gateway: Gateway;
beforeEach(async () => {
  ({ time, shop, gateway } = await openTimed());
});

const lasting = { amount: 5000, validity: 30 * 86_400 };
const { bankState, eventsNamed, refresh, statusOf } = asking(() => shop);
const requestsAbout = (invoiceId: string) =>
  gateway.callsTo('invoice/status').filter(({ query }) => query.get('invoiceId') === invoiceId).length;

const UNKNOWN: Spoil = (reported) => ({ ...reported, status: 'paid' });
describe('What the bank says of one invoice and cannot be read (an unknown status, another amount or currency than the invoice has, a malformed field) concerns that record alone.', () => {
  test('It stays as it was, is told (event `bank.unreadable`; `system/` lists what, since when, and the bank’s value), is asked about ever more seldom, and holds up no other: sync_invoices answers 200 for the rest, watching and settling go on. refresh of it: 502 `BAD_GATEWAY`, the detail naming field and value. A bank that answers, readable or not, is not unreachable.', async () => {
    const [field, value] = ['status', '"paid"'];
    const bad = await shop.createInvoice(lasting);
    const good = await shop.createInvoice(lasting);
    poison(gateway, { [bad.invoice_id]: { status: UNKNOWN } });
    for (const { invoice_id } of [bad, good]) shop.bank.pay(invoice_id);
    const since = time.now();
    await time.pass(10);

    expect(await statusOf(good.id)).toBe('success');
    expect(await statusOf(bad.id)).toBe('created');
    const record = { kind: 'invoice', terminal: shop.terminal.id, invoice: bad.id, bank_id: bad.invoice_id };
    const [listed, ...others] = await unreadableOf(shop);
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ ...record, field, value });
    expect(Date.parse(listed?.since ?? '')).toBeLessThan(since + 10_000);
    expect(Date.parse(listed?.next_try_at ?? '')).toBeGreaterThan(time.now());
    expect(await eventsNamed('bank.unreadable')).toMatchObject([
      { invoice: bad.id, data: { record: 'invoice', bank_id: bad.invoice_id, field, value } },
    ]);

    const refused = await refresh(bad.id);
    expect([refused.status, refused.body.err_code]).toEqual([502, 'BAD_GATEWAY']);
    expect(refused.body.detail).toContain(value);
    expect(refused.body.detail).toContain(field);
    const third = await shop.createInvoice(lasting);
    shop.bank.pay(third.invoice_id);
    poison(gateway, { [bad.invoice_id]: { status: UNKNOWN, line: () => ({}) } });
    await syncInvoices(shop);
    expect(await statusOf(third.id)).toBe('success');
    expect(await statusOf(bad.id)).toBe('created');
    expect(await bankState()).toMatchObject({ state: 'reachable' });
    expect(await eventsNamed('bank.unreachable')).toEqual([]);
    // Another event only when the bank's value changes.
    expect(
      (await eventsNamed('bank.unreadable')).filter(({ data }) => data.record === 'invoice'),
    ).toHaveLength(1);
  });

  test('is asked about ever more seldom, and recovers by itself once the answer can be read', async () => {
    const bad = await shop.createInvoice(lasting);
    poison(gateway, { [bad.invoice_id]: { status: UNKNOWN } });
    shop.bank.pay(bad.invoice_id);
    await time.pass(2 * MINUTE);
    // At once, and a minute after that; then after two, four, eight.
    expect(requestsAbout(bad.invoice_id)).toBe(2);
    await time.pass(18 * MINUTE);
    expect(requestsAbout(bad.invoice_id)).toBe(5);
    expect(await statusOf(bad.id)).toBe('created');
    gateway.rule();
    time.skip(6 * HOUR);
    await time.pass(5);
    await shop.signInAgain();
    expect(await statusOf(bad.id)).toBe('success');
    expect(await unreadableOf(shop)).toEqual([]);
    expect(await eventsNamed('bank.readable')).toMatchObject([
      { invoice: bad.id, data: { record: 'invoice', bank_id: bad.invoice_id } },
    ]);
  });

  test('looked at by hand before its time, it is not put off any further', async () => {
    const bad = await shop.createInvoice(lasting);
    poison(gateway, { [bad.invoice_id]: { status: UNKNOWN } });
    await time.pass(5);
    const [before] = await unreadableOf(shop);
    for (let press = 0; press < 5; press++) expect((await refresh(bad.id)).status).toBe(502);
    expect(await unreadableOf(shop)).toEqual([before]);
  });

  test('an invoice that the bank refuses or fails to report, or never answers about, does not delay the others', async () => {
    for (const errCode of ['NOT_FOUND', 'BAD_REQUEST', 'INTERNAL_ERROR', undefined]) {
      const bad = await shop.createInvoice(lasting);
      const good = await shop.createInvoice(lasting);
      shop.bank.pay(good.invoice_id);
      const status = errCode === 'INTERNAL_ERROR' ? 500 : 400;
      gateway.rule(async (call, pass, response) => {
        if (call.query.get('invoiceId') !== bad.invoice_id) return reply(response, await pass());
        if (errCode === undefined) return response.destroy();
        reply(response, { status, headers: {}, text: JSON.stringify({ errCode, errText: 'no' }) });
      });
      await time.pass(30);
      await vi.waitFor(async () => expect(await statusOf(good.id)).toBe('success'));
      gateway.rule();
    }
  });
});

const LINES: Record<string, Spoil> = {
  'another amount': (line) => ({ ...line, amount: Number(line.amount) + 1 }),
  'another currency': (line) => ({ ...line, ccy: 840 }),
};

describe('What the bank says in one line of the statement, and cannot be read, concerns that record alone.', () => {
  test.each(Object.entries(LINES))('%s', async (_, spoil) => {
    const bad = await shop.createInvoice(lasting);
    const payment = { amount: 700, date: time.now() };
    const others = [0, 1, 2].map(() => shop.bank.payOutsideKramar(shop.merchant.token, payment));
    shop.bank.pay(bad.invoice_id);
    const other: Spoil = (line) => ({ ...line, status: 'paid' });
    poison(gateway, { [bad.invoice_id]: { status: other, line: spoil } });
    const synced = await syncInvoices(shop);
    expect(synced.created).toBe(3);
    for (const id of others) expect(await invoiceByBankId(shop, id)).toMatchObject({ status: 'success' });
    expect(await statusOf(bad.id)).toBe('created');
    const lines = (await unreadableOf(shop)).filter(({ kind }) => kind === 'statement_line');
    expect(lines).toHaveLength(1);
    expect(await bankState()).toMatchObject({ state: 'reachable' });
    // Once more: it is known already.
    await syncInvoices(shop);
    expect((await unreadableOf(shop)).filter(({ kind }) => kind === 'statement_line')).toHaveLength(1);
    const reported = (await eventsNamed('bank.unreadable')).filter(
      ({ data }) => data.record === 'statement_line',
    );
    expect(reported).toHaveLength(1);

    gateway.rule();
    await syncInvoices(shop);
    expect(await statusOf(bad.id)).toBe('success');
    expect(await unreadableOf(shop)).toEqual([]);
  });

  test('it is kept without card numbers and secrets, and read again by itself once its time has come', async () => {
    const past = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700, date: time.now() });
    const spoil: Spoil = (line) => ({
      ...line,
      status: 'paid',
      maskedPan: '4111111111111111',
      note: shop.merchant.token,
      token: 'abc',
    });
    poison(gateway, { [past]: { line: spoil } });
    await syncInvoices(shop);
    const [row] = rowsOf(shop, 'unreadable_records');
    expect(row).toMatchObject({ kind: 'statement_line', bank_id: past, field: 'status', value: '"paid"' });
    expect(String(row?.line)).toContain('411111******1111');
    for (const secret of ['4111111111111111', shop.merchant.token, '"abc"'])
      expect(String(row?.line)).not.toContain(secret);

    gateway.rule();
    // The scheduled statement begins two hours before the last one; the line is older by then.
    time.skip(5 * HOUR);
    await shop.signInAgain();
    expect((await shop.owner.post('jobs/sync-statements/run/')).status).toBe(200);
    expect(await invoiceByBankId(shop, past)).toMatchObject({ status: 'success', amount: 700 });
    expect(rowsOf(shop, 'unreadable_records')).toEqual([]);
  });

  test('a line that the database refuses', async () => {
    const payment = { amount: 700, date: time.now() };
    const ids = Array.from({ length: 60 }, () => shop.bank.payOutsideKramar(shop.merchant.token, payment));
    const bad = ids[31] ?? '';
    const run = (sql: string) => shop.console.db.run(plainSql(sql));
    run(`create trigger refuse before insert on invoices when new.invoice_id = '${bad}'
      begin select raise(abort, 'no such payment'); end`);
    expect(await syncInvoices(shop)).toMatchObject({ created: 59 });
    expect(await unreadableOf(shop)).toMatchObject([
      { kind: 'statement_line', bank_id: bad, field: '', value: 'no such payment' },
    ]);
    run('drop trigger refuse');
    expect(await syncInvoices(shop)).toMatchObject({ created: 1 });
    expect(await unreadableOf(shop)).toEqual([]);
  });
});
