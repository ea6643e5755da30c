import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import { updateTerminal } from '../../main/store/terminals.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Reconciliation, ReconciliationRow } from '../../shared/api/reconciliation.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { rowsOf, traces, withoutTrace } from '../helpers/trace.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// Whole seconds, as the bank writes them.
const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const [, merchant] = shop.bank.merchants;
const second = await addTerminal(shop.console, { name: 'Друга', token: merchant?.token ?? '' });
let viewer = await shop.employee('viewer', ['can_view_invoices']);
/** Nothing open falls due meanwhile, so that only the test calls the bank; tokens are valid for an hour. */
const later = async (ms: number) => {
  shop.console.db.run(build.updateTable('invoices').set({ next_check_at: null }));
  clock.forward(ms / 1000);
  await shop.signInAgain();
  viewer = viewer.as(await shop.signIn('viewer'));
};
beforeEach(async () => {
  // A day of its own for each test.
  await later(2 * DAY);
  shop.bank.clearFaults();
  shop.bank.clearRequests();
});

interface ReconcileInput {
  query?: string;
  file?: string;
}

const iso = (at: number) => new Date(at).toISOString();
const request = ({ query = '', file }: ReconcileInput = {}, from = clock.now() - DAY / 2, to = clock.now()) =>
  viewer.send<Reconciliation & Refusal>('POST', `reconciliation/?from=${iso(from)}&to=${iso(to)}${query}`, {
    ...(file === undefined ? {} : { raw: file, headers: { 'Content-Type': 'text/csv' } }),
  });
/** Compared, and nothing written. */
const compared = async (...given: Parameters<typeof request>): Promise<Reconciliation> => {
  const before = (await traces(shop)).tables;
  const answer = await request(...given);
  expect(answer.status, answer.text.slice(0, 2000)).toBe(200);
  expect((await traces(shop)).tables).toEqual(before);
  return answer.body;
};
const inShort = ({ results }: Reconciliation) =>
  results.map(({ difference, next, invoice_id }: ReconciliationRow) => [difference, next, invoice_id]);
const paid = (body: object = {}) => shop.paid({ amount: 100, ...body });
const pastKramar = (payment: object = {}, token = shop.merchant.token) =>
  shop.bank.payOutsideKramar(token, { amount: 10_000, ...payment });
const adopt = (body: object, client = shop.owner) =>
  client.post<Invoice & Refusal>('reconciliation/adopt/', {
    terminal: shop.terminal.id,
    at: iso(clock.now()),
    ...body,
  });

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

