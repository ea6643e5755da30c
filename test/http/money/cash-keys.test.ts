import { afterEach, beforeEach, expect, test } from 'vitest';
import { build } from '../../../main/store/db/connection.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Shift } from '../../../shared/api/shifts.ts';
import { booksOf } from '../../helpers/books.ts';
import { cashOf, keyed } from '../../helpers/cash.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { openOwnersTab } from '../../helpers/tab.ts';

/**
 * An Idempotency-Key of a sale in parts, and of its return, finds the same one, whatever became of it since: also where the
 * service has ended before it kept the answer.
 */

const DAY = '2026-03-02';
const clock = stoppedClock(Date.parse(`${DAY}T07:00:00Z`));
let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ now: clock.now, bank: { now: clock.now } });
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
});
afterEach(() => shop.close());

const { read, till, refresh, pay } = cashOf(() => shop);
const send = (path: string, body: object, key: string) => shop.owner.post<CashSale>(path, body, keyed(key));
const cake = { items: [{ name: 'Торт', price: 37_500 }], cash: 20_000 };
const sell = (more: object = {}) =>
  send('cash-sales/', { ...cake, terminal: shop.terminal.id, ...more }, 'sale');
const count = async () => (await shop.owner.get<{ count: number }>('cash-sales/')).body.count;
/** What is left of a key when the service ends before it keeps the answer. */
const loseAnswers = () => {
  shop.console.db.run(build.updateTable('idempotency_keys').set({ answer: null }));
};

const paid = async (): Promise<CashSale> => pay((await sell()).body);

test('a return that the bank accepted, and refused after the answer was lost, is found by its key, and counts once', async () => {
  const sale = await paid();
  const giveBack = () => send(`cash-sales/${sale.id}/returns/`, {}, 'return');
  shop.bank.setRefundMode('processing');
  const first = await giveBack();
  expect([first.status, first.body.status]).toEqual([201, 'done']);
  loseAnswers();
  shop.bank.settleRefunds('failure');
  await refresh(sale);
  shop.bank.setRefundMode('success');
  const again = await giveBack();
  expect([again.status, again.body]).toMatchObject([
    201,
    { id: first.body.id, status: 'done', amount: 20_000 },
  ]);
  expect(await count()).toBe(2);
  expect(await till()).toMatchObject({ refunds: 20_000, refund_count: 1, expected_cash: 50_000 });
  // What the bank did not give back is left, under another key.
  expect(await read(sale)).toMatchObject({ left: 17_500, left_in_cash: 0, qr: { left: 17_500 } });
  await booksOf(shop, DAY);
  const rest = await send(`cash-sales/${sale.id}/returns/`, {}, 'rest');
  expect(rest.body).toMatchObject({ status: 'done', amount: 0, qr: { amount: 17_500 } });
  expect(await till()).toMatchObject({ refunds: 20_000, expected_cash: 50_000 });
  await booksOf(shop, DAY);
});

test('a return that was in doubt, that the bank then accepted, and refused later, is found by its key', async () => {
  const sale = await paid();
  const giveBack = () => send(`cash-sales/${sale.id}/returns/`, {}, 'return');
  shop.bank.setRefundMode('processing');
  shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/cancel' });
  expect((await giveBack()).status).toBe(502);
  await refresh(sale);
  expect(await till()).toMatchObject({ refunds: 20_000 });
  shop.bank.settleRefunds('failure');
  await refresh(sale);
  shop.bank.setRefundMode('success');
  expect((await giveBack()).body).toMatchObject({ status: 'done', amount: 20_000 });
  expect(await count()).toBe(2);
  expect(await till()).toMatchObject({ refunds: 20_000, refund_count: 1 });
  await booksOf(shop, DAY);
});

