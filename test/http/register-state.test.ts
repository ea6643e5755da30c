import { beforeEach, expect, test } from 'vitest';
import { updateTerminal } from '../../main/store/terminals.ts';
import type { CashRegister, RegisterState } from '../../shared/api/cash-registers.ts';
import { judgeRequest } from '../bank/judge.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { syncedRegisters } from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf, traces } from '../helpers/trace.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const register = (await syncedRegisters(shop)).get('ZRN1') as CashRegister;
const canceller = await shop.employee('canceller', ['can_cancel_invoices']);
beforeEach(async () => {
  // The watcher asks the bank about open invoices too.
  const { release } = await shop.hold();
  shop.bank.clearFaults();
  shop.bank.clearRequests();
  return release;
});

const stateOf = async (id = register.id) =>
  (await shop.owner.get<RegisterState>(`cash-registers/${id}/state/`)).body;
const release = (body: object = {}, client = canceller) =>
  client.post<RegisterState & Refusal>(`cash-registers/${register.id}/release/`, body);
const opened = (body: object = {}) =>
  shop.createInvoice({ amount: 34_000, cash_register: register.id, ...body });
const calls = () => shop.bank.requests.map(({ path }) => path.replace('/api/merchant/', ''));
const empty = { amount: null, ccy: null, invoice_id: null, invoice: null };

test("the state of the register is the bank's, the invoice is Kramar's; reading leaves no trace", async () => {
  expect(await stateOf()).toEqual({
    cash_register: register.id,
    ...empty,
    asked_at: new Date(clock.now()).toISOString(),
  });
  const olena = await shop.employee('olena', ['can_create_invoices']);
  const body = { terminal: shop.terminal.id, cash_register: register.id, amount: 5000, reference: 'A-1' };
  const { body: made } = await olena.post<{ id: number; invoice_id: string; number_display: string }>(
    'invoices/',
    body,
  );
  const before = (await traces(shop)).tables;
  const at = new Date(clock.now());
  expect(await stateOf()).toMatchObject({
    amount: 5000,
    ccy: 980,
    invoice_id: made.invoice_id,
    invoice: {
      id: made.id,
      number_display: made.number_display,
      reference: 'A-1',
      status: 'created',
      amount: 5000,
      created_by: 'olena',
      created_date: at.toISOString(),
      expires_at: new Date(at.getTime() + 86_400_000).toISOString(),
    },
  });
  expect((await traces(shop)).tables).toEqual(before);
  // An invoice that another program put there is not known here.
  const stranger = { 'X-Token': shop.merchant.token, 'Content-Type': 'application/json' };
  const foreign = await fetch(`${shop.bank.url}/api/merchant/invoice/create`, {
    method: 'POST',
    headers: stranger,
    body: JSON.stringify({ amount: 700, qrId: register.qr_id }),
  });
  const { invoiceId } = (await foreign.json()) as { invoiceId: string };
  expect(await stateOf()).toMatchObject({ amount: 700, invoice_id: invoiceId, invoice: null });
  expect((await release({ expected_invoice_id: invoiceId })).body).toMatchObject(empty);
});

test('release: only the expected amount is taken off, and the invoice keeps its state at the bank', async () => {
  const first = await opened();
  const second = await opened({ amount: 500 });
  const before = (await traces(shop)).tables;
  const refused = await release({ expected_invoice_id: first.invoice_id });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { expected_invoice_id: [expect.stringContaining(second.invoice_id)] },
  ]);
  expect((await traces(shop)).tables).toEqual(before);
  expect(await stateOf()).toMatchObject({ amount: 500, invoice_id: second.invoice_id });

  shop.bank.clearRequests();
  const done = await release({ expected_invoice_id: second.invoice_id });
  expect([done.status, done.body]).toMatchObject([200, { cash_register: register.id, ...empty }]);
  expect(calls()).toEqual(['qr/details', 'qr/reset-amount', 'invoice/status', 'qr/details']);
  const reset = shop.bank.requests.find(({ method }) => method === 'POST');
  judgeRequest('POST', reset?.path ?? '', reset?.body);
  expect(reset?.body).toEqual({ qrId: register.qr_id });
  expect(await shop.readInvoice(second.id)).toMatchObject({ status: 'created', is_cancellable: true });

  // Again: the register is empty, and there is nothing to do.
  shop.bank.clearRequests();
  expect((await release({ expected_invoice_id: second.invoice_id })).status).toBe(200);
  expect(calls()).toEqual(['qr/details']);
  // The page of the invoice can be paid all the same.
  shop.bank.pay(second.invoice_id);
  await shop.owner.post(`invoices/${second.id}/refresh/`);
  expect(await shop.readInvoice(second.id)).toMatchObject({ status: 'success' });
});

test('an invoice that is being paid stays on it, and the payment is imported', async () => {
  const paying = await opened();
  shop.bank.processing(paying.invoice_id);
  const refused = await release({ expected_invoice_id: paying.invoice_id });
  expect([refused.status, refused.body]).toEqual([
    502,
    { err_code: 'ORDER_IN_PROGRESS', detail: expect.stringMatching(/paying.*right now.*Wait/) },
  ]);
  expect(await stateOf()).toMatchObject({ invoice_id: paying.invoice_id });
  // The watcher looks it up again at once.
  expect(rowsOf(shop, 'invoices').find(({ id }) => id === paying.id)?.next_check_at).toBe(clock.now());
  shop.bank.pay(paying.invoice_id);
  expect(await stateOf()).toMatchObject(empty);
});

test('no clear answer: 502, and a later read has the outcome; a read that fails changes nothing', async () => {
  const lost = await opened();
  shop.bank.fault({ kind: 'reset', acts: true, path: 'qr/reset-amount' });
  const answer = await release();
  expect([answer.status, answer.body]).toEqual([
    502,
    { err_code: 'UNREACHABLE', detail: expect.stringContaining('look at the register again') },
  ]);
  expect(await stateOf()).toMatchObject(empty);
  expect(await shop.readInvoice(lost.id)).toMatchObject({ status: 'created' });

  await opened();
  shop.bank.fault({ kind: 'bad-gateway', path: 'invoice/status' });
  expect((await release()).status).toBe(200);
  expect(await stateOf()).toMatchObject(empty);

  await opened();
  shop.bank.fault({ kind: 'unavailable', path: 'qr/details' });
  expect((await withoutTables(() => release())).body.err_code).toBe('BAD_GATEWAY');
  expect(calls().filter((path) => path === 'qr/reset-amount')).toHaveLength(2);
});

const withoutTables = async <Answer>(request: () => Promise<Answer>): Promise<Answer> => {
  const before = (await traces(shop)).tables;
  const answer = await request();
  expect((await traces(shop)).tables).toEqual(before);
  return answer;
};

test('a register of a terminal that is not active can be released', async () => {
  updateTerminal(shop.console.db, shop.terminal, { is_active: 0 });
  expect((await release()).status).toBe(200);
});
