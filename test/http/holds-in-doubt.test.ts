import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import { ACT_OF, insertAttempt } from '../../main/store/invoices/attempts.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { holdsOf } from '../helpers/holds.ts';
import { attempts } from '../helpers/keyed.ts';
import { permit } from '../helpers/permit.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf } from '../helpers/trace.ts';
import { monotonicClock } from '../helpers/webhooks.ts';

const clock = stoppedClock(Date.UTC(2026, 2, 2, 9));
/** A request that the bank does not show is given up after this long. */
const GIVEN_UP_S = 16 * 60;
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const holds = holdsOf(shop);
afterEach(async () => {
  shop.bank.clearFaults();
  shop.bank.setRefundMode('success');
  await shop.signInAgain();
});

const underWay = (amount: number) => ({
  status: [
    `A capture or a release of ${amount} is under way. Its outcome at the bank is not known yet. Nothing else was requested.`,
  ],
});

/** The bank acts, and its answer is lost. */
const LOST = ['internal-error', 'reset'] as const;

describe.each([
  ['capture', 'finalize', { status: 'success', final_amount: 5000 }, { amount: 5000 }],
  ['release', 'cancel', { status: 'reversed', paid_date: null }, {}],
] as const)('a %s whose answer is lost', (what, call, ended, body) => {
  const amount = what === 'capture' ? 5000 : 34_000;

  test.each(LOST)(
    'though the bank acted (%s): nothing else is taken, its own key settles it',
    async (kind) => {
      const { id, invoice_id } = await holds.held();
      const key = `${what} ${kind}`;
      // The service looks at the invoice by itself: the outcome stays hidden until its own key is used.
      shop.bank.poison(invoice_id, {
        status: { set: { status: 'hold' }, drop: ['finalAmount', 'cancelList'] },
      });
      shop.bank.fault({ kind, path: `invoice/${call}`, acts: true });
      expect((await holds[what](id, body, key)).status).toBe(502);
      expect(attempts(shop, what).at(-1)).toMatchObject({ status: 'in_doubt', invoice_id: id });
      expect((await holds.view(id)).under_way).toMatchObject({ kind: what, amount, state: 'in_doubt' });
      for (const other of [holds.capture, holds.release]) {
        const refused = await other(id);
        expect([refused.status, refused.body.errors]).toEqual([400, underWay(amount)]);
      }
      shop.bank.heal(invoice_id);
      const settled = await holds[what](id, body, key);
      expect([settled.status, settled.body]).toMatchObject([200, ended]);
      const replayed = await holds[what](id, body, key);
      expect([replayed.text, replayed.headers.get('Idempotency-Replayed')]).toEqual([settled.text, 'true']);
      expect(holds.sent(call, invoice_id)).toHaveLength(1);
      expect(attempts(shop, what).at(-1)).toMatchObject({ status: 'done' });
    },
  );

  test('and the bank never acted: given up after fifteen minutes, then requested once more', async () => {
    const { id, invoice_id } = await holds.held();
    shop.bank.fault({ kind: 'reset', path: `invoice/${call}`, acts: false });
    const key = `${what} not done`;
    expect((await holds[what](id, body, key)).status).toBe(502);
    const waiting = await holds[what](id, body, key);
    expect([waiting.status, waiting.body.err_code]).toEqual([502, 'IN_DOUBT']);
    clock.forward(GIVEN_UP_S);
    await shop.signInAgain();
    // Of the bank's last two answers the earlier one tells the time.
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
    const again = await holds[what](id, body, key);
    expect(again.body).toMatchObject(ended);
    expect(holds.sent(call, invoice_id)).toHaveLength(2);
    expect(attempts(shop, what).slice(-2)).toMatchObject([{ status: 'dropped' }, { status: 'done' }]);
  });

  test('the service ended during the request: in doubt, and settled by a look at the invoice', async () => {
    const { id, invoice_id } = await holds.held();
    expect((await holds[what](id, body)).status).toBe(200);
    const { db } = shop.console;
    const [last] = attempts(shop, what).slice(-1);
    db.run(
      build
        .updateTable('attempts')
        .set({ status: 'pending', accepted_at: null, settled_at: null })
        .where('id', '=', Number(last?.id)),
    );
    await shop.restart();
    await shop.signInAgain();
    await expect.poll(() => attempts(shop, what).at(-1)?.status).not.toBe('pending');
    expect(await holds.refresh(id)).toMatchObject(ended);
    expect(attempts(shop, what).at(-1)).toMatchObject({ status: 'done' });
    expect(holds.sent(call, invoice_id)).toHaveLength(1);
  });

  test('a clear refusal of the bank: nothing happened, and it may be requested again', async () => {
    const { id } = await holds.held();
    shop.bank.fault({ kind: 'too-many-requests', path: `invoice/${call}` });
    expect((await holds[what](id, body)).body.err_code).toBe('TMR');
    expect(attempts(shop, what).at(-1)).toMatchObject({ status: 'refused' });
    expect((await holds.view(id)).under_way).toBeNull();
    expect((await holds[what](id, body)).body).toMatchObject(ended);
  });
});

