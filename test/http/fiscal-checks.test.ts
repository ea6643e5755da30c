import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import {
  type FiscalChecks,
  type FiscalGapPage,
  fiscalChecks,
  fiscalGapPage,
} from '../../shared/api/fiscal-checks.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { heldSchedule, runJob, runUntilDone } from '../helpers/jobs.ts';
import { requested } from '../helpers/keyed.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';
import { refusalOf } from '../helpers/usual.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const MERCHANTS = [
  { token: 'practice-fiscal-token', merchantName: 'З ПРРО', prro: true },
  { token: 'practice-plain-token', merchantName: 'Без ПРРО' },
];
const BASKET = { amount: undefined, items: [{ name: 'Кава', price: 6200, quantity: 2 }] };

const openFiscalShop = async () => {
  const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
  const held = heldSchedule();
  const shop = await openShop({
    now: clock.now,
    bank: { now: clock.now, merchants: MERCHANTS },
    schedule: held.schedule,
  });
  const plain = await addTerminal(shop.console, { name: 'Без чеків', token: 'practice-plain-token' });
  const pay = (body: object = BASKET) => shop.paid(body);
  return {
    shop,
    clock,
    plain,
    pay,
    payPlain: () => pay({ terminal: plain.id, amount: 500 }),
    forward: async (seconds: number) => {
      clock.forward(seconds);
      await shop.signInAgain();
    },
    /** The job's time has come: the bank's ids of the invoices that it queried. */
    fire: async () => {
      const before = requested(shop, 'invoice/fiscal-checks').length;
      await held.fire(shop, 'fiscal-checks');
      return requested(shop, 'invoice/fiscal-checks')
        .slice(before)
        .map(({ query }) => query.invoiceId);
    },
    checksOf: async ({ id }: Invoice) => {
      const answer = await shop.owner.get<FiscalChecks>(`invoices/${id}/fiscal-checks/`);
      expect(answer.status, answer.text).toBe(200);
      expect(v.is(fiscalChecks, answer.body)).toBe(true);
      return answer.body;
    },
    gaps: async (query = '') => {
      const answer = await shop.owner.get<FiscalGapPage>(`invoices/fiscal-gaps/${query}`);
      expect(answer.status, answer.text).toBe(200);
      expect(v.is(fiscalGapPage, answer.body)).toBe(true);
      return answer.body;
    },
  };
};
type FiscalShop = Awaited<ReturnType<typeof openFiscalShop>>;

let fiscal: FiscalShop;
let shop: Shop;
const open = () => {
  beforeAll(async () => {
    fiscal = await openFiscalShop();
    shop = fiscal.shop;
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    shop.bank.clearFaults();
    shop.bank.setFiscalMode('done');
  });
};

