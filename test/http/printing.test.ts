import { describe, expect, test } from 'vitest';
import { setSetting } from '../../main/store/settings.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Paper } from '../../shared/api/papers.ts';
import type { InvoicePrint } from '../../shared/api/printing.ts';
import { formatAmount } from '../../shared/money.ts';
import { textOf } from '../helpers/escpos.ts';
import { holdsOf } from '../helpers/holds.ts';
import { traces } from '../helpers/trace.ts';
import { openPrinting } from './printing-stage.ts';

const stage = await openPrinting();
const {
  shop,
  clock,
  set,
  until,
  seesPayments,
  jobOf,
  automatic,
  sellAndPay,
  print,
  printed,
  printerState,
  words,
} = stage;
const EMPTY = { value: '', note: '', cells: [] };
const ITEMS = [
  { name: 'Кава зернова «Ефіопія Їргачеф», ґрунтова, 1000 г', price: 34_000, quantity: 1.5, unit: 'кг' },
  { name: 'Молоко', price: 4550, quantity: 2, unit: 'шт', discount_pct: 10 },
];

describe('a receipt is printed by itself', () => {
  test.each(['58', '80'])('on %s mm it says what was sold, what was paid and how', async (width) => {
    automatic();
    set('printer_paper', width);
    set('shop_name', 'Кав’ярня «Ґазда»');
    set('seller_iban', 'UA213223130000026007233566001');
    set('return_text', 'Обмін і повернення протягом 14 днів.');
    const invoice = await sellAndPay({ items: ITEMS, reference: 'ЗАМ-42' });
    await printed(invoice);
    const paid = await shop.readInvoice(invoice.id);
    const [paper] = stage.printer.printed();
    if (!paper) throw new Error('Nothing was printed.');
    const columns = width === '58' ? 32 : 48;
    for (const { text, isLarge } of paper.lines)
      expect(text.length).toBeLessThanOrEqual(isLarge ? columns / 2 : columns);
    for (const expected of [
      'Кав\'ярня "Ґазда"',
      `Чек про оплату № ${invoice.number_display}`,
      'Кава зернова "Ефіопія Їргачеф", ґрунтова, 1000 г',
      '1,5 кг x 340,00 ₴',
      '510,00 ₴',
      '2 шт x 45,50 ₴, знижка 10 %',
      '81,90 ₴',
      'РАЗОМ 591,90 ₴',
      'Оплачено 591,90 ₴',
      `RRN ${paid.rrn}`,
      paid.masked_pan,
      'ЗАМ-42',
      'UA21 3223 1300 0002 6007 2335 6600 1',
      'Обмін і повернення протягом 14 днів.',
      'Не є фіскальним чеком',
    ])
      expect(words(0)).toContain(expected);
    expect(words(0)).not.toContain('КОПІЯ');
    expect(paper).toMatchObject({ qrs: [invoice.page_url], cuts: 1, pulses: 0 });
    expect(await jobOf(invoice)).toMatchObject({ cause: 'paid', is_copy: false });
  });

  test('a discount and a charge on the whole basket stand between the lines and the total', async () => {
    automatic();
    const items = [
      { name: 'Торт', price: 30_000 },
      { name: 'Свічка', price: 1000, quantity: 3 },
    ];
    const discounts = [{ percent: 7.5 }, { type: 'extra_charge', amount: 250 }];
    await printed(await sellAndPay({ items, discounts }));
    expect(words(0)).toContain('Сума товарів 330,00 ₴ Знижка -22,25 ₴ РАЗОМ 307,75 ₴ Оплачено 307,75 ₴');
    await printed(await sellAndPay({ items, discounts: [{ type: 'extra_charge', percent: 10 }] }));
    await until(() => expect(stage.printer.papers).toHaveLength(2));
    expect(words(1)).toContain('Сума товарів 330,00 ₴ Надбавка 33,00 ₴ РАЗОМ 363,00 ₴');
  });

  test('of a hold captured in part: what was taken, and what was released; nothing was refunded', async () => {
    const holds = holdsOf(shop);
    const { id } = await holds.held({ amount: 34_000 });
    expect((await holds.capture(id, { amount: 20_000 })).status).toBe(200);
    await print({ id });
    await printed({ id });
    expect(words(-1)).toContain('РАЗОМ 340,00 ₴ Оплачено 200,00 ₴ Розблоковано 140,00 ₴ ---');
    await shop.owner.post(`invoices/${id}/cancel/`, { amount: 5000 });
    await print({ id });
    await until(() => expect(stage.printer.papers).toHaveLength(2));
    expect(words(-1)).toContain('Розблоковано 140,00 ₴ Повернено 50,00 ₴ Залишилося 150,00 ₴');
  });

  test('and the paper that the window prints have the same parts; A4 and English say the same in theirs', async () => {
    automatic();
    const invoice = await sellAndPay({ items: ITEMS, reference: 'ЗАМ-42' });
    await printed(invoice);
    const partsOf = async (query: string, language: string) => {
      const headers = { 'Accept-Language': language };
      return (await shop.owner.get<Paper>(`invoices/${invoice.id}/paper/${query}`, { headers })).body.parts;
    };
    const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N},]/gu, '').toUpperCase();
    const onPaper = stage.printer.printed().flatMap(textOf).map(bare).join('').replaceAll('X', '');
    const roll = await partsOf('', 'uk');
    for (const { kind, text, note, value } of roll)
      for (const each of kind === 'qr' ? [text] : [text, note, value])
        expect(onPaper).toContain(bare(each).replaceAll('X', ''));
    expect(roll.filter(({ kind }) => kind === 'qr').map(({ value }) => value)).toEqual([invoice.page_url]);

    const sheet = await partsOf('?size=a4', 'en');
    expect(sheet).toContainEqual({ kind: 'title', text: `Invoice no. ${invoice.number_display}`, ...EMPTY });
    expect(sheet).toContainEqual({ kind: 'sum', text: 'Paid', ...EMPTY, value: formatAmount(59_190) });
    expect(sheet.find(({ text }) => text === 'Молоко')?.cells).toEqual(['2 шт', formatAmount(4550), '10 %']);
    expect(sheet.filter(({ kind }) => kind === 'qr')).toEqual([]);
  });

  test('what is not paid is called an invoice on every paper, and no receipt', async () => {
    const { id, number_display } = await shop.createInvoice();
    for (const size of ['roll', 'a4']) {
      const headers = { 'Accept-Language': 'en' };
      const { body } = await shop.owner.get<Paper>(`invoices/${id}/paper/?size=${size}`, { headers });
      expect(body.parts).toContainEqual({ kind: 'title', text: `Invoice no. ${number_display}`, ...EMPTY });
      expect(JSON.stringify(body)).not.toContain('Payment receipt');
    }
  });

  test('opens the drawer where the owner wants it, but not for a copy', async () => {
    automatic();
    set('printer_opens_drawer', 'yes');
    const invoice = await sellAndPay();
    await printed(invoice);
    expect(stage.printer.printed()).toMatchObject([{ pulses: 1 }]);
    await print(invoice);
    await until(() => expect(stage.printer.papers).toHaveLength(2));
    expect(stage.printer.printed()[1]).toMatchObject({ pulses: 0 });
  });

  test('once: not again after a refund, a restart or another report of the bank', async () => {
    automatic();
    const invoice = await sellAndPay();
    await printed(invoice);
    await shop.owner.post(`invoices/${invoice.id}/cancel/`, { amount: 10_000 });
    await shop.restart();
    await shop.owner.post(`invoices/${invoice.id}/refresh/`);
    const other = await sellAndPay();
    await printed(other);
    const numbers = stage.printer.printed().map((paper) => /№ (\d+)/.exec(textOf(paper).join(' '))?.[1]);
    expect(numbers).toEqual([invoice.number_display, other.number_display]);
  });

  test('not unless the owner wants it, and not what was paid before that', async () => {
    const before = await sellAndPay();
    await until(async () => expect((await printerState()).prints_paid).toBe(false));
    await seesPayments();
    automatic();
    const after = await sellAndPay();
    await printed(after);
    expect(await jobOf(before)).toBeNull();
    expect(stage.printer.papers).toHaveLength(1);
  });

  test('not for a payment that becomes known a quarter of an hour later: the customer has left', async () => {
    automatic();
    const late = await shop.createInvoice();
    shop.bank.pay(late.invoice_id);
    clock.forward(16 * 60);
    await shop.signInAgain();
    // Two answers, so that the bank's clock is known to have moved (main/bank/clock.ts).
    await shop.createInvoice();
    await shop.refresh(late.id);
    const next = await sellAndPay();
    await printed(next);
    expect(await jobOf(late)).toBeNull();
  });
});

