import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { temporaryFolder } from '../cli/console.ts';
import { callerOf, createInvoice, fakeClock, merchantOf, registerOf, startBank, statusOf } from './setup.ts';

const newJournal = () => join(temporaryFolder(), 'journal.jsonl');
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;

test('after a stop and a start the bank knows everything it knew', async () => {
  const journalFile = newJournal();
  const clock = fakeClock();
  const before = await startBank({ journalFile, now: clock.now });
  const call = callerOf(before);
  const { qrId } = registerOf(merchantOf(before), 'merchant');
  const paid = await createInvoice(call, {
    merchantPaymInfo: { reference: 'INV-1', metadata: { tag: 'x' } },
  });
  before.pay(paid);
  before.refund(paid, 1000);
  const hanging = await createInvoice(call, { qrId, validity: 600 });
  const known = before.invoices();
  const status = await statusOf(call, paid);
  const statement = (await call('GET', 'statement?from=1772445600')).body;
  await before.stop();

  const after = await startBank({ journalFile, now: clock.now });
  const again = callerOf(after);
  expect(after.invoices()).toEqual(known);
  expect(await statusOf(again, paid)).toEqual(status);
  expect((await again('GET', 'statement?from=1772445600')).body).toEqual(statement);
  expect((await again('GET', `qr/details?qrId=${qrId}`)).body.invoiceId).toBe(hanging);
  after.pay(hanging);
  expect((await again('GET', `qr/details?qrId=${qrId}`)).body.invoiceId).toBeUndefined();
});

test('the clock runs while the bank is stopped', async () => {
  const journalFile = newJournal();
  const clock = fakeClock();
  const before = await startBank({ journalFile, now: clock.now });
  const invoiceId = await createInvoice(callerOf(before), { validity: 60 });
  await before.stop();
  clock.forward(60);
  const after = await startBank({ journalFile, now: clock.now });
  expect(await statusOf(callerOf(after), invoiceId)).toMatchObject({ status: 'expired' });
});

test('is written continuously, and compacted at the next start', async () => {
  const journalFile = newJournal();
  const before = await startBank({ journalFile });
  const invoiceId = await createInvoice(callerOf(before));
  before.decline(invoiceId);
  before.pay(invoiceId);
  // Read while the bank is running: a kill at this moment loses nothing.
  expect(linesOf(journalFile)).toBe(3);
  await before.stop();
  const after = await startBank({ journalFile });
  expect(linesOf(journalFile)).toBe(1);
  expect(after.invoice(invoiceId)?.status).toBe('success');
});

test('a torn last line is skipped; a broken one elsewhere is reported as a fault', async () => {
  const journalFile = newJournal();
  const before = await startBank({ journalFile });
  const invoiceId = await createInvoice(callerOf(before));
  await before.stop();
  const whole = readFileSync(journalFile, 'utf8');
  appendFileSync(journalFile, whole.slice(0, 40));
  const after = await startBank({ journalFile });
  expect(after.invoices().map((each) => each.invoiceId)).toEqual([invoiceId]);
  await after.stop();
  writeFileSync(journalFile, `nonsense\n${whole}`);
  await expect(startPracticeBank({ journalFile })).rejects.toThrow(/journal\.jsonl, line 1: not an invoice/);
});
