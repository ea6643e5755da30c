import { beforeEach, describe, expect, test, vi } from 'vitest';
import { attempts, lostCreation } from '../helpers/keyed.ts';
import type { Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';
import { type Gateway, type Passed, reply } from './gateway.ts';
import { asking, openTimed } from './stage.ts';
import type { handCron, WatchersTime } from './time.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = new Date().setUTCHours(10, 0, 0, 0);

let time: WatchersTime;
let shop: Shop;
let gateway: Gateway;
let cron: ReturnType<typeof handCron>;
beforeEach(async () => {
  ({ time, shop, gateway, cron } = await openTimed(undefined, NOON));
  // From then on the bank's time is known.
  await (await owner()).post(`terminals/${shop.terminal.id}/sync_registers/`);
});

const { owner, sell, refresh: requestRefresh } = asking(() => shop);
const refresh = async (id: number) => {
  const answer = await requestRefresh(id);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const rowOf = (id: number) => rowsOf(shop, 'invoices').find((row) => row.id === id) ?? {};
const pass = async (seconds: number): Promise<void> => {
  time.skip(seconds);
  await time.pass(3);
};
const strike = async (): Promise<void> => {
  await pass(15 * MINUTE);
  await cron.strike();
};

type Change = (passed: Passed) => Passed;
/** Changes the bank's reports of invoices on their way from now on. */
const onTheWay = (change: Change) =>
  gateway.at('invoice/status', async (_call, request, response) => reply(response, change(await request())));
/** The fields of its body. */
const saying =
  (fields: object): Change =>
  (passed) => ({ ...passed, text: JSON.stringify({ ...JSON.parse(passed.text), ...fields }) });

describe("An invoice past created + validity and still unpaid at the bank becomes expired: created as the bank dates it, now by the bank's clock (its Date header), never by the PC's alone", () => {
  test.each([
    ['an hour', HOUR],
    ['ten years', 3650 * DAY],
  ])(
    'opened while the PC’s clock is %s behind: the bank waits for it after that is corrected, and so does Kramar',
    async (_name, behind) => {
      time.set(-behind);
      const invoice = await sell({ validity: 30 * MINUTE });
      time.set(0);
      await pass(MINUTE);
      expect((await refresh(invoice.id)).status).toBe('created');
      expect(rowOf(invoice.id).next_check_at).not.toBeNull();
      shop.bank.pay(invoice.invoice_id);
      // By itself.
      await vi.waitFor(async () => {
        await pass(11 * MINUTE);
        expect(rowOf(invoice.id).status).toBe('success');
      });
    },
  );

  test('with the PC’s clock ahead or behind for good, it ends when the bank’s time has come', async () => {
    for (const off of [DAY, -DAY]) {
      time.set(off);
      const { id } = await sell({ validity: HOUR });
      onTheWay(saying({ status: 'created' }));
      await pass(HOUR - MINUTE);
      expect((await refresh(id)).status).toBe('created');
      await pass(2 * MINUTE);
      expect((await refresh(id)).status).toBe('expired');
      gateway.rule();
    }
  });
});

describe('a 201 is kept 24 hours and repeated, by real hours and not by those of the PC', () => {
  test('the clock jumps ten years, kept answers are deleted, Kramar is restarted: the key returns its one invoice', async () => {
    const first = await sell({}, 'k');
    time.set(3650 * DAY);
    await strike();
    await sell({}, 'another');
    expect((await sell({}, 'k')).id).toBe(first.id);
    await shop.restart();
    expect((await sell({}, 'k')).id).toBe(first.id);
    expect(shop.bank.invoices()).toHaveLength(2);
  });

  test('after 24 hours of the bank it may be used again, though the PC’s clock was set back', async () => {
    const first = await sell({}, 'k');
    time.set(-3650 * DAY);
    await pass(24 * HOUR - MINUTE);
    expect((await sell({}, 'k')).id).toBe(first.id);
    await pass(2 * MINUTE);
    expect((await sell({}, 'k')).id).not.toBe(first.id);
    // The row of the first one binds nothing any more, and goes with the next pruning.
    await strike();
    expect(rowsOf(shop, 'idempotency_keys').map(({ key }) => key)).toEqual(['k']);
  });
});

describe('An attempt in doubt is kept and settled later; if nobody can have paid it and its validity is over, it is dropped', () => {
  test('not because the PC’s clock jumped: it is dropped when its validity is over by the bank’s clock', async () => {
    await lostCreation(shop, 'k', { amount: 4200, validity: 5 * HOUR }, true, await owner());
    time.set(3650 * DAY);
    await strike();
    await strike();
    expect(attempts(shop)).toMatchObject([{ status: 'in_doubt' }]);
    await pass(5 * HOUR);
    await strike();
    expect(attempts(shop)).toMatchObject([{ status: 'dropped' }]);
  });

  test('the PC’s clock was set back: it is dropped all the same', async () => {
    await lostCreation(shop, 'k', { amount: 4200, validity: HOUR }, true, await owner());
    time.set(-3650 * DAY);
    await pass(2 * HOUR);
    await strike();
    expect(attempts(shop)).toMatchObject([{ status: 'dropped' }]);
  });

  test('begun before the bank’s time was known: its validity counts from when it is', async () => {
    await shop.restart();
    const lost = await lostCreation(shop, 'k', { amount: 4200, validity: HOUR }, true, await owner());
    expect(attempts(shop)).toMatchObject([{ status: 'in_doubt', bank_created_at: null }]);
    await strike();
    const [attempt] = attempts(shop);
    expect(attempt).toMatchObject({ status: 'in_doubt', bank_created_at: expect.any(Number) });
    expect(Number(attempt?.bank_created_at)).toBeLessThanOrEqual(time.bankNow());
    await pass(2 * HOUR);
    await strike();
    expect(attempts(shop)).toMatchObject([{ status: 'dropped' }]);
    expect(lost).not.toBe('');
  });

  test('the bank dates no answer: it stays in doubt', async () => {
    gateway.rule(async (_call, pass, response) => {
      const { headers, ...passed } = await pass();
      const { date: _, ...undated } = headers;
      response.sendDate = false;
      reply(response, { ...passed, headers: undated });
    });
    await shop.restart();
    await lostCreation(shop, 'k', { amount: 4200, validity: HOUR }, true, await owner());
    await pass(2 * HOUR);
    await strike();
    expect(gateway.callsTo('statement')).not.toEqual([]);
    expect(attempts(shop)).toMatchObject([{ status: 'in_doubt', bank_created_at: null }]);
  });
});

describe("Whatever is older than what is stored (bank's modifiedDate) is ignored: a date from the future is no date", () => {
  const FAR = '2099-01-01T00:00:00Z';

  test('nor is anything paid or refunded in 2099', async () => {
    const { id, invoice_id } = await sell();
    shop.bank.pay(invoice_id);
    shop.bank.refund(invoice_id, 2000);
    const [cancel] = shop.bank.invoice(invoice_id)?.refunds ?? [];
    expect(cancel).toBeDefined();
    onTheWay((passed) => {
      const { cancelList } = JSON.parse(passed.text);
      const dates = { createdDate: FAR, modifiedDate: FAR };
      const ahead = (cancelList as object[]).map((each) => ({ ...each, ...dates }));
      return saying({ modifiedDate: FAR, cancelList: ahead })(passed);
    });
    const paid = await refresh(id);
    expect(paid).toMatchObject({ status: 'success', final_amount: 3000 });
    const tomorrow = time.bankNow() + DAY * 1000;
    expect(Date.parse(paid.paid_date ?? '')).toBeLessThan(tomorrow);
    expect(rowsOf(shop, 'refunds')).toMatchObject([{ amount: 2000 }]);
    for (const { refunded_at } of rowsOf(shop, 'refunds')) expect(Number(refunded_at)).toBeLessThan(tomorrow);
  });
});
