import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { type Fields, poison, unreadableOf, withValue } from '../helpers/poison.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { reply } from './gateway.ts';
import { complaints } from './log.ts';
import { openQuiet } from './stage.ts';

// The watcher and the jobs are stopped, so that only the test calls the bank.
const clock = stoppedClock();
const { shop, gateway } = await openQuiet({ now: clock.now }, afterAll);

const at = (path: string, value: unknown) => (record: Fields) => withValue(record, path.split('.'), value);

const AMOUNT = 5000;
const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const isAmount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isTime = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(value) &&
  Date.parse(value) < Date.UTC(2100, 0);
const orAbsent = (isSound: (value: unknown) => boolean) => (value: unknown) =>
  value === null || isSound(value);

/** The fields of the bank's document: those that decide about money, with what each may hold, and those that inform. */
const STATUS = {
  deciding: {
    invoiceId: () => false,
    status: oneOf(['created', 'processing', 'hold', 'success', 'failure', 'reversed', 'expired']),
    amount: oneOf([AMOUNT]),
    ccy: oneOf([980]),
    finalAmount: orAbsent(isAmount),
    modifiedDate: orAbsent(isTime),
    cancelList: orAbsent(Array.isArray),
    'cancelList.0': () => false,
    'cancelList.0.status': oneOf(['processing', 'success', 'failure']),
    'cancelList.0.amount': orAbsent(isAmount),
    'cancelList.0.createdDate': orAbsent(isTime),
    'cancelList.0.modifiedDate': orAbsent(isTime),
    'cancelList.0.extRef': orAbsent((value) => typeof value === 'string'),
  },
  informative: [
    ...['failureReason', 'errCode', 'createdDate', 'reference', 'destination', 'walletData', 'paymentInfo'],
    ...['walletData.cardToken', 'walletData.walletId', 'walletData.status'],
    ...['paymentInfo.maskedPan', 'paymentInfo.approvalCode', 'paymentInfo.rrn', 'paymentInfo.tranId'],
    ...['paymentInfo.terminal', 'paymentInfo.bank', 'paymentInfo.paymentSystem', 'paymentInfo.paymentMethod'],
    ...['paymentInfo.fee', 'paymentInfo.country', 'paymentInfo.agentFee'],
  ],
};
const LINE = {
  deciding: {
    invoiceId: (value: unknown) => typeof value === 'string' && value !== '',
    status: oneOf(['hold', 'processing', 'success', 'failure']),
    amount: isAmount,
    ccy: (value: unknown) => isAmount(value) && Number(value) <= 999,
    cancelList: orAbsent(Array.isArray),
    'cancelList.0': () => false,
    'cancelList.0.amount': isAmount,
    'cancelList.0.date': orAbsent(isTime),
  },
  informative: [
    ...['maskedPan', 'date', 'paymentScheme', 'profitAmount', 'profit', 'agentFee', 'approvalCode', 'rrn'],
    ...['reference', 'shortQrId', 'destination', 'metadata', 'splitReceiverList'],
  ],
};
const REGISTER = { informative: ['amountType', 'pageUrl', 'name'] };

