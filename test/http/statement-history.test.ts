import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EMPTY_WINDOWS } from '../../main/money/statement/history.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { IncomeBook } from '../../shared/api/income-book.ts';
import type { StatementHistory } from '../../shared/api/terminals.ts';
import { DAY_MS } from '../../shared/time.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { heldSchedule, runJob } from '../helpers/jobs.ts';
import { requested } from '../helpers/keyed.ts';
import { ok } from '../helpers/ok.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { syncInvoices } from '../helpers/statement.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

const JOB = 'read-earlier-payments';
const NOW = Date.parse('2026-03-02T08:00:00Z');
const ago = (days: number) => NOW - days * DAY_MS;

let clock: ReturnType<typeof stoppedClock>;
let held: ReturnType<typeof heldSchedule>;
let shop: Shop;
let path: string;
beforeEach(async () => {
  clock = stoppedClock(NOW);
  held = heldSchedule();
  shop = await openShop({ now: clock.now, bank: { now: clock.now }, schedule: held.schedule });
  path = `terminals/${shop.terminal.id}/statement_history/`;
});
afterEach(() => shop.close());

const read = async (): Promise<StatementHistory> => (await shop.owner.get<StatementHistory>(path)).body;
const act = (action: string, of = path): Promise<StatementHistory> =>
  ok(shop.owner.post<StatementHistory>(of, { action }), 200);
/** The pause between two windows (main/jobs/read-history.ts). */
const GAP_MS = 100;
/** Reads one window after another without a pause, as fast as the bank's pace allows. */
const withoutPauses = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const realSleep = timers.setTimeout;
  const spy = vi
    .spyOn(timers, 'setTimeout')
    .mockImplementation(((ms = 0, value?: unknown, options?: object) =>
      realSleep(ms === GAP_MS ? 0 : ms, value, options)) as typeof timers.setTimeout);
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
};
/** Started; read to its end. */
const readAll = async (): Promise<StatementHistory> => {
  await withoutPauses(async () => {
    await act('start');
    await vi.waitFor(async () => expect((await read()).state).toBe('done'));
  });
  return read();
};

/** Payments that the bank has: every few days of thirteen months, some refunded in part or in full, some failed. */
const seed = (token = shop.merchant.token, firstDay = 400): string[] =>
  shop.bank.seed(
    Array.from({ length: 120 }, (_, at) => {
      const paidAt = ago((firstDay * (at + 1)) / 120);
      const amount = 1000 + at * 37;
      const refund = { 3: amount, 5: 500 }[at % 7];
      return {
        token,
        amount,
        createdAt: paidAt - 60_000,
        paidAt,
        outcome: at % 11 === 10 ? ('failure' as const) : ('success' as const),
        ...(refund === undefined || at % 11 === 10
          ? {}
          : { refunds: [{ amount: refund, at: paidAt + 60_000 }] }),
      };
    }),
  );

/** What Kramar holds, by the bank's id. */
const books = () =>
  Object.fromEntries(
    rowsOf(shop, 'invoices').map(({ invoice_id, status, amount, final_amount, paid_date, fee }) => [
      String(invoice_id),
      { status, amount, final_amount, paid_date, fee },
    ]),
  );
const refunds = () =>
  rowsOf(shop, 'refunds')
    .map(({ invoice_id, amount }) => `${invoice_id} ${amount}`)
    .sort();
/** Rollups of the database. */
const totals = () => ({
  days: rowsOf(shop, 'invoice_days'),
  months: rowsOf(shop, 'invoice_months'),
  all: rowsOf(shop, 'invoice_totals'),
});

describe('earlier payments', () => {
  test('all that the bank has comes, once, however often it is read and synced, by requests of at most 31 days, and is in the income book', async () => {
    const ids = seed();
    await syncInvoices(shop);
    const recent = Object.keys(books()).length;
    expect(recent).toBeLessThan(10);
    const cardIncome = async () =>
      (await shop.owner.get<IncomeBook>(`income-book/?year=2025&tax_number=${shop.merchant.edrpou}`)).body
        .total.card;
    expect(await cardIncome()).toBe(0);
    shop.bank.clearRequests();

    const done = await readAll();
    expect(Object.keys(books()).sort()).toEqual([...ids].sort());
    expect(done).toMatchObject({ state: 'done', created: 120 - recent, unreadable: 0, problem: '' });
    expect(done.empty_days).toBe(EMPTY_WINDOWS * 31);
    expect(done.first_payment_at).toBe(new Date(ago(400)).toISOString());
    const gross = rowsOf(shop, 'invoices')
      .filter(({ paid_date }) => paid_date && new Date(Number(paid_date)).getUTCFullYear() === 2025)
      .reduce((sum, { amount }) => sum + Number(amount), 0);
    expect([await cardIncome(), gross > 0]).toEqual([gross, true]);

    const statements = requested(shop, 'statement').map(({ query }) => [
      Number(query.from),
      Number(query.to),
    ]);
    for (const [from = 0, to = 0] of statements) expect(to - from).toBeLessThanOrEqual(31 * 86_400);
    // 400 days are the 12th window before the 30 days that the sync holds.
    expect(statements).toHaveLength(12 + EMPTY_WINDOWS);
    expect(Date.parse(done.oldest ?? '') / 1000).toBe(statements.at(-1)?.[0]);
    expect(done.days_read).toBe((12 + EMPTY_WINDOWS) * 31);
    expect(done.days_max).toBeGreaterThan(done.days_read);

    const before = { books: books(), refunds: refunds(), totals: totals() };
    const bankSum = shop.bank
      .invoices()
      .filter(({ status }) => status === 'success')
      .reduce(
        (sum, { amount, refunds: given }) => sum + amount - given.reduce((all, one) => all + one.amount, 0),
        0,
      );
    const success = Object.values(before.books).filter(({ status }) => status === 'success');
    expect(success.reduce((sum, { final_amount, amount }) => sum + Number(final_amount ?? amount), 0)).toBe(
      bankSum,
    );

    await syncInvoices(shop);
    const again = await readAll();
    expect(again.created).toBe(0);
    await syncInvoices(shop);
    expect({ books: books(), refunds: refunds(), totals: totals() }).toEqual(before);
  });
});

