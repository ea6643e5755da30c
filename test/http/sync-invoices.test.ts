import { beforeEach, describe, expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { requested, syncedRegisters } from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { expectSettled, invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { holdBackground, traces } from '../helpers/trace.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
// Stopped, so that no job looks at an open invoice before sync_invoices does; whole seconds, as the bank's.
const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const iso = (ms: number) => new Date(ms).toISOString();

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const registers = await syncedRegisters(shop);
beforeEach(() => shop.bank.clearFaults());

const sync = (terminal?: number) => syncInvoices(shop, terminal);
const settled = (terminal?: number) => expectSettled(shop, terminal);
const byBankId = (invoiceId: string) => invoiceByBankId(shop, invoiceId);
const past = (payment: object = {}) =>
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 10_000, ...payment });

describe('Payments found in the statement and unknown here', () => {
  test('created_locally false, page_url "", created_date the payment’s date, paid_date too if it was paid, cash_register by shortQrId, fee = amount − profitAmount', async () => {
    const date = clock.now() - 3 * DAY;
    const id = past({ amount: 12_345, date, shortQrId: 'ZRN2', reference: 'R-1', destination: 'Чай' });
    expect(await sync()).toEqual({ synced: 1, created: 1, updated: 0 });
    const known = shop.bank.invoice(id);
    const invoice = await byBankId(id);
    expect(invoice).toMatchObject({
      status: 'success',
      amount: 12_345,
      ccy: 980,
      created_locally: false,
      webhook_received: false,
      page_url: '',
      created_date: iso(date),
      paid_date: iso(date),
      cash_register: registers.get('ZRN2')?.id,
      terminal: shop.terminal.id,
      // About 1.3 %: 12345 × 0.013 = 160.485
      fee: 160,
      masked_pan: known?.payment?.maskedPan,
      rrn: known?.payment?.rrn,
      approval_code: known?.payment?.approvalCode,
      reference: 'R-1',
      destination: 'Чай',
      comment: '',
      final_amount: null,
      is_cancellable: true,
      items: [],
    });
    await settled();
  });

  test('a date beyond the bank’s own clock is none: the payment has that of the line before it, its refund the present', async () => {
    const [far = '', near = ''] = [clock.now() - DAY, clock.now() - 2 * DAY].map((date) => past({ date }));
    const line = { set: { date: '2099-01-01T00:00:00Z' } };
    for (const id of [far, near]) shop.bank.poison(id, { line });
    shop.bank.refund(near, 100);
    shop.bank.poison(near, {
      line: { set: { date: iso(clock.now() + 3601 * SECOND), 'cancelList.0.date': '2099-01-01T00:00:00Z' } },
    });
    await sync();
    for (const id of [far, near])
      expect(await byBankId(id)).toMatchObject({
        created_date: iso(clock.now()),
        paid_date: iso(clock.now()),
      });
    const { body } = await shop.owner.get<InvoicePage>(`invoices/?refunded_from=${iso(clock.now() + DAY)}`);
    expect(body.count).toBe(0);
  });

  test('without a register: cash_register null; without a reference: ""', async () => {
    const id = past();
    await sync();
    expect(await byBankId(id)).toMatchObject({ cash_register: null, reference: '' });
  });

  test('a payment that failed is not paid: paid_date null, fee 0', async () => {
    const createdAt = clock.now() - 2 * DAY;
    const [id = ''] = shop.bank.seed([
      {
        token: shop.merchant.token,
        amount: 900,
        createdAt,
        outcome: 'failure',
        validitySeconds: 30 * 86_400,
      },
    ]);
    await sync();
    expect(await byBankId(id)).toMatchObject({
      status: 'failure',
      paid_date: null,
      fee: 0,
      created_date: iso(createdAt + 60 * SECOND),
      is_cancellable: true,
    });
    await settled();
  });

  test('a card that was verified with a payment of nothing is paid, and has no refund', async () => {
    const id = past();
    shop.bank.poison(id, { line: { set: { amount: 0 } } });
    await sync();
    expect(await byBankId(id)).toMatchObject({ status: 'success', amount: 0, final_amount: null });
    await settled();
  });

  test('a failed try and the payment after it, both new here: one invoice, with its numbers in order', async () => {
    const seeded = { token: shop.merchant.token, validitySeconds: 30 * 86_400 };
    const [before = '', twice = ''] = shop.bank.seed(
      [DAY, DAY / 2].map((ago) => ({
        ...seeded,
        amount: 700,
        createdAt: clock.now() - ago,
        outcome: 'failure' as const,
      })),
    );
    shop.bank.pay(twice);
    const after = past();
    expect(await sync()).toMatchObject({ created: 3, updated: 0 });
    const found = await Promise.all([before, twice, after].map(byBankId));
    expect(found.map(({ status }) => status)).toEqual(['failure', 'success', 'success']);
    const [first = 0] = found.map(({ number }) => number);
    expect(found.map(({ number }) => number)).toEqual([first, first + 1, first + 2]);
    await settled();
  });
});

