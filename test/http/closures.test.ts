import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import { setSetting } from '../../main/store/settings.ts';
import type {
  DayClosure,
  DayClosurePage,
  MonthClosure,
  MonthClosurePage,
  ShopDays,
} from '../../shared/api/closures.ts';
import type { CounterSettings } from '../../shared/api/settings.ts';
import type { Shift } from '../../shared/api/shifts.ts';
import { DAY_MS } from '../../shared/time.ts';
import { codes } from '../helpers/cash.ts';
import type { Client, Refusal } from '../helpers/client.ts';
import { ok } from '../helpers/ok.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

let shop: Shop;
let late = 0;
/** A shift lead: sells, and sees the takings. */
let lead: Client;
beforeEach(async () => {
  late = 0;
  shop = await openShop({ now: () => Date.now() + late });
  lead = await shop.employee('lead', ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices']);
});
afterEach(() => shop.close());

const opened = async (client = lead): Promise<number> =>
  (await ok(client.post<Shift>('shifts/', { opening_cash: 100_000 }))).id;
const paid = (amount: number) => shop.paid({ amount });
const closeDay = (body: object = {}, client = lead) => ok(client.post<DayClosure>('day-closures/', body));
const closures = async () => (await ok(shop.owner.get<DayClosurePage>('day-closures/'))).results;
const nextDay = async (days = 1): Promise<void> => {
  late = days * DAY_MS;
  await shop.signInAgain();
};

describe('a closed day', () => {
  test('keeps who, when, sums, cash and remark, and closes the open shift', async () => {
    const shift = await opened();
    await ok(lead.post(`shifts/${shift}/cash-sales/`, { amount: 30_000 }));
    await paid(8100);
    const done = await closeDay({ closing_cash: 130_000, cash_taken: 30_000, remark: 'Усе гаразд' });
    expect(done).toMatchObject({
      version: 1,
      is_latest: true,
      closed_by: 'lead',
      remark: 'Усе гаразд',
      differences: [],
      cash_taken: 30_000,
      cash_left: 100_000,
      is_changed: false,
      change: 0,
      sums: { takings: 38_100, qr: 8100, qr_count: 1, sales: 30_000, sale_count: 1, refunds: 0 },
    });
    expect((await ok(shop.owner.get<Shift>(`shifts/${shift}/`))).closing_cash).toBe(130_000);
    expect(await closures()).toEqual([done]);
    const log = rowsOf(shop, 'actions').filter(({ code }) => code === 'day_closed');
    expect(log.map(({ actor_name, facts }) => [actor_name, JSON.parse(String(facts))])).toEqual([
      ['lead', { day: done.date, amount: 38_100, version: 1, remark: 'Усе гаразд' }],
    ]);
  });

  test('names what did not match: cash, and QR codes that could still be paid', async () => {
    await opened();
    await shop.createInvoice({ amount: 45_850 });
    const { differences } = await closeDay({ closing_cash: 99_000 });
    expect(differences).toEqual([
      { kind: 'cash', count: 1, amount: -1000 },
      { kind: 'open_qr', count: 1, amount: 45_850 },
    ]);
  });

  test('is marked as changed by what comes later, and closing again adds a version', async () => {
    await paid(8100);
    const first = await closeDay();
    expect(await closeDay({}, shop.owner)).toEqual(first);
    const { id } = await paid(7500);
    expect(await closures()).toEqual([{ ...first, is_changed: true, change: 7500 }]);
    const second = await closeDay();
    expect(second).toMatchObject({ version: 2, is_changed: false, sums: { qr: 15_600 } });
    await ok(shop.owner.post(`invoices/${id}/cancel/`, { amount: 2500 }));
    expect(await closures()).toEqual([
      { ...second, is_changed: true, change: -2500 },
      { ...first, is_latest: false, is_changed: true, change: 5000 },
    ]);
  });

  test('of two windows at once there is one, and the second sees the first', async () => {
    await opened();
    const bodies = await Promise.all(
      [lead, shop.owner].map((client) => client.post('day-closures/', { closing_cash: 100_000 })),
    );
    expect(new Set(bodies.map(({ text }) => text)).size).toBe(1);
    expect(rowsOf(shop, 'closures')).toHaveLength(1);
  });

  test('of yesterday leaves the shift of today alone, and shows in the table of days', async () => {
    await paid(8100);
    const { date } = await closeDay();
    await nextDay();
    const shift = await opened(shop.owner);
    await ok(shop.owner.post(`shifts/${shift}/cash-sales/`, { amount: 500 }));
    expect(await closeDay({ date }, shop.owner)).toMatchObject({ date, version: 1 });
    const { days } = await ok(shop.owner.get<ShopDays>('stats/days/'));
    expect(days).toHaveLength(31);
    expect(days.slice(0, 2)).toMatchObject([
      { sums: { sales: 500, qr: 0 }, closure: null, shifts: [{ id: shift }] },
      { date, sums: { sales: 0, qr: 8100 }, closure: { version: 1, closed_by: 'lead' }, shifts: [] },
    ]);
  });

  test('with an open shift is refused without its count, with more taken than counted, on a day that is none', async () => {
    await opened();
    for (const [body, expected] of [
      [{}, { closing_cash: ['not_counted'] }],
      [{ closing_cash: 1000, cash_taken: 1001 }, { cash_taken: ['more_than_counted'] }],
      [{ date: '2026-02-30' }, { date: ['invalid'] }],
      [{ date: '2999-01-01' }, { date: ['not_begun'] }],
    ]) {
      const refusal = await withoutTrace(shop, () => lead.post<Refusal>('day-closures/', body, codes));
      expect([refusal.status, refusal.body.codes]).toEqual([400, expected]);
    }
  });

  test('is not closed with a count whose shift somebody else closed meanwhile', async () => {
    await ok(lead.post(`shifts/${await opened()}/close/`, { closing_cash: 100_000 }));
    const refusal = await withoutTrace(shop, () =>
      lead.post<Refusal>('day-closures/', { closing_cash: 90_000 }, codes),
    );
    expect(refusal.body.codes).toEqual({ closing_cash: ['no_open_shift'] });
    expect(await closeDay({ cash_taken: 20_000 })).toMatchObject({ cash_left: 80_000 });
  });

  test('that is closed again keeps what was taken out of the till', async () => {
    await opened();
    await closeDay({ closing_cash: 100_000, cash_taken: 30_000 });
    await paid(8100);
    const cash = { cash_taken: 30_000, cash_left: 70_000 };
    expect(await closeDay()).toMatchObject({ version: 2, ...cash });
    await opened();
    expect(await closeDay({ closing_cash: 60_000 })).toMatchObject({ cash_taken: 0, cash_left: 60_000 });
  });

  test('is not for who sees only their own sales', async () => {
    const rights = ['can_view_invoices', 'can_create_invoices'] as const;
    const narrowed = await shop.employee('narrowed', rights, { own_sales_only: 1 });
    expect((await withoutTrace(shop, () => narrowed.post<Refusal>('day-closures/', {}))).status).toBe(403);
    for (const path of ['day-closures/', 'month-closures/', 'stats/days/'])
      expect([path, (await narrowed.get(path)).status]).toEqual([path, 403]);
  });

  test('is found by its dates; a wrong date or a range too long is refused', async () => {
    const { date } = await closeDay();
    for (const [search, count] of [
      [`date_from=${date}&date_to=${date}`, 1],
      ['date_to=2020-01-01', 0],
    ] as const)
      expect((await ok(shop.owner.get<DayClosurePage>(`day-closures/?${search}`))).count).toBe(count);
    for (const path of [
      ...['day-closures/?date_from=x', 'month-closures/?month_to=2026-13', 'stats/days/?date_from=x'],
      'stats/days/?date_from=2020-01-01&date_to=2021-01-01',
    ])
      expect([path, (await shop.owner.get(path)).status]).toEqual([path, 400]);
  });
});

describe('a closed month', () => {
  test('is over, the owner’s, and changed by what comes later', async () => {
    await paid(8100);
    const { days } = await ok(shop.owner.get<ShopDays>('stats/days/'));
    const month = days[0]?.date.slice(0, 7) ?? '';
    const early = await withoutTrace(shop, () =>
      shop.owner.post<Refusal>('month-closures/', { month }, codes),
    );
    expect(early.body.codes).toEqual({ month: ['not_over'] });
    await nextDay(31);
    const first = await ok(shop.owner.post<MonthClosure>('month-closures/', { month, remark: 'Так' }));
    expect(first).toMatchObject({
      month,
      version: 1,
      closed_by: 'owner',
      remark: 'Так',
      sums: { qr: 8100 },
      is_changed: false,
      differences: [
        { kind: 'days', count: 1, amount: null },
        { kind: 'statement', count: 1, amount: null },
      ],
    });
    expect(await ok(shop.owner.post('month-closures/', { month }))).toEqual(first);
    // A payment of that month that the statement brings only now.
    shop.console.db.run(
      build.updateTable('invoices').set({ amount: 9100, final_amount: 9100 }).where('amount', '=', 8100),
    );
    const { results } = await ok(shop.owner.get<MonthClosurePage>('month-closures/'));
    expect(results).toEqual([{ ...first, is_changed: true, change: 1000 }]);
    expect(await ok(shop.owner.post('month-closures/', { month }))).toMatchObject({ version: 2 });
  });
});

describe('cash at the counter', () => {
  const counter = async () => ok(lead.get<CounterSettings>('counter/'));

  test('is taken once it was entered in the last 90 days, or the owner says so', async () => {
    expect(await counter()).toEqual({
      takes_cash: false,
      cash_rounding: 'off',
      cash_receipts: 'elsewhere',
      discount_limit: null,
      held_carts: true,
      customer_screen: true,
    });
    await ok(lead.post(`shifts/${await opened()}/cash-sales/`, { amount: 100 }));
    expect((await counter()).takes_cash).toBe(true);
    const sold = (days: number) =>
      shop.console.db.run(build.updateTable('cash_sales').set({ made_at: Date.now() - days * DAY_MS }));
    sold(89);
    expect((await counter()).takes_cash).toBe(true);
    sold(91);
    expect((await counter()).takes_cash).toBe(false);
    setSetting(shop.console.db, 'takes_cash', 'yes');
    setSetting(shop.console.db, 'cash_rounding', '50');
    setSetting(shop.console.db, 'cash_receipts', 'not_needed');
    expect(await counter()).toMatchObject({
      takes_cash: true,
      cash_rounding: '50',
      cash_receipts: 'not_needed',
    });
  });
});