describe('by hand', () => {
  test('needs a paid invoice and a printer: otherwise nothing is queued', async () => {
    const open = await shop.createInvoice();
    const paid = await sellAndPay();
    const traceBefore = await traces(shop);
    expect(await print(open)).toMatchObject({
      status: 400,
      body: { errors: { status: [expect.any(String)] } },
    });
    expect(await traces(shop)).toEqual(traceBefore);
    set('printer_address', '');
    const withoutPrinter = await traces(shop);
    expect((await print(paid)).status).toBe(400);
    expect(await traces(shop)).toEqual(withoutPrinter);
    expect((await shop.owner.get<InvoicePrint>(`invoices/${paid.id}/print/`)).body).toEqual({
      has_printer: false,
      job: null,
    });
  });

  test('the second time it is marked as a copy', async () => {
    const invoice = await sellAndPay();
    await print(invoice);
    await printed(invoice);
    await print(invoice);
    await until(() => expect(stage.printer.papers).toHaveLength(2));
    const [first = [], second = []] = stage.printer.printed().map(textOf);
    expect(first[0]).not.toContain('КОПІЯ');
    expect(second[0]?.trim()).toBe('КОПІЯ');
    expect(second.slice(1)).toEqual(first);
  });

  test('whoever charges prints their own sales; others see neither the receipt nor that it failed', async () => {
    const maker = await shop.employee('maker', ['can_create_invoices']);
    const other = await shop.employee('other', ['can_create_invoices']);
    const viewer = await shop.employee('viewer', ['can_view_invoices']);
    const nobody = await shop.employee('nobody');
    stage.printer.state.moodWhenPrinting = 'paper_out';
    const { body } = await maker.post<Invoice>('invoices/', { terminal: shop.terminal.id, amount: 8100 });
    shop.bank.pay(body.invoice_id);
    await shop.refresh(body.id);
    for (const stranger of [other, nobody]) {
      expect((await print(body, stranger)).status).toBe(404);
      expect((await stranger.get(`invoices/${body.id}/print/`)).status).toBe(404);
    }
    expect((await print(body, maker)).status).toBe(201);
    await until(async () => expect(await jobOf(body, viewer)).toMatchObject({ state: 'failed' }));
    for (const [who, count] of [
      [maker, 1],
      [viewer, 1],
      [other, 0],
      [nobody, 0],
    ] as const)
      expect((await printerState(who)).failed).toHaveLength(count);
  });
});

test('an address outside the local network counts as none, whatever the database holds', async () => {
  const invoice = await sellAndPay();
  setSetting(shop.console.db, 'printer_address', '8.8.8.8:9100');
  expect((await print(invoice)).status).toBe(400);
  expect(await jobOf(invoice)).toBeNull();
});
