import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { attempts, createUnder, freshOwner, requested, syncedRegisters } from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf } from '../helpers/trace.ts';

// Whole seconds, as the bank writes them.
const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const TIMEOUT_MS = 1200;
const VALIDITY = 60;
/** After the end of the validity, an attempt is dropped this much later (money/journal/resolve-attempts.ts). */
const PATIENCE = 600;
/** The bank's clock is ahead of ours by this much. */
let lead = 0;
const shop = await shopOfFile({
  now: clock.now,
  bank: { now: () => clock.now() + lead },
  config: { bankTimeoutMs: TIMEOUT_MS },
});
const registers = await syncedRegisters(shop);
beforeEach(() => shop.bank.clearFaults());

let keys = 0;
const invoicesOf = (invoiceId: string) =>
  rowsOf(shop, 'invoices').filter(({ invoice_id }) => invoice_id === invoiceId);
const attempt = (id: unknown) => rowsOf(shop, 'attempts').find((row) => row.id === id);

/**
 * A creation that a fault breaks; returns its attempt, the answer, and the bank's id of the invoice if it created
 * one.
 */
const spoiled = async (fault: Omit<Fault, 'path'>, body: object = {}) => {
  shop.bank.fault({ ...fault, path: 'invoice/create' });
  const sent = { amount: 4200, validity: VALIDITY, ...body };
  const answer = await createUnder(shop, `k${++keys}`, sent, await freshOwner(shop));
  expect(answer.status, answer.text).toBe(502);
  const row = attempts(shop).at(-1);
  if (!row) throw new Error('There is no attempt.');
  expect(rowsOf(shop, 'invoices').filter(({ number }) => number === row.number)).toEqual([]);
  const lost = () =>
    shop.bank.invoices().find(({ info }) => info?.metadata?.kramar_attempt === row.tag)?.invoiceId ?? '';
  return { answer, attempt: row, lost };
};
const RESET = { kind: 'reset', acts: true } as const;
const NOT_ACTED = { kind: 'reset', acts: false } as const;

/**
 * The jobs that run at start. They begin in order: once this one is adopted, the earlier ones have been looked at, but a
 * look that takes longer than three seconds ends by itself, after the next.
 */
const jobsPass = async () => {
  const last = await spoiled(RESET, { validity: 2_592_000 });
  shop.bank.pay(last.lost());
  await shop.restart();
  await vi.waitFor(() => expect(attempt(last.attempt.id)).toMatchObject({ status: 'done' }));
};

const FAULTS: [code: string, register: string | undefined, Omit<Fault, 'path'>][] = [
  ['TIMEOUT', undefined, { kind: 'hang', acts: true }],
  ['UNREACHABLE', 'ZRN1', RESET],
  ['INTERNAL_ERROR', undefined, { kind: 'internal-error', acts: true }],
];

