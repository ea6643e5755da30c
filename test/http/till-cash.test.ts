import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  CashMove,
  CashMovePage,
  DayCash,
  Shift,
  ShiftCountResult,
  TillCash,
} from '../../shared/api/shifts.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import type { Client, Refusal } from '../helpers/client.ts';
import { ok } from '../helpers/ok.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

let shop: Shop;
let late = 0;
/** Sees only their own sales, and so counts unseen. */
let olena: Client;
let shift: Shift;
beforeEach(async () => {
  late = 0;
  shop = await openShop({ now: () => Date.now() + late });
  olena = await shop.employee('olena', ['can_view_invoices', 'can_create_invoices'], { own_sales_only: 1 });
  shift = await opened();
});
afterEach(() => shop.close());

const codes = { headers: { Prefer: 'codes, facts' } };
const opened = () => ok(olena.post<Shift>('shifts/', { opening_cash: 50_000 }));
const sold = (amount: number, client = olena) =>
  ok(client.post(`shifts/${shift.id}/cash-sales/`, { amount }));
const move = (direction: 'in' | 'out', amount: number, more: object = {}) => ({
  direction,
  amount,
  reason: 'Постачальник',
  ...more,
});
const moved = (direction: 'in' | 'out', amount: number, client = olena) =>
  ok(client.post<CashMove>(`shifts/${shift.id}/cash-moves/`, move(direction, amount)));
const counted = (cash: number, client = olena) =>
  ok(client.post<ShiftCountResult>(`shifts/${shift.id}/counts/`, { cash }));
const closed = (closing_cash: number, client = olena) =>
  ok(client.post<Shift>(`shifts/${shift.id}/close/`, { closing_cash }));
/** The refusal of a request about the shift, which leaves no trace. */
const refused = (what: string, body: object, client = shop.owner) =>
  withoutTrace(shop, () => client.post<Refusal>(`shifts/${shift.id}/${what}/`, body, codes));

