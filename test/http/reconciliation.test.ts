import { expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { updateTerminal } from '../../main/store/terminals.ts';
import type { Reconciliation, ReconciliationRow } from '../../shared/api/reconciliation.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { rowsOf, traces, withoutTrace } from '../helpers/trace.ts';
import { iso, openReconciliation } from './reconciliation-stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { clock, shop, second, later, send, compared, paid, pastKramar, adopt } = await openReconciliation();
const inShort = ({ results }: Reconciliation) =>
  results.map(({ difference, next, invoice_id }: ReconciliationRow) => [difference, next, invoice_id]);

test('matches and differences, each with its one next step; every step settles its row', async () => {
  const same = await paid({ amount: 100 });
  const back = await paid({ amount: 200, reference: 'BACK' });
  const unheard = await shop.createInvoice({ amount: 300 });
  shop.bank.pay(unheard.invoice_id);
  const past = pastKramar({ amount: 400, reference: 'КАСА-7' });
  // The bank opened it and the answer was lost; the buyer paid by the register.
  shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
  const lost = { terminal: shop.terminal.id, amount: 500 };
  expect((await shop.owner.post('invoices/', lost)).status).toBe(502);
  const doubtful = shop.bank.invoices().find(({ amount }) => amount === 500)?.invoiceId ?? '';
  shop.bank.pay(doubtful);
  // Tried and failed: no payment.
  const failed = await shop.createInvoice({ amount: 600 });
  shop.bank.decline(failed.invoice_id);
  await later(700_000);
  shop.bank.refund(back.invoice_id, 50);
  // Paid a moment ago.
  await paid({ amount: 700 });

  const before = await compared();
  const bySide = ({ here, bank }: Reconciliation) => [here, bank];
  expect(inShort(before).slice(0, 4).sort()).toEqual(
    [
      ['refunded', 'refresh', back.invoice_id],
      ['status', 'refresh', unheard.invoice_id],
      ['only_bank', 'adopt', past],
      ['in_doubt', 'adopt', doubtful],
    ].sort(),
  );
  expect(before.counts).toEqual({ differences: 4, agreeing: 2 });
  expect(bySide(before)).toEqual([
    { count: 3, amount: 1000, refunded: 0 },
    { count: 6, amount: 2200, refunded: 50 },
  ]);
  expect(before.other_currencies).toEqual([]);
  expect(before.results.find(({ difference }) => difference === 'only_bank')).toEqual({
    difference: 'only_bank',
    next: 'adopt',
    terminal: shop.terminal.id,
    reference: 'КАСА-7',
    invoice_id: past,
    here: null,
    bank: { status: 'success', amount: 400, ccy: 980, refunded: 0, at: iso(clock.now() - 700_000) },
    till: null,
  });
  expect(before.results.find(({ invoice_id }) => invoice_id === same.invoice_id)).toMatchObject({
    difference: null,
    next: null,
    here: { invoice: same.id, number_display: same.number_display, status: 'success', amount: 100 },
    bank: { amount: 100 },
  });
  expect(before.terminals).toEqual([
    { terminal: shop.terminal.id, name: 'Каса', asked: true, err_code: '', detail: '', outcome: null },
    { terminal: second.id, name: 'Друга', asked: true, err_code: '', detail: '', outcome: null },
  ]);

  for (const { next, invoice_id, terminal, bank, here } of before.results) {
    const done =
      next === 'adopt'
        ? await adopt({ terminal, invoice_id, at: bank?.at })
        : next === 'refresh' && (await shop.owner.post(`invoices/${here?.invoice}/refresh/`));
    if (done) expect(done.status, done.text).toBe(200);
  }
  const after = await compared();
  expect(after.counts).toEqual({ differences: 0, agreeing: 6 });
  expect(after.here).toEqual(after.bank);
  expect(await invoiceByBankId(shop, doubtful)).toMatchObject({ created_locally: true, status: 'success' });
  expect(rowsOf(shop, 'attempts').at(-1)?.status).toBe('done');
});

test('adopt: done twice it is done once; a payment that the statement lacks is refused', async () => {
  const both = await shop.employee('both', ['can_manage_terminals', 'can_view_invoices']);
  const id = pastKramar({ amount: 777, shortQrId: 'ZRN1' });
  const one = await adopt({ invoice_id: id });
  expect([one.status, one.body]).toMatchObject([
    200,
    { invoice_id: id, amount: 777, status: 'success', created_locally: false, terminal: shop.terminal.id },
  ]);
  const before = (await traces(shop)).tables;
  expect((await adopt({ invoice_id: id }, both)).body).toEqual(one.body);
  expect((await traces(shop)).tables).toEqual(before);
  expect(await syncInvoices(shop)).toMatchObject({ created: 0 });

  const other = pastKramar({ amount: 778 });
  const rows = (await traces(shop)).tables;
  const away = await adopt({ invoice_id: other, at: iso(clock.now() - 3 * DAY) });
  expect([away.status, away.body.errors]).toEqual([
    400,
    { invoice_id: [expect.stringContaining('Nothing was written')] },
  ]);
  // The other terminal's token does not show it.
  expect((await adopt({ invoice_id: other, terminal: second.id })).status).toBe(400);
  expect((await traces(shop)).tables).toEqual(rows);

  const unknown = await withoutTrace(shop, () => adopt({ invoice_id: other, terminal: 99 }));
  expect([unknown.status, unknown.body.errors]).toEqual([
    400,
    { terminal: ['Invalid pk "99" - object does not exist.'] },
  ]);
});

test('a terminal that cannot be queried has no second column; a bank that is away is no fault of the request', async () => {
  const ours = await paid();
  const theirs = pastKramar({}, shop.bank.merchants[1]?.token);
  const there = await paid({ terminal: second.id, amount: 50 });
  await later(700_000);
  const { db } = shop.console;
  updateTerminal(db, second, { sealed_token: null });
  const one = await compared();
  expect(one.terminals[1]).toMatchObject({
    asked: false,
    err_code: 'TOKEN_MISSING',
    outcome: 'not_sent',
    detail: expect.stringMatching(/Друга/),
  });
  expect(one.counts.differences).toBe(0);
  expect(inShort(one).map(([, , id]) => id)).not.toContain(theirs);
  expect(one.results.find(({ invoice_id }) => invoice_id === there.invoice_id)?.bank).toBeNull();
  expect(one.results.find(({ invoice_id }) => invoice_id === ours.invoice_id)?.bank).not.toBeNull();
  updateTerminal(db, second, { sealed_token: second.sealed_token });

  shop.bank.fault({ kind: 'reset', path: 'statement', token: shop.merchant.token });
  const other = await compared();
  expect(other.terminals.map(({ err_code, outcome }) => [err_code, outcome])).toEqual([
    ['UNREACHABLE', 'unknown'],
    ['', null],
  ]);
  expect(inShort(other)[0]).toEqual(['only_bank', 'adopt', theirs]);
  const only = await compared({ query: `&terminal=${second.id}` });
  expect(only.terminals.map(({ terminal }) => terminal)).toEqual([second.id]);
  expect(only.results.map(({ terminal }) => terminal)).toEqual([second.id, second.id]);
  expect(await compared({ query: '&terminal=99' })).toMatchObject({ terminals: [], results: [] });
});

test('the edges of the range make no differences, however long a payment took; two calls where the bank allows no more', async () => {
  const edge = clock.now();
  await paid({ amount: 1 });
  await later(1000);
  const after = await paid({ amount: 2 });
  await later(7 * DAY);
  expect(inShort(await compared({}, edge - HOUR, edge)).map(([difference]) => difference)).toEqual([null]);

  // Paid, refunded, and only then reported: here it was paid when the refund was made, a day after the bank says.
  const slow = await shop.createInvoice({ amount: 3 });
  shop.bank.pay(slow.invoice_id);
  await later(DAY);
  shop.bank.refund(slow.invoice_id, 1);
  await shop.owner.post(`invoices/${slow.id}/refresh/`);
  await later(700_000);
  expect(inShort(await compared())).toEqual([[null, null, slow.invoice_id]]);
  expect(inShort(await compared({}, clock.now() - 2 * DAY, clock.now() - DAY))).toEqual([]);

  shop.bank.clearRequests();
  const month = await compared(
    { query: `&terminal=${shop.terminal.id}` },
    clock.now() - 31 * DAY,
    clock.now(),
  );
  // Left at the bank by the test before.
  const left = month.results.filter(({ difference }) => difference !== null);
  expect(left.map(({ bank }) => bank?.amount)).toEqual([778]);
  expect(month.results.map(({ invoice_id }) => invoice_id)).toContain(after.invoice_id);
  const requested = shop.bank.requests.map(({ query }) => [
    Number(query.from),
    Number(query.to ?? clock.now() / 1000),
  ]);
  expect(requested).toHaveLength(2);
  for (const [from = 0, to = 0] of requested) expect(to - from).toBeLessThanOrEqual(31 * 86_400);
});

test('a range there must be, of 31 days at most', async () => {
  const at = (query: string) => () => send(query);
  const refused = async (query: string) => {
    const { status, body } = await withoutTrace(shop, at(query));
    return [status, body.errors];
  };
  const required = ['This field is required.'];
  expect(await refused('')).toEqual([400, { from: required, to: required }]);
  expect(await refused('from=2026-03-02&to=2026-03-01')).toEqual([
    400,
    { to: [expect.stringMatching(/before/)] },
  ]);
  expect(await refused('from=2026-03-01&to=2026-04-01')).toEqual([
    400,
    { to: [expect.stringMatching(/31 days/)] },
  ]);
  expect(await refused('from=x&to=2026-03-01')).toEqual([400, { from: [expect.any(String)] }]);
  // October has an hour more in Kyiv.
  const october = 'from=2026-10-01T00:00:00%2B03:00&to=2026-10-31T23:59:59.999%2B02:00';
  expect((await at(october)()).status).toBe(200);
});

test('two terminals of one token: a payment known at one is not missing at the other, and counts once', async () => {
  const twin = await addTerminal(shop.console, { name: 'Двійник', token: shop.merchant.token });
  const ours = await paid({ amount: 321 });
  await later(700_000);
  expect(await compared({ query: `&terminal=${twin.id}` })).toMatchObject({
    results: [],
    bank: { count: 0, amount: 0 },
  });
  const all = await compared();
  expect(inShort(all)).toEqual([[null, null, ours.invoice_id]]);
  expect([all.here, all.bank]).toEqual([all.bank, { count: 1, amount: 321, refunded: 0 }]);
});