test('a sale in parts whose cash was given back is found by its key as it is', async () => {
  const { body: sale } = await sell();
  loseAnswers();
  const ended = await send(`cash-sales/${sale.id}/rest/`, { by: 'give_back' }, 'rest');
  expect(ended.body).toMatchObject({ status: 'called_off' });
  const again = await sell();
  expect([again.status, again.body]).toMatchObject([201, { id: sale.id, status: 'called_off' }]);
  expect((await send(`cash-sales/${sale.id}/rest/`, { by: 'give_back' }, 'rest')).status).toBe(200);
  expect(await till()).toMatchObject({ sales: 0, aside: 0 });
});

test('a sale in parts whose QR never was at the bank is found by its key, and its cash lies aside once', async () => {
  shop.bank.fault({ kind: 'reset', path: 'invoice/create' });
  expect((await sell({ validity: 60 })).status).toBe(502);
  // The bank's first answer dates the doubt, a later one ends it.
  for (let times = 0; times < 2; times += 1) {
    await shop.owner.post('jobs/settle-attempts/run/');
    clock.forward(3600);
    await shop.signInAgain();
  }
  await shop.owner.post('jobs/settle-attempts/run/');
  const again = await sell({ validity: 60 });
  expect([again.status, again.body]).toMatchObject([201, { status: 'unpaid', to_give_back: 20_000 }]);
  expect(await count()).toBe(1);
  expect(await till()).toMatchObject({ aside: 20_000 });
  const ended = await send(`cash-sales/${again.body.id}/rest/`, { by: 'cash' }, 'rest');
  expect(ended.body).toMatchObject({ status: 'done', amount: 37_500 });
});

test.each(['then', 'an earlier time'])(
  'in doubt when a backup is restored that has the shift of %s: their keys find the cash as well, once',
  async (shiftOf) => {
    const sold = await paid();
    const tab = await openOwnersTab(shop);
    const backUp = async () => (await tab.ask('backups.create')).body.value.backup.name;
    let name = await backUp();
    await shop.owner.post('shifts/1/close/', { closing_cash: 70_000 });
    const shift = (await shop.owner.post<Shift>('shifts/', { opening_cash: 70_000 })).body.id;
    if (shiftOf === 'then') name = await backUp();
    const giveBack = () => send(`cash-sales/${sold.id}/returns/`, {}, 'return');
    const sellOne = () => send('cash-sales/', { ...cake, terminal: shop.terminal.id }, 'next');
    for (const [path, request] of [
      ['invoice/cancel', giveBack],
      ['invoice/create', sellOne],
    ] as const) {
      shop.bank.fault({ kind: 'reset', acts: true, path });
      expect((await request()).status).toBe(502);
    }
    // The bank's word comes before the restore: the invoice is as before the refund after it, and is asked about again.
    if (shiftOf === 'then') await refresh(sold);
    shop.console.close();
    await tab.ask('backups.restore', { name });
    await tab.outcome();
    const [back, sale] = [await giveBack(), await sellOne()];
    expect([back.status, back.body], back.text).toMatchObject([
      201,
      { status: 'done', amount: 20_000, qr: { amount: 17_500 } },
    ]);
    expect([sale.status, sale.body], sale.text).toMatchObject([201, { status: 'waiting', amount: 20_000 }]);
    expect([(await giveBack()).text, (await sellOne()).text]).toEqual([back.text, sale.text]);
    await expect.poll(() => read(sold)).toMatchObject({ left: 0 });
    expect(await count()).toBe(3);
    await pay(sale.body);
    if (shiftOf === 'then')
      return expect(await till(shift)).toMatchObject({ sales: 20_000, refunds: 20_000 });
    // The shift that is open here knows nothing of them: they count in the next.
    expect(await till()).toMatchObject({ sales: 20_000, refunds: 0 });
    await shop.owner.post('shifts/1/close/', { closing_cash: 70_000 });
    const next = (await shop.owner.post<Shift>('shifts/', { opening_cash: 70_000 })).body.id;
    expect(await till(next)).toMatchObject({ sales: 20_000, refunds: 20_000 });
  },
);
