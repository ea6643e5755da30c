import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import { attempts, lostCreation } from '../helpers/keyed.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';
import { asking } from './stage.ts';
import { handCron, type WatchersTime, watchersTime } from './time.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AHEAD = DAY;
const BEHIND = -DAY;

/**
 * Noon of the shop's day, whenever the test is run: the work of a clock that is ahead counts from its own time on,
 * and around midnight that leaves a day no hour in which a job could see that it is due.
 */
const NOON = new Date().setUTCHours(10, 0, 0, 0);

let time: WatchersTime;
let shop: Shop;
let cron: ReturnType<typeof handCron>;
beforeEach(async () => {
  time = watchersTime(NOON);
  cron = handCron();
  shop = await openShop({ now: time.now, bank: { now: time.bankNow }, schedule: cron.schedule });
});
afterEach(async () => {
  await shop.close();
  time.restore();
});

const { owner, sell, statusOf } = asking(() => shop);
const ofBank = (invoiceId: string) =>
  rowsOf(shop, 'invoices').filter(({ invoice_id }) => invoice_id === invoiceId);
/** Time passes, and at its end due work is done. */
const pass = async (seconds: number): Promise<void> => {
  time.skip(seconds);
  await time.pass(3);
};
/** The same with the jobs that cron starts meanwhile. */
const quarter = async (): Promise<void> => {
  await pass(15 * MINUTE);
  await cron.strike();
};

/** Within a few minutes: the bank's answer is written a moment after the request, and may not come at all. */
const isPaid = (id: number) =>
  vi.waitFor(
    async () => {
      await pass(MINUTE);
      expect(await statusOf(id)).toBe('success');
    },
    { interval: 200 },
  );

describe('payments', () => {
  test.each([
    ['ahead', AHEAD],
    ['behind', BEHIND],
  ])(
    'payments made while the clock is a day %s, and after it is right again, are shown, once each',
    async (_name, off) => {
      const [before, during] = [await sell({ validity: 30 * DAY }), await sell({ validity: 30 * DAY })];
      time.set(off);
      const made = await sell({ validity: 30 * DAY });
      shop.bank.pay(during.invoice_id);
      await pass(11 * MINUTE);
      await isPaid(during.id);
      expect(await statusOf(before.id)).toBe('created');

      time.set(0);
      for (const { invoice_id } of [before, made]) shop.bank.pay(invoice_id);
      await pass(11 * MINUTE);
      for (const { id } of [before, made]) await isPaid(id);
      const reported = rowsOf(shop, 'events').filter(({ type }) => type === 'invoice.status_changed');
      expect(reported).toHaveLength(3);
      const numbers = rowsOf(shop, 'invoices').map(({ number }) => number);
      expect(numbers).toEqual([1, 2, 3]);
    },
  );
});

describe('sales in doubt', () => {
  test.each([
    ['begun ten years ahead, looked for by the right clock', 3650 * DAY, 0],
    ['begun by the right clock, looked for a day ahead', 0, AHEAD],
    ['begun a day ahead, looked for a day behind', AHEAD, BEHIND],
  ])('%s: a payment of it is that sale, and its key returns it', async (_name, begun, looked) => {
    time.set(begun);
    const sale = { amount: 4200, validity: 3 * DAY };
    const paid = await lostCreation(shop, 'paid', sale, true, await owner());
    const unpaid = await lostCreation(shop, 'unpaid', sale, true, await owner());
    shop.bank.pay(paid);
    time.set(looked);
    const again = await sell(sale, 'paid');
    expect(again).toMatchObject({ invoice_id: paid, status: 'success' });
    // No till knows its page: it is requested from the bank once more, and the key has one invoice.
    const other = await sell(sale, 'unpaid');
    expect(other.invoice_id).not.toBe(unpaid);
    time.set(0);
    await quarter();
    expect(ofBank(paid)).toHaveLength(1);
    expect(attempts(shop).map(({ status }) => status)).toEqual(['done', 'done']);
  });

  test('dropped, for whatever reason: a payment of it is that sale all the same', async () => {
    const invoiceId = await lostCreation(shop, 'k', { amount: 4200, validity: 3 * DAY }, true, await owner());
    shop.console.db.run(build.updateTable('attempts').set({ status: 'dropped' }));
    shop.bank.pay(invoiceId);
    await quarter();
    expect(ofBank(invoiceId)).toMatchObject([{ status: 'success', created_locally: 1, number: 1 }]);
  });
});

describe('sessions', () => {
  const pair = async (): Promise<TokenPair> =>
    (await shop.stranger.post<TokenPair>('auth/token/', { username: 'owner', password: PASSWORD })).body;
  const status = async (token: string) => (await shop.stranger.as(token).get('terminals/')).status;
  const refreshed = async (refresh: string) =>
    (await shop.stranger.post('auth/token/refresh/', { refresh })).status;

  test('begun while the clock was ten years ahead: it lives no longer than others once it is right', async () => {
    time.set(3650 * DAY);
    const { access, refresh } = await pair();
    expect([await status(access), await refreshed(refresh)]).toEqual([200, 200]);
    time.set(0);
    await pass(2);
    time.set(2 * HOUR);
    expect(await status(access)).toBe(401);
    time.set(15 * DAY);
    expect(await refreshed(refresh)).toBe(401);
  });

  test('begun by the right clock: over when it is a day ahead, and renewed without a password, back again too', async () => {
    const { access, refresh } = await pair();
    time.set(AHEAD);
    expect([await status(access), await refreshed(refresh)]).toEqual([401, 200]);
    const { body } = await shop.stranger.post<{ access: string }>('auth/token/refresh/', { refresh });
    expect(await status(body.access)).toBe(200);
    time.set(0);
    expect(await refreshed(refresh)).toBe(200);
    time.set(BEHIND);
    expect(await refreshed(refresh)).toBe(200);
  });

  test('a clock that is corrected by some minutes ends no session', async () => {
    const { access } = await pair();
    time.set(-10 * MINUTE);
    expect(await status(access)).toBe(200);
  });
});

describe('jobs', () => {
  const runs = () => rowsOf(shop, 'job_runs');
  /** The jobs of the finished runs, without the first `first` runs. */
  const doneAfter = (first: number): string[] =>
    runs()
      .slice(first)
      .filter(({ status }) => status === 'done')
      .map(({ job }) => String(job));
  const DAILY = ['sync-statements', 'sync-registers', 'close-days', 'back-up', 'prune'];

  test('a day back and forth: everything that is due by the right clock has run within a day of it', async () => {
    for (const off of [AHEAD, BEHIND, AHEAD, 0]) {
      time.set(off);
      await quarter();
    }
    const before = runs().length;
    for (let hour = 0; hour < 26; hour += 2) {
      await pass(2 * HOUR);
      await cron.strike();
    }
    expect(doneAfter(before)).toEqual(expect.arrayContaining(DAILY));
  });

  test('work that the clock ahead has done is done again when the clock is right', async () => {
    time.set(AHEAD);
    await cron.strike();
    time.set(0);
    await pass(1);
    const before = runs().length;
    await cron.strike();
    expect(doneAfter(before)).toEqual(expect.arrayContaining(DAILY));
  });
});
