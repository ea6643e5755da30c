import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../../main/shop/settings.ts';
import { setSetting } from '../../../main/store/settings.ts';
import type { Cart } from '../../../shared/api/carts.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Shift } from '../../../shared/api/shifts.ts';
import { roundedCash } from '../../../shared/money.ts';
import { cashOf, codes } from '../../helpers/cash.ts';
import type { Refusal } from '../../helpers/client.ts';
import { ok } from '../../helpers/ok.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { holdBackground, withoutTrace } from '../../helpers/trace.ts';

/** Goods that are sold and returned for cash. */

const shop = await shopOfFile();
const senior = await shop.employee('senior', [
  ...(['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'] as const),
]);
const { id: coffee } = await ok(
  shop.owner.post<{ id: number }>('catalog/products/', { name: 'Кава', price: 4500 }),
);
/** Opened before each test: its sums are the test's own. */
let shift: Shift;
beforeEach(async () => {
  shift = await ok(shop.owner.post<Shift>('shifts/', { opening_cash: 50_000 }));
});
afterEach(async () => {
  setSetting(shop.console.db, 'cash_rounding', 'off');
  await shop.owner.post(`shifts/${shift.id}/close/`, { closing_cash: 50_000 });
});

const { sell, read, till } = cashOf(() => shop);
const giveBack = (sale: CashSale, body: object, client = shop.owner): Promise<CashSale> =>
  ok(client.post<CashSale>(`cash-sales/${sale.id}/returns/`, body), 201);
const line = (quantity: number) => ({ name: 'Кава', price: 4500, quantity, product: coffee });
const inTill = async () => (await till(shift.id)).expected_cash;
const refused = (path: string, body: object, client = shop.owner) =>
  withoutTrace(shop, () => client.post<Refusal>(path, body, codes));

