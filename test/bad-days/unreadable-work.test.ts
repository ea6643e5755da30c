import { beforeEach, describe, expect, test } from 'vitest';
import { plainSql } from '../../main/store/db/query-cache.ts';
import { runUntilDone } from '../helpers/jobs.ts';
import { attempts, lostCreation } from '../helpers/keyed.ts';
import { poison, type Spoil, unreadableOf } from '../helpers/poison.ts';
import type { Shop } from '../helpers/shop.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';
import { deliver, setAddress } from '../helpers/webhooks.ts';
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
const { eventsNamed, refresh, statusOf } = asking(() => shop);

describe('an attempt in doubt that cannot be settled does not keep the others from being settled', () => {
  /** Two sales whose answers were lost, and which are paid. */
  const twoLost = async (body: object = lasting): Promise<[bad: string, good: string]> => {
    const bad = await lostCreation(shop, 'bad', body);
    const good = await lostCreation(shop, 'good', body);
    for (const id of [bad, good]) shop.bank.pay(id);
    return [bad, good];
  };
  const settle = async () => {
    // The lost answers have slowed the pace.
    time.skip(10);
    await runUntilDone(shop, 'settle-attempts');
  };

  test('the statement has it under the id of another invoice', async () => {
    const known = await shop.createInvoice({ amount: 4200 });
    const [bad, good] = await twoLost();
    poison(gateway, { [bad]: { line: (line) => ({ ...line, invoiceId: known.invoice_id }) } });
    await settle();
    expect(await invoiceByBankId(shop, good)).toMatchObject({ status: 'success' });
    expect(attempts(shop).map(({ status }) => status)).toEqual(['done', 'in_doubt', 'done']);
    expect(await shop.readInvoice(known.id)).toMatchObject({ status: 'created', amount: 4200 });
    expect(await unreadableOf(shop)).toMatchObject([{ kind: 'attempt', field: 'invoiceId' }]);
    gateway.rule();
    time.skip(2 * MINUTE);
    await settle();
    expect(await invoiceByBankId(shop, bad)).toMatchObject({ status: 'success' });
    expect(await unreadableOf(shop)).toEqual([]);
  });

  test('its line of the statement cannot be read: it is neither dropped nor requested once more', async () => {
    const [bad] = await twoLost({ amount: 5000, validity: 60 });
    poison(gateway, { [bad]: { line: (line) => ({ ...line, status: 'paid' }) } });
    time.skip(HOUR / 2);
    await settle();
    expect(attempts(shop).map(({ status }) => status)).toEqual(['in_doubt', 'done']);
    gateway.rule();
    time.skip(2 * MINUTE);
    await settle();
    expect(attempts(shop).map(({ status }) => status)).toEqual(['done', 'done']);
  });

  test('the database refuses its invoice', async () => {
    const [bad, good] = await twoLost();
    const run = (sql: string) => shop.console.db.run(plainSql(sql));
    run(`create trigger refuse before insert on invoices when new.invoice_id = '${bad}'
      begin select raise(abort, 'not this one'); end`);
    await settle();
    expect(await invoiceByBankId(shop, good)).toMatchObject({ status: 'success' });
    expect(attempts(shop).map(({ status }) => status)).toEqual(['in_doubt', 'done']);
    expect(await unreadableOf(shop)).toMatchObject([{ kind: 'attempt', value: 'not this one' }]);
    run('drop trigger refuse');
  });
});

test('one register that cannot be read leaves the others as the bank lists them, and stays active itself', async () => {
  const sync = () => shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await sync();
  const before = rowsOf(shop, 'cash_registers');
  gateway.at('qr/list', async (_call, pass, response) => {
    const honest = await pass();
    const { list } = JSON.parse(honest.text) as { list: Record<string, unknown>[] };
    const [first, ...others] = list;
    const renamed = others.map((register) => ({ ...register, name: 'Нова назва' }));
    reply(response, { ...honest, text: JSON.stringify({ list: [{ ...first, shortQrId: 7 }, ...renamed] }) });
  });
  time.skip(1);
  expect((await sync()).body).toMatchObject({ synced: before.length - 1 });
  expect(rowsOf(shop, 'cash_registers').map(({ name, is_active }) => [name, is_active])).toEqual(
    before.map(({ name }, at) => [at === 0 ? name : 'Нова назва', 1]),
  );
  expect(await unreadableOf(shop)).toMatchObject([{ kind: 'register', field: 'shortQrId', value: '7' }]);
  gateway.rule();
  await sync();
  expect(await unreadableOf(shop)).toEqual([]);
});

