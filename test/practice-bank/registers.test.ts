import { expect, test } from 'vitest';
import { callerOf, createInvoice, fakeClock, merchantOf, registerOf, startBank, statusOf } from './setup.ts';

async function atTheCounter() {
  const clock = fakeClock();
  const bank = await startBank({ now: clock.now });
  const merchant = merchantOf(bank);
  const call = callerOf(bank);
  const { qrId, shortQrId, pageUrl } = registerOf(merchant, 'merchant');
  const details = async () => (await call('GET', `qr/details?qrId=${qrId}`)).body;
  return { clock, bank, merchant, call, qrId, shortQrId, pageUrl, details };
}

test('qr/list returns the three kinds with their pages', async () => {
  const { call, merchant } = await atTheCounter();
  const { list } = (await call('GET', 'qr/list')).body;
  expect(list).toEqual(merchant.registers);
  expect(new Set(list.map((each: { amountType: string }) => each.amountType))).toEqual(
    new Set(['merchant', 'client', 'fix']),
  );
});

test('an invoice sets the amount; the next one replaces it', async () => {
  const { call, qrId, shortQrId, details } = await atTheCounter();
  expect(await details()).toEqual({ shortQrId });
  const first = await createInvoice(call, { qrId });
  expect(await details()).toEqual({ shortQrId, invoiceId: first, amount: 34_000, ccy: 980 });
  const second = await createInvoice(call, { qrId, amount: 500 });
  expect(await details()).toEqual({ shortQrId, invoiceId: second, amount: 500, ccy: 980 });
  expect(await statusOf(call, first)).toMatchObject({ status: 'created' });
});

test('pay, expire, remove and reset-amount take it off; a declined payment does not', async () => {
  const { clock, bank, call, qrId, shortQrId, details } = await atTheCounter();
  const paid = await createInvoice(call, { qrId });
  bank.decline(paid);
  expect(await details()).toMatchObject({ invoiceId: paid });
  bank.pay(paid);
  expect(await details()).toEqual({ shortQrId });

  await createInvoice(call, { qrId, validity: 60 });
  clock.forward(60);
  expect(await details()).toEqual({ shortQrId });

  await call('POST', 'invoice/remove', { invoiceId: await createInvoice(call, { qrId }) });
  expect(await details()).toEqual({ shortQrId });

  const reset = await createInvoice(call, { qrId });
  const answer = await call('POST', 'qr/reset-amount', { qrId });
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(await details()).toEqual({ shortQrId });
  expect(await statusOf(call, reset)).toMatchObject({ status: 'created' });
  expect((await call('POST', 'qr/reset-amount', { qrId })).status).toBe(200);
});

test('ORDER_IN_PROGRESS while it is being paid', async () => {
  const { bank, call, qrId, details } = await atTheCounter();
  const invoiceId = await createInvoice(call, { qrId });
  bank.processing(invoiceId);
  expect((await call('POST', 'qr/reset-amount', { qrId })).body.errCode).toBe('ORDER_IN_PROGRESS');
  expect((await call('POST', 'invoice/create', { amount: 1, qrId })).body.errCode).toBe('ORDER_IN_PROGRESS');
  expect(await details()).toMatchObject({ invoiceId });
  bank.decline(invoiceId);
  expect((await call('POST', 'qr/reset-amount', { qrId })).status).toBe(200);
});

test('only registers whose amount the merchant sets take one', async () => {
  const { bank, call, merchant } = await atTheCounter();
  for (const type of ['client', 'fix']) {
    const answer = await call('POST', 'invoice/create', { amount: 1, qrId: registerOf(merchant, type).qrId });
    expect([answer.status, answer.body.errCode]).toEqual([400, 'BAD_REQUEST']);
  }
  expect(bank.invoices()).toEqual([]);
});

test('a payment at the register carries its short id in the statement', async () => {
  const { clock, bank, call, qrId, shortQrId } = await atTheCounter();
  bank.pay(await createInvoice(call, { qrId }));
  const from = clock.now() / 1000;
  const { list } = (await call('GET', `statement?from=${from}`)).body;
  expect(list).toMatchObject([{ shortQrId, amount: 34_000 }]);
});

test('registers and merchants given without ids get the same ones every time', async () => {
  const seed = [{ token: 'one', merchantName: 'Раз', registers: [{ amountType: 'fix' }] as const }];
  const [one, other] = [await startBank({ merchants: seed }), await startBank({ merchants: seed })];
  const ids = (bank: typeof one) =>
    bank.merchants.map(({ merchantId, edrpou, registers }) => [merchantId, edrpou, registers[0]?.qrId]);
  expect(ids(one)).toEqual(ids(other));
});
