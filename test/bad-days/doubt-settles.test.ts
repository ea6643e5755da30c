import { expect, test, vi } from 'vitest';
import { cronSchedule, type Schedule } from '../../main/jobs/schedule.ts';
import { SETTLE_DOUBTS_AT } from '../../main/jobs/settle-doubts.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
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

test('a bank that hung and is back: the request that hangs is not waited for, nor by the till that repeats its own', async () => {
  const sale = { terminal: shop.terminal.id, cash_register: register.id, amount: 4300, validity: 300 };
  const invoiceId = await lostCreation(shop, 'hung', sale);
  shop.bank.fault({ kind: 'hang', path: 'qr/details', times: 100_000 });
  const asked = shop.bank.requests.length;
  const repeated = createUnder(shop, 'hung', sale);
  await vi.waitFor(() => expect(shop.bank.requests.length).toBeGreaterThan(asked + 1));
  shop.bank.clearFaults();
  await vi.waitFor(() => expect(attempts(shop).at(-1)).toMatchObject({ status: 'done' }), { interval: 50 });
  const { status, body } = await repeated;
  expect([status, body.invoice_id]).toEqual([201, invoiceId]);
});
