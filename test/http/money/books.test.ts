import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeSetting } from '../../../main/shop/settings.ts';
import type { Activity } from '../../../shared/api/activity.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { DayClosure, ShopDays } from '../../../shared/api/closures.ts';
import type { Series } from '../../../shared/api/series.ts';
import type { Shift } from '../../../shared/api/shifts.ts';
import { booksOf } from '../../helpers/books.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { readCsv } from '../../helpers/table-files.ts';
import { exportedFrom } from '../export/stage.ts';
import { fetchArchive, minorUnits, monthOf, rowsOfCsv, sumOf } from '../month/stage.ts';

/** One day of QR, cash, returns and rounding, which every book has to the minor unit. */

const DATE = '2026-03-02';
const clock = stoppedClock(Date.parse(`${DATE}T07:00:00Z`));
let shop: Shop;
let shift: Shift;
let coffee: number;
let cake: number;

const post = async <Body>(path: string, body: object = {}, client = shop.owner): Promise<Body> => {
  const answer = await client.post<Body>(path, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const later = async (minutes: number): Promise<void> => {
  clock.forward(minutes * 60);
  await shop.signInAgain();
};
const paid = async (body: object) => (await shop.paid(body)).id;
const points = async (group: string, tender: string) =>
  (await shop.owner.get<Series>(`stats/series/?group_by=${group}&tender=${tender}`)).body.results;

beforeEach(async () => {
  shop = await openShop({ now: clock.now, bank: { now: clock.now } });
  changeSetting(shop.console.db, shop.folder, 'cash_rounding', '50');
  coffee = (await post<{ id: number }>('catalog/products/', { name: 'Кава', price: 4510 })).id;
  cake = (await post<{ id: number }>('catalog/products/', { name: 'Пиріг', price: 3333 })).id;
  shift = await post<Shift>('shifts/', { opening_cash: 50_000 });
});
afterEach(() => shop.close());

const goods = (quantity: number) => [
  { name: 'Кава', price: 4510, quantity: 1, product: coffee },
  { name: 'Пиріг', price: 3333, quantity, product: cake },
];

test('book, reports, shift, day and exports of one day are the same to the minor unit', async () => {
  await booksOf(shop, DATE);
  const byQr = await paid({ items: goods(1), discounts: [{ percent: 10 }] });
  const sale = await post<CashSale>('cash-sales/', { items: goods(3), discounts: [{ amount: 500 }] });
  expect(sale).toMatchObject({ total: 14_009, rounding: -9, amount: 14_000 });
  await later(90);
  await post('cash-sales/', { amount: 3040, comment: 'Послуга' });
  const [, pie] = sale.items;
  const back = await post<CashSale>(`cash-sales/${sale.id}/returns/`, {
    items: [{ item: pie?.id, quantity: 1 }],
  });
  await post(`cash-sales/${sale.id}/returns/`, { amount: 1000 });
  await post(`invoices/${byQr}/cancel/`, { amount: 2000 });
  await post(`shifts/${shift.id}/cash-sales/`, { amount: 777 });
  const mistake = await post<CashSale>('cash-sales/', { amount: 99_000 });
  await post(`cash-sales/${mistake.id}/void/`, { reason: 'Зайвий нуль' });
  await post(`shifts/${shift.id}/cash-moves/`, { direction: 'in', amount: 2000, reason: 'Розмін' });
  await post(`shifts/${shift.id}/cash-moves/`, { direction: 'out', amount: 5000, reason: 'Постачальник' });

  const sums = await booksOf(shop, DATE);
  expect(sums).toMatchObject({
    qr: 7059,
    qr_count: 1,
    qr_refunds: 2000,
    sales: 14_000 + 3050 + 777,
    sale_count: 3,
    refunds: back.amount + 1000,
    refund_count: 2,
    part_count: 0,
    cash_in: 2000,
    cash_out: 5000,
    rounding: -9 + 10 - back.rounding,
    discounts: 784 + 500,
  });
  expect(await points('tender', 'all')).toMatchObject([
    { key: 'qr', gross: 7059, refunds: 2000, count: 1 },
    { key: 'cash', gross: 17_827, refunds: back.amount + 1000, fee: 0, count: 3, refund_count: 2 },
  ]);
  expect(await points('product', 'cash')).toMatchObject([
    { label: 'Пиріг', quantity: 3 },
    { label: 'Кава', quantity: 1 },
    { key: null, gross: 3827, refunds: 0, count: 2 },
  ]);
  expect((await points('product', 'all')).find(({ label }) => label === 'Пиріг')?.quantity).toBe(4);
  expect((await points('hour', 'cash')).filter(({ count }) => count > 0)).toMatchObject([
    { key: '9', gross: 14_000 },
    { key: '10', gross: 3827, refunds: back.amount + 1000 },
  ]);
  expect(await points('employee', 'all')).toMatchObject([{ label: 'owner', gross: 7059 + 17_827 }]);
  expect(await points('terminal', 'all')).toMatchObject([{ key: null, gross: 17_827 }, { gross: 7059 }]);

  const { results } = (await shop.owner.get<Activity>('activity/')).body;
  expect(results.filter(({ type }) => type === 'cash').map(({ goods }) => goods)).toContain('Кава, Пиріг ×3');
  expect(results.filter(({ type }) => type === 'cash_refund')).toMatchObject([
    { amount: 1000, number_display: sale.number_display, goods: '' },
    { amount: back.amount, number_display: sale.number_display, goods: 'Пиріг' },
  ]);

  const expected = 50_000 + 17_827 - back.amount - 1000 + 2000 - 5000;
  const closed = await post<DayClosure>('day-closures/', { closing_cash: expected });
  expect([closed.differences, closed.sums]).toEqual([[], sums]);
  const ended = (await shop.owner.get<Shift>(`shifts/${shift.id}/`)).body;
  expect(ended).toMatchObject({ expected_cash: expected, difference: 0, rounding: sums.rounding });
  expect(await booksOf(shop, DATE)).toEqual(sums);

  const { days } = (await shop.owner.get<ShopDays>('stats/days/')).body;
  expect(days[0]?.closure).toMatchObject({ is_changed: false, sums });

  const cash = { sales: 17_827, sale_count: 3, refunds: back.amount + 1000, refund_count: 2 };
  const month = await monthOf(shop, '?month=2026-03');
  expect(month.cash).toEqual({ ...cash, rounding: sums.rounding });
  expect(month.currencies[0]?.totals).toMatchObject({ gross: 7059, refunds: 2000, count: 1 });
  const { files } = await fetchArchive(shop, '?month=2026-03');
  const sold = rowsOfCsv(files['csv/cash.csv']);
  const amount = (kind: string) =>
    sold.filter(({ Вид }) => Вид === kind).reduce((sum, row) => sum + minorUnits(row.Сума ?? ''), 0);
  expect([amount('продаж'), amount('повернення')]).toEqual([cash.sales, cash.refunds]);
  expect(sold.map((row) => row.Номер)).toEqual(['000002', '000003', '000002', '000002', '']);
  expect(sumOf(rowsOfCsv(files['csv/products.csv']), 'Виторг')).toBe(7059 + cash.sales);
  const total = rowsOfCsv(files['csv/totals.csv']).find((row) => row.Розділ === 'Готівка');
  expect(minorUnits(total?.['До зарахування'] ?? '')).toBe(cash.sales - cash.refunds);
  const day = (
    await exportedFrom(shop, `stats/day-close/export/?date=${DATE}`, { token: await shop.signIn('owner') })
  ).file;
  const tenders = readCsv(day).filter(([section]) => section === 'Tender');
  expect(tenders.map(([, name, gross]) => [name, minorUnits(gross ?? '')])).toEqual([
    ['QR', 7059],
    ['Cash', cash.sales],
    ['Rounding of cash', sums.rounding],
    ['Discounts', sums.discounts],
  ]);
});

test.each([
  ['lists it later', {}],
  ['lists it later, and first reports less than is left', { finalAmount: 600 }],
])('a refund at the bank before the payment was seen, when the bank %s, is in every book', async (_, set) => {
  const { id, invoice_id } = await shop.createInvoice({ amount: 1000 });
  shop.bank.pay(invoice_id);
  shop.bank.refund(invoice_id, 100);
  shop.bank.poison(invoice_id, { status: { set: { ...set, cancelList: null } } });
  await shop.refresh(id);
  shop.bank.heal();
  await later(1);
  shop.bank.refund(invoice_id, 50);
  expect(await shop.refresh(id)).toMatchObject({ status: 'success', final_amount: 850 });
  expect(await booksOf(shop, DATE)).toMatchObject({ qr: 1000, qr_refunds: 150 });
});

test('a refund in full is in every book, also when the bank has not lowered the final amount', async () => {
  const { id, invoice_id } = await shop.createInvoice({ amount: 1000 });
  shop.bank.pay(invoice_id);
  shop.bank.refund(invoice_id);
  shop.bank.poison(invoice_id, { status: { set: { finalAmount: 1000 } } });
  expect(await shop.refresh(id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  expect(await booksOf(shop, DATE)).toMatchObject({ qr: 1000, qr_refunds: 1000 });
});

test('a payment whose final amount the bank sets later is in every book, and can be refunded', async () => {
  const { id, invoice_id } = await shop.createInvoice({ amount: 1000 });
  shop.bank.pay(invoice_id);
  shop.bank.poison(invoice_id, { status: { set: { finalAmount: 0 } } });
  expect(await shop.refresh(id)).toMatchObject({ status: 'success', final_amount: null });
  shop.bank.heal();
  expect(await shop.refresh(id)).toMatchObject({ status: 'success', final_amount: 1000 });
  await post(`invoices/${id}/cancel/`, { amount: 400 });
  expect(await booksOf(shop, DATE)).toMatchObject({ qr: 1000, qr_refunds: 400 });
});

test('a sale in parts is one sale with two payments, in every book', async () => {
  const sale = await post<CashSale>('cash-sales/', {
    items: goods(3),
    cash: 10_000,
    terminal: shop.terminal.id,
  });
  await booksOf(shop, DATE);
  const invoice = await shop.readInvoice(sale.qr?.invoice ?? 0);
  shop.bank.pay(invoice.invoice_id);
  await post(`invoices/${invoice.id}/refresh/`);
  const sums = await booksOf(shop, DATE);
  expect(sums).toMatchObject({ qr: 4509, qr_count: 1, sales: 10_000, sale_count: 1, part_count: 1 });
  expect(await points('product', 'all')).toMatchObject([
    { label: 'Пиріг', gross: 9999, quantity: 3 },
    { label: 'Кава', gross: 4510, quantity: 1 },
    { key: null, gross: 0, count: 0 },
  ]);
  const { results } = (await shop.owner.get<Activity>('activity/')).body;
  expect(results.filter(({ type }) => type === 'paid' || type === 'cash')).toMatchObject([
    { type: 'paid', amount: 14_509, cash: 10_000, goods: 'Кава, Пиріг ×3' },
  ]);
});
