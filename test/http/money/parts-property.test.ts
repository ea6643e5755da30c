import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitReturn } from '../../../main/money/cash/return.ts';
import { changeSetting } from '../../../main/shop/settings.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Shift, TillCash } from '../../../shared/api/shifts.ts';
import { roundedCash } from '../../../shared/money.ts';
import { booksOf } from '../../helpers/books.ts';
import type { Answer } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

/**
 * Random days of cash, QR, sales in parts with every end of their QR, returns and rounding: the income book, the reports, the
 * shift, the day and the exports are the same to the kopiyka, and the drawer holds what a small model says.
 */

const DAYS = Number(process.env.KRAMAR_PROPERTY_DAYS ?? 25);
/** The books, the reports and the exports of every so many days are compared: of all but in a run of thousands. */
const BOOKS_EVERY = Number(process.env.KRAMAR_PROPERTY_BOOKS_EVERY ?? 1);
const LIMIT_MS = Math.max(1_200_000, DAYS * 4000);

const step = fc.record({
  do: fc.constantFrom(
    ...(['cash', 'qr', 'parts', 'parts', 'parts', 'return', 'return', 'refund-qr', 'pay-late'] as const),
  ),
  price: fc.integer({ min: 100, max: 9999 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  /** The cash part, in hundredths of the total. */
  share: fc.integer({ min: 1, max: 99 }),
  end: fc.constantFrom(
    ...([
      'paid',
      'paid',
      'paid',
      'declined-cash',
      'cash',
      'give_back',
      'expired',
      'waiting',
      'waiting',
    ] as const),
  ),
  how: fc.constantFrom('all' as const, 'line' as const, 'amount' as const),
  doubt: fc.integer({ min: 0, max: 9 }),
  at: fc.nat({ max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const clock = stoppedClock(Date.parse('2026-03-02T07:00:00Z'));
let keys = 0;
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });

/** Sends it under a key; a doubt at the bank is settled by the same request again. */
const send = async <Body>(path: string, body: object, doubtAt?: string): Promise<Answer<Body>> => {
  keys += 1;
  const headers = { 'Idempotency-Key': `day ${keys}` };
  if (doubtAt) shop.bank.fault({ kind: 'reset', acts: true, path: doubtAt, times: 1 });
  const answer = await shop.owner.post<Body>(path, body, { headers });
  shop.bank.clearFaults();
  return answer.status === 502 ? shop.owner.post<Body>(path, body, { headers }) : answer;
};
const ok = async <Body>(path: string, body: object, doubtAt?: string): Promise<Body> => {
  const answer = await send<Body>(path, body, doubtAt);
  expect([200, 201], `${path} ${JSON.stringify(body)} ${answer.text}`).toContain(answer.status);
  return answer.body;
};
const bankId = async (sale: CashSale): Promise<string> =>
  (await shop.readInvoice(sale.qr?.invoice ?? 0)).invoice_id;
const refresh = (sale: CashSale) => shop.owner.post(`invoices/${sale.qr?.invoice}/refresh/`);
const read = async ({ id }: CashSale) => (await shop.owner.get<CashSale>(`cash-sales/${id}/`)).body;

const runDay = async (
  { date, hasBooks }: { date: string; hasBooks: boolean },
  rounding: string,
  steps: readonly Step[],
): Promise<void> => {
  changeSetting(shop.console.db, shop.folder, 'cash_rounding', rounding);
  const stepOf = rounding === 'off' ? 1 : Number(rounding);
  const shift = await ok<Shift>('shifts/', { opening_cash: 100_000 });
  const sold: CashSale[] = [];
  const open: CashSale[] = [];
  let drawer = 100_000;

  const endOf = async ({ end }: Step, sale: CashSale): Promise<void> => {
    const bank = await bankId(sale);
    if (end === 'waiting') {
      open.push(sale);
      return;
    }
    if (end === 'paid') {
      shop.bank.pay(bank);
      await refresh(sale);
      drawer += sale.amount;
      sold.push(sale);
      return;
    }
    if (end === 'declined-cash') shop.bank.decline(bank);
    if (end === 'expired') shop.bank.expire(bank);
    if (end === 'declined-cash' || end === 'expired') await refresh(sale);
    const by = end === 'give_back' || end === 'expired' ? 'give_back' : 'cash';
    const ended = await ok<CashSale>(`cash-sales/${sale.id}/rest/`, { by });
    if (by === 'give_back') return;
    expect(ended.amount).toBe(sale.amount + sale.rest_in_cash);
    drawer += ended.amount;
    sold.push(ended);
  };
  const giveBack = async (each: Step): Promise<void> => {
    const chosen = sold[each.at % Math.max(1, sold.length)];
    if (!chosen) return;
    const { items } = chosen;
    const body = {
      all: {},
      line: items[0] ? { items: [{ item: items[0].id, quantity: 1 }] } : { amount: each.price },
      amount: { amount: each.price },
    }[each.how];
    const before = await read(chosen);
    // The bank accepts the refund, and fails it later: the cash was given back by then.
    const isFailing = each.doubt === 1;
    if (isFailing) shop.bank.setRefundMode('processing');
    const back = await send<CashSale>(
      `cash-sales/${chosen.id}/returns/`,
      body,
      each.doubt === 0 ? 'invoice/cancel' : undefined,
    );
    if (isFailing) {
      shop.bank.settleRefunds('failure');
      shop.bank.setRefundMode('success');
      if (chosen.qr) await refresh(chosen);
    }
    const after = await read(chosen);
    if (back.status === 201) drawer -= back.body.amount;
    else expect([back.status, after.left]).toEqual([400, before.left]);
    expect(after.left).toBeGreaterThanOrEqual(0);
    const returned = back.status === 201 ? back.body.total : 0;
    const failed = back.status === 201 && isFailing ? (back.body.qr?.amount ?? 0) : 0;
    expect(after.left).toBe(before.left - returned + failed);
  };
  const acts: Record<Step['do'], (each: Step) => Promise<void>> = {
    cash: async ({ price, quantity }) => {
      const sale = await ok<CashSale>('cash-sales/', { items: [{ name: 'Товар', price, quantity }] });
      drawer += sale.amount;
      sold.push(sale);
    },
    qr: async ({ price }) => void (await shop.paid({ amount: price })),
    parts: async (each) => {
      const { price, quantity, share, doubt } = each;
      const total = price * quantity;
      const part = Math.floor((total * share) / 100);
      const cash = part - (part % stepOf);
      if (cash < 1) return;
      const body = { items: [{ name: 'Торт', price, quantity }], cash, terminal: shop.terminal.id };
      const sale = await ok<CashSale>('cash-sales/', body, doubt === 0 ? 'invoice/create' : undefined);
      expect(sale).toMatchObject({ status: 'waiting', total, amount: cash, qr: { amount: total - cash } });
      await endOf(each, sale);
    },
    return: giveBack,
    'refund-qr': async (each) => {
      const chosen = sold.filter(({ qr }) => qr)[each.at % Math.max(1, sold.length)];
      const left = chosen && (await read(chosen)).qr?.left;
      if (!left) return;
      await ok(`invoices/${chosen.qr?.invoice}/cancel/`, { amount: Math.min(left, each.price) });
    },
    'pay-late': async () => {
      const sale = open.pop();
      if (!sale) return;
      shop.bank.pay(await bankId(sale));
      await refresh(sale);
      drawer += sale.amount;
      sold.push(sale);
    },
  };

  for (const each of steps) await acts[each.do](each);
  const { body: till } = await shop.owner.get<TillCash>(`shifts/${shift.id}/till/`);
  expect(till.expected_cash).toBe(drawer);
  expect(till.aside).toBe(open.reduce((sum, { amount }) => sum + amount, 0));
  for (const sale of open) await ok(`cash-sales/${sale.id}/rest/`, { by: 'give_back' });
  const closed = await ok<Shift>(`shifts/${shift.id}/close/`, { closing_cash: Math.max(0, drawer) });
  expect(closed.expected_cash).toBe(drawer);
  if (hasBooks) await booksOf(shop, date);
};

test(
  `${DAYS} random days: book = reports = shift = exports to the kopiyka`,
  async () => {
    let day = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('off', '10', '50'),
        fc.array(step, { minLength: 3, maxLength: 10 }),
        async (rounding, steps) => {
          const date = new Date(clock.now()).toISOString().slice(0, 10);
          await shop.signInAgain();
          day += 1;
          await runDay({ date, hasBooks: day % BOOKS_EVERY === 0 }, rounding, steps);
          clock.forward(86_400);
        },
      ),
      { seed: 37, numRuns: DAYS, endOnFailure: true },
    );
    expect(day).toBe(DAYS);
  },
  LIMIT_MS,
);

test('10,000 random days of the rules alone: what came in by each tender goes back, never more', () => {
  const sale = fc.record({
    total: fc.integer({ min: 100, max: 99_999 }),
    share: fc.integer({ min: 0, max: 99 }),
    returns: fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 6 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(1, 10, 50), fc.array(sale, { minLength: 1, maxLength: 12 }), (by, sales) => {
      const rounded = (sum: number): number => roundedCash(sum, by);
      const day = { cash: 0, qr: 0, goods: 0, rounding: 0 };
      for (const { total, share, returns } of sales) {
        const part = Math.floor((total * share) / 100);
        const inParts = part - (part % by);
        const isInParts = inParts > 0;
        const cash = isInParts ? inParts : rounded(total);
        const rest = isInParts ? total - inParts : 0;
        const sold = { left: total, leftCash: cash, qr: isInParts ? { left: rest } : undefined };
        day.cash += cash;
        day.qr += rest;
        day.goods += total;
        day.rounding += cash + rest - total;
        for (const wanted of [...returns, total]) {
          const value = Math.min(wanted, sold.left);
          const back = splitReturn(sold, value, rounded);
          // Only rounding may part what is given back from what the goods cost.
          const isExact = value === sold.left || sold.leftCash === back.cash;
          const isNear = Math.abs(back.cash + back.qr_amount - value) <= by / 2;
          const isWithin = back.cash <= sold.leftCash && back.qr_amount <= (sold.qr?.left ?? 0);
          if (!isWithin || !(isExact || isNear)) throw new Error(JSON.stringify({ sold, value, back }));
          sold.left -= value;
          sold.leftCash -= back.cash;
          if (sold.qr) sold.qr.left -= back.qr_amount;
          day.cash -= back.cash;
          day.qr -= back.qr_amount;
          day.goods -= value;
          day.rounding -= back.cash + back.qr_amount - value;
        }
        if (sold.left + sold.leftCash + (sold.qr?.left ?? 0) !== 0) throw new Error(JSON.stringify(sold));
      }
      expect(day).toEqual({ cash: 0, qr: 0, goods: 0, rounding: 0 });
    }),
    { seed: 37, numRuns: 10_000 },
  );
});
