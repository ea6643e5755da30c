import { beforeEach, describe, expect, test } from 'vitest';
import { plainSql } from '../../main/store/db/query-cache.ts';
import { poison, type Spoil, unreadableOf } from '../helpers/poison.ts';
import type { Shop } from '../helpers/shop.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';
import type { Gateway } from './gateway.ts';
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
const { bankState, eventsNamed, statusOf } = asking(() => shop);

const LINES: Record<string, Spoil> = {
  'another amount': (line) => ({ ...line, amount: Number(line.amount) + 1 }),
  'another currency': (line) => ({ ...line, ccy: 840 }),
  'no id': ({ invoiceId: _, ...line }) => line,
  nothing: () => null,
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