/** What a program may put there by mistake, and anything else. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    1.3,
    -5,
    123_456_789_012,
    ...['2999-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '2026-03-02T10:00:00', '2026-03-02', '12'],
    [],
    {},
    'prostir',
    true,
  ),
  fc.jsonValue(),
);
const informativeOf = ({ informative }: { informative: readonly string[] }) =>
  fc.record({ path: fc.constantFrom(...informative), value: anything });
const decidingOf = ({ deciding }: { deciding: Record<string, (value: unknown) => boolean> }) =>
  fc
    .record({ path: fc.constantFrom(...Object.keys(deciding)), value: anything })
    .filter(({ path, value }) => deciding[path]?.(value) === false);
const RUNS = { numRuns: 50 };

const refresh = (id: number) => shop.owner.post<Invoice & Refusal>(`invoices/${id}/refresh/`);
/** A payment of an invoice of ours, of which the bank reports something else. */
const paidWith = async (path: string, value: unknown): Promise<Invoice> => {
  const invoice = await shop.createInvoice({ amount: AMOUNT });
  shop.bank.pay(invoice.invoice_id);
  poison(gateway, { [invoice.invoice_id]: { status: at(path, value) } });
  return invoice;
};
interface Change {
  path: string;
  value: unknown;
}
/** Payments outside Kramar, likewise, each before a sound one; returns their ids. */
const foundWith = async (changes: readonly Change[]): Promise<string[]> => {
  const payment = { amount: AMOUNT, date: clock.now() };
  const pay = () => shop.bank.payOutsideKramar(shop.merchant.token, payment);
  const found = changes.map(({ path, value }) => ({ bad: pay(), sound: pay(), line: at(path, value) }));
  poison(gateway, Object.fromEntries(found.map(({ bad, line }) => [bad, { line }])));
  await syncInvoices(shop);
  for (const { sound } of found)
    expect(await invoiceByBankId(shop, sound)).toMatchObject({ status: 'success', amount: AMOUNT });
  return found.map(({ bad }) => bad);
};
/** Eight lines of one statement, since all of it is read each time. */
const lines = (change: fc.Arbitrary<Change>) => fc.array(change, { minLength: 8, maxLength: 8 });
const STATEMENTS = { numRuns: 10 };

describe('What only informs (paymentInfo with fee, rrn and the rest, createdDate, reference, destination …): a payment is never kept from being seen by its fee.', () => {
  test('in the answer about an invoice', () =>
    fc.assert(
      fc.asyncProperty(informativeOf(STATUS), async ({ path, value }) => {
        const { id } = await paidWith(path, value);
        const { status, body, text } = await refresh(id);
        expect([status, body.status, body.final_amount], text).toEqual([200, 'success', AMOUNT]);
        expect(await unreadableOf(shop)).toEqual([]);
      }),
      RUNS,
    ));

  test('in a line of the statement', () =>
    fc.assert(
      fc.asyncProperty(lines(informativeOf(LINE)), async (changes) => {
        for (const id of await foundWith(changes))
          expect(await invoiceByBankId(shop, id)).toMatchObject({ status: 'success', amount: AMOUNT });
        expect(await unreadableOf(shop)).toEqual([]);
      }),
      STATEMENTS,
    ));

  test('in the list of QR registers', () =>
    fc.assert(
      fc.asyncProperty(informativeOf(REGISTER), async ({ path, value }) => {
        gateway.at('qr/list', async (_call, pass, response) => {
          const honest = await pass();
          const { list } = JSON.parse(honest.text) as { list: Fields[] };
          const changed = list.map(at(path, value));
          reply(response, { ...honest, text: JSON.stringify({ list: changed }) });
        });
        const synced = await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
        expect([synced.status, await unreadableOf(shop)]).toEqual([200, []]);
        const { body } = await shop.owner.get<Page<CashRegister>>('cash-registers/');
        expect(body.results.every(({ is_active }) => is_active)).toBe(true);
      }),
      { numRuns: 20 },
    ));

  test('and cannot be read is taken as absent, or in the nearest sound form (a number for a string), and logged', async () => {
    const invoice = await shop.createInvoice({ amount: AMOUNT });
    shop.bank.pay(invoice.invoice_id);
    gateway.rule();
    shop.bank.poison(invoice.invoice_id, { kind: 'wrong-details' });
    for (const _ of [1, 2]) {
      const { body } = await refresh(invoice.id);
      expect(body).toMatchObject({ status: 'success', rrn: '123456789012', fee: 0, masked_pan: '' });
    }
    shop.bank.heal();
    expect((await refresh(invoice.id)).body).toMatchObject({ fee: 65, masked_pan: /\*/ });
  });

  test.each(['12', '2026-03-02', '2026-03-02T10:00:00', '0001-01-01T00:00:00Z'])(
    'a date of a payment that is no time of the bank is absent: %s',
    async (value) => {
      const [id = ''] = await foundWith([{ path: 'date', value }]);
      expect(await invoiceByBankId(shop, id)).toMatchObject({
        paid_date: new Date(Math.floor(clock.now() / 1000) * 1000).toISOString(),
      });
    },
  );
});

