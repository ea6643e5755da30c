import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stoppedClock } from '../helpers/clock.ts';
import {
  attempts,
  createUnder,
  freshOwner,
  lostCreation,
  requested,
  syncedRegisters,
  untilRequested,
} from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, rowsOf, traces, withoutTrace } from '../helpers/trace.ts';
import { monotonicClock } from '../helpers/webhooks.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
beforeEach(() => shop.bank.clearFaults());

let keys = 0;
const newKey = () => `till-1 #${++keys}`;
const under = (key: string, body: object = { amount: 100 }, client = shop.owner) =>
  createUnder(shop, key, body, client);
const creations = () => requested(shop, 'invoice/create').length;

describe('an attempt in doubt is settled first (adopted and answered with 201, or asked of the bank once more under the same tag)', () => {
  test('the register shows the lost invoice: adopted, with all requested fields', async () => {
    const register = (await syncedRegisters(shop)).get('ZRN1');
    const key = newKey();
    const body = {
      cash_register: register?.id,
      items: [{ name: 'Кава', price: 5500, quantity: 2, discount_pct: 10, unit: 'шт' }],
      reference: 'Чек 7',
      comment: 'з собою',
    };
    const lost = await lostCreation(shop, key, body);
    const before = creations();
    const answer = await under(key, body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('Idempotency-Replayed')).toBeNull();
    expect(answer.body).toMatchObject({
      invoice_id: lost,
      number: attempts(shop).at(-1)?.number,
      status: 'created',
      amount: 9900,
      cash_register: register?.id,
      reference: 'Чек 7',
      comment: 'з собою',
      created_locally: true,
      is_cancellable: true,
      items: [{ name: 'Кава', price: 5500, quantity: 2, discount_pct: 10, unit: 'шт', amount: 9900 }],
    });
    expect(creations()).toBe(before);
    const replay = await under(key, body);
    expect(replay.headers.get('Idempotency-Replayed')).toBe('true');
    expect(replay.text).toBe(answer.text);
  });

  test('the payer has paid the lost invoice: the statement shows it, and it is adopted', async () => {
    const key = newKey();
    const lost = await lostCreation(shop, key, { amount: 4200 });
    shop.bank.pay(lost);
    const before = creations();
    const answer = await under(key, { amount: 4200 });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ invoice_id: lost, status: 'success', amount: 4200 });
    expect(answer.body.paid_date).not.toBeNull();
    expect(creations()).toBe(before);
    expect((await under(key, { amount: 4200 })).headers.get('Idempotency-Replayed')).toBe('true');
  });

  test.each([true, false])(
    'no trace of it (the bank has acted: %s): asked once more under the same tag',
    async (acts) => {
      const key = newKey();
      const rows = attempts(shop).length;
      await lostCreation(shop, key, { amount: 100 }, acts);
      const answer = await under(key);
      expect(answer.status, answer.text).toBe(201);
      const [first, second] = requested(shop, 'invoice/create').slice(-2);
      expect(second?.body).toEqual(first?.body);
      expect(first?.body).toMatchObject({
        merchantPaymInfo: { metadata: { kramar_attempt: expect.any(String) } },
      });
      expect(attempts(shop)).toHaveLength(rows + 1);
      expect(attempts(shop).at(-1)).toMatchObject({ status: 'done', invoice_id: answer.body.id });
      expect(rowsOf(shop, 'invoices').filter(({ number }) => number === answer.body.number)).toHaveLength(1);
    },
  );

  test('should a payment of the first one arrive all the same, it pays the sale; one of the second is a further payment', async () => {
    // The watcher would invalidate the second once the first is paid.
    await holdBackground(shop);
    const key = newKey();
    const lost = await lostCreation(shop, key, { amount: 3100 });
    const answer = await under(key, { amount: 3100 });
    const sync = () => shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    const rows = () => rowsOf(shop, 'invoices').filter(({ amount }) => amount === 3100);
    shop.bank.pay(lost);
    await sync();
    expect(rows()).toMatchObject([{ id: answer.body.id, invoice_id: lost, status: 'success' }]);
    shop.bank.pay(answer.body.invoice_id);
    await sync();
    expect(rows()).toMatchObject([
      { id: answer.body.id, invoice_id: lost, status: 'success', created_locally: 1 },
      { invoice_id: answer.body.invoice_id, status: 'success', created_locally: 0 },
    ]);
    expect((await under(key, { amount: 3100 })).text).toBe(answer.text);
  });

  test('While an attempt is in doubt, its key with another body is a 400 too', async () => {
    const key = newKey();
    await lostCreation(shop, key, { amount: 100 });
    for (const body of [{ amount: 101 }, { amount: -1 }, {}]) {
      const refused = await withoutTrace(shop, () => under(key, body));
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toEqual({ 'Idempotency-Key': [expect.any(String)] });
    }
    expect((await under(key)).status).toBe(201);
  });

  test('when it cannot be settled now, nothing is requested again: a 502, and it stays in doubt', async () => {
    // The background asks the bank too, and would use the fault up.
    await holdBackground(shop);
    const key = newKey();
    await lostCreation(shop, key, { amount: 100 });
    const before = creations();
    shop.bank.fault({ kind: 'bad-gateway', path: 'statement' });
    const answer = await under(key);
    expect(answer.status).toBe(502);
    expect(answer.body.err_code).toBe('BAD_GATEWAY');
    expect(creations()).toBe(before);
    expect(attempts(shop).at(-1)).toMatchObject({ status: 'in_doubt', idempotency_key: key });
    expect((await under(key)).status).toBe(201);
  });

  test('adopted also when the terminal was deactivated meanwhile', async () => {
    const key = newKey();
    const lost = await lostCreation(shop, key, { amount: 100 });
    shop.bank.pay(lost);
    await shop.owner.patch(`terminals/${shop.terminal.id}/`, { is_active: false });
    const answer = await under(key);
    await shop.owner.patch(`terminals/${shop.terminal.id}/`, { is_active: true });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.invoice_id).toBe(lost);
  });

  test('adopted by the statement before the key came again: the answer is that invoice', async () => {
    const key = newKey();
    const lost = await lostCreation(shop, key, { amount: 100 });
    shop.bank.pay(lost);
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    const before = (await traces(shop)).bank;
    const answer = await under(key);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ invoice_id: lost, status: 'success' });
    expect((await traces(shop)).bank).toEqual(before);
    expect((await under(key)).headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('while the background job settles it too: adopted once, and answered with 201', async () => {
    const register = (await syncedRegisters(shop)).get('ZRN2');
    const key = newKey();
    const body = { amount: 6100, cash_register: register?.id };
    const lost = await lostCreation(shop, key, body);
    const before = requested(shop, 'invoice/status').length;
    // Both have queried the bank for the lost invoice before either of them writes it.
    shop.bank.fault({ kind: 'delay', ms: 700, path: 'invoice/status', times: 2 });
    await shop.restart();
    await untilRequested(shop, 'invoice/status', before + 1);
    const answer = await under(key, body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.invoice_id).toBe(lost);
  });
});

