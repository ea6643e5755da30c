import { expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { expectSettled, invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { traces } from '../helpers/trace.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
// Stopped, so that no job looks at an open invoice before sync_invoices does; whole seconds, as the bank's.
const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });

const sync = (terminal?: number) => syncInvoices(shop, terminal);
const settled = (terminal?: number) => expectSettled(shop, terminal);
const byBankId = (invoiceId: string) => invoiceByBankId(shop, invoiceId);
const past = (payment: object = {}) =>
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 10_000, ...payment });

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

test('both synced at the same moment: a payment is here once', async () => {
  const ids = Array.from({ length: 300 }, (_, at) => past({ date: clock.now() - at * SECOND }));
  const both = await Promise.all([sync(), sync(), sync()]);
  expect(both.map(({ created }) => created).reduce((left, right) => left + right)).toBe(ids.length);
  for (const id of [ids[0], ids[299]]) await byBankId(id ?? '');
  await settled();
});

test('a statement of several thousand lines: every payment once; number in order of arrival, the oldest first', async () => {
  const LINES = 4000;
  const [, merchant] = shop.bank.merchants;
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
