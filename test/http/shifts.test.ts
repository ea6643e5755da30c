import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { build } from '../../main/store/db/connection.ts';
import type { CashSale, CashSalePage } from '../../shared/api/cash-sales.ts';
import type { CurrentShift, DayCash, Shift, ShiftPage } from '../../shared/api/shifts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { keyed } from '../helpers/cash.ts';
import type { Client, Refusal } from '../helpers/client.ts';
import { errorsOf } from '../helpers/errors.ts';
import { ok } from '../helpers/ok.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';

let shop: Shop;
let late = 0;
/** May create and cancel invoices, and sees all. */
let senior: Client;
beforeEach(async () => {
  late = 0;
  shop = await openShop({ now: () => Date.now() + late });
  senior = await shop.employee('senior', ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices']);
});
afterEach(() => shop.close());

/** An employee who sees only their own sales. */
const narrowed = (username: string): Promise<Client> =>
  shop.employee(username, ['can_view_invoices', 'can_create_invoices'], { own_sales_only: 1 });

const codes = { headers: { Prefer: 'codes, facts' } };

const opened = (client: Client = shop.owner, opening_cash = 50_000): Promise<Shift> =>
  ok(client.post<Shift>('shifts/', { opening_cash }), 201);
const sold = (shift: Shift, amount: number, client = shop.owner, more = {}): Promise<CashSale> =>
  ok(client.post<CashSale>(`shifts/${shift.id}/cash-sales/`, { amount, ...more }), 201);
const closed = (shift: Shift, closing_cash: number, client = shop.owner): Promise<Shift> =>
  ok(client.post<Shift>(`shifts/${shift.id}/close/`, { closing_cash }), 200);
/** The refusal of a request, which leaves no trace. */
const refused = (path: string, body: object, client = shop.owner) =>
  withoutTrace(shop, () => client.post<Refusal>(path, body, codes));
const current = async (client = shop.owner) => (await client.get<CurrentShift>('shifts/current/')).body.shift;
const entries = async (shift: Shift, client = shop.owner) =>
  (await client.get<CashSalePage>(`shifts/${shift.id}/cash-sales/`)).body.results;

describe('a shift', () => {
  test('keeps counted and expected cash, with who, when and remark', async () => {
    const { body: shift } = await senior.post<Shift>('shifts/', { opening_cash: 50_000, remark: 'Дрібні' });
    expect(shift).toMatchObject({ is_open: true, opened_by: 'senior', opening_remark: 'Дрібні' });
    await sold(shift, 8100);
    await sold(shift, 30_000, senior, { remark: 'Кава' });
    await sold(shift, 4500, senior, { is_refund: true });
    const { body: done } = await shop.owner.post<Shift>(`shifts/${shift.id}/close/`, {
      closing_cash: 83_000,
      remark: 'Бракує',
    });
    expect(done).toMatchObject({
      is_open: false,
      opened_by: 'senior',
      closed_by: 'owner',
      closing_remark: 'Бракує',
      opening_cash: 50_000,
      closing_cash: 83_000,
      expected_cash: 83_600,
      difference: -600,
      sales: 38_100,
      sale_count: 2,
      refunds: 4500,
      refund_count: 1,
      is_clock_behind: false,
    });
    expect(await current()).toBeNull();
    const history = await shop.owner.get<ShiftPage>('shifts/');
    expect(history.body).toMatchObject({ count: 1, results: [done] });
    expect((await shop.owner.get<Shift>(`shifts/${shift.id}/`)).body).toEqual(done);
  });

  test('shows no sum and nothing expected until the cash is counted; less than nothing may be expected', async () => {
    const shift = await opened();
    await sold(shift, 8100);
    for (const open of [await current(), (await shop.owner.get<Shift>(`shifts/${shift.id}/`)).body])
      expect(open).toMatchObject({
        sales: null,
        sale_count: null,
        refunds: null,
        refund_count: null,
        expected_cash: null,
        difference: null,
        closing_cash: null,
        closed_by: null,
      });
    // More may have been given back than was there.
    await sold(shift, 60_000, shop.owner, { is_refund: true });
    expect(await closed(shift, 0)).toMatchObject({ expected_cash: -1900, difference: 1900 });
  });
});

describe('a second shift', () => {
  test('is refused with who opened the first and when, and leaves no trace; past the service too, until the first is closed', async () => {
    const first = await opened(senior);
    const refusal = await refused('shifts/', { opening_cash: 1 });
    expect(refusal.status).toBe(400);
    expect(refusal.body).toMatchObject({
      errors: { non_field_errors: [`A shift is open already: senior, ${first.opened_at}.`] },
      codes: { non_field_errors: ['shift_open'] },
      facts: { non_field_errors: [{ by: 'senior', at: first.opened_at }] },
    });
    const uk = { headers: { 'Accept-Language': 'uk' } };
    const { body } = await shop.owner.post<Refusal>('shifts/', { opening_cash: 1 }, uk);
    expect(body.errors?.non_field_errors?.[0]).toContain('Зміну вже відкрито: senior');
    const second = { opened_by: 1, opened_at: 1, opening_cash: 0, opening_remark: '' };
    expect(() => shop.console.db.run(build.insertInto('shifts').values(second))).toThrow(/UNIQUE/);
    await closed(first, 50_000);
    expect((await opened(senior)).id).toBe(2);
  });
});

describe('a request that is repeated under its key', () => {
  test('at once, and after a restart in the middle of the shift, enters one sale; with another amount it is refused', async () => {
    const shift = await opened();
    const enter = () => shop.owner.post(`shifts/${shift.id}/cash-sales/`, { amount: 700 }, keyed('one'));
    const answers = await Promise.all([enter(), enter(), enter()]);
    await shop.restart();
    answers.push(await enter());
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const refusal = await withoutTrace(shop, () =>
      shop.owner.post<Refusal>(`shifts/${shift.id}/cash-sales/`, { amount: 800 }, keyed('one')),
    );
    expect(refusal.body.errors).toHaveProperty('Idempotency-Key');
    expect(await current()).toMatchObject({ id: shift.id, is_open: true, opening_cash: 50_000 });
    expect(await entries(shift)).toHaveLength(1);
    expect(await closed(shift, 50_700)).toMatchObject({ expected_cash: 50_700, difference: 0 });
  });
});

describe('a cash sale', () => {
  test('is voided with who, when and why, stays in the list, and counts no more', async () => {
    const shift = await opened();
    const wrong = await sold(shift, 99_900);
    await sold(shift, 9990);
    const { body } = await senior.post<CashSale>(`cash-sales/${wrong.id}/void/`, { reason: 'Зайвий нуль' });
    expect(body).toMatchObject({ voided_by: 'senior', void_reason: 'Зайвий нуль', is_voidable: false });
    expect(body.voided_at).not.toBeNull();
    expect((await entries(shift)).map(({ amount }) => amount)).toEqual([9990, 99_900]);
    const again = await refused(`cash-sales/${wrong.id}/void/`, { reason: 'Ще' });
    expect(again.body.codes).toEqual({ non_field_errors: ['voided'] });
    expect(await closed(shift, 59_990)).toMatchObject({ sales: 9990, sale_count: 1, difference: 0 });
  });

  test('after the closing nothing is entered, voided or closed again: a clear refusal without a trace', async () => {
    const shift = await opened();
    const sale = await sold(shift, 100);
    const { closed_at } = await closed(shift, 50_100, senior);
    for (const [path, body] of [
      [`shifts/${shift.id}/cash-sales/`, { amount: 1 }],
      [`shifts/${shift.id}/close/`, { closing_cash: 1 }],
      [`cash-sales/${sale.id}/void/`, { reason: 'x' }],
    ] as const) {
      const refusal = await refused(path, body);
      expect([path, refusal.status, refusal.body.codes, refusal.body.facts]).toEqual([
        ...[path, 400, { non_field_errors: ['shift_closed'] }],
        { non_field_errors: [{ by: 'senior', at: closed_at }] },
      ]);
    }
  });
});

describe('a clock that is set back during a shift', () => {
  test('loses nothing: times stand still, ids keep the order, the shift carries a note', async () => {
    late = 5 * MINUTE_MS;
    const shift = await opened();
    const first = await sold(shift, 100);
    late = -3 * HOUR_MS;
    await shop.signInAgain();
    const second = await sold(shift, 200);
    const done = await closed(shift, 50_300);
    expect(second.made_at).toBe(first.made_at);
    expect(done).toMatchObject({ closed_at: first.made_at, is_clock_behind: true, difference: 0 });
    expect((await entries(shift)).map(({ id }) => id)).toEqual([second.id, first.id]);
    // The next shift begins by the clock that is right again.
    const next = await opened();
    expect(Date.parse(next.opened_at)).toBeLessThan(Date.parse(shift.opened_at));
    expect(next.is_clock_behind).toBe(false);
    // By some seconds is no note.
    late += 30_000;
    await sold(next, 100);
    late -= 30_000;
    expect(await closed(next, 50_100)).toMatchObject({ is_clock_behind: false });
  });
});

describe('rights', () => {
  test('one who sees only their own sales works in the open shift, and sees no one else', async () => {
    const olena = await narrowed('olena');
    const taras = await narrowed('taras');
    const shift = await opened(olena);
    const own = await sold(shift, 100, olena);
    const foreign = await sold(shift, 200, taras);
    expect(await current(taras)).toMatchObject({ id: shift.id, opened_by: 'olena' });
    expect((await entries(shift, taras)).map(({ id }) => id)).toEqual([foreign.id]);
    expect((await entries(shift)).map(({ id }) => id)).toEqual([foreign.id, own.id]);
    for (const path of ['shifts/', 'stats/day-cash/'])
      expect([path, (await taras.get(path)).status]).toEqual([path, 403]);
    expect((await refused(`cash-sales/${own.id}/void/`, { reason: 'x' }, taras)).status).toBe(404);
    expect((await taras.post(`cash-sales/${foreign.id}/void/`, { reason: 'x' })).status).toBe(200);
    expect(await closed(shift, 50_100, taras)).toMatchObject({ expected_cash: 50_100, difference: 0 });
    // The shift is known to who closed it; to the other it is a missing object.
    expect((await taras.get(`shifts/${shift.id}/`)).status).toBe(200);
    for (const path of [`shifts/${shift.id}/`, `shifts/${shift.id}/cash-sales/`])
      expect([path, (await olena.get(path)).status]).toEqual([path, 404]);
    expect((await (await shop.employee('nobody')).get(`shifts/${shift.id}/`)).status).toBe(404);
    // What was on its way when the shift closed gets a clear message.
    const inTheMeantime = await olena.post<Refusal>(`shifts/${shift.id}/cash-sales/`, { amount: 1 }, codes);
    expect(inTheMeantime.body.codes).toEqual({ non_field_errors: ['shift_closed'] });
  });

  test('cash is given back, and entries of others are voided, with the right to cancel', async () => {
    const seller = await shop.employee('seller', ['can_view_invoices', 'can_create_invoices']);
    const shift = await opened(seller);
    const foreign = await sold(shift, 100);
    for (const [path, body] of [
      [`shifts/${shift.id}/cash-sales/`, { amount: 1, is_refund: true }],
      [`cash-sales/${foreign.id}/void/`, { reason: 'x' }],
    ] as const) {
      expect([path, (await refused(path, body, seller)).status]).toEqual([path, 403]);
    }
    expect((await entries(shift, seller)).map(({ is_voidable }) => is_voidable)).toEqual([false]);
    await sold(shift, 1, senior, { is_refund: true });
  });

  test('the key of a till that may create invoices works in a shift', async () => {
    const { key } = createKey(shop.console, {
      name: 'Bar',
      permissions: ['can_create_invoices'],
      terminal: shop.terminal.id,
      own_sales_only: true,
    });
    const till = shop.stranger.as(key);
    const shift = await opened(till, 100);
    await sold(shift, 50, till);
    expect(await closed(shift, 150, till)).toMatchObject({ closed_by: 'Bar', difference: 0 });
    expect((await till.get('shifts/')).status).toBe(403);
  });
});

describe('the cash of a day', () => {
  test('sums what was entered on it, with the shifts of the day', async () => {
    const shift = await opened();
    await sold(shift, 8100);
    const wrong = await sold(shift, 70_000);
    await shop.owner.post(`cash-sales/${wrong.id}/void/`, { reason: 'x' });
    await sold(shift, 100, shop.owner, { is_refund: true });
    const { body } = await shop.owner.get<DayCash>('stats/day-cash/');
    expect(body).toMatchObject({ sales: 8100, sale_count: 1, refunds: 100, refund_count: 1 });
    expect(body.shifts).toMatchObject([{ id: shift.id, sales: null }]);
    // A shift that is closed the next day is of both days, its entries of the first.
    late = DAY_MS;
    await shop.signInAgain();
    await closed(shift, 58_000);
    const next = await shop.owner.get<DayCash>('stats/day-cash/');
    expect(next.body).toMatchObject({ sales: 0, refunds: 0, shifts: [{ id: shift.id, difference: 0 }] });
    const before = await shop.owner.get<DayCash>(`stats/day-cash/?date=${body.date}`);
    expect(before.body).toMatchObject({ sales: 8100, shifts: [{ id: shift.id }] });
    expect(await errorsOf(shop, 'GET', 'stats/day-cash/?date=2999-01-01')).toHaveProperty('date');
    const earlier = new Date(Date.parse(body.date) - DAY_MS).toISOString().slice(0, 10);
    expect((await shop.owner.get<DayCash>(`stats/day-cash/?date=${earlier}`)).body.shifts).toEqual([]);
  });
});