// From here on the clocks, the monotonic one as well, are a day and more ahead.
describe('a 201 is kept 24 hours', () => {
  test('just before they are over it is repeated, after them the key makes a new invoice', async () => {
    const key = newKey();
    const first = await under(key, { amount: 100 }, await freshOwner(shop));
    // An answer of the bank under way over the jump would date it by a clock from before and one from after.
    await holdBackground(shop);
    const monotonic = monotonicClock();
    onTestFinished(() => void vi.restoreAllMocks());
    const forward = (seconds: number) => {
      clock.forward(seconds);
      monotonic.forward(seconds);
    };
    // The bank dates its answers by whole seconds, and its clock stands still here while the monotonic one runs on:
    // its time is off by as long as a busy machine takes for this file: more than a minute was seen.
    forward(24 * 3600 - 600);
    const kept = await under(key, { amount: 100 }, await freshOwner(shop));
    expect(kept.text).toBe(first.text);
    forward(1200);
    const owner = await freshOwner(shop);
    const fresh = await under(key, { amount: 555 }, owner);
    expect(fresh.status, fresh.text).toBe(201);
    expect(fresh.headers.get('Idempotency-Replayed')).toBeNull();
    expect(fresh.body.id).not.toBe(first.body.id);
    expect(fresh.body.amount).toBe(555);
    // And that answer is kept in its turn.
    expect((await under(key, { amount: 555 }, owner)).text).toBe(fresh.text);
  });

  test('an attempt adopted more than 24 hours after it began was never answered with a 201: its key makes no second invoice', async () => {
    const owner = await freshOwner(shop);
    const register = (await syncedRegisters(shop, owner)).get('ZRN1');
    const key = newKey();
    const body = { amount: 7300, cash_register: register?.id, validity: 2_592_000 };
    const lost = await lostCreation(shop, key, body, true, owner);
    clock.forward(25 * 3600);
    // The job at start adopts it: it can be paid.
    await shop.restart();
    await expect
      .poll(() => rowsOf(shop, 'invoices').filter(({ invoice_id }) => invoice_id === lost).length)
      .toBe(1);
    const answer = await under(key, body, await freshOwner(shop));
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.invoice_id).toBe(lost);
  });
});
