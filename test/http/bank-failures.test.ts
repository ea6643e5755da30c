import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { IMPATIENT } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, rowsOf, traceRows } from '../helpers/trace.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now, config: IMPATIENT });
await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
beforeEach(() => shop.bank.clearRequests());
afterEach(async () => {
  shop.bank.clearFaults();
  // After three calls without an answer the next answer wakes the jobs, whose requests would reach a later test.
  expect((await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`)).status).toBe(200);
});

const create = (body: object = {}) =>
  shop.owner.post<Refusal>('invoices/', {
    terminal: shop.terminal.id,
    items: [{ name: 'Кава', price: 5500 }],
    ...body,
  });
const attempt = () => rowsOf(shop, 'attempts').at(-1);
const requested = () => shop.bank.requests.map(({ path }) => path);
/** What a creation writes, apart from the number it uses and its line in the journal. */
const written = () => [rowsOf(shop, 'invoices'), rowsOf(shop, 'invoice_items')];

/** A creation that fails: reported as decided, tried once, journaled, and nothing half-written. */
const failedCreation = async (err_code: string, status: 'refused' | 'in_doubt', body: object = {}) => {
  await holdBackground(shop);
  const before = written();
  const attempts = rowsOf(shop, 'attempts').length;
  const numbers = traceRows(shop, 'counters');
  const answer = await create(body);
  expect(answer.status).toBe(502);
  expect(answer.body).toEqual({ detail: expect.stringMatching(/\w/), err_code });
  expect(written()).toEqual(before);
  expect(requested()).toEqual(['/api/merchant/invoice/create']);
  expect(rowsOf(shop, 'attempts')).toHaveLength(attempts + 1);
  const [before_ = { value: 0 }] = numbers;
  const number = Number(before_.value) + 1;
  expect(attempt()).toMatchObject({ kind: 'create', status, err_code, number, invoice_id: null });
  expect(traceRows(shop, 'counters')).toEqual([{ name: 'invoice', value: number }]);
  return answer.body.detail;
};

describe("Otherwise the outcome is in doubt: err_code is the bank's errCode if it gave one (500), else `TIMEOUT` (no answer in time), `UNREACHABLE` (it broke, half-way through the body too), `BAD_GATEWAY` (a 5xx without errCode, or an answer that cannot be read)", () => {
  test.each<[Fault['kind'], boolean, string]>([
    ['internal-error', true, 'INTERNAL_ERROR'],
    ['hang', true, 'TIMEOUT'],
    ['reset', false, 'UNREACHABLE'],
    ['reset', true, 'UNREACHABLE'],
    ['half-body', true, 'UNREACHABLE'],
    ['bad-gateway', false, 'BAD_GATEWAY'],
    ['unavailable', false, 'BAD_GATEWAY'],
    ['gateway-timeout', true, 'BAD_GATEWAY'],
    ['malformed-json', true, 'BAD_GATEWAY'],
  ])('%s, the bank had acted: %s → %s', async (kind, acts, err_code) => {
    const opened = shop.bank.invoices().length;
    shop.bank.fault({ kind, acts, path: 'invoice/create' });
    await failedCreation(err_code, 'in_doubt');
    expect(shop.bank.invoices()).toHaveLength(opened + (acts ? 1 : 0));
  });
  test('delay within the time limit is no failure', async () => {
    shop.bank.fault({ kind: 'delay', ms: 30, path: 'invoice/create' });
    expect((await create()).status).toBe(201);
  });
});

describe('If the bank refuses (4xx with an errCode): 502 with its errText in detail and its errCode in err_code, and no invoice.', () => {
  test('429', async () => {
    shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
    expect(await failedCreation('TMR', 'refused')).toBe('too many requests');
  });
  test('400: a register whose amount is being paid', async () => {
    const registers = (await shop.owner.get<Page<CashRegister>>('cash-registers/')).body.results;
    const cash_register = registers.find(({ short_qr_id }) => short_qr_id === 'ZRN1')?.id;
    const { invoice_id } = await shop.createInvoice({ amount: 100, cash_register });
    shop.bank.processing(invoice_id);
    shop.bank.clearRequests();
    const detail = await failedCreation('ORDER_IN_PROGRESS', 'refused', { cash_register });
    expect(detail).toBe('the amount on the QR register is being paid');
  });
  test('403: a token that the bank has withdrawn', async () => {
    const [, other] = shop.bank.merchants;
    const { id } = await addTerminal(shop.console, { name: 'Книги', token: other?.token ?? '' });
    await shop.console.vault.unlock();
    const sealed_token = shop.console.vault.sealToken(id, 'withdrawn');
    shop.console.db.run(build.updateTable('terminals').set({ sealed_token }).where('id', '=', id));
    shop.bank.clearRequests();
    expect(await failedCreation('FORBIDDEN', 'refused', { terminal: id })).toBe('forbidden');
  });
});

test('refresh: the bank does not know the invoice: its NOT_FOUND', async () => {
  const { id } = await shop.createInvoice();
  const { db } = shop.console;
  db.run(build.updateTable('invoices').set({ invoice_id: 'p2_nobodys' }).where('id', '=', id));
  const answer = await shop.owner.post<Refusal>(`invoices/${id}/refresh/`);
  expect([answer.status, answer.body]).toEqual([
    502,
    { detail: "invalid 'invoiceId'", err_code: 'NOT_FOUND' },
  ]);
});