describe('An attempt in doubt is kept and settled later (by the metadata tag in the statement, by qr/details for a register): if the bank did open it, it appears as an invoice', () => {
  test.each(FAULTS)('after %s, register %s', async (code, shortQrId, fault) => {
    clock.forward(1);
    const body = {
      amount: undefined,
      items: [
        { name: 'Кава', price: 5500, quantity: 2 },
        { name: 'Сир', price: 33_333, quantity: '0.335', unit: 'кг', discount_pct: 7.5 },
      ],
      reference: `Чек ${keys}`,
      comment: 'нотатка',
      cash_register: registers.get(shortQrId ?? '')?.id ?? null,
    };
    const { answer, attempt: row, lost } = await spoiled(fault, body);
    expect(answer.body).toEqual({ detail: expect.any(String), err_code: code });
    expect(row).toMatchObject({ status: 'in_doubt', err_code: code, invoice_id: null });
    await vi.waitFor(() => expect(lost()).not.toBe(''));
    const requestedAt = new Date(clock.now()).toISOString();
    clock.forward(5);
    if (shortQrId === undefined) shop.bank.pay(lost());

    await shop.restart();
    await vi.waitFor(() => expect(invoicesOf(lost())).toHaveLength(1));
    expect(attempt(row.id)).toMatchObject({ status: 'done', invoice_id: invoicesOf(lost())[0]?.id });
    expect(invoicesOf(lost())).toMatchObject([{ created_by: row.account_id }]);
    const { body: invoice } = await (await freshOwner(shop)).get<Invoice>(
      `invoices/${invoicesOf(lost())[0]?.id}/`,
    );
    expect(invoice).toMatchObject({
      number: row.number,
      status: shortQrId === undefined ? 'success' : 'created',
      amount: 21_329,
      reference: body.reference,
      comment: 'нотатка',
      cash_register: body.cash_register,
      created_locally: true,
      created_date: requestedAt,
      items: [
        { name: 'Кава', price: 5500, quantity: 2, amount: 11_000 },
        { name: 'Сир', price: 33_333, quantity: 0.335, unit: 'кг', discount_pct: 7.5, amount: 10_329 },
      ],
    });
    expect(invoice.paid_date === null).toBe(shortQrId !== undefined);
  });

  test('a pending attempt found at start (a crash while the bank was asked) becomes in doubt, and is settled', async () => {
    const reached = await spoiled(RESET);
    const unreached = await spoiled(NOT_ACTED);
    shop.bank.pay(reached.lost());
    for (const { id } of [reached.attempt, unreached.attempt])
      shop.console.db.run(
        build
          .updateTable('attempts')
          .set({ status: 'pending', err_code: '', settled_at: null })
          .where('id', '=', Number(id)),
      );
    await jobsPass();
    await vi.waitFor(() => expect(attempt(reached.attempt.id)).toMatchObject({ status: 'done' }));
    await vi.waitFor(() => expect(invoicesOf(reached.lost())).toMatchObject([{ status: 'success' }]));
    expect(attempt(unreached.attempt.id)).toMatchObject({ status: 'in_doubt', err_code: 'CRASHED' });
  });

  test('a payment found by sync_invoices is the attempt’s invoice, not one made past Kramar', async () => {
    const { attempt: row, lost } = await spoiled(RESET, { reference: 'Чек синхронізації' });
    shop.bank.pay(lost());
    const owner = await freshOwner(shop);
    const synced = await owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    expect(synced.body).toMatchObject({ created: 1 });
    expect(invoicesOf(lost())).toMatchObject([
      { number: row.number, created_locally: 1, status: 'success', reference: 'Чек синхронізації' },
    ]);
    expect(attempt(row.id)).toMatchObject({ status: 'done' });
  });

  test('a refusal of the second asking says nothing of the first: it is still in doubt', async () => {
    const { lost, attempt: row } = await spoiled(RESET);
    shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
    const again = await createUnder(
      shop,
      String(row.idempotency_key),
      { amount: 4200, validity: VALIDITY },
      await freshOwner(shop),
    );
    expect(again.body.err_code).toBe('TMR');
    // A customer did have the lost page.
    shop.bank.pay(lost());
    await jobsPass();
    await vi.waitFor(() => expect(invoicesOf(lost())).toMatchObject([{ status: 'success' }]));
  });

  test('the bank does not answer for one terminal: those of another are settled all the same', async () => {
    const [, other] = shop.bank.merchants;
    const terminal = await addTerminal(shop.console, { name: 'Книгарня', token: other?.token ?? '' });
    const first = await spoiled(RESET);
    const second = await spoiled(RESET, { terminal: terminal.id });
    shop.bank.pay(first.lost());
    shop.bank.pay(second.lost());
    shop.bank.fault({ kind: 'internal-error', token: shop.merchant.token, times: 1000 });
    await shop.restart();
    await vi.waitFor(() => expect(invoicesOf(second.lost())).toHaveLength(1));
    expect(attempt(first.attempt.id)).toMatchObject({ status: 'in_doubt' });
  });
});

