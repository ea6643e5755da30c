import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Stats } from '../../shared/api/series.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 4, 20, 12);
const clock = stoppedClock(NOW);
const iso = (ms: number) => new Date(ms).toISOString();

/** Every invoice there is, read page by page. */
let all: Invoice[];

const HISTORY = 400;
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
  expect(await stats()).toEqual(NOTHING);
  const outcomes = ['success', 'success', 'success', 'failure'] as const;
  const [random] = fc.sample(
    fc.array(fc.record({ amount: fc.integer({ min: 1, max: 5_000_000 }), at: fc.nat(25 * 86_400) }), {
      minLength: HISTORY,
      maxLength: HISTORY,
    }),
    { numRuns: 1, seed: 20_260_520 },
  );
  shop.bank.seed(
    (random ?? []).map(({ amount, at }, index) => {
      const createdAt = NOW - at * 1000 - 120_000;
      // Every seventh refunded in part, every eleventh in full.
      const back = index % 11 === 0 ? amount : Math.floor(amount / 3);
      const isRefunded = (index % 7 === 0 || index % 11 === 0) && back > 0;
      return {
        token: shop.merchant.token,
        amount,
        createdAt,
        outcome: outcomes[index % 4] ?? ('success' as const),
        validitySeconds: 40 * 86_400,
        ...(isRefunded ? { refunds: [{ amount: back, at: createdAt + 90_000 }] } : {}),
      };
    }),
  );
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  // Statuses that only an invoice of our own can have.
  const own = [];
  for (let at = 0; at < 12; at++) own.push(await shop.createInvoice({ amount: 1000 + at }));
  for (const { invoice_id } of own.slice(0, 3)) shop.bank.processing(invoice_id);
  for (const { invoice_id } of own.slice(3, 6)) shop.bank.expire(invoice_id);
  for (const { invoice_id } of own.slice(6, 8)) shop.bank.pay(invoice_id);
  for (const { id } of own) await shop.owner.post(`invoices/${id}/refresh/`);
  await shop.owner.post(`invoices/${own[6]?.id}/cancel/`, { amount: 6 });
  all = await pages('invoices/?page_size=200');
});

const NOTHING: Stats = {
  total_count: 0,
  success_count: 0,
  created_count: 0,
  expired_count: 0,
  failure_count: 0,
  total_amount: 0,
  success_amount: 0,
  unpaid_amount: 0,
};

const stats = (query = ''): Promise<Stats> => ok(shop.owner.get<Stats>(`stats/${query}`), 200);

const pages = async (path: string): Promise<Invoice[]> => {
  const found: Invoice[] = [];
  for (let next: string | null = path; next !== null; ) {
    const { body }: { body: InvoicePage } = await shop.owner.get<InvoicePage>(next);
    found.push(...body.results);
    next = body.next;
  }
  return found;
};

const sum = (invoices: Invoice[], of: (invoice: Invoice) => number) =>
  invoices.reduce((total, invoice) => total + of(invoice), 0);
const withStatus = (invoices: Invoice[], status: string) => invoices.filter((each) => each.status === status);
const success = (invoices: Invoice[]) =>
  sum(withStatus(invoices, 'success'), ({ final_amount, amount }) => final_amount ?? amount);

/** The sums, worked out once more, independently of the program. */
const expected = (invoices: Invoice[]): Stats => ({
  total_count: invoices.length,
  success_count: withStatus(invoices, 'success').length,
  created_count: withStatus(invoices, 'created').length,
  expired_count: withStatus(invoices, 'expired').length,
  failure_count: withStatus(invoices, 'failure').length,
  total_amount: sum(invoices, ({ amount }) => amount),
  success_amount: success(invoices),
  unpaid_amount: sum(
    invoices.filter(({ status }) => status !== 'success'),
    ({ amount }) => amount,
  ),
});

test('the history has something of everything', () => {
  for (const status of ['created', 'processing', 'success', 'failure', 'reversed', 'expired'])
    expect(withStatus(all, status).length, status).toBeGreaterThan(0);
  const reduced = all.filter(({ final_amount, amount }) => final_amount !== null && final_amount < amount);
  expect(withStatus(reduced, 'success').length).toBeGreaterThan(1);
  expect(all).toHaveLength(HISTORY + 12);
});

test('created_count counts status created alone. total_amount sums amount over all; success_amount over status success (final_amount where it is set); unpaid_amount = sum of amount over every status but success.', async () => {
  expect(await stats()).toEqual(expected(all));
  expect((await stats()).created_count).toBe(4);
});

describe('Range on created_date', () => {
  const inRange = (from: number, to: number) =>
    all.filter(({ created_date }) => Date.parse(created_date) >= from && Date.parse(created_date) <= to);

  test('created at or after, created at or before: the ends belong to it', async () => {
    const [first] = all.toSorted((left, right) => left.created_date.localeCompare(right.created_date));
    const at = Date.parse(first?.created_date ?? '');
    expect(await stats(`?created_to=${iso(at)}`)).toEqual(expected(inRange(0, at)));
    expect((await stats(`?created_to=${iso(at)}`)).total_count).toBeGreaterThan(0);
    expect(await stats(`?created_to=${iso(at - 1)}`)).toEqual(NOTHING);
    expect(await stats(`?created_from=${iso(at)}`)).toEqual(expected(all));
    expect((await stats(`?created_from=${iso(at + 1)}`)).total_count).toBe(
      all.length - inRange(at, at).length,
    );
  });

  test('a range that is none is empty; no other parameter narrows it', async () => {
    expect(await stats(`?created_from=${iso(NOW)}&created_to=${iso(NOW - DAY)}`)).toEqual(NOTHING);
    expect(await stats('?status=created&terminal=999&search=x')).toEqual(expected(all));
  });
});

test('stats equal the sums over all pages of the list in the same range, and so do the list’s totals (computed before pagination)', async () => {
  const moment = fc.integer({ min: NOW - 27 * DAY, max: NOW + DAY });
  const filters = fc.record(
    {
      status: fc.constantFrom('created', 'processing', 'success', 'failure', 'reversed', 'expired'),
      amount_min: fc.integer({ min: 0, max: 3_000_000 }),
      created_locally: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.option(moment), fc.option(moment), filters, async (from, to, filter) => {
      const range = {
        ...(from === null ? {} : { created_from: iso(from) }),
        ...(to === null ? {} : { created_to: iso(to) }),
      };
      const listed = await pages(`invoices/?${new URLSearchParams({ ...range, page_size: '150' })}`);
      expect(await stats(`?${new URLSearchParams(range)}`)).toEqual(expected(listed));

      const query = new URLSearchParams(range);
      for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
      const found = await pages(`invoices/?${query}&page_size=150`);
      const { body } = await shop.owner.get<InvoicePage>(`invoices/?${query}&page_size=1`);
      expect(body.count).toBe(found.length);
      expect(body.totals).toEqual({
        total_amount: sum(found, ({ amount }) => amount),
        success_amount: success(found),
      });
    }),
    { numRuns: 40 },
  );
});