test('a payment that the bank takes back (success→failure) is reported; the invoice stays paid until a person decides', async () => {
  setAddress(shop);
  const { id, invoice_id, amount } = await shop.createInvoice(lasting);
  shop.bank.pay(invoice_id);
  await refresh(id);
  const paid = await shop.readInvoice(id);
  const later = new Date(time.now() + 60_000).toISOString();
  const failed: Spoil = (reported) => ({ ...reported, status: 'failure', modifiedDate: later });
  poison(gateway, { [invoice_id]: { status: failed } });
  const refused = await refresh(id);
  expect([refused.status, refused.body]).toMatchObject([502, { err_code: 'BAD_GATEWAY' }]);
  expect(refused.text).toContain('status is \\"failure\\" instead of success');
  expect(await shop.readInvoice(id)).toEqual(paid);
  expect(await unreadableOf(shop)).toMatchObject([{ invoice: id, field: 'status', value: '"failure"' }]);
  expect(await eventsNamed('bank.unreadable')).toHaveLength(1);
  // By webhook it is the same.
  const reported = { invoiceId: invoice_id, status: 'failure', amount, ccy: 980, modifiedDate: later };
  expect((await deliver(shop, JSON.stringify(reported))).status).toBe(200);
  expect((await shop.readInvoice(id)).status).toBe('success');
  expect(await eventsNamed('bank.unreadable')).toHaveLength(1);
  gateway.rule();
  await refresh(id);
  expect(await unreadableOf(shop)).toEqual([]);
});

test('a payment that the statement shows as failed is looked up and reported', async () => {
  const { id, invoice_id } = await shop.paid(lasting);
  const failed: Spoil = (reported) => ({ ...reported, status: 'failure' });
  poison(gateway, { [invoice_id]: { status: failed, line: failed } });
  await syncInvoices(shop);
  expect(await statusOf(id)).toBe('success');
  expect(await unreadableOf(shop)).toMatchObject([{ invoice: id, field: 'status', value: '"failure"' }]);
});

test('one bad fiscal receipt does not delay other payments', async () => {
  const invoices = [await shop.createInvoice(lasting), await shop.createInvoice(lasting)];
  for (const { invoice_id } of invoices) shop.bank.pay(invoice_id);
  await time.pass(5);
  const check = { id: 'c1', type: 'sale', status: 'done', fiscalizationSource: 'checkbox' };
  const bad = invoices[1]?.invoice_id;
  let isSpoilt = false;
  gateway.at('invoice/fiscal-checks', ({ query }, _pass, response) => {
    const status = isSpoilt && query.get('invoiceId') === bad ? 'perhaps' : 'done';
    const text = JSON.stringify({ checks: [{ ...check, status }] });
    reply(response, { status: 200, headers: { 'content-type': 'application/json' }, text });
  });
  const run = async () => (await shop.owner.post<{ status: string }>('jobs/fiscal-checks/run/')).body.status;
  // The first one shows that the terminal issues fiscal receipts.
  const sale = await shop.createInvoice(lasting);
  shop.bank.pay(sale.invoice_id);
  await time.pass(5);
  time.skip(11 * MINUTE);
  expect(await run()).toBe('done');
  isSpoilt = true;
  expect(await run()).toBe('done');
  const statuses = rowsOf(shop, 'fiscal_checks').map(({ invoice_id, status }) => [invoice_id, status]);
  expect(statuses).toContainEqual([invoices[0]?.id, 'done']);
  expect(statuses).not.toContainEqual([invoices[1]?.id, 'done']);
  expect(await unreadableOf(shop)).toMatchObject([
    { kind: 'fiscal_check', invoice: invoices[1]?.id, field: 'checks.0.status', value: '"perhaps"' },
  ]);
  isSpoilt = false;
  time.skip(HOUR / 2);
  expect(await run()).toBe('done');
  expect(await unreadableOf(shop)).toEqual([]);
});
