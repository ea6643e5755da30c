import * as v from 'valibot';
import { expect, test } from 'vitest';
import { alterationSchema, alterBody } from '../../main/practice-bank/alterations.ts';
import { POISON_KINDS } from '../../main/practice-bank/poison-presets.ts';
import { documentIsHere, judgeAnswer } from '../bank/judge.ts';
import { callerOf, createInvoice, merchantOf, openBank, startBank, unjudgedCallerOf } from './setup.ts';

/** Two paid invoices with a refund each, so that every field is there; the first is the one to poison. */
async function twoPaid() {
  const bank = await startBank();
  const [call, raw] = [callerOf(bank), unjudgedCallerOf(bank)];
  const ids = [await createInvoice(call), await createInvoice(call)] as const;
  for (const id of ids) {
    bank.pay(id);
    bank.refund(id, 1000);
  }
  const from = Math.floor(Date.now() / 1000) - 3600;
  const read = async (id: string) => {
    const { body } = await raw('GET', `invoice/status?invoiceId=${id}`);
    const { list } = (await raw('GET', `statement?from=${from}`)).body;
    const lines = list.filter((line: { invoiceId?: string }) => line?.invoiceId === id);
    return { status: body, lines, list };
  };
  const judged = (id: string, body: unknown) =>
    judgeAnswer('GET', `/api/merchant/invoice/status?invoiceId=${id}`, 200, JSON.stringify(body));
  return { bank, call, raw, ids, read, judged };
}

/** Allowed by the document all the same, or of the statement only. */
const ALLOWED_STATUS: readonly string[] = [
  ...['unknown-payment-scheme', 'unknown-fiscal-check', 'other-amount', 'negative-amount', 'other-currency'],
  ...['negative-fee', 'far-future', 'no-dates', 'missing-fields', 'other-id'],
];

test.each(POISON_KINDS)(
  '%s: one invoice is unreadable, the other is not, and restored it reads as before',
  async (kind) => {
    const { bank, ids, read, judged } = await twoPaid();
    const [one, two] = ids;
    const before = [await read(one), await read(two)] as const;
    bank.poison(one, { kind });
    const [spoiled, fine] = [await read(one), await read(two)];
    expect([fine.status, fine.lines]).toEqual([before[1].status, before[1].lines]);
    if (kind === 'unknown-fiscal-check') expect(spoiled).toEqual(before[0]);
    else expect(spoiled).not.toEqual(before[0]);
    if (documentIsHere && !kind.startsWith('line-') && !ALLOWED_STATUS.includes(kind))
      expect(() => judged(one, spoiled.status)).toThrow("by the bank's document");
    // The ledger is sound: money moves as ever.
    expect(bank.invoice(one)).toMatchObject({ status: 'success', amount: 34_000, finalAmount: 33_000 });
    bank.heal(one);
    expect(await read(one)).toEqual(before[0]);
  },
);

test('a line can be anything, stand twice, or not at all', async () => {
  const { bank, ids, read } = await twoPaid();
  const [one] = ids;
  const linesOf = async (poison: Parameters<typeof bank.poison>[1]) => {
    bank.poison(one, poison);
    return (await read(one)).list;
  };
  expect(await linesOf({ kind: 'line-null' })).toEqual([expect.anything(), null]);
  expect(await linesOf({ lineIs: [7] })).toEqual([expect.anything(), [7]]);
  expect(await linesOf({ kind: 'line-absent' })).toHaveLength(1);
  const twice = await linesOf({ kind: 'line-doubled', line: { set: { amount: 5 } } });
  expect(twice.map((line: { amount: number }) => line.amount)).toEqual([34_000, 5, 5]);
});