describe('sync_invoices → 200 `{synced, created, updated}`: payments in the statement, and how many of them were new here or changed here', () => {
  test('a refund made here is no change', async () => {
    const { id, invoice_id } = await shop.paid({ amount: 6000 });
    await shop.owner.post(`invoices/${id}/cancel/`, { amount: 500 });
    await settled();
    expect(await byBankId(invoice_id)).toMatchObject({ final_amount: 5500 });
  });

  test('synced counts payments of 30 days; an older one, and an invoice nobody tried to pay, is none', async () => {
    const { synced } = await sync();
    await shop.createInvoice();
    past({ date: clock.now() - 30 * DAY - SECOND });
    past({ date: clock.now() - 30 * DAY + SECOND });
    expect(await sync()).toEqual({ synced: synced + 1, created: 1, updated: 0 });
    const window = requested(shop, 'statement').at(-1)?.query.from;
    expect(Number(window)).toBe((clock.now() - 30 * DAY) / SECOND);
  });

  test('a failed try and the payment after it are one payment of one invoice', async () => {
    const { invoice_id } = await shop.createInvoice({ amount: 300 });
    shop.bank.decline(invoice_id);
    await sync();
    expect(await byBankId(invoice_id)).toMatchObject({ status: 'failure', paid_date: null });
    shop.bank.pay(invoice_id);
    expect(await sync()).toMatchObject({ created: 0, updated: 1 });
    expect(await byBankId(invoice_id)).toMatchObject({ status: 'success', paid_date: iso(clock.now()) });
    await settled();
  });

  test('another merchant’s payments are not here', async () => {
    const id = shop.bank.payOutsideKramar(shop.bank.merchants[1]?.token ?? '', { amount: 100 });
    await settled();
    expect((await shop.owner.get<InvoicePage>(`invoices/?search=${id}`)).body.count).toBe(0);
  });
});

describe('Also brings every open invoice of the terminal up to date', () => {
  test.each([
    ['processing', (id: string) => shop.bank.processing(id)],
    ['success', (id: string) => shop.bank.pay(id)],
    ['failure', (id: string) => shop.bank.decline(id, '61')],
    ['expired', (id: string) => shop.bank.expire(id)],
    [
      'reversed',
      (id: string) => {
        shop.bank.pay(id);
        shop.bank.refund(id);
      },
    ],
  ])('%s: as a refresh would, with all that comes from the bank', async (status, happen) => {
    const [one, other] = [await shop.createInvoice(), await shop.createInvoice()];
    for (const { invoice_id } of [one, other]) happen(invoice_id);
    await sync();
    const refreshed = (await shop.owner.post<Invoice>(`invoices/${other.id}/refresh/`)).body;
    expect(refreshed.status).toBe(status);
    // All fields that are the same for every payment.
    const { id, number, number_display, invoice_id, page_url, reference, rrn, approval_code, ...rest } =
      refreshed;
    expect(await shop.readInvoice(one.id)).toMatchObject(rest);
    await settled();
  });
});

