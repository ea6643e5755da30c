import { expect, test } from 'vitest';
import { createInvoice, merchantOf, openStillBank, registerOf, statusOf } from './setup.ts';

const DAY = 86_400;

async function shop() {
  const { clock, bank, call } = await openStillBank();
  const seconds = () => clock.now() / 1000;
  const list = async (from = seconds() - DAY, to?: number) =>
    (await call('GET', `statement?from=${from}${to === undefined ? '' : `&to=${to}`}`)).body.list;
  return { clock, bank, call, seconds, list, token: merchantOf(bank).token };
}

test('holds payments, newest first, with what was sent at creation', async () => {
  const { clock, bank, call, list } = await shop();
  await createInvoice(call);
  const metadata = { kramar: 'installation.attempt' };
  const info = { reference: 'INV-1', destination: 'Кава', metadata };
  const after = async (act: (invoiceId: string) => unknown, fields = {}) => {
    const invoiceId = await createInvoice(call, fields);
    act(invoiceId);
    clock.forward(60);
    return invoiceId;
  };
  const first = await after(bank.pay, { merchantPaymInfo: info });
  const second = await after(bank.decline);
  const third = await after(bank.processing);
  const fourth = await after(bank.hold);
  const items = await list();
  expect(items).toMatchObject([
    { invoiceId: fourth, status: 'hold' },
    { invoiceId: third, status: 'processing' },
    { invoiceId: second, status: 'failure' },
    { invoiceId: first, status: 'success' },
  ]);
  expect(items[3]).toEqual({
    invoiceId: first,
    status: 'success',
    maskedPan: '444403******1902',
    date: '2026-03-02T10:00:00Z',
    paymentScheme: 'full',
    amount: 34_000,
    ccy: 980,
    profitAmount: 33_558,
    profit: 33_558,
    approvalCode: expect.any(String),
    rrn: expect.any(String),
    reference: 'INV-1',
    destination: 'Кава',
    metadata,
    cancelList: [],
  });
  expect(items[2]).not.toHaveProperty('profitAmount');
});

test('a refunded payment stays success, and its cancelList shows the refund', async () => {
  const { bank, call, list } = await shop();
  const invoiceId = await createInvoice(call);
  bank.pay(invoiceId);
  bank.refund(invoiceId, 4000);
  bank.refund(invoiceId);
  bank.setRefundMode('failure');
  const [item] = await list();
  expect(item).toMatchObject({ status: 'success', amount: 34_000 });
  expect(item.cancelList.map((each: { amount: number }) => each.amount)).toEqual([4000, 30_000]);
});

test('from and to are seconds, both included, and at most 31 days apart', async () => {
  const { clock, bank, call, list, seconds } = await shop();
  const at = seconds();
  bank.pay(await createInvoice(call));
  clock.forward(10);
  expect(await list(at, at)).toHaveLength(1);
  expect(await list(at + 1, at + 5)).toHaveLength(0);
  expect(await list(at - 5, at - 1)).toHaveLength(0);
  expect(await list(at)).toHaveLength(1);
  const refused = async (query: string) => (await call('GET', `statement?${query}`)).body.errText;
  expect((await call('GET', `statement?from=${at - 31 * DAY}&to=${at}`)).status).toBe(200);
  expect(await refused(`from=${at - 31 * DAY - 1}&to=${at}`)).toBe("invalid 'from': more than 31 days");
  expect(await refused(`from=${at}&to=${at - 1}`)).toBe("invalid 'to': before 'from'");
  expect(await refused('to=5')).toBe("empty 'from'");
  expect(await refused('from=today')).toBe("invalid 'from'");
  expect((await call('GET', `statement?from=${at}&code=none`)).body).toEqual({ list: [] });
});

test('a payment past the client is in the statement and in the status, without a tag', async () => {
  const { clock, bank, call, list, token } = await shop();
  const { shortQrId } = registerOf(merchantOf(bank), 'client');
  const date = clock.now() - 3_600_000;
  const invoiceId = bank.payOutsideKramar(token, { amount: 7700, shortQrId, date });
  const [item] = await list();
  expect(item).toMatchObject({ invoiceId, amount: 7700, shortQrId, date: '2026-03-02T09:00:00Z' });
  expect(item).not.toHaveProperty('metadata');
  expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'success', amount: 7700 });
  expect(() => bank.payOutsideKramar(token, { amount: 1, shortQrId: 'NONE' })).toThrow('no register NONE');
  expect(() => bank.payOutsideKramar(token, { amount: 0.5 })).toThrow('amount');
  expect(() => bank.payOutsideKramar('who', { amount: 1 })).toThrow('no merchant with that token');
});

test('a history is stored as a whole, or not at all', async () => {
  const { clock, bank, call, list, token } = await shop();
  const createdAt = clock.now() - 20 * DAY * 1000;
  const base = { token, createdAt, amount: 5000 };
  const refunds = [{ amount: 5000, at: createdAt + DAY * 1000, extRef: 'old' }];
  const ids = bank.seed([
    { ...base, outcome: 'success', merchantPaymInfo: { reference: 'INV-7' } },
    { ...base, outcome: 'success', refunds },
    { ...base, outcome: 'failure', errCode: '61', paidAt: createdAt + 5000 },
    { ...base, outcome: 'expired', invoiceId: 'p2_history' },
    { ...base, createdAt: clock.now(), outcome: 'failure' },
  ]);
  const statuses = await Promise.all(ids.map(async (id) => (await statusOf(call, id)).status));
  expect(statuses).toEqual(['success', 'reversed', 'expired', 'expired', 'failure']);
  expect(ids[3]).toBe('p2_history');
  const items: { status: string }[] = await list(createdAt / 1000);
  expect(items.map(({ status }) => status)).toEqual(['failure', 'success', 'success', 'failure']);
  const [sound, unknown] = [{ ...base, outcome: 'success' } as const, { ...base, token: 'who' }];
  expect(() => bank.seed([sound, { ...unknown, outcome: 'success' }])).toThrow();
  expect(bank.invoices()).toHaveLength(5);
});
