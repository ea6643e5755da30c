import { describe, expect, test } from 'vitest';
import { type Call, callerOf, createInvoice, openBank, openStillBank, startBank, statusOf } from './setup.ts';

describe('an invoice', () => {
  test('is created with every documented field, and reads created', async () => {
    const { bank, call } = await openBank();
    const line = { name: 'Лате', qty: 1.5, sum: 20_000, code: '17', unit: 'шт.', total: 27_000 };
    const answer = await call('POST', 'invoice/create', {
      amount: 34_000,
      ccy: 980,
      merchantPaymInfo: {
        reference: 'INV-000001',
        destination: 'Кава',
        comment: 'столик 4',
        customerEmails: ['a@example.com'],
        metadata: { kramar: 'tag' },
        basketOrder: [{ ...line, discounts: [{ type: 'DISCOUNT', mode: 'PERCENT', value: 10.01 }] }],
        discounts: [{ type: 'EXTRA_CHARGE', mode: 'VALUE', value: 0.29 }],
      },
      redirectUrl: 'https://shop.example/done',
      webHookUrl: 'http://127.0.0.1:9/hook',
      validity: 600,
      paymentType: 'debit',
      agentFeePercent: 1.42,
      withAppUrl: true,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      invoiceId: expect.stringMatching(/^p2_[0-9A-Za-z]{12}$/),
      pageUrl: `${bank.url}/pay/${answer.body.invoiceId}`,
      appUrl: `monobank://pay/${answer.body.invoiceId}`,
    });
    expect(await statusOf(call, answer.body.invoiceId)).toEqual({
      invoiceId: answer.body.invoiceId,
      status: 'created',
      amount: 34_000,
      ccy: 980,
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      modifiedDate: expect.any(String),
      reference: 'INV-000001',
      destination: 'Кава',
    });
    expect(bank.invoice(answer.body.invoiceId)?.validitySeconds).toBe(600);
  });

  test('paid: card, codes and fee come with success', async () => {
    const { bank, call } = await openBank();
    const invoiceId = await createInvoice(call);
    bank.pay(invoiceId, { pan: '5555 5555 5555 4444' });
    const status = await statusOf(call, invoiceId);
    expect(status).toMatchObject({ status: 'success', amount: 34_000, finalAmount: 34_000 });
    expect(status.paymentInfo).toMatchObject({
      maskedPan: '555555******4444',
      paymentSystem: 'mastercard',
      paymentMethod: 'pan',
      rrn: expect.stringMatching(/^\d{12}$/),
      approvalCode: expect.stringMatching(/^\d{6}$/),
      fee: 442,
    });
    expect(() => bank.pay(invoiceId)).toThrow('cannot pay: the invoice is success');
  });

  test('declined with the reason, then paid at the second try, which forgets the reason', async () => {
    const { bank, call } = await openBank();
    const invoiceId = await createInvoice(call);
    bank.decline(invoiceId, '61');
    const declined = await statusOf(call, invoiceId);
    expect(declined).toMatchObject({ status: 'failure', errCode: '61', failureReason: expect.any(String) });
    expect(declined.paymentInfo.rrn).toBeUndefined();
    expect(() => bank.decline(invoiceId, '7777')).toThrow('no decline reason 7777');
    bank.pay(invoiceId);
    const paid = await statusOf(call, invoiceId);
    expect(paid.status).toBe('success');
    expect(paid).not.toHaveProperty('errCode');
    expect(paid).not.toHaveProperty('failureReason');
  });

  test('of type hold is held, then captured in part', async () => {
    const { bank, call } = await openBank();
    const invoiceId = await createInvoice(call, { paymentType: 'hold' });
    const early = await call('POST', 'invoice/finalize', { invoiceId, amount: 100 });
    expect(early.body).toMatchObject({ errCode: 'BAD_REQUEST' });
    bank.pay(invoiceId);
    expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'hold' });
    expect((await call('POST', 'invoice/finalize', { invoiceId, amount: 34_001 })).status).toBe(400);
    const items = [{ name: 'Лате', code: '17', qty: 1, sum: 30_000 }];
    const answer = await call('POST', 'invoice/finalize', { invoiceId, amount: 30_000, items });
    expect(answer.body).toEqual({ status: 'success' });
    expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'success', finalAmount: 30_000 });
  });

  test('held by the controls, released by a full cancel only', async () => {
    const { bank, call } = await openBank();
    const invoiceId = await createInvoice(call);
    bank.hold(invoiceId);
    const part = await call('POST', 'invoice/cancel', { invoiceId, amount: 1 });
    expect(part.body.errCode).toBe('WRONG_CANCEL_AMOUNT');
    expect((await call('POST', 'invoice/cancel', { invoiceId })).body.status).toBe('success');
    expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'reversed', finalAmount: 0 });
  });

  test('removed while unpaid, and not after', async () => {
    const { bank, call } = await openBank();
    const unpaid = await createInvoice(call);
    const [failed, paid] = [await createInvoice(call), await createInvoice(call)];
    bank.decline(failed);
    bank.pay(paid);
    const removed = await call('POST', 'invoice/remove', { invoiceId: unpaid });
    expect([removed.status, removed.text]).toEqual([200, '']);
    expect((await call('POST', 'invoice/remove', { invoiceId: failed })).status).toBe(200);
    expect(await statusOf(call, unpaid)).toMatchObject({ status: 'expired' });
    expect(await statusOf(call, failed)).toMatchObject({ status: 'expired' });
    const refused = await call('POST', 'invoice/remove', { invoiceId: paid });
    expect([refused.status, refused.body.errCode]).toEqual([400, 'BAD_REQUEST']);
    expect(await statusOf(call, paid)).toMatchObject({ status: 'success' });
    expect((await call('POST', 'invoice/remove', { invoiceId: unpaid })).status).toBe(400);
  });
});