describe('if nobody can have paid it and its validity is over, it is dropped', () => {
  test.each([
    ['the bank did not act', NOT_ACTED, undefined],
    ['the bank did act, nobody paid', RESET, undefined],
    ['nobody paid at the register', RESET, 'ZRN2'],
  ])('%s', async (_name, fault, shortQrId) => {
    const cash_register = registers.get(shortQrId ?? '')?.id;
    const { attempt: row, lost } = await spoiled(fault, { cash_register });
    // For the register the invoice would be adopted while it hangs there.
    if (shortQrId === undefined) {
      clock.forward(VALIDITY + PATIENCE - 1);
      await jobsPass();
      expect(attempt(row.id)).toMatchObject({ status: 'in_doubt' });
      clock.forward(2);
    } else {
      clock.forward(VALIDITY + PATIENCE + 1);
    }
    await jobsPass();
    await vi.waitFor(() => expect(attempt(row.id)).toMatchObject({ status: 'dropped', invoice_id: null }));
    expect(invoicesOf(lost())).toEqual([]);
  });

  test('paid before its validity was over: not dropped, however late it is looked for', async () => {
    const { attempt: row, lost } = await spoiled(RESET);
    clock.forward(VALIDITY - 1);
    shop.bank.pay(lost());
    clock.forward(5 * 86_400);
    await jobsPass();
    await vi.waitFor(() => expect(attempt(row.id)).toMatchObject({ status: 'done' }));
    await vi.waitFor(() =>
      expect(invoicesOf(lost())).toMatchObject([{ status: 'success', paid_date: expect.any(Number) }]),
    );
  });

  test('not while the bank does not report the payment', async () => {
    const { attempt: row, lost } = await spoiled(RESET);
    shop.bank.pay(lost());
    clock.forward(VALIDITY + PATIENCE + 1);
    shop.bank.clearRequests();
    shop.bank.fault({ kind: 'unavailable', path: 'statement', times: 1000 });
    await shop.restart();
    await vi.waitFor(() => expect(requested(shop, 'statement').length).toBeGreaterThan(0));
    // Stopping waits for the round that is under way.
    await shop.restart();
    expect(attempt(row.id)).toMatchObject({ status: 'in_doubt' });
    shop.bank.clearFaults();
    await jobsPass();
    await vi.waitFor(() => expect(invoicesOf(lost())).toHaveLength(1));
  });

  test('its key is then free', async () => {
    const { attempt: row } = await spoiled(NOT_ACTED);
    clock.forward(VALIDITY + PATIENCE + 1);
    await jobsPass();
    await vi.waitFor(() => expect(attempt(row.id)).toMatchObject({ status: 'dropped' }));
    const owner = await freshOwner(shop);
    const answer = await createUnder(shop, String(row.idempotency_key), { amount: 1 }, owner);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.number).toBeGreaterThan(Number(row.number));
  });

  test('after more than the 31 days of a statement too, with the bank’s clock two seconds ahead of ours', async () => {
    const { attempt: row } = await spoiled(NOT_ACTED);
    clock.forward(33 * 86_400);
    lead = 2000;
    shop.bank.clearRequests();
    await shop.restart();
    await vi.waitFor(() => expect(requested(shop, 'statement').length).toBeGreaterThan(0));
    await shop.restart();
    lead = 0;
    expect(attempt(row.id)).toMatchObject({ status: 'dropped' });
    await jobsPass();
  });
});

describe('cancel: No clear answer: 502 as above, and a later refresh shows what became of it', () => {
  const paid = async () => {
    const owner = await freshOwner(shop);
    const created = await owner.post<Invoice>('invoices/', { terminal: shop.terminal.id, amount: 34_000 });
    shop.bank.pay(created.body.invoice_id);
    await owner.post(`invoices/${created.body.id}/refresh/`);
    return { id: created.body.id, bankId: created.body.invoice_id, owner };
  };

  test('a refund that the bank did not make: refresh shows the payment as it was; its attempt is dropped', async () => {
    const { id, bankId, owner } = await paid();
    shop.bank.fault({ ...NOT_ACTED, path: 'invoice/cancel' });
    expect((await owner.post(`invoices/${id}/cancel/`, { amount: 4000 })).status).toBe(502);
    const row = attempts(shop, 'refund').at(-1);
    // The same sum, refunded outside Kramar, is not that refund.
    shop.bank.refund(bankId, 4000);
    await jobsPass();
    expect(attempt(row?.id)).toMatchObject({ status: 'in_doubt' });
    clock.forward(15 * 60 - 1);
    await jobsPass();
    expect(attempt(row?.id)).toMatchObject({ status: 'in_doubt' });
    // The bank's time is known to the second.
    clock.forward(2);
    await jobsPass();
    await vi.waitFor(() => expect(attempt(row?.id)).toMatchObject({ status: 'dropped' }));
    await vi.waitFor(() =>
      expect(invoicesOf(bankId)).toMatchObject([{ status: 'success', final_amount: 30_000 }]),
    );
  });

  test.each([
    [true, 'expired', 'done'],
    [false, 'created', 'dropped'],
  ])('an unpaid invoice, the bank has removed it: %s', async (acts, status, outcome) => {
    const owner = await freshOwner(shop);
    const body = { terminal: shop.terminal.id, amount: 100, validity: 2_592_000 };
    const { id, invoice_id } = (await owner.post<Invoice>('invoices/', body)).body;
    shop.bank.fault({ kind: 'reset', acts, path: 'invoice/remove' });
    expect((await owner.post(`invoices/${id}/cancel/`)).status).toBe(502);
    const row = attempts(shop, 'remove').at(-1);
    expect(row).toMatchObject({ status: 'in_doubt', invoice_id: id });
    const refreshed = await owner.post<Invoice>(`invoices/${id}/refresh/`);
    expect(refreshed.body).toMatchObject({ status });
    clock.forward(PATIENCE + 1);
    await jobsPass();
    await vi.waitFor(() => expect(attempt(row?.id)).toMatchObject({ status: outcome }));
    await vi.waitFor(() => expect(invoicesOf(invoice_id)).toMatchObject([{ status }]));
  });
});
