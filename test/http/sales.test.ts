import { beforeAll, describe, expect, test } from 'vitest';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Sale, SalePage, SaleStatusSums } from '../../shared/api/sales.ts';
import { cashOf } from '../helpers/cash.ts';
import type { Client, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

// Sales by any tender in one list.

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const { sell, pay, rest, giveBack } = cashOf(() => shop);
const { owner } = shop;

const page = (query: string, client: Client = owner) => ok(client.get<SalePage>(`sales/?${query}`));
const nameOf = ({ kind, id }: Pick<Sale, 'kind' | 'id'>) => `${kind} ${id}`;
const listed = async (query = '', client: Client = owner) =>
  (await page(`page_size=200&${query}`, client)).results.map(nameOf);
const sums = (query = '', client: Client = owner) =>
  ok(client.get<SaleStatusSums>(`sales/status-sums/?${query}`));
const invoiceOf = ({ qr }: CashSale) => `invoice ${qr?.invoice}`;
const entry = ({ id }: CashSale) => `cash_sale ${id}`;
const CAKE = { items: [{ name: 'Торт Наполеон', price: 37_500 }], cash: 20_000, terminal: shop.terminal.id };

/** From the oldest to the latest. */
const made = {} as Record<
  'paid' | 'declined' | 'coffee' | 'parts' | 'back' | 'inCash' | 'calledOff' | 'open' | 'entry',
  string
>;
let parts: CashSale;
let coffee: CashSale;
let inCash: CashSale;

beforeAll(async () => {
  await owner.post('shifts/', { opening_cash: 100_000 });
  const next = () => clock.forward(1);
  const qr = await shop.createInvoice({ amount: 8100, reference: 'стіл 4' });
  shop.bank.pay(qr.invoice_id);
  await shop.refresh(qr.id);
  made.paid = `invoice ${qr.id}`;
  next();
  const declined = await shop.createInvoice({ amount: 12_000, validity: 3600 });
  shop.bank.decline(declined.invoice_id);
  await shop.refresh(declined.id);
  made.declined = `invoice ${declined.id}`;
  next();
  coffee = await sell({ items: [{ name: 'Кава', price: 4500, quantity: 2 }], comment: 'Для Оксани' });
  made.coffee = entry(coffee);
  next();
  parts = await pay(await sell(CAKE));
  made.parts = invoiceOf(parts);
  next();
  made.back = entry(await ok(giveBack(coffee, { amount: 4500 }), 201));
  next();
  inCash = await sell(CAKE);
  await ok(rest(inCash, 'cash'));
  made.inCash = entry(inCash);
  next();
  const calledOff = await sell(CAKE);
  await ok(rest(calledOff, 'give_back'));
  made.calledOff = entry(calledOff);
  next();
  made.open = invoiceOf(await sell(CAKE));
  next();
  made.entry = entry(
    await ok(owner.post<CashSale>('shifts/1/cash-sales/', { amount: 500, remark: 'Пакет' }), 201),
  );
});

test('the newest first, each once, whatever it is paid by; a sale in parts is one', async () => {
  expect(await listed()).toEqual(Object.values(made).reverse());
  expect((await page('')).count).toBe(9);
  const { results } = await page('tender=parts&search=наполеон');
  const [open, calledOff, sold] = results;
  expect(results.map(nameOf)).toEqual([made.open, made.calledOff, made.parts]);
  expect(sold).toMatchObject({
    tender: 'parts',
    status: 'success',
    number: parts.number,
    amount: 37_500,
    made_by: 'owner',
    invoice: { amount: 17_500, number: parts.number },
    outcome: { cash_part: { cash_sale: parts.id, amount: 20_000 } },
    cash_sale: { id: parts.id, status: 'done' },
  });
  expect(open).toMatchObject({ tender: 'parts', status: 'created', cash_sale: { status: 'waiting' } });
  expect(calledOff).toMatchObject({ tender: 'parts', status: 'expired', invoice: null, outcome: null });
});

test('what it holds of an invoice and of an entry is what their own lists hold', async () => {
  for (const { invoice, outcome, cash_sale } of (await page('page_size=200')).results) {
    if (invoice) {
      expect(await ok(owner.get(`invoices/${invoice.id}/`))).toEqual(invoice);
      const { results } = await ok(owner.get<{ results: unknown[] }>(`invoices/outcomes/?ids=${invoice.id}`));
      expect(results).toEqual([outcome]);
    }
    if (cash_sale) expect(await ok(owner.get(`cash-sales/${cash_sale.id}/`))).toEqual(cash_sale);
    expect(invoice ?? cash_sale).not.toBeNull();
  }
});

describe('filters', () => {
  test.each([
    ['tender=qr', () => [made.declined, made.paid]],
    ['tender=cash', () => [made.entry, made.inCash, made.back, made.coffee]],
    ['tender=qr,parts', () => [made.open, made.calledOff, made.parts, made.declined, made.paid]],
    ['tender=', () => Object.values(made).reverse()],
    ['status=created', () => [made.open, made.declined]],
    ['status=failure', () => [made.declined]],
    ['status=success', () => [made.entry, made.inCash, made.parts, made.coffee, made.paid]],
    ['status=reversed', () => [made.back]],
    ['status=expired', () => [made.calledOff]],
    ['terminal=1', () => [made.open, made.calledOff, made.inCash, made.parts, made.declined, made.paid]],
    ['terminal=2', () => []],
    ['search=кав', () => [made.coffee]],
    ['search=стіл', () => [made.paid]],
    ['search=торт', () => [made.open, made.calledOff, made.inCash, made.parts]],
    ['search=торт&tender=cash', () => [made.inCash]],
    ['amount_min=37500&amount_max=37500', () => [made.open, made.calledOff, made.inCash, made.parts]],
    ['amount_min=17500&amount_max=17500', () => [made.open, made.parts]],
    ['refunded_from=2020-01-01', () => [made.back]],
    ['paid_from=2020-01-01', () => [made.entry, made.inCash, made.parts, made.coffee, made.paid]],
    ['reference=стіл 4', () => [made.paid]],
    ['created_locally=false', () => []],
    ['created_from=2030-01-01', () => []],
  ])('%s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected());
    expect((await sums(query.replace(/status=\w+/u, ''))).count).toBe(
      (await page(query.replace(/status=\w+/u, ''))).count,
    );
  });

  test('a number finds the sale once, by digits or as it is shown', async () => {
    for (const [sale, row] of [
      [parts, made.parts],
      [inCash, made.inCash],
    ] as const)
      for (const words of ['', ' торт', ' НАПОЛЕОН'])
        expect(await listed(`search=${sale.number_display}${words}`)).toEqual([row]);
    expect(await listed(`search=${coffee.number_display}`)).toEqual(
      expect.arrayContaining([made.back, made.coffee]),
    );
  });

  test('an unknown tender and an unknown field of the order are refused, an unknown parameter where it is asked for', async () => {
    for (const [query, name, headers] of [
      ['tender=card', 'tender', {}],
      ['ordering=tender', 'ordering', {}],
      ['ordering=kind', 'ordering', {}],
      ['colour=red', 'colour', { Prefer: 'handling=strict' }],
    ] as const) {
      const { status, body } = await withoutTrace(shop, () =>
        owner.get<Refusal>(`sales/?${query}`, { headers }),
      );
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, [name]]);
    }
  });
});

