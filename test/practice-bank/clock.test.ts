import { expect, test } from 'vitest';
import { createInvoice, fakeClock, openStillBank, startBank, statusOf } from './setup.ts';

const dateOf = async (bank: { url: string }) =>
  (await fetch(`${bank.url}/api/merchant/details`)).headers.get('date');

test('answers carry the Date of the bank’s clock, which may be ahead or behind, or none at all', async () => {
  const clock = fakeClock();
  const bank = await startBank({ now: clock.now });
  expect(await dateOf(bank)).toBe('Mon, 02 Mar 2026 10:00:00 GMT');
  bank.setClock({ skewMs: -3_600_000 });
  expect(await dateOf(bank)).toBe('Mon, 02 Mar 2026 09:00:00 GMT');
  expect(bank.setClock({ dateHeader: false })).toEqual({ skewMs: -3_600_000, dateHeader: false });
  expect(await dateOf(bank)).toBeNull();
});

test('invoices are dated, and end, by the bank’s clock', async () => {
  const { clock, bank, call } = await openStillBank();
  bank.setClock({ skewMs: 7_200_000 });
  const invoiceId = await createInvoice(call, { validity: 60 });
  expect(await statusOf(call, invoiceId)).toMatchObject({ createdDate: '2026-03-02T12:00:00Z' });
  clock.forward(59);
  expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'created' });
  bank.setClock({ skewMs: 7_201_000 });
  expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'expired' });
});