describe('the clock', () => {
  test('ends an unpaid one when its validity is over, to the second', async () => {
    const { clock, bank, call } = await openStillBank();
    const invoiceId = await createInvoice(call, { validity: 600 });
    const failed = await createInvoice(call, { validity: 600 });
    const paid = await createInvoice(call, { validity: 600 });
    bank.decline(failed);
    bank.pay(paid);
    clock.forward(599);
    expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'created' });
    clock.forward(1);
    const expired = { status: 'expired', modifiedDate: '2026-03-02T10:10:00Z' };
    expect(await statusOf(call, invoiceId)).toMatchObject(expired);
    expect(await statusOf(call, failed)).toMatchObject(expired);
    expect(await statusOf(call, paid)).toMatchObject({ status: 'success' });
    expect(() => bank.pay(invoiceId)).toThrow('the invoice is expired');
  });

  test('has a validity of a day by default, and silently cuts more than thirty', async () => {
    const { clock, call } = await openStillBank();
    const short = await createInvoice(call);
    const long = await createInvoice(call, { validity: 40 * 86_400 });
    clock.forward(86_399);
    expect(await statusOf(call, short)).toMatchObject({ status: 'created' });
    clock.forward(1);
    expect(await statusOf(call, short)).toMatchObject({ status: 'expired' });
    clock.forward(29 * 86_400 - 1);
    expect(await statusOf(call, long)).toMatchObject({ status: 'created' });
    clock.forward(1);
    expect(await statusOf(call, long)).toMatchObject({ status: 'expired' });
  });
});

const FISCAL = { merchantPaymInfo: { basketOrder: [{ name: 'Кава', qty: 1, sum: 34_000, code: '1' }] } };

test('receipt and fiscal checks are real PDFs, for paid invoices only', async () => {
  const bank = await startBank({ merchants: [{ token: 'prro', merchantName: 'Каса', prro: true }] });
  const call = callerOf(bank);
  const invoiceId = await createInvoice(call, FISCAL);
  expect((await call('GET', `invoice/receipt?invoiceId=${invoiceId}`)).status).toBe(400);
  expect((await call('GET', `invoice/fiscal-checks?invoiceId=${invoiceId}`)).body).toEqual({ checks: [] });
  bank.pay(invoiceId);
  bank.refund(invoiceId, 100);
  const { file } = (await call('GET', `invoice/receipt?invoiceId=${invoiceId}&email=me@mail.com`)).body;
  const pdf = Buffer.from(file, 'base64').toString('latin1');
  expect(pdf).toMatch(/^%PDF-1\.4\n/);
  expect(pdf).toContain(invoiceId);
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
  expect(pdf.slice(start, start + 4)).toBe('xref');
  for (const [at, [, offset]] of [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].entries()) {
    expect(pdf.slice(Number(offset))).toMatch(new RegExp(`^${at + 1} 0 obj\\n`));
  }
  const { checks } = (await call('GET', `invoice/fiscal-checks?invoiceId=${invoiceId}`)).body;
  expect(checks.map((check: { type: string }) => check.type)).toEqual(['sale', 'return']);
  for (const { file } of checks) expect(Buffer.from(file, 'base64').toString('latin1')).toMatch(/^%PDF-/);
  expect((await call('GET', `invoice/receipt?invoiceId=${invoiceId}&email=nobody`)).status).toBe(400);
});

test('fiscal checks are for merchants with a fiscal register only, and as far as one says', async () => {
  const bank = await startBank();
  const fiscal = bank.merchants.find(({ prro }) => prro);
  const [plain, call] = [callerOf(bank), callerOf(bank, fiscal?.token)];
  const paid = async (by: Call) => {
    const invoiceId = await createInvoice(by, FISCAL);
    bank.pay(invoiceId);
    return async () => (await by('GET', `invoice/fiscal-checks?invoiceId=${invoiceId}`)).body.checks;
  };
  expect(await (await paid(plain))()).toEqual([]);
  const checks = await paid(call);
  for (const mode of ['new', 'process', 'failed'] as const) {
    bank.setFiscalMode(mode);
    const [check] = await checks();
    expect(check).toMatchObject({ type: 'sale', status: mode });
    expect(check).not.toHaveProperty('file');
  }
  bank.setFiscalMode('none');
  expect(await checks()).toEqual([]);
  bank.setFiscalMode('done');
  expect(await checks()).toMatchObject([{ status: 'done', file: expect.any(String) }]);
});
