import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DayClose } from '../../shared/api/day-close.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { eventsOf } from '../helpers/events.ts';
import { holdsOf } from '../helpers/holds.ts';
import { attempts } from '../helpers/keyed.ts';
import { unreadableOf } from '../helpers/poison.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';
import { deliver, reported, setAddress } from '../helpers/webhooks.ts';

const clock = stoppedClock(Date.UTC(2026, 2, 2, 9));
const HELD = 10_000;
const TAKEN = 4000;
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const holds = holdsOf(shop);
afterEach(() => shop.bank.setCaptureMode({ first: 'captured' }));

/** The bank never gave anything back, so no list may show a refund. */
const expectNoRefund = async () => {
  expect(rowsOf(shop, 'refunds')).toEqual([]);
  const { body } = await shop.owner.get<DayClose>('stats/day-close/?date=2026-03-02');
  expect(body).toMatchObject({ totals: { refund_count: 0, refunds: 0 } });
  const refunded = (await eventsOf(shop.owner)).filter(({ type }) => type === 'invoice.refunded');
  expect(refunded).toEqual([]);
};
/** A request about the invoice is refused: the bank's answer decides and cannot be used. */
const expectContradiction = async ({ id }: Invoice, value: string) => {
  const { status, body } = await shop.owner.post<Refusal>(`invoices/${id}/refresh/`);
  expect([status, body.err_code]).toEqual([502, 'BAD_GATEWAY']);
  expect(body.detail).toContain(`finalAmount is ${value} instead of ${TAKEN}`);
};
const expectTaken = async ({ id }: Invoice) => {
  expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: TAKEN });
  expect(await holds.view(id)).toMatchObject({ state: 'captured', captured_amount: TAKEN });
  expect(attempts(shop, 'capture').at(-1)).toMatchObject({ status: 'done', invoice_id: id });
  await expectNoRefund();
};

describe.each([
  ['all that was held', 'whole'],
  ['nothing', 'nothing'],
] as const)(
  'Our own accepted capture bounds what the bank may report as captured: another sum (%s) is waited out, then reported, never booked as a refund',
  (_, first) => {
    test.each([
      ['a new modifiedDate', false],
      ['the same modifiedDate', true],
    ])(
      'the captured amount heals it, under %s, and nothing is a refund meanwhile',
      async (_name, keepsDate) => {
        shop.bank.setCaptureMode({ first, keepsDate });
        const held = await holds.held({ amount: HELD });
        const captured = await holds.capture(held.id, { amount: TAKEN });
        expect([captured.status, captured.body.status]).toEqual([200, 'processing']);
        await syncInvoices(shop);
        expect(await unreadableOf(shop)).toEqual([]);
        expect((await holds.view(held.id)).under_way).toMatchObject({ kind: 'capture', amount: TAKEN });
        await expectNoRefund();

        // By then the bank should show it: people are told.
        clock.forward(3 * 60);
        const value = first === 'whole' ? '10000' : '0';
        await expectContradiction(held, value);
        expect(await shop.readInvoice(held.id)).toEqual(captured.body);
        expect(await unreadableOf(shop)).toMatchObject([
          { kind: 'invoice', invoice: held.id, field: 'finalAmount', value },
        ]);
        await expectNoRefund();

        shop.bank.showCaptures();
        await holds.refresh(held.id);
        await expectTaken(held);
        expect(await unreadableOf(shop)).toEqual([]);
      },
    );

    test('though the answer to the capture was lost', async () => {
      shop.bank.setCaptureMode({ first });
      const held = await holds.held({ amount: HELD });
      shop.bank.fault({ kind: 'internal-error', path: 'invoice/finalize', acts: true });
      expect((await holds.capture(held.id, { amount: TAKEN }, `lost ${first}`)).status).toBe(502);
      expect((await holds.refresh(held.id)).status).toBe('processing');
      expect(attempts(shop, 'capture').at(-1)).toMatchObject({ status: 'in_doubt' });
      shop.bank.showCaptures();
      await holds.refresh(held.id);
      await expectTaken(held);
    });
  },
);

test('without a final amount our own capture says what was taken', async () => {
  shop.bank.setCaptureMode({ first: 'absent' });
  const held = await holds.held({ amount: HELD });
  const captured = await holds.capture(held.id, { amount: TAKEN });
  expect(captured.body).toMatchObject({ status: 'success', final_amount: TAKEN });
  await expectTaken(held);
  shop.bank.showCaptures();
  await holds.refresh(held.id);
  await expectTaken(held);
});

test.each([
  ['all that was held', 'whole'],
  ['nothing', 'nothing'],
] as const)(
  'a webhook from before, with another sum (%s), comes after the captured one: no refund',
  async (_, first) => {
    setAddress(shop);
    shop.bank.setCaptureMode({ first, keepsDate: true });
    const held = await holds.held({ amount: HELD });
    await holds.capture(held.id, { amount: TAKEN });
    const before = () => reported(shop, held.invoice_id).map(({ body }) => body);
    const ofCapture = () => before().find((body) => JSON.parse(body).status === 'success') ?? '';
    await vi.waitFor(() => expect(ofCapture()).not.toBe(''));
    shop.bank.showCaptures();
    await holds.refresh(held.id);
    await expectTaken(held);
    expect((await deliver(shop, ofCapture())).status).toBe(200);
    await holds.refresh(held.id);
    await expectTaken(held);
    expect(await unreadableOf(shop)).toEqual([]);
    setAddress(shop, '');
  },
);

test('more than we captured is never booked, also later', async () => {
  const held = await holds.held({ amount: HELD });
  expect((await holds.capture(held.id, { amount: TAKEN })).body).toMatchObject({ final_amount: TAKEN });
  shop.bank.poison(held.invoice_id, { status: { set: { finalAmount: HELD } } });
  await expectContradiction(held, String(HELD));
  expect(await unreadableOf(shop)).toMatchObject([{ invoice: held.id, field: 'finalAmount' }]);
  await expectTaken(held);
  // Such an answer is no ground for a refund either.
  await holds.refused(() => shop.owner.post(`invoices/${held.id}/cancel/`));
  shop.bank.heal();
  await holds.refresh(held.id);
  expect(await unreadableOf(shop)).toEqual([]);
  await expectTaken(held);
});
