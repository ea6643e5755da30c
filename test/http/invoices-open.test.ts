import { expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { OpenInvoicePage } from '../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Client } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const clock = stoppedClock(Date.parse('2026-03-02T10:00:00Z'));
/** By reference. */
const made: Record<string, Invoice> = {};

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const second = (
  await addTerminal(shop.console, { name: 'Книги', token: shop.bank.merchants[1]?.token ?? '' })
).id;
const viewer = await shop.employee('viewer', ['can_view_invoices']);
const make = async (reference: string, body: object) => {
  clock.forward(1);
  made[reference] = await shop.createInvoice({ reference, ...body });
};
await make('day', { amount: 100, validity: 86_400 });
await make('hour', { amount: 200, validity: 3600 });
await make('week', { amount: 400, validity: 604_800, terminal: second });
await make('paid', { amount: 800 });
await make('expired', { amount: 1600 });
await make('failed', { amount: 3200 });
await make('in progress', { amount: 6400, validity: 7200 });
await make('endless', { amount: 12_800 });
shop.bank.pay(made.paid?.invoice_id ?? '');
shop.bank.expire(made.expired?.invoice_id ?? '');
shop.bank.decline(made.failed?.invoice_id ?? '');
for (const name of ['paid', 'expired', 'failed'])
  await shop.owner.post(`invoices/${made[name]?.id}/refresh/`);
const { db } = shop.console;
const set = (name: string, changes: object) =>
  db.run(
    build
      .updateTable('invoices')
      .set(changes)
      .where('id', '=', made[name]?.id ?? 0),
  );
set('in progress', { status: 'processing' });
// As one that was found in the statement while it was being paid.
set('endless', { status: 'processing', expires_at: null });
// The clock has been moved: the service would query the bank about due invoices, in the middle of a test.
db.run(build.updateTable('invoices').set({ next_check_at: null }));

const list = (query = '', client: Client = viewer): Promise<OpenInvoicePage> =>
  ok(client.get<OpenInvoicePage>(`invoices/open/${query}`), 200);
const references = async (query = '') =>
  (await list(query)).results.map(({ reference }) => reference).join(', ');

test('with declined=true those, too, whose QR can still be paid, and only as long as it can', async () => {
  expect(await references('?declined=true')).toBe('hour, in progress, day, failed, week, endless');
  const page = await list('?declined=true');
  expect(page.total_amount).toBe(19_900 + 3200);
  expect(page.results[3]).toMatchObject({ status: 'failure', amount: 3200 });
  const { expires_at } = shop.console.db.get(
    build
      .selectFrom('invoices')
      .select('expires_at')
      .where('id', '=', made.failed?.id ?? 0),
  ) ?? { expires_at: null };
  set('failed', { expires_at: clock.now() - 1 });
  expect(await references('?declined=true')).toBe('hour, in progress, day, week, endless');
  set('failed', { expires_at });
});

test('invoices that may still be paid, soonest first and endless last, with their sum', async () => {
  const page = await list();
  expect(page).toMatchObject({ count: 5, next: null, previous: null, total_amount: 19_900 });
  expect(page.results.map(({ reference }) => reference).join(', ')).toBe(
    'hour, in progress, day, week, endless',
  );
  const week = made.week;
  expect(page.results[3]).toEqual({
    id: week?.id,
    number_display: '000003',
    reference: 'week',
    status: 'created',
    amount: 400,
    ccy: 980,
    terminal: second,
    terminal_name: 'Книги',
    cash_register: null,
    page_url: week?.page_url,
    created_date: week?.created_date,
    expires_at: new Date(Date.parse(week?.created_date ?? '') + 604_800_000).toISOString(),
  });
  expect(page.results[4]).toMatchObject({ status: 'processing', expires_at: null });
});

test('of one terminal, with its own sum', async () => {
  expect(await list(`?terminal=${second}`)).toMatchObject({ count: 1, total_amount: 400 });
  expect(await list('?terminal=777')).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
    total_amount: 0,
    other_currencies: [],
  });
});

test('in the requested order; invoices without expiry come last either way', async () => {
  expect(await references('?ordering=-expires_at')).toBe('week, day, in progress, hour, endless');
  expect(await references('?ordering=expires_at')).toBe('hour, in progress, day, week, endless');
  expect(await references('?ordering=-created_date')).toBe('endless, in progress, week, hour, day');
});

test('a page has the sum over all pages', async () => {
  expect(await list('?page_size=2&page=2')).toMatchObject({ count: 5, total_amount: 19_900 });
});