describe('cash put in and taken out', () => {
  test('is expected at the closing, and known to shift, day and whoever sees the takings', async () => {
    await sold(10_000);
    const put = await moved('in', 20_000);
    expect(put).toMatchObject({ direction: 'in', amount: 20_000, reason: 'Постачальник', made_by: 'olena' });
    await moved('out', 65_000);
    const till = await ok(shop.owner.get<TillCash>(`shifts/${shift.id}/till/`));
    const sums = { sales: 10_000, sale_count: 1, refunds: 0, cash_in: 20_000, cash_out: 65_000 };
    expect(till).toMatchObject({ ...sums, opening_cash: 50_000, expected_cash: 15_000 });
    expect(await closed(14_000)).toMatchObject({ ...sums, expected_cash: 15_000, difference: -1000 });
    expect(await ok(shop.owner.get<DayCash>('stats/day-cash/'))).toMatchObject(sums);
    const { results } = await ok(shop.owner.get<CashMovePage>(`shifts/${shift.id}/cash-moves/`));
    expect(results.map(({ amount }) => amount)).toEqual([65_000, 20_000]);
    const log = rowsOf(shop, 'actions').filter(({ code }) => /^cash_(put|taken)/.test(String(code)));
    expect(log.map(({ code, facts }) => [code, JSON.parse(String(facts))])).toEqual([
      ['cash_put_in', { amount: 20_000, reason: 'Постачальник' }],
      ['cash_taken_out', { amount: 65_000, reason: 'Постачальник' }],
    ]);
  });

  test('tells who counts unseen nothing of what others sold', async () => {
    await sold(7000, shop.owner);
    await sold(100);
    const refusal = await refused('cash-moves', move('out', 50_101), olena);
    expect(refusal.body.codes).toEqual({ amount: ['more_than_till'] });
    expect(refusal.body).toMatchObject({ facts: { amount: [{}] } });
    expect(refusal.text).not.toMatch(/\d{4}/);
    await moved('out', 50_100);
    const { results } = await ok(olena.get<CashMovePage>(`shifts/${shift.id}/cash-moves/`));
    expect(results).toHaveLength(1);
    expect((await olena.get(`shifts/${shift.id}/till/`)).status).toBe(403);
  });

  test('of two requests at once that would take out more than there is, one is done', async () => {
    const more = await Promise.all(
      [1, 2].map(() => olena.post(`shifts/${shift.id}/cash-moves/`, move('out', 30_000))),
    );
    expect(more.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test('is dated no earlier than what was before it, when the clock is set back', async () => {
    late = 5 * MINUTE_MS;
    const first = await moved('in', 100);
    late = -3 * HOUR_MS;
    await shop.signInAgain();
    const second = await moved('in', 100, shop.owner);
    expect(second.made_at).toBe(first.made_at);
    expect(await closed(50_200, shop.owner)).toMatchObject({
      is_clock_behind: true,
      closed_at: first.made_at,
    });
  });
});

describe('a blind count', () => {
  test('that differs says only that, and may be repeated once; both are kept', async () => {
    await sold(3100);
    expect(await counted(53_000)).toEqual({ matches: false, tries_left: 1 });
    expect(await counted(52_900)).toEqual({ matches: false, tries_left: 0 });
    const third = await refused('counts', { cash: 53_100 }, olena);
    expect(third.body.codes).toEqual({ non_field_errors: ['count_final'] });
    const other = await refused('close', { closing_cash: 53_100 }, olena);
    expect(other.body.codes).toEqual({ closing_cash: ['other_count'] });
    expect(await closed(52_900)).toMatchObject({
      expected_cash: 53_100,
      difference: -200,
      counts: [
        { cash: 53_000, difference: -100, made_by: 'olena' },
        { cash: 52_900, difference: -200, made_by: 'olena' },
      ],
    });
    const log = rowsOf(shop, 'actions').filter(({ code }) => code === 'cash_counted');
    expect(log.map(({ facts }) => JSON.parse(String(facts)))).toEqual([
      { amount: 53_000, difference: -100 },
      { amount: 52_900, difference: -200 },
    ]);
  });

  test('tells nobody the expected sum while the shift is open', async () => {
    await sold(1234, shop.owner);
    await sold(4321);
    await moved('in', 777, shop.owner);
    await counted(1);
    const expected = /56332|56 ?332|563,32|563\.32/;
    for (const path of [
      ...[`shifts/${shift.id}/`, 'shifts/current/', 'shifts/', `shifts/${shift.id}/cash-sales/`],
      ...[`shifts/${shift.id}/cash-moves/`, `shifts/${shift.id}/till/`, 'stats/day-cash/', 'events/'],
      ...['actions/', 'day-closures/', 'stats/day-close/', 'system/'],
    ]) {
      const { text } = await olena.get(path);
      expect([path, expected.test(text)]).toEqual([path, false]);
    }
    const shown = (await olena.get<Shift>(`shifts/${shift.id}/`)).body;
    expect(shown).toMatchObject({ sales: null, cash_in: null, cash_out: null, expected_cash: null });
    expect(shown.counts).toBeNull();
    await counted(2);
    const refusal = await olena.post<Refusal>(`shifts/${shift.id}/close/`, { closing_cash: 3 });
    expect(expected.test(refusal.text)).toBe(false);
  });

  test('of two computers at once: one is the first and one the second', async () => {
    const answers = await Promise.all([counted(1), counted(1, shop.owner), counted(50_000)].map(triesOf));
    expect(answers.sort()).toEqual([0, 1, 'refused']);
    expect(rowsOf(shop, 'shift_counts')).toHaveLength(2);
  });

  test('does not hold whoever sees the takings, and no shift that took cash since', async () => {
    await counted(1);
    await counted(2);
    await sold(100);
    expect(await closed(50_100)).toMatchObject({ difference: 0 });
    shift = await opened();
    await counted(1);
    await counted(2);
    expect(await closed(50_000, shop.owner)).toMatchObject({ difference: 0, counts: [{}, {}] });
  });
});

/** How often may be counted after it, or that it was refused. */
const triesOf = (count: Promise<ShiftCountResult>): Promise<number | 'refused'> =>
  count.then(
    ({ tries_left }) => tries_left,
    () => 'refused',
  );
