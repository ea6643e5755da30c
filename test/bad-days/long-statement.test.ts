import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { SyncedInvoices } from '../../shared/api/terminals.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { expectSettled, syncInvoices } from '../helpers/statement.ts';
import { leavingNoTrace, rowsOf, tablesOf } from '../helpers/trace.ts';
import { type Gateway, placeGateway, type Rule } from './gateway.ts';

const LINES = 5000;
const SECOND = 1000;
const DAY = 86_400 * SECOND;

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
let shop: Shop;
let gateway: Gateway;
const open = async (bankTimeoutMs: number): Promise<void> => {
  shop = await openShop({ now: clock.now, bank: { now: clock.now } });
  // Of the service alone, which the gateway restarts: on a busy machine the shop's opening takes longer.
  shop.config.bankTimeoutMs = bankTimeoutMs;
  gateway = await placeGateway(shop);
};
afterEach(async () => {
  await shop.close();
  await gateway.stop();
  vi.restoreAllMocks();
});

/** Payments spread over the last days, oldest first; returns their ids. */
const history = (lines: number, days: number): string[] =>
  shop.bank.seed(
    Array.from({ length: lines }, (_, n) => {
      const at = clock.now() - Math.floor(((lines - n) / (lines + 1)) * days * DAY);
      return { token: shop.merchant.token, amount: 100 + n, createdAt: at, paidAt: at, outcome: 'success' };
    }),
  );

/** Sends some bytes at a time; `at` gets the number of parts sent and their total, and may end the answer. */
const dripping =
  (parts: number, at: (part: number) => 'go on' | 'break off' = () => 'go on'): Rule =>
  async (_call, pass, response) => {
    const { status, text } = await pass();
    const bytes = Buffer.from(text);
    const size = Math.ceil(bytes.length / parts);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
    for (let part = 0; part < parts; part++) {
      response.write(bytes.subarray(part * size, (part + 1) * size));
      await pause(2);
      if (at(part) === 'break off') return response.destroy();
    }
    return response.end();
  };

const sync = () => shop.owner.post<SyncedInvoices & Refusal>(`terminals/${shop.terminal.id}/sync_invoices/`);
const run = () => shop.owner.post<{ status: string }>('jobs/sync-statements/run/');
const count = async () => (await shop.owner.get<InvoicePage>('invoices/?page_size=1')).body.count;
const imported = () => rowsOf(shop, 'invoices').map(({ invoice_id }) => invoice_id);
const cursors = () =>
  rowsOf(shop, 'terminals').map((row) => [row.statement_synced_at, row.statement_completed_at]);

describe(`${LINES} lines, answered slowly`, () => {
  beforeEach(() => open(60_000));

  test('all are imported once, in their order, and other requests are answered in between', async () => {
    const ids = history(LINES, 29);
    gateway.at('statement', dripping(200));
    let ended = false;
    const synced = sync().finally(() => {
      ended = true;
    });
    const seen: number[] = [];
    let sale: Invoice | undefined;
    while (!ended) {
      const here = await count();
      // While the bank sends, and between the parts in which the lines are written.
      if (!ended) seen.push(here);
      if (here > 0 && !sale) {
        const made = await shop.createInvoice({ amount: 77 });
        if (!ended) sale = made;
      }
    }
    expect((await synced).body).toEqual({ synced: LINES, created: LINES, updated: 0 });
    expect(seen).toContain(0);
    expect(seen.filter((here) => here > 0 && here < LINES).length).toBeGreaterThan(3);
    expect(sale).toBeDefined();

    const rows = rowsOf(shop, 'invoices').filter(({ created_locally }) => created_locally === 0);
    expect(rows.map(({ invoice_id }) => invoice_id)).toEqual(ids);
    const numbers = rows.map(({ number }) => Number(number));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    const all = rowsOf(shop, 'invoices').map(({ number }) => number);
    expect(new Set(all).size).toBe(LINES + 1);
    expect(rows.every(({ status }) => status === 'success')).toBe(true);

    gateway.rule();
    // The sale made meanwhile is looked up as well.
    expect(await syncInvoices(shop)).toEqual({ synced: LINES, created: 0, updated: 0 });
    await expectSettled(shop);
    expect((await run()).body).toMatchObject({ status: 'done', changed: 0 });
  });

  test.each([
    ['by hand', async () => (await sync()).status, [502, 200]],
    ['by itself', async () => (await run()).body.status, ['failed', 'done']],
  ] as const)(
    'broken off in the middle, requested by %s: nothing is written, and the next run imports all of it',
    async (_name, request, [failed, done]) => {
      await syncInvoices(shop);
      clock.forward(3600);
      await shop.signInAgain();
      const ids = history(LINES, 1 / 48);
      gateway.at(
        'statement',
        dripping(20, (part) => (part < 10 ? 'go on' : 'break off')),
      );
      const before = { ...tablesOf(shop), job_runs: [] };
      expect(await request()).toBe(failed);
      expect({ ...tablesOf(shop), job_runs: [] }).toEqual(before);
      expect(await count()).toBe(0);

      gateway.at('statement', dripping(20));
      // A job that runs by itself first leaves the bank a pause.
      await expect.poll((): Promise<unknown> => request()).toBe(done);
      expect(imported()).toEqual(ids);
      gateway.rule();
      expect(await syncInvoices(shop)).toMatchObject({ created: 0, updated: 0 });
      expect(imported()).toEqual(ids);
    },
  );
});

test('slower than the time limit: 502 TIMEOUT, and nothing is written', async () => {
  await open(1500);
  history(50, 20);
  // A byte now and then, for as long as the client listens.
  gateway.at('statement', async (_call, _pass, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"list":[');
    while (!response.destroyed) {
      response.write(' ');
      await pause(20);
    }
  });
  const answer = await leavingNoTrace(shop, () => sync(), tablesOf);
  expect([answer.status, answer.body]).toEqual([
    502,
    { detail: 'The bank did not answer in time.', err_code: 'TIMEOUT' },
  ]);
  gateway.rule();
  expect((await sync()).body).toEqual({ synced: 50, created: 50, updated: 0 });
});

test('months are imported in parts: an import that breaks off keeps the parts before it, and imports nothing twice', async () => {
  await open(5000);
  await syncInvoices(shop);
  const before = cursors();
  clock.forward(100 * 86_400);
  await shop.signInAgain();
  const ids = history(1000, 99);
  let requested = 0;
  gateway.at('statement', (call, pass, response) => {
    requested += 1;
    return dripping(10, (part) => (requested === 3 && part > 5 ? 'break off' : 'go on'))(
      call,
      pass,
      response,
    );
  });
  expect((await sync()).body.err_code).toBe('UNREACHABLE');
  const sofar = imported();
  expect(sofar.length).toBeGreaterThan(100);
  expect(sofar).toEqual(ids.slice(0, sofar.length));
  expect(sofar.length).toBeLessThan(ids.length);
  // The next run begins where this one began.
  expect(cursors()).toEqual(before);
  expect((await sync()).body).toMatchObject({ synced: 1000, created: 1000 - sofar.length });
  expect(imported()).toEqual(ids);
  expect(cursors()).toEqual([[clock.now(), clock.now()]]);
  await expectSettled(shop);
});