describe('502: the upstream bank’s API failed; body holds detail (string) and err_code (string)', () => {
  test('midway, at an open invoice: what was found is kept, the next run imports the rest', async () => {
    // The background asks the bank too, and would use the fault up.
    await holdBackground(shop);
    const open = [await shop.createInvoice(), await shop.createInvoice()];
    const id = past();
    for (const { invoice_id } of open) shop.bank.expire(invoice_id);
    shop.bank.fault({ kind: 'reset', path: 'invoice/status' });
    const answer = await shop.owner.post<Refusal>(`terminals/${shop.terminal.id}/sync_invoices/`);
    expect(answer.status).toBe(502);
    expect(answer.body.err_code).toBe('UNREACHABLE');
    await sync();
    expect(await byBankId(id)).toMatchObject({ status: 'success' });
    for (const { id: ours } of open) expect((await shop.readInvoice(ours)).status).toBe('expired');
    await settled();
  });
});

test('two terminals of the same token: a payment is here once, whichever is synced', async () => {
  const twin = await addTerminal(shop.console, { name: 'Двійник', token: shop.merchant.token });
  const ours = await shop.createInvoice({ amount: 777 });
  shop.bank.pay(ours.invoice_id);
  const id = past({ amount: 778 });
  expect(await sync(twin.id)).toMatchObject({ created: 1, updated: 1 });
  expect(await byBankId(ours.invoice_id)).toMatchObject({ status: 'success', terminal: shop.terminal.id });
  expect(await byBankId(id)).toMatchObject({ terminal: twin.id });
  await sync();
  expect(await byBankId(id)).toMatchObject({ terminal: twin.id });
  await settled();
  await settled(twin.id);
});

test('two terminals of the same token, and the one that sold is deleted: a refund at the bank is noted', async () => {
  const twin = await addTerminal(shop.console, { name: 'Двійник', token: shop.merchant.token });
  const { id, invoice_id } = await shop.paid({ terminal: twin.id, amount: 779 });
  expect((await shop.owner.send('DELETE', `terminals/${twin.id}/`)).status).toBe(204);
  await sync();
  shop.bank.refund(invoice_id, 9);
  expect(await sync()).toMatchObject({ created: 0, updated: 1 });
  expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: 770 });
  await settled();
});

test('both synced at the same moment: a payment is here once', async () => {
  const ids = Array.from({ length: 300 }, (_, at) => past({ date: clock.now() - at * SECOND }));
  const both = await Promise.all([sync(), sync(), sync()]);
  expect(both.map(({ created }) => created).reduce((left, right) => left + right)).toBe(ids.length);
  for (const id of [ids[0], ids[299]]) await byBankId(id ?? '');
  await settled();
});

test('a statement of several hundred lines: every payment once; number in order of arrival, the oldest first', async () => {
  const LINES = 400;
  const [, , merchant] = shop.bank.merchants;
  const token = merchant?.token ?? '';
  const { id } = await addTerminal(shop.console, { name: 'Книгарня', token });
  const start = clock.now() - 29 * DAY;
  shop.bank.seed(
    // Not in order of time; two within one second now and then.
    Array.from({ length: LINES }, (_, at) => ({
      token,
      amount: 100 + at,
      createdAt: start + ((at * 7919) % LINES) * 500 * SECOND,
      outcome: at % 10 === 0 ? ('failure' as const) : ('success' as const),
    })),
  );
  const before = (await traces(shop)).tables.counters?.find(({ name }) => name === 'invoice');
  expect(await sync(id)).toEqual({ synced: LINES, created: LINES, updated: 0 });
  const rows: Invoice[] = [];
  for (let page: string | null = `invoices/?terminal=${id}&ordering=number&page_size=200`; page !== null; ) {
    const { body }: { body: InvoicePage } = await shop.owner.get<InvoicePage>(page);
    rows.push(...body.results);
    page = body.next;
  }
  expect(rows).toHaveLength(LINES);
  expect(new Set(rows.map(({ invoice_id }) => invoice_id)).size).toBe(LINES);
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: LINES }, (_, at) => Number(before?.value) + 1 + at),
  );
  const dates = rows.map(({ created_date }) => created_date);
  expect(dates).toEqual(dates.toSorted());
  await settled(id);
});