describe('Only what decides about money makes a record unreadable: invoiceId, status, amount, ccy, finalAmount, the entries of cancelList, modifiedDate.', () => {
  test('in the answer about an invoice', () =>
    fc.assert(
      fc.asyncProperty(decidingOf(STATUS), async ({ path, value }) => {
        const { id, status: before } = await paidWith(path, value);
        const { status, body, text } = await refresh(id);
        expect([status, body.err_code, (await shop.readInvoice(id)).status], text).toEqual([
          ...[502, 'BAD_GATEWAY', before],
        ]);
        expect(body.detail).toContain('HTTP 200');
        expect(await unreadableOf(shop)).toMatchObject([{ kind: 'invoice', invoice: id }]);
        gateway.rule();
        expect((await refresh(id)).body.status).toBe('success');
      }),
      RUNS,
    ));

  test('in a line of the statement', () =>
    fc.assert(
      fc.asyncProperty(lines(decidingOf(LINE)), async (changes) => {
        const ids = await foundWith(changes);
        expect(await unreadableOf(shop)).toMatchObject(ids.map(() => ({ kind: 'statement_line' })));
        gateway.rule();
        await syncInvoices(shop);
        for (const id of ids) expect(await invoiceByBankId(shop, id)).toMatchObject({ status: 'success' });
        expect(await unreadableOf(shop)).toEqual([]);
      }),
      STATEMENTS,
    ));

  test.each(['12', '2026-03-02', '2026-03-02T10:00:00'])('%s is no time', async (value) => {
    const { id } = await paidWith('modifiedDate', value);
    expect((await refresh(id)).status).toBe(502);
    gateway.rule();
    await refresh(id);
  });

  test('a time that was never set is absent: the payment is of the present', async () => {
    const { id } = await paidWith('cancelList.0.createdDate', '0001-01-01T00:00:00Z');
    expect((await refresh(id)).body.paid_date).toMatch(/^20/);
  });
});

describe.each([
  ['absent', 'empty-object'],
  ['null', 'null-lists'],
] as const)('A list that is absent or null (statement, qr/list, fiscal checks) is empty: %s', (_, kind) => {
  const faulty = async (path: string, send: () => Promise<{ status: number; body: unknown }>) => {
    gateway.rule();
    shop.bank.fault({ kind, path });
    const answer = await send();
    expect(shop.bank.faults()).toEqual([]);
    return answer;
  };

  test('the statement, and the list of registers', async () => {
    const terminal = `terminals/${shop.terminal.id}`;
    const synced = await faulty('statement', () => shop.owner.post(`${terminal}/sync_invoices/`));
    expect([synced.status, synced.body]).toEqual([200, { synced: 0, created: 0, updated: 0 }]);
    const registers = await faulty('qr/list', () => shop.owner.post(`${terminal}/sync_registers/`));
    expect([registers.status, registers.body]).toMatchObject([200, { synced: 0 }]);
  });

  test('the fiscal receipts of a payment', async () => {
    const { id } = await paidWith('reference', 'x');
    await refresh(id);
    const answer = await faulty('invoice/fiscal-checks', () =>
      shop.owner.get(`invoices/${id}/fiscal-checks/`),
    );
    expect(answer.status).toBe(200);
  });

  test('the refunds of an invoice', async () => {
    const { id } = await paidWith('cancelList', null);
    expect((await refresh(id)).body).toMatchObject({ status: 'success', final_amount: AMOUNT });
  });
});

test('what counts as absent is in the log, each field once', () => {
  const lines = complaints(shop).filter((line) => line.includes('only informs'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(40);
});