describe('what a person does', () => {
  test('nothing was started: none; pausing or cancelling it is refused and leaves no trace', async () => {
    expect(await read()).toMatchObject({ state: 'none', oldest: null, days_read: 0 });
    for (const action of ['pause', 'cancel'])
      expect((await withoutTrace(shop, () => shop.owner.post(path, { action }))).status).toBe(400);
  });

  test('an inactive terminal is refused', async () => {
    await shop.owner.patch(`terminals/${shop.terminal.id}/`, { is_active: false });
    expect((await withoutTrace(shop, () => shop.owner.post(path, { action: 'start' }))).body).toMatchObject({
      errors: { action: ['Terminal is not active.'] },
    });
  });

  test('a pause holds, also across a restart; cancelled, what was read stays, and another start reads all of it', async () => {
    seed();
    shop.bank.fault({ kind: 'delay', path: 'statement', ms: 300, times: 5 });
    await act('start');
    await vi.waitFor(async () => expect((await read()).days_read).toBeGreaterThan(0));
    await act('pause');
    await runJob(shop, JOB);
    const { oldest, payments } = await read();
    await shop.restart();
    await runJob(shop, JOB);
    expect(await read()).toMatchObject({ state: 'paused', oldest, payments });

    await act('start');
    await vi.waitFor(async () => expect((await read()).created).toBeGreaterThan(0));
    const cancelled = await act('cancel');
    await runJob(shop, JOB);
    expect(cancelled.state).toBe('cancelled');
    const { length } = Object.keys(books());
    expect([length > 0, length < 120]).toEqual([true, true]);
    await readAll();
    expect(Object.keys(books())).toHaveLength(120);
  });
});

describe('idle time and failures', () => {
  test('nothing is read while a buyer pays', async () => {
    seed();
    const { invoice_id, id } = await shop.createInvoice();
    await act('start');
    await runJob(shop, JOB);
    expect(requested(shop, 'statement')).toEqual([]);
    shop.bank.pay(invoice_id);
    await shop.owner.post(`invoices/${id}/refresh/`);
    await withoutPauses(() => runJob(shop, JOB));
    expect(await read()).toMatchObject({ state: 'done' });
  });

  test('a terminal that the bank refuses delays no other, and is tried again', async () => {
    const [, merchant] = shop.bank.merchants;
    const token = merchant?.token ?? '';
    const other = await addTerminal(shop.console, { name: 'Книги', token });
    const otherPath = `terminals/${other.id}/statement_history/`;
    const ids = [...seed(), ...seed(token, 300)];
    shop.bank.fault({
      kind: 'refusal',
      status: 403,
      errCode: 'FORBIDDEN',
      token,
      path: 'statement',
      times: 1,
    });
    await act('start', otherPath);
    await vi.waitFor(async () =>
      expect((await shop.owner.get<StatementHistory>(otherPath)).body).toMatchObject({
        problem: 'FORBIDDEN',
      }),
    );
    expect((await shop.owner.get<StatementHistory>(otherPath)).body).toMatchObject({
      state: 'running',
      days_read: 0,
      retry_at: new Date(NOW + 60_000).toISOString(),
    });
    await readAll();
    expect(Object.keys(books())).toHaveLength(120);
    clock.forward(60);
    await withoutPauses(() => held.fire(shop, JOB));
    expect((await shop.owner.get<StatementHistory>(otherPath)).body).toMatchObject({
      state: 'done',
      problem: '',
    });
    expect(Object.keys(books()).sort()).toEqual(ids.sort());
  });

  test('a line that cannot be read is counted, and holds up no other', async () => {
    const [bad = '', ...ids] = seed().toReversed();
    shop.bank.poison(bad, { line: { set: { amount: 'багато' } } });
    const done = await readAll();
    expect(done.unreadable).toBe(1);
    expect(Object.keys(books()).sort()).toEqual([...ids].sort());
    shop.bank.heal(bad);
    expect(await readAll()).toMatchObject({ created: 1, unreadable: 0 });
    expect(books()[bad]).toBeDefined();
  });
});
