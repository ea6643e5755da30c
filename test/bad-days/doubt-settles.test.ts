import { expect, test, vi } from 'vitest';
import { cronSchedule, type Schedule } from '../../main/jobs/schedule.ts';
import { SETTLE_DOUBTS_AT } from '../../main/jobs/settle-doubts.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { attempts, createUnder, lostCreation, syncedRegisters } from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

/** The bank stands still in the middle of a request and comes back: nobody presses anything. */

/** Nothing else of the schedule runs. */
const doubtsAlone: Schedule = (expression, ...rest) =>
  expression === SETTLE_DOUBTS_AT
    ? cronSchedule(expression, ...rest)
    : { nextRun: () => null, stop: () => undefined };

const shop = await shopOfFile({ schedule: doubtsAlone });
const register = [...(await syncedRegisters(shop)).values()][0] as CashRegister;

const silence = (): void => shop.bank.fault({ kind: 'unavailable', path: '*', times: 100_000 });
const settled = (kind: 'create' | 'refund') =>
  vi.waitFor(() => expect(attempts(shop, kind).at(-1)).toMatchObject({ status: 'done' }), { interval: 50 });

test('a sale on a register whose answer was lost is there once the bank answers again', async () => {
  const invoiceId = await lostCreation(shop, 'lost-1', {
    terminal: shop.terminal.id,
    cash_register: register.id,
    amount: 4200,
    validity: 300,
  });
  silence();
  const asked = shop.bank.requests.length;
  // It is looked at while the bank is silent, and nothing is concluded from that.
  await vi.waitFor(() => expect(shop.bank.requests.length).toBeGreaterThan(asked + 1));
  expect(attempts(shop).at(-1)).toMatchObject({ status: 'in_doubt' });
  shop.bank.clearFaults();
  await settled('create');
  const { body } = await shop.owner.get<{ results: Invoice[] }>('invoices/');
  expect(body.results.filter(({ invoice_id }) => invoice_id === invoiceId)).toHaveLength(1);
});

test('a bank that hung and is back: the request that hangs is not waited for, nor by the till that repeats its own', async () => {
  const sale = { terminal: shop.terminal.id, cash_register: register.id, amount: 4300, validity: 300 };
  const invoiceId = await lostCreation(shop, 'hung', sale);
  shop.bank.fault({ kind: 'hang', path: 'qr/details', times: 100_000 });
  const asked = shop.bank.requests.length;
  const repeated = createUnder(shop, 'hung', sale);
  await vi.waitFor(() => expect(shop.bank.requests.length).toBeGreaterThan(asked + 1));
  shop.bank.clearFaults();
  await settled('create');
  const { status, body } = await repeated;
  expect([status, body.invoice_id]).toEqual([201, invoiceId]);
});

test('a refund whose answer was lost is settled too, and was made once', async () => {
  const { id } = await shop.paid();
  shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/cancel' });
  expect((await shop.owner.post(`invoices/${id}/cancel/`, { amount: 100 })).status).toBe(502);
  await settled('refund');
  const { body } = await shop.owner.get<Invoice>(`invoices/${id}/`);
  expect(body.final_amount).toBe(body.amount - 100);
});
