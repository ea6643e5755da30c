import { expect, test, vi } from 'vitest';
import type { Bank } from '../../../main/bank/client.ts';
import { BankError } from '../../../main/bank/errors.ts';
import type { StatementItem } from '../../../main/bank/wire.ts';
import { openInquiry } from '../../../main/money/bank-state/inquiry.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 22);

const payment = (invoiceId: string, tag?: string): StatementItem =>
  ({ invoiceId, metadata: tag === undefined ? {} : { kramar_attempt: tag } }) as StatementItem;

const list = (...items: StatementItem[]) => ({ items, unreadable: [] });

/** By a PC whose clock agrees with the bank's. */
const open = (calls: Partial<Bank>, since = NOW) =>
  openInquiry({ bank: calls as Bank, now: () => NOW, bankNow: () => NOW }, 'token', [
    { created_at: since, bank_created_at: since },
    { created_at: since + DAY_MS, bank_created_at: since + DAY_MS },
  ]);

test('each thing is requested once, whatever the answer', async () => {
  const calls = {
    statement: vi.fn(async () => list(payment('b', 'tag'), payment('a', 'tag'), payment('c'))),
    registerDetails: vi.fn(async () => ({ invoiceId: null })),
    invoiceStatus: vi.fn(async (_: string, invoiceId: string) => ({ invoiceId })),
  };
  const inquiry = open(calls as unknown as Bank);
  for (let count = 0; count < 3; count += 1) {
    // The older of two; the statement comes newest first.
    expect(await inquiry.paymentsTagged('tag')).toMatchObject([{ invoiceId: 'a' }, { invoiceId: 'b' }]);
    expect(await inquiry.paymentsTagged('another')).toEqual([]);
    expect(await inquiry.onRegister('qr')).toBeNull();
    expect(await inquiry.invoice('x')).toMatchObject({ invoiceId: 'x' });
  }
  expect(await inquiry.onRegister('qr 2')).toBeNull();
  expect(calls.statement).toHaveBeenCalledTimes(1);
  expect(calls.registerDetails).toHaveBeenCalledTimes(2);
  expect(calls.invoiceStatus).toHaveBeenCalledTimes(1);
});

test('of the lines with one tag, a failed try comes after a payment', async () => {
  const lines = [payment('good', 'tag'), { ...payment('failed', 'tag'), status: 'failure' as const }];
  const inquiry = open({ statement: async () => list(...lines) });
  expect(await inquiry.paymentsTagged('tag')).toMatchObject([{ invoiceId: 'good' }, { invoiceId: 'failed' }]);
});

test('what the bank has refused to report is requested again', async () => {
  const refusal = new BankError('TMR', 'too many requests', { inDoubt: false });
  const statement = vi.fn(async () => list(payment('a', 'tag'))).mockRejectedValueOnce(refusal);
  const inquiry = open({ statement });
  await expect(inquiry.paymentsTagged('tag')).rejects.toBe(refusal);
  expect(await inquiry.paymentsTagged('tag')).toMatchObject([{ invoiceId: 'a' }]);
});

test('a register that the bank no longer has carries no invoice; another refusal is reported', async () => {
  const refusing = (code: string) => ({
    registerDetails: vi.fn().mockRejectedValue(new BankError(code, 'no', { inDoubt: false })),
  });
  expect(await open(refusing('NOT_FOUND')).onRegister('qr')).toBeNull();
  await expect(open(refusing('FORBIDDEN')).onRegister('qr')).rejects.toBeInstanceOf(BankError);
});

test.each([
  ['a day and some hours before the earliest of them', NOW - 3 * DAY_MS, NOW - 3 * DAY_MS - 26 * HOUR_MS],
  ['at most what one call to the bank covers', NOW - 90 * DAY_MS, NOW - 31 * DAY_MS + HOUR_MS],
  ['begun in the future: the clock was set back since', NOW + 5 * DAY_MS, NOW - 26 * HOUR_MS],
])('the statement begins %s', async (_name, since, from) => {
  const statement = vi.fn(async () => list());
  await open({ statement }, since).paymentsTagged('tag');
  expect(statement).toHaveBeenCalledWith('token', from);
});

test.each([
  ['ten years ahead', NOW + 3650 * DAY_MS],
  ['ten years behind', NOW - 3650 * DAY_MS],
])('the PC’s clock is %s: it begins by the bank’s', async (_name, pc) => {
  const statement = vi.fn(async () => list());
  const bank = { statement } as unknown as Bank;
  const begun = (bank_created_at: number | null) =>
    openInquiry({ bank, now: () => pc, bankNow: () => NOW }, 'token', [{ created_at: pc, bank_created_at }]);
  await begun(NOW - DAY_MS).paymentsTagged('tag');
  expect(statement).toHaveBeenLastCalledWith('token', NOW - DAY_MS - 26 * HOUR_MS);
  // Its beginning is not known: all that one call covers.
  await begun(null).paymentsTagged('tag');
  expect(statement).toHaveBeenLastCalledWith('token', NOW - 31 * DAY_MS + HOUR_MS);
});