describe('a sale for cash', () => {
  test('keeps its lines, number, change and seller; the till and the shift know it; the bank is not asked. Its number is of the series of invoices', async () => {
    await holdBackground(shop);
    shop.bank.clearRequests();
    const sale = await sell(
      { items: [line(2), { name: 'Пиріг', price: 3000 }], discounts: [{ percent: 10 }], received: 20_000 },
      senior,
    );
    expect(sale).toMatchObject({
      number_display: String(sale.number).padStart(6, '0'),
      shift: shift.id,
      made_by: 'senior',
      total: 10_800,
      rounding: 0,
      amount: 10_800,
      received: 20_000,
      change: 9200,
      left: 10_800,
      items: [
        { name: 'Кава', quantity: 2, amount: 9000, product: coffee, returned: 0 },
        { name: 'Пиріг', quantity: 1, amount: 3000, product: null, returned: 0 },
      ],
    });
    expect(await read(sale)).toEqual({ ...sale, is_voidable: true });
    expect(await inTill()).toBe(60_800);
    // The next invoice has the next number.
    expect((await shop.createInvoice()).number).toBe((sale.number ?? 0) + 1);
    expect(shop.bank.requests.filter(({ path }) => !path.endsWith('invoice/create'))).toEqual([]);
  });

  test('by amount has no lines', async () => {
    expect(await sell({ amount: 8100, comment: 'Дві кави' })).toMatchObject({
      items: [],
      total: 8100,
      amount: 8100,
      received: null,
      change: null,
      remark: 'Дві кави',
    });
  });

  test('is sold again as it was read; a return that was read sells nothing', async () => {
    const sale = await sell({ items: [line(2), { name: 'Доставка', price: 6000 }], received: 20_000 });
    const { items, received } = sale;
    expect(await sell({ ...sale, amount: undefined })).toMatchObject({
      items: [{ returned: 0 }, {}],
      received,
    });
    const returned = await giveBack(sale, { items: [{ item: items[0]?.id, quantity: 1 }] });
    const { body } = await refused('cash-sales/', { ...returned, amount: undefined });
    expect(body.errors).toEqual({ is_refund: ['"true" is not a valid choice.'] });
    expect(await sell({ items: returned.items, received: null })).toMatchObject({
      amount: 4500,
      received: null,
    });
  });

  test('is rounded as the owner has set, and so is a return; all of it gives back what was paid', async () => {
    changeSetting(shop.console.db, shop.folder, 'cash_rounding', '50');
    const sale = await sell({ items: [{ name: 'Хліб', price: 3333, quantity: 3 }] });
    expect(sale).toMatchObject({ total: 9999, rounding: 1, amount: 10_000 });
    const one = await giveBack(sale, { items: [{ item: sale.items[0]?.id, quantity: 1 }] });
    expect(one).toMatchObject({ total: 3333, rounding: 17, amount: 3350 });
    expect(await giveBack(sale, {})).toMatchObject({ total: 6666, rounding: -16, amount: 6650 });
    expect(await sell({ amount: 4024 })).toMatchObject({ total: 4024, rounding: -24, amount: 4000 });
    expect((await refused('cash-sales/', { amount: 24 })).body.codes).toEqual({ amount: ['min_value'] });
    expect(await inTill()).toBe(54_000);
  });

  test.each<[what: string, body: () => object, field: string, code: string]>([
    ['neither an amount nor items', () => ({}), 'amount', 'required'],
    ['both', () => ({ amount: 1, items: [line(1)] }), 'amount', 'amount_and_items'],
    [
      'less received than is to be paid',
      () => ({ items: [line(1)], received: 4499 }),
      'received',
      'min_value',
    ],
    ['a product that is not there', () => ({ items: [{ ...line(1), product: 99 }] }), 'items', 'not_found'],
    ['goods for nothing', () => ({ items: [{ name: 'x', price: 0 }] }), 'non_field_errors', 'min_value'],
    ['discounts of an amount', () => ({ amount: 5, discounts: [{ percent: 1 }] }), 'discounts', 'need_items'],
    ['a cart that is not there', () => ({ items: [line(1)], cart: 99 }), 'cart', 'not_found'],
  ])('is refused: %s', async (_, body, field, code) => {
    const answer = await refused('cash-sales/', body());
    expect(answer.status, answer.text).toBe(400);
    expect(JSON.stringify(answer.body.codes?.[field])).toContain(code);
  });

  test('without an open shift, or the right to sell, is refused', async () => {
    const viewer = await shop.employee('viewer', ['can_view_invoices']);
    expect((await refused('cash-sales/', { amount: 100 }, viewer)).status).toBe(403);
    await shop.owner.post(`shifts/${shift.id}/close/`, { closing_cash: 50_000 });
    const answer = await refused('cash-sales/', { amount: 100 });
    expect([answer.status, answer.body.codes]).toMatchObject([400, { non_field_errors: ['no_shift'] }]);
  });

  test('by somebody bound to the catalog goes at its prices alone; a typed price of others is logged', async () => {
    const bound = await shop.employee('bound', ['can_view_invoices', 'can_create_invoices']);
    await updateEmployee(shop.console, 'bound', { catalog_prices_only: true });
    for (const body of [
      { amount: 1 },
      { items: [{ ...line(1), price: 1 }] },
      { items: [{ name: 'Щось', price: 4500 }] },
      { items: [line(1)], discounts: [{ percent: 50 }] },
    ])
      expect((await refused('cash-sales/', body, bound)).status).toBe(400);
    await sell({ items: [line(1)] }, bound);
    await sell({ items: [{ ...line(1), price: 4000 }] });
    const { body: log } = await shop.owner.get<{ results: { code: string }[] }>(
      'actions/?code=price_by_hand',
    );
    expect(log.results).toHaveLength(1);
  });

  test('of a cart ends it, once', async () => {
    const { body: cart } = await shop.owner.post<Cart>('carts/', { name: 'Стіл', lines: [line(1)] });
    await shop.owner.post(`carts/${cart.id}/take/`);
    await sell({ items: [line(1)], cart: cart.id });
    expect((await refused('cash-sales/', { items: [line(1)], cart: cart.id })).status).toBe(400);
    expect((await shop.owner.get<{ count: number }>('carts/')).body.count).toBe(0);
  });
});