test('a poison of one’s own: any field malformed, null or missing, in any of the answers', async () => {
  const { bank, raw, ids, read } = await twoPaid();
  const [one, two] = ids;
  bank.poison(one, {
    kind: 'unknown-status',
    status: { set: { 'cancelList.*.amount': null, 'paymentInfo.fee': '4' }, drop: ['paymentInfo.rrn'] },
    line: { set: { 'metadata.kramar_attempt': 'another', invoiceId: two } },
    cancel: { set: { status: 'partially_approved' } },
  });
  const { status, list } = await read(one);
  const changed = { status: 'under_review', cancelList: [{ amount: null }], paymentInfo: { fee: '4' } };
  expect(status).toMatchObject(changed);
  expect(status.paymentInfo).not.toHaveProperty('rrn');
  // A duplicate id at the bank: two lines of one invoice.
  expect(list.map((line: { invoiceId: string }) => line.invoiceId)).toEqual([two, two]);
  expect((await raw('POST', 'invoice/cancel', { invoiceId: one, amount: 5 })).body.status).toBe(
    'partially_approved',
  );
  expect(bank.invoice(one)?.finalAmount).toBe(32_995);
});

test('webhooks are poisoned too, under a good signature', async () => {
  const { bank, call } = await openBank();
  const webHookUrl = 'http://127.0.0.1:9/webhook';
  const invoiceId = await createInvoice(call, { webHookUrl });
  bank.poison(invoiceId, { kind: 'other-currency' });
  bank.pay(invoiceId);
  await bank.webhooksIdle();
  const { body = '', signature } = bank.webhooks[0] ?? {};
  expect(JSON.parse(body)).toMatchObject({ invoiceId, status: 'success', ccy: 840 });
  expect(signature).not.toBe('');
});

test('an altered answer has values outside every enum, in any call', async () => {
  const bank = await startBank();
  const call = unjudgedCallerOf(bank);
  const alter = (path: string, set: Record<string, unknown>) => bank.fault({ kind: 'altered', path, set });
  alter('qr/list', { 'list.*.amountType': 'auction' });
  const { list } = (await call('GET', 'qr/list')).body;
  expect(new Set(list.map((each: { amountType: string }) => each.amountType))).toEqual(new Set(['auction']));
  const first = await createInvoice(call);
  alter('invoice/create', { invoiceId: first });
  expect((await call('POST', 'invoice/create', { amount: 100 })).body.invoiceId).toBe(first);
  expect(bank.invoices()).toHaveLength(2);
  // A refusal stays one.
  alter('invoice/status', { status: 'paid' });
  expect((await call('GET', 'invoice/status?invoiceId=p2_no')).body.errCode).toBe('NOT_FOUND');
});

test('fiscal checks of unknown type and status', async () => {
  const bank = await startBank();
  const prro = bank.merchants.find((merchant) => merchant.prro) ?? merchantOf(bank);
  const call = unjudgedCallerOf(bank, prro.token);
  const basketOrder = [{ name: 'Бинт', code: '1', qty: 1, sum: 34_000 }];
  const invoiceId = await createInvoice(call, { merchantPaymInfo: { basketOrder } });
  bank.pay(invoiceId);
  bank.poison(invoiceId, { kind: 'unknown-fiscal-check' });
  expect((await call('GET', `invoice/fiscal-checks?invoiceId=${invoiceId}`)).body.checks).toMatchObject([
    { type: 'advance', status: 'queued' },
  ]);
});

test('alterations: paths of objects and lists, created where absent', () => {
  const body = { list: [{ a: 1 }, { a: 2 }], rest: { b: null } };
  const set = { 'list.*.a': 0, 'rest.b.c': 1, 'new.0.x': [] };
  const altered = { list: [{ a: 0 }], rest: { b: { c: 1 } }, new: [{ x: [] }] };
  expect(alterBody(body, { set, drop: ['list.0'] })).toEqual(altered);
  expect(alterBody(body, { drop: ['list.*', 'none.at.all'] })).toEqual({ list: [], rest: { b: null } });
  expect(alterBody('', { set: { a: 1 } })).toBe('');
  expect(body.list).toHaveLength(2);
  expect(v.is(alterationSchema, { set: { 'a.__proto__.b': 1 } })).toBe(false);
});
