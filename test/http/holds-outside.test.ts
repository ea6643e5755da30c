import { beforeEach, describe, expect, test } from 'vitest';
import type { DayFiscal, FiscalGapPage } from '../../shared/api/fiscal-checks.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Series, Stats } from '../../shared/api/series.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { eventsOf, lastId } from '../helpers/events.ts';
import { holdsOf } from '../helpers/holds.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, rowsOf } from '../helpers/trace.ts';

/** Holds that are captured, released or refunded in the bank's own office, and what Kramar makes of it later. */

const clock = stoppedClock(Date.UTC(2026, 2, 2, 9));
const merchants = [{ token: 'practice-holds-token', merchantName: 'Застави', prro: true }];
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now, merchants } });
const holds = holdsOf(shop);
await shop.owner.send('PATCH', `terminals/${shop.terminal.id}/fiscal/`, { body: { issues_receipts: 'yes' } });
beforeEach(async () => {
  clock.forward(600);
  await shop.signInAgain();
});

/** A request that Kramar did not send. */
const atBank = async (call: 'finalize' | 'cancel', body: object): Promise<void> => {
  clock.forward(60);
  const answer = await fetch(`${shop.bank.url}/api/merchant/invoice/${call}`, {
    method: 'POST',
    headers: { 'X-Token': shop.merchant.token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
};
const line = (sum: number) => [{ name: 'Застава', qty: 1, sum, code: '1' }];
const captureAtBank = (invoiceId: string) =>
  atBank('finalize', { invoiceId, amount: 20_000, items: line(20_000) });
const refundAtBank = (invoiceId: string, amount: number) =>
  atBank('cancel', { invoiceId, amount, items: line(amount) });
const releaseAtBank = (invoiceId: string) => atBank('cancel', { invoiceId, items: line(34_000) });
const sync = () => shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);

/** Every report that counts money, as one number each. */
const books = async () => {
  const range = 'from=2026-03-01&to=2026-05-01';
  const [total, products, stats, fiscal] = await Promise.all([
    shop.owner.get<Series>(`stats/series/?by=day&${range}`),
    shop.owner.get<Series>(`stats/series/?group_by=product&${range}`),
    shop.owner.get<Stats>('stats/'),
    shop.owner.get<DayFiscal>('stats/day-fiscal/'),
  ]);
  const { gross, refunds, count } = total.body.totals;
  return {
    gross,
    refunds,
    count,
    products: products.body.results.reduce((sum, point) => sum + point.gross, 0),
    left: stats.body.success_amount,
    fiscal: fiscal.body.sales.amount,
  };
};
type Books = Awaited<ReturnType<typeof books>>;
const grown = (before: Books, by: Partial<Books>): Books =>
  Object.fromEntries(
    Object.entries(before).map(([name, value]) => [name, value + (by[name as keyof Books] ?? 0)]),
  ) as Books;
const TAKEN = { gross: 20_000, count: 1, products: 20_000, left: 20_000, fiscal: 20_000 };

const ITEMS = [
  { name: 'Прокат', price: 30_000 },
  { name: 'Шолом', price: 4000 },
];

/** How Kramar learns of it. */
const LOOKS = [
  ['a look at the invoice', (id: number) => holds.refresh(id)],
  [
    'the statement first',
    async (id: number) => {
      await sync();
      return holds.refresh(id);
    },
  ],
] as const;

describe.each(LOOKS)('in the bank’s office, seen by %s', (_, look) => {
  const settled = async (id: number): Promise<Invoice> => {
    const invoice = await look(id);
    const rows = () => [rowsOf(shop, 'invoices'), rowsOf(shop, 'refunds'), rowsOf(shop, 'holds')];
    await holdBackground(shop);
    const before = rows();
    await sync();
    await holds.refresh(id);
    expect(rows()).toEqual(before);
    expect(rowsOf(shop, 'unreadable_records')).toEqual([]);
    return invoice;
  };

  test.each([
    ['lines', { items: ITEMS }],
    ['an amount', { amount: 34_000 }],
  ])('a capture of a part of %s: paid by that part alone, counted once', async (_of, body) => {
    const before = await books();
    const { id, invoice_id } = await holds.held(body);
    const after = lastId(shop);
    await captureAtBank(invoice_id);
    expect(await settled(id)).toMatchObject({ status: 'success', amount: 34_000, final_amount: 20_000 });
    expect(await holds.view(id)).toMatchObject({
      state: 'captured',
      amount: 34_000,
      captured_amount: 20_000,
      under_way: null,
    });
    expect((await holds.list()).results.map((each) => each.id)).not.toContain(id);
    const events = (await eventsOf(shop.owner, after)).filter(({ invoice }) => invoice === id);
    expect(events.filter(({ type }) => type === 'invoice.captured')).toHaveLength(1);
    expect(await books()).toEqual(grown(before, TAKEN));
  });

  test('then a refund of some of it: both are known, and the rest can be returned', async () => {
    const before = await books();
    const { id, invoice_id } = await holds.held();
    await captureAtBank(invoice_id);
    await refundAtBank(invoice_id, 5000);
    expect(await settled(id)).toMatchObject({ status: 'success', final_amount: 15_000 });
    expect(await books()).toEqual(grown(before, { ...TAKEN, left: 15_000, refunds: 5000 }));
    const { body } = await shop.owner.post<Invoice>(`invoices/${id}/cancel/`);
    expect(body).toMatchObject({ status: 'reversed', final_amount: 0 });
    expect(await books()).toEqual(grown(before, { ...TAKEN, left: 0, refunds: 20_000 }));
  });

  test('then a refund of all of it: taken once, and given back', async () => {
    const before = await books();
    const { id, invoice_id } = await holds.held();
    await captureAtBank(invoice_id);
    await refundAtBank(invoice_id, 20_000);
    expect(await settled(id)).toMatchObject({ status: 'reversed', final_amount: 0 });
    expect(await holds.view(id)).toMatchObject({ state: 'captured', captured_amount: 20_000 });
    expect(await books()).toEqual(grown(before, { ...TAKEN, left: 0, refunds: 20_000 }));
  });

  test('a release: never paid, nothing was refunded', async () => {
    const before = await books();
    const { id, invoice_id } = await holds.held();
    await releaseAtBank(invoice_id);
    expect(await settled(id)).toMatchObject({ status: 'reversed', paid_date: null });
    expect(await holds.view(id)).toMatchObject({ state: 'released', captured_amount: null });
    expect(rowsOf(shop, 'refunds').filter((row) => row.invoice_id === id)).toEqual([]);
    expect(await books()).toEqual(before);
  });
});

test.each([
  ['none', { drop: ['finalAmount'] }],
  ['0', { set: { finalAmount: 0 } }],
])(
  'the bank sets the final amount later than the status (first: %s): the sum is corrected, and counts once',
  async (_, status) => {
    const before = await books();
    const { id, invoice_id } = await holds.held();
    await captureAtBank(invoice_id);
    shop.bank.poison(invoice_id, { status });
    await holds.refresh(id);
    shop.bank.heal(invoice_id);
    expect(await holds.refresh(id)).toMatchObject({ status: 'success', final_amount: 20_000 });
    expect(await holds.view(id)).toMatchObject({ state: 'captured', captured_amount: 20_000 });
    expect(await books()).toEqual(grown(before, TAKEN));
  },
);

test('of a hold that the bank reports as expired nothing was taken', async () => {
  const before = await books();
  const { id, invoice_id } = await holds.held();
  shop.bank.poison(invoice_id, { status: { set: { status: 'expired' } } });
  expect(await holds.refresh(id)).toMatchObject({ status: 'expired', paid_date: null });
  expect(await holds.view(id)).toMatchObject({ state: 'released' });
  expect(await books()).toEqual(before);
  shop.bank.heal(invoice_id);
});

test('a captured part without a fiscal receipt is missing by that part', async () => {
  const { id, invoice_id } = await holds.held();
  await captureAtBank(invoice_id);
  await holds.refresh(id);
  shop.bank.setFiscalMode('failed');
  clock.forward(900);
  await shop.signInAgain();
  await shop.owner.get(`invoices/${id}/fiscal-checks/`);
  const { results } = (await shop.owner.get<FiscalGapPage>('invoices/fiscal-gaps/')).body;
  expect(results.find(({ invoice }) => invoice === id)).toMatchObject({ type: 'sale', amount: 20_000 });
});