describe("the till's file", () => {
  test('is read by its header, and compared by the reference', async () => {
    const [paidOne, twice, again, unpaid] = [
      await paid({ amount: 34_000, reference: 'ЧЕК-1' }),
      await paid({ amount: 500, reference: 'ЧЕК-2' }),
      await paid({ amount: 500, reference: 'чек-2' }),
      await shop.createInvoice({ amount: 900, reference: 'ЧЕК-3' }),
    ];
    const forgotten = await paid({ amount: 60, reference: 'ЧЕК-5' });
    await later(700_000);
    const file = [
      '\uFEFFДата;Номер замовлення;Сума',
      '01.03;чек-1;340,00',
      '01.03;ЧЕК-2;5,00',
      '01.03;ЧЕК-3;9,00',
      '01.03;ЧЕК-4;1 000,00',
      '01.03;;7,00',
      '01.03;ЧЕК-1;340,00',
      '01.03;ЧЕК-6;багато',
      'Разом;;',
    ].join('\r\n');
    const { till, results, counts } = await compared({ file });
    expect(till).toEqual({
      no_match: null,
      format: 'csv',
      encoding: 'utf-8',
      delimiter: 'semicolon',
      has_header: true,
      header: ['Дата', 'Номер замовлення', 'Сума'],
      reference_column: 1,
      amount_column: 2,
      rows: 5,
      amount: 34_000 + 500 + 900 + 100_000 + 34_000,
      unread: [6, 8, 9].map((row) => ({
        row,
        code: expect.any(String),
        value: expect.any(String),
        detail: expect.any(String),
      })),
    });
    const found = results.map(({ difference, next, reference, here, till: line }) => [
      ...[difference, next, reference, here?.invoice ?? null, line?.row ?? null],
    ]);
    expect(found.sort()).toEqual(
      [
        ['paid_twice', 'look', 'ЧЕК-2', twice?.id, 3],
        ['paid_twice', 'look', 'чек-2', again?.id, null],
        ['till_unpaid', 'refresh', 'ЧЕК-3', unpaid?.id, 4],
        ['not_in_till', 'look', 'ЧЕК-5', forgotten.id, null],
        ['only_till', 'look', 'ЧЕК-4', null, 5],
        ['till_repeated', 'look', 'ЧЕК-1', null, 7],
        [null, null, 'ЧЕК-1', paidOne?.id, 2],
      ].sort(),
    );
    expect(counts).toEqual({ differences: 6, agreeing: 1 });

    const byHand = await compared({
      file: 'x;чек-1\ny;ЧЕК-9',
      query: '&columns=reference:1&has_header=false',
    });
    expect(byHand.till).toMatchObject({
      has_header: false,
      reference_column: 1,
      amount_column: null,
      amount: null,
    });
    expect(byHand.results.filter(({ till: line }) => line).map(({ difference }) => difference)).toEqual([
      'only_till',
      null,
    ]);
    // Another day's: it was paid, and is not of this range.
    const late = await compared({ file: 'Чек\nЧЕК-5' }, clock.now() - 60_000, clock.now());
    expect(late.results).toMatchObject([
      { difference: 'paid_elsewhere', next: 'look', here: { invoice: forgotten.id } },
    ]);
    expect(late.here.count).toBe(0);
  });

  test('an invalid file is refused before the bank is called', async () => {
    onTestFinished((await shop.hold()).release);
    const refusals = await Promise.all(
      [
        { file: '%PDF-1.7 …' },
        { file: 'Назва;Ціна\nКава;45' },
        { file: 'Чек;Сума\n1;2', query: '&columns=reference:5' },
      ].map((requested) => request(requested)),
    );
    expect(refusals.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
      [400, ['file']],
      [400, ['columns']],
      [400, ['columns']],
    ]);
    expect(shop.bank.requests).toEqual([]);
  });
});

test('a range there must be, of 31 days at most', async () => {
  const at = (query: string) => () => viewer.send<Refusal>('POST', `reconciliation/?${query}`);
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

test('payments in another currency are summed apart in all three books, each row with its currency', async () => {
  await paid({ amount: 100, reference: 'ГРН-1' });
  const known = pastKramar({ amount: 7000, ccy: 840, reference: 'USD-1' });
  expect((await adopt({ invoice_id: known })).body).toMatchObject({ ccy: 840, status: 'success' });
  pastKramar({ amount: 5000, ccy: 840, reference: 'USD-2' });
  pastKramar({ amount: 300, ccy: 978, reference: 'EUR-1' });
  const file = 'Чек;Сума\nГРН-1;1,00\nUSD-1;69,00\nНЕМА;2,00';
  const books = await compared({ file });

  const one = (amount: number) => ({ count: 1, amount, refunded: 0 });
  const none = { count: 0, amount: 0, refunded: 0 };
  expect([books.here, books.bank, books.till?.amount]).toEqual([one(100), one(100), 300]);
  expect(books.other_currencies).toEqual([
    { ccy: 840, here: one(7000), bank: { count: 2, amount: 12_000, refunded: 0 }, till: 6900 },
    { ccy: 978, here: none, bank: one(300), till: 0 },
  ]);
  const shown = books.results.map(({ difference, reference, here, bank, till }) => [
    ...[reference, difference, here?.ccy, bank?.ccy, till?.ccy],
  ]);
  expect(shown.sort()).toEqual(
    [
      ['EUR-1', 'only_bank', undefined, 978, undefined],
      ['USD-1', 'till_amount', 840, 840, 840],
      ['USD-2', 'only_bank', undefined, 840, undefined],
      ['ГРН-1', null, 980, 980, 980],
      ['НЕМА', 'only_till', undefined, undefined, 980],
    ].sort(),
  );
  // Without amounts in the file there is no sum of any currency.
  const unsummed = await compared({ file: 'Чек\nUSD-1' });
  expect(unsummed.other_currencies.map(({ till }) => till)).toEqual([null, null]);
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