test('every order holds each sale once on its pages, up and down', async () => {
  for (const field of [
    'id',
    'number',
    'status',
    'amount',
    'final_amount',
    'created_date',
    'modified_date',
    'paid_date',
  ])
    for (const ordering of [field, `-${field}`]) {
      const paged: string[] = [];
      for (let number = 1; number <= 5; number++)
        paged.push(...(await page(`ordering=${ordering}&page_size=2&page=${number}`)).results.map(nameOf));
      expect([ordering, paged]).toEqual([ordering, await listed(`ordering=${ordering}`)]);
      expect([ordering, new Set(paged).size]).toEqual([ordering, 9]);
      const other = ordering.startsWith('-') ? field : `-${field}`;
      expect([ordering, paged.toReversed()]).toEqual([ordering, await listed(`ordering=${other}`)]);
    }
  const amounts = (await page('ordering=amount')).results.map(({ amount }) => amount);
  expect(amounts).toEqual(amounts.toSorted((one, other) => one - other));
});

test('who reads from the oldest on misses nothing and sees nothing twice while others sell', async () => {
  const before = await listed();
  const read: string[] = [];
  for (let number = 1, next: string | null = ''; next !== null; number++) {
    const { results, next: following }: SalePage = await page(
      `ordering=created_date&page_size=3&page=${number}`,
    );
    read.push(...results.map(nameOf));
    next = following;
    if (number > 2) continue;
    clock.forward(1);
    await sell({ amount: 100 });
    await shop.createInvoice({ amount: 100 });
  }
  expect(new Set(read).size).toBe(read.length);
  expect(read.slice(0, before.length)).toEqual(before.toReversed());
  expect(read).toEqual((await listed()).toReversed());
});

