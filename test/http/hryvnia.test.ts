import { describe, expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import { rebuildSums } from '../../main/store/invoices/rollups/rebuild.ts';
import type { DayClose } from '../../shared/api/day-close.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Series, Stats } from '../../shared/api/series.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { holdsOf } from '../helpers/holds.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const clock = stoppedClock(Date.UTC(2026, 4, 20, 12));
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
/** Two payments and an open invoice in hryvnia; of each one in dollars. */
const items = [{ name: 'Кава', price: 300, quantity: 1 }];
for (const body of [{ amount: 100 }, { items }, { amount: 7000 }, { amount: 20 }, { amount: 90_000 }]) {
  const { id, invoice_id } = await shop.createInvoice({ reference: 'Продаж', ...body });
  if (body.amount === 20 || body.amount === 90_000) continue;
  shop.bank.pay(invoice_id);
  await shop.owner.post(`invoices/${id}/refresh/`);
}
for (const [id, amount] of [
  [2, 50],
  [3, 1000],
])
  expect((await shop.owner.post(`invoices/${id}/cancel/`, { amount })).status).toBe(200);
for (const amount of [7000, 90_000])
  shop.console.db.run(build.updateTable('invoices').set({ ccy: 840 }).where('amount', '=', amount));

const get = <Body>(path: string): Promise<Body> => ok(shop.owner.get<Body>(path), 200);

/** The fee is that of the practice bank. */
const OTHER = { ccy: 840, gross: 7000, fee: expect.any(Number), count: 1, refunds: 1000, refund_count: 1 };

describe('Sums here and in list totals add hryvnia (980) alone: an invoice in another currency is listed and counted, never added', () => {
  test.each(['', '?created_from=2026-05-19T20:30:00Z', '?terminal=1'])('stats/%s', async (query) => {
    expect(await get<Stats>(`stats/${query}`)).toMatchObject({
      total_count: 5,
      success_count: 3,
      created_count: 2,
      total_amount: 420,
      success_amount: 350,
      unpaid_amount: 20,
    });
  });
  test.each([
    ['', [5, 420, 350]],
    ['&status=success', [3, 400, 350]],
    ['&search=Продаж', [5, 420, 350]],
    ['&amount_min=100', [4, 400, 350]],
    ['&search=прод&amount_min=1000', [2, 0, 0]],
    ['&created_to=2026-05-20T12:30:00Z', [5, 420, 350]],
  ])('invoices/?page_size=200%s', async (query, [count, total_amount, success_amount]) => {
    const page = await get<InvoicePage>(`invoices/?page_size=200${query}`);
    expect(page.results).toHaveLength(Number(count));
    expect(page).toMatchObject({ count, totals: { total_amount, success_amount } });
  });
  test('open invoices', async () => {
    const page = await get<{ count: number; total_amount: number }>('invoices/open/');
    expect(page).toMatchObject({
      count: 2,
      total_amount: 20,
      other_currencies: [{ ccy: 840, count: 1, amount: 90_000 }],
    });
    const first = await get('invoices/open/?page_size=1');
    expect(first).toMatchObject({ total_amount: 20, other_currencies: [{ amount: 90_000 }] });
  });
  test.each(['day', 'hour', 'terminal', 'employee', 'product'])('series by %s', async (group) => {
    const series = await get<Series>(`stats/series/?group_by=${group}`);
    expect(series.totals).toMatchObject({ gross: 400, refunds: 50, count: 3, refund_count: 2 });
    expect(series.other_currencies).toEqual([OTHER]);
    expect(series.results.reduce((sum, point) => sum + point.gross, 0)).toBe(400);
    expect(series.results.reduce((sum, point) => sum + point.refunds, 0)).toBe(50);
  });
  test('the day summary', async () => {
    const day = await get<DayClose>('stats/day-close/');
    expect(day).toMatchObject({ totals: { gross: 400, refunds: 50, count: 3 } });
    expect(day.other_currencies).toEqual([OTHER]);
    expect(JSON.stringify(day)).not.toMatch(/90000|97000|7400/);
  });
  test.each(['stats/series/export/', 'stats/series/export/?group_by=product', 'stats/day-close/export/'])(
    'the table of %s has it in a row of its own, below the total',
    async (path) => {
      const { text } = await shop.owner.get(path);
      const rows = text.split('\r\n').filter((line) => line.includes('USD'));
      expect(rows).toHaveLength(1);
      expect(rows[0]).toContain('70,00;10,00;');
      expect(text.split('\r\n').find((line) => /^"?Total/.test(line))).toContain('4,00;0,50;');
    },
  );
  test('rebuilt sums', async () => {
    await rebuildSums(shop.console.db);
    expect(await get<Stats>('stats/')).toMatchObject({
      total_count: 5,
      total_amount: 420,
      success_amount: 350,
    });
  });
  test('of a hold in another currency, only what was captured', async () => {
    const { held, capture } = holdsOf(shop);
    const { id } = await held({ amount: 4200 });
    expect((await capture(id, { amount: 1200 })).status).toBe(200);
    const query = '?to=2026-05-20T12:00:00Z';
    const before = await get<Series>(`stats/series/${query}`);
    shop.console.db.run(build.updateTable('invoices').set({ ccy: 978 }).where('id', '=', id));
    const { other_currencies, totals } = await get<Series>(`stats/series/${query}`);
    expect(totals.gross).toBe(before.totals.gross - 1200);
    expect(other_currencies.find(({ ccy }) => ccy === 978)).toMatchObject({ gross: 1200, count: 1 });
    expect((await get<DayClose>('stats/day-close/')).other_currencies).toEqual(other_currencies);
  });
});