describe('a return', () => {
  test('by lines, and then of the rest, gives back what was paid; the lines say what came back', async () => {
    const sale = await sell({ items: [line(3)], discounts: [{ amount: 1000 }] });
    const [item] = sale.items;
    const one = await giveBack(sale, { items: [{ item: item?.id, quantity: 1 }] });
    expect(one).toMatchObject({ is_refund: true, return_of: sale.id, amount: 4167, number: null });
    expect(one.items).toMatchObject([{ name: 'Кава', quantity: 1, amount: 4167 }]);
    expect(await read(sale)).toMatchObject({ left: 8333, items: [{ returned: 1 }] });
    expect(await giveBack(sale, {})).toMatchObject({ amount: 8333, items: [{ quantity: 2 }] });
    expect(await read(sale)).toMatchObject({ left: 0, items: [{ returned: 3 }] });
    expect(await inTill()).toBe(50_000);
    const answer = await refused(`cash-sales/${sale.id}/returns/`, {});
    expect(answer.body.codes).toMatchObject({ non_field_errors: ['nothing_left'] });
  });

  test('what rounding took off is not left, once all that was paid is given back', async () => {
    changeSetting(shop.console.db, shop.folder, 'cash_rounding', '50');
    const sale = await sell({
      items: [
        { name: 'Сир', price: 4000 },
        { name: 'Пакет', price: 24 },
      ],
    });
    expect(sale).toMatchObject({ total: 4024, amount: 4000, left: 4024 });
    await giveBack(sale, { items: [{ item: sale.items[0]?.id, quantity: 1 }] });
    expect(await read(sale)).toMatchObject({
      left: 0,
      left_in_cash: 0,
      items: [{ returned: 1 }, { returned: 0 }],
    });
    const answer = await refused(`cash-sales/${sale.id}/returns/`, {});
    expect(answer.body.codes).toMatchObject({ non_field_errors: ['nothing_left'] });
    expect(await inTill()).toBe(50_000);
  });

  test('never takes back more than was sold', async () => {
    const sale = await sell({ items: [line(2)] });
    const item = sale.items[0]?.id;
    await giveBack(sale, { amount: 5000 });
    for (const body of [
      { items: [] },
      { items: [{ item, quantity: 3 }] },
      { items: [{ item, quantity: 2 }] },
      { amount: 4001 },
      { items: [{ item: (item ?? 0) + 100, quantity: 1 }] },
    ])
      expect((await refused(`cash-sales/${sale.id}/returns/`, body)).status).toBe(400);
    await giveBack(sale, { amount: 4000 });
    // Nor more of one line, though the money of another is left.
    const both = await sell({ items: [line(1), { name: 'Пиріг', price: 9000 }] });
    const coffees = { items: [{ item: both.items[0]?.id, quantity: 1 }] };
    await giveBack(both, coffees);
    expect((await refused(`cash-sales/${both.id}/returns/`, coffees)).status).toBe(400);
    expect(await inTill()).toBe(59_000);
  });

  test('is held to the right, the limits, the reason and the prices of refunds', async () => {
    const sale = await sell({ items: [line(4)] });
    const path = `cash-sales/${sale.id}/returns/`;
    const cashier = await shop.employee('kasyr', ['can_view_invoices', 'can_create_invoices']);
    expect((await refused(path, {}, cashier)).status).toBe(403);
    const limited = await shop.employee('limited', ['can_view_invoices', 'can_cancel_invoices']);
    await updateEmployee(shop.console, 'limited', {
      refund_limits: { per_day: 10_000 },
      catalog_prices_only: true,
    });
    expect((await refused(path, { amount: 100 }, limited)).body.codes).toEqual({
      amount: ['amount_by_hand'],
    });
    const item = sale.items[0]?.id;
    await giveBack(sale, { items: [{ item, quantity: 2 }] }, limited);
    const answer = await refused(path, { items: [{ item, quantity: 1 }] }, limited);
    expect(answer.body.codes).toEqual({ amount: ['refund_limit'] });
  });

  test('of a voided sale, or of a return, is refused; an entry by amount has returns too; a sale with a return is not voided', async () => {
    const sale = await sell({ items: [line(1)] });
    const back = await giveBack(sale, {});
    const answer = await refused(`cash-sales/${sale.id}/void/`, { reason: 'Помилка' });
    expect(answer.body.codes).toEqual({ non_field_errors: ['returned'] });
    await shop.owner.post(`cash-sales/${back.id}/void/`, { reason: 'Помилка' });
    expect(await read(sale)).toMatchObject({ left: 4500 });
    await shop.owner.post(`cash-sales/${sale.id}/void/`, { reason: 'Помилка' });
    expect((await refused(`cash-sales/${sale.id}/returns/`, {})).status).toBe(400);
    expect((await refused(`cash-sales/${back.id}/returns/`, {})).status).toBe(404);
    const entry = await shop.owner.post<CashSale>(`shifts/${shift.id}/cash-sales/`, { amount: 500 });
    await giveBack(entry.body, { amount: 200 });
    expect(await inTill()).toBe(50_300);
  });
});

test('cash is rounded to whole steps, half a step up', () => {
  const rounded = [1, 24, 25, 49, 50, 51, 74, 75, 99].map((rest) => roundedCash(1000 + rest, 50) - 1000);
  expect(rounded).toEqual([0, 0, 50, 50, 50, 50, 50, 100, 100]);
  expect([4, 5, 9, 10].map((rest) => roundedCash(rest, 10))).toEqual([0, 10, 10, 10]);
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.constantFrom(1, 10, 50), (total, step) => {
      const sum = roundedCash(total, step);
      expect(sum % step).toBe(0);
      expect(Math.abs(sum - total)).toBeLessThanOrEqual(step / 2);
    }),
  );
});