test('the sums are those of the listed sales, by status; a declined one that can be paid is in two', async () => {
  for (const query of ['', 'tender=cash', 'tender=qr', 'tender=parts', 'search=торт', 'amount_min=37500']) {
    const { count, results } = await sums(query);
    const all = (await page(`page_size=200&${query}`)).results;
    expect([query, count]).toEqual([query, all.length]);
    for (const { status, count: ofStatus, total_amount } of results) {
      const found = (await page(`page_size=200&status=${status}&${query}`)).results;
      const sold = found.filter(({ cash_sale }) => !cash_sale?.is_refund);
      expect([query, status, ofStatus, total_amount]).toEqual([
        query,
        status,
        found.length,
        sold.reduce((sum, { amount }) => sum + amount, 0),
      ]);
    }
  }
  const paid = (await sums()).results.find(({ status }) => status === 'success');
  const till = (await sums('tender=cash')).results.find(({ status }) => status === 'success');
  expect((paid?.success_amount ?? 0) - (till?.success_amount ?? 0)).toBe(8100 + 37_500);
});

test('a sale for cash is refunded once all of it came back; what is voided is expired', async () => {
  const tea = await sell({ items: [{ name: 'Чай', price: 4512 }] });
  await ok(giveBack(tea, {}), 201);
  const wrong = await sell({ amount: 700 });
  await ok(owner.post(`cash-sales/${wrong.id}/void/`, { reason: 'Помилка' }));
  const found = (await page('page_size=3')).results;
  expect(found.map(({ id, status, amount }) => [id, status, amount])).toEqual([
    [wrong.id, 'expired', 700],
    [tea.id + 1, 'reversed', 4512],
    [tea.id, 'reversed', 4512],
  ]);
});

describe('rights', () => {
  test('without the right to see invoices there is no list', async () => {
    const seller = await shop.employee('seller', ['can_create_invoices']);
    for (const path of ['sales/', 'sales/status-sums/'])
      expect((await withoutTrace(shop, () => seller.get(path))).status).toBe(403);
  });

  test('who sees only their own sales gets only what they made, of either kind', async () => {
    const own = await shop.employee('own', ['can_view_invoices', 'can_create_invoices'], {
      own_sales_only: 1,
    });
    expect(await listed('', own)).toEqual([]);
    const cash = await sell({ amount: 100, comment: 'Торт' }, own);
    clock.forward(1);
    const mine = await sell(CAKE, own);
    expect(await listed('', own)).toEqual([invoiceOf(mine), entry(cash)]);
    expect(await listed('search=торт', own)).toEqual([invoiceOf(mine), entry(cash)]);
    expect((await sums('', own)).count).toBe(2);
    const { id } = await ok(own.get<{ id: number }>('account/'));
    expect(await listed(`created_by=${id}`)).toEqual([invoiceOf(mine), entry(cash)]);
    expect(await listed('created_by=1', own)).toEqual([]);
    expect(await listed('status=created', own)).toEqual([invoiceOf(mine)]);
  });
});