test('captured elsewhere by another sum while ours is in doubt: ours had no effect', async () => {
  const { id, invoice_id } = await holds.held();
  shop.bank.fault({ kind: 'reset', path: 'invoice/finalize', acts: false });
  expect((await holds.capture(id, { amount: 5000 })).status).toBe(502);
  shop.bank.pay(invoice_id);
  // The bank may show the final amount late, so that ours may have been captured.
  expect(await holds.refresh(id)).toMatchObject({ status: 'processing' });
  clock.forward(GIVEN_UP_S);
  await shop.signInAgain();
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  expect(await holds.refresh(id)).toMatchObject({ status: 'success' });
  expect(await holds.view(id)).toMatchObject({ state: 'captured', captured_amount: 34_000, under_way: null });
  expect(attempts(shop, 'capture').at(-1)).toMatchObject({ status: 'dropped' });
});

test('the bank works on a release: it stays held until the bank has ended it', async () => {
  const { id } = await holds.held();
  shop.bank.setRefundMode('processing');
  expect((await holds.release(id)).body).toMatchObject({ status: 'processing' });
  expect((await holds.view(id)).under_way).toMatchObject({ kind: 'release', state: 'processing' });
  const other = await holds.refused(() => holds.capture(id));
  expect(other.body.errors).toEqual({
    status: [
      'A capture or a release of 34000 is under way. The bank is still working on it. Nothing else was requested.',
    ],
  });
  clock.forward(60);
  shop.bank.settleRefunds('success');
  expect(await holds.refresh(id)).toMatchObject({ status: 'reversed', paid_date: null });
  expect(await holds.view(id)).toMatchObject({ state: 'released', under_way: null });
});

test('the bank reports that a release failed: the money stays held', async () => {
  const { id } = await holds.held();
  shop.bank.setRefundMode('failure');
  const answer = await holds.release(id);
  expect([answer.status, answer.body.err_code]).toEqual([502, 'CANCEL_FAILED']);
  expect(await holds.view(id)).toMatchObject({ state: 'held', under_way: null });
});

test('the database refuses a second open request that moves an invoice’s money', async () => {
  const { id } = await holds.held();
  const { db } = shop.console;
  const open = {
    terminal_id: shop.terminal.id,
    invoice_id: id,
    account_id: null,
    number: null,
    request: '{"amount":1}',
    created_at: clock.now(),
  };
  insertAttempt(db, { ...open, kind: 'capture', tag: 'one' }, permit('capture'));
  for (const kind of ['capture', 'release', 'refund'] as const)
    expect(() => insertAttempt(db, { ...open, kind, tag: kind }, permit(ACT_OF[kind]))).toThrow(
      'UNIQUE constraint failed',
    );
});

test('a key is free a day after its capture was settled, and what it left goes', async () => {
  const monotonic = monotonicClock();
  onTestFinished(() => void vi.restoreAllMocks());
  const { id } = await holds.held();
  const taken = await holds.capture(id, { amount: 5000 }, 'of a day');
  expect([taken.status, taken.body]).toMatchObject([200, { status: 'success' }]);
  for (const forward of [clock.forward, monotonic.forward]) forward(25 * 3600);
  await shop.signInAgain();
  // Of the bank's last two answers the earlier one tells the time.
  for (let times = 0; times < 2; times += 1)
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const other = await holds.held();
  const answer = await holds.capture(other.id, { amount: 100 }, 'of a day');
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  await shop.owner.post('jobs/prune/run/');
  const left = () => rowsOf(shop, 'idempotency_keys').filter(({ key }) => key === 'of a day');
  await expect.poll(() => left().length).toBe(1);
});