describe('the fiscal receipts of an invoice', () => {
  open();

  test('appear as the bank reports them, to anyone who may view invoices', async () => {
    const paid = await fiscal.pay();
    const check = { id: expect.stringMatching(/^[\da-f-]{36}$/), source: 'checkbox', status_description: '' };
    expect(await fiscal.checksOf(paid)).toEqual({
      invoice: paid.id,
      asked_at: new Date(fiscal.clock.now()).toISOString(),
      results: [
        { ...check, type: 'sale', status: 'done', tax_url: expect.stringMatching(/^https:/), has_file: true },
      ],
    });
    shop.bank.setFiscalMode('failed');
    expect((await fiscal.checksOf(paid)).results).toMatchObject([
      { status: 'failed', status_description: 'Зміну на касі не відкрито', tax_url: '', has_file: false },
    ]);
    shop.bank.setFiscalMode('none');
    expect((await fiscal.checksOf(paid)).results).toEqual([]);
    expect((await fiscal.checksOf(await fiscal.payPlain())).results).toEqual([]);
  });

  test('a refund has another receipt; each has its file', async () => {
    const paid = await fiscal.pay();
    await shop.owner.post(`invoices/${paid.id}/cancel/`);
    const { results } = await fiscal.checksOf(paid);
    expect(results.map(({ type }) => type)).toEqual(['sale', 'return']);
    const token = await shop.signIn('owner');
    const fetchFile = async (query = '') => {
      const response = await fetch(new URL(`invoices/${paid.id}/fiscal-checks/file/${query}`, shop.baseUrl), {
        headers: { Authorization: `Bearer ${token}` },
      });
      return { headers: Object.fromEntries(response.headers), text: await response.text() };
    };
    const sale = await fetchFile();
    expect(sale.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="fiscal-check-${paid.number_display}.pdf"`,
    });
    expect(sale.text).toMatch(/^%PDF-.*\(Receipt\)/s);
    expect((await fetchFile(`?check=${results[1]?.id}`)).text).toContain('(Receipt of return)');
    shop.bank.setFiscalMode('process');
    // The bank's report is stored, as after every request.
    const errorsOf = async (at: string) => (await shop.owner.get<Refusal>(at)).body.errors;
    const noFile = { check: ['There is no file of a fiscal check yet. Ask again later.'] };
    const path = `invoices/${paid.id}/fiscal-checks/file/`;
    expect(await errorsOf(path)).toEqual(noFile);
    expect(await errorsOf(`${path}?check=${results[0]?.id}`)).toEqual(noFile);
    expect(await errorsOf(`${path}?check=other`)).toEqual({
      check: ['The bank knows no fiscal check with this id for this invoice.'],
    });
  });

  test('of an unpaid invoice are refused without calling the bank', async () => {
    const { id } = await shop.createInvoice(BASKET);
    const set = (status: 'created' | 'processing' | 'failure' | 'expired') =>
      shop.console.db.run(build.updateTable('invoices').set({ status }).where('id', '=', id));
    for (const [status, words] of [
      ['created', 'The invoice has not been paid yet; there is no fiscal check.'],
      ['processing', 'The invoice has not been paid yet; there is no fiscal check.'],
      ['failure', 'The invoice was never paid; there is no fiscal check.'],
      ['expired', 'The invoice was never paid; there is no fiscal check.'],
    ] as const) {
      set(status);
      for (const path of [`invoices/${id}/fiscal-checks/`, `invoices/${id}/fiscal-checks/file/`])
        await refusalOf(shop, () => shop.owner.get<Refusal>(path), 400, {
          detail: 'Validation failed.',
          errors: { status: [words] },
        });
    }
  });
});

describe('Kramar learns whether a terminal issues fiscal receipts', () => {
  open();

  test('from one fresh payment now and then; then each payment is queried until its receipt is done', async () => {
    expect(await fiscal.fire()).toEqual([]);
    const [one, two, plain] = [await fiscal.pay(), await fiscal.pay(), await fiscal.payPlain()];
    await fiscal.forward(9 * MINUTE);
    expect(await fiscal.fire()).toEqual([]);
    await fiscal.forward(MINUTE);
    // One of each terminal; at the one with receipts the next run queries the other payment, and then none.
    expect(await fiscal.fire()).toEqual([two.invoice_id, plain.invoice_id]);
    expect(await fiscal.fire()).toEqual([one.invoice_id]);
    expect(await fiscal.fire()).toEqual([]);
    expect(rowsOf(shop, 'fiscal_terminals')).toMatchObject([
      { terminal_id: shop.terminal.id, fiscalises_since: fiscal.clock.now(), next_ask_at: null },
      { terminal_id: fiscal.plain.id, fiscalises_since: null, asked_in_vain: 1 },
    ]);
    expect(await fiscal.gaps()).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
      total_amount: 0,
      other_currencies: [],
      fiscal_terminals: 1,
    });
  });

  test('a late receipt is queried ever more seldom; the list of gaps shows it', async () => {
    shop.bank.setFiscalMode('none', 'done');
    const late = await fiscal.pay();
    const refunded = await fiscal.pay();
    await shop.owner.post(`invoices/${refunded.id}/cancel/`);
    await fiscal.forward(10 * MINUTE);
    expect((await fiscal.gaps()).count).toBe(0);
    // The second for the receipt of its refund: the one of its sale does not matter any more.
    expect(await fiscal.fire()).toEqual([late.invoice_id, refunded.invoice_id]);
    const requestedAt = new Date(fiscal.clock.now()).toISOString();
    expect(await fiscal.gaps()).toMatchObject({
      count: 1,
      total_amount: 12_400,
      fiscal_terminals: 1,
      results: [
        {
          invoice: late.id,
          number_display: late.number_display,
          terminal_name: 'Каса',
          amount: 12_400,
          paid_date: late.paid_date,
          status: 'none',
          asked_at: requestedAt,
        },
      ],
    });
    await fiscal.forward(9 * MINUTE);
    expect(await fiscal.fire()).toEqual([]);
    await fiscal.forward(MINUTE);
    shop.bank.setFiscalMode('failed');
    expect(await fiscal.fire()).toEqual([late.invoice_id]);
    expect((await fiscal.gaps()).results).toMatchObject([
      { status: 'failed', status_description: 'Зміну на касі не відкрито' },
    ]);
    await fiscal.forward(19 * MINUTE);
    expect(await fiscal.fire()).toEqual([]);
    // A request by a person counts, too.
    shop.bank.setFiscalMode('done');
    await fiscal.checksOf(late);
    expect((await fiscal.gaps()).count).toBe(0);
    await fiscal.forward(DAY);
    expect(await fiscal.fire()).toEqual([]);
  });

  test('a payment that was not queried in time is not listed, nor one older than a week', async () => {
    shop.bank.setFiscalMode('new');
    const young = await fiscal.pay();
    await fiscal.forward(2 * MINUTE);
    await fiscal.checksOf(young);
    await fiscal.forward(DAY);
    expect((await fiscal.gaps()).count).toBe(0);
    const second = await fiscal.pay();
    await fiscal.forward(10 * MINUTE);
    // The newest first.
    expect(await fiscal.fire()).toEqual([second.invoice_id, young.invoice_id]);
    const page = await fiscal.gaps('?page_size=1');
    expect(page).toMatchObject({
      count: 2,
      total_amount: 24_800,
      results: [{ invoice: second.id, status: 'new' }],
    });
    expect((await fiscal.gaps('?page=2&page_size=1')).results).toMatchObject([{ invoice: young.id }]);
    await fiscal.forward(6 * DAY);
    expect((await fiscal.gaps()).results).toMatchObject([{ invoice: second.id }]);
    await fiscal.forward(DAY);
    expect((await fiscal.gaps()).count).toBe(0);
    expect(await fiscal.fire()).toEqual([]);
  });

  test('a terminal without receipts is tried once a day, after three times once a week; a clock set back harms nothing', async () => {
    const tries: number[] = [];
    for (let days = 0; days < 16; days += 1) {
      await fiscal.payPlain();
      await fiscal.forward(10 * MINUTE);
      if ((await fiscal.fire()).length > 0) tries.push(days);
      expect(await fiscal.fire()).toEqual([]);
      await fiscal.forward(DAY);
    }
    expect(tries).toEqual([0, 1, 8, 15]);
    await fiscal.forward(-60 * DAY);
    await fiscal.payPlain();
    await fiscal.forward(10 * MINUTE);
    expect(await fiscal.fire()).toHaveLength(1);
    // Planned by a clock that ran ahead: it does not wait until then.
    shop.bank.setFiscalMode('none');
    const late = await fiscal.pay();
    for (const seconds of [10 * MINUTE, 2 * DAY, -2 * DAY]) {
      await fiscal.forward(seconds);
      expect(await fiscal.fire()).toEqual([late.invoice_id]);
    }
    shop.bank.setFiscalMode('done');
    await fiscal.checksOf(late);
  });

  test('a run by hand queries no more; nonsense about one payment delays no other', async () => {
    const [one, two] = [await fiscal.pay(), await fiscal.pay()];
    await fiscal.forward(10 * MINUTE);
    shop.bank.fault({ kind: 'bad-gateway', path: 'invoice/fiscal-checks' });
    const run = await runJob(shop, 'fiscal-checks');
    expect(run).toMatchObject({ status: 'failed', found: 0, changed: 0 });
    expect(run.error).toMatch(/^Каса: .*could not be read \(HTTP 502\)/);
    const before = requested(shop, 'invoice/fiscal-checks').length;
    await runUntilDone(shop, 'fiscal-checks');
    expect(
      requested(shop, 'invoice/fiscal-checks')
        .slice(before)
        .map(({ query }) => query.invoiceId),
    ).toEqual([one.invoice_id]);
    await fiscal.forward(10 * MINUTE);
    expect(await fiscal.fire()).toEqual([two.invoice_id]);
  });
});
