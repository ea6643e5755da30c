import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeSetting, type SettingName } from '../../../main/shop/settings.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { CashPrint } from '../../../shared/api/printing.ts';
import type { CurrentShift } from '../../../shared/api/shifts.ts';
import { cashOf, codes } from '../../helpers/cash.ts';
import type { Refusal } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { readEscPos, textOf } from '../../helpers/escpos.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { withoutTrace } from '../../helpers/trace.ts';
import { startVirtualPrinter, type VirtualPrinter } from '../../helpers/virtual-printer.ts';

/** Sales for cash in the list of the shop, and their receipts. */

let shop: Shop;
let clock: ReturnType<typeof stoppedClock>;
beforeEach(async () => {
  clock = stoppedClock();
  shop = await openShop({ now: clock.now, bank: { now: clock.now } });
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
});
afterEach(() => shop.close());

const set = (name: SettingName, value: string) =>
  changeSetting(shop.console.db, shop.config.dataDir, name, value);
const { sell, pay } = cashOf(() => shop);
const list = async (params = '', by = shop.owner) =>
  (await by.get<{ results: CashSale[] }>(`cash-sales/${params}`)).body.results.map(({ id }) => id);

test('the list holds all shifts, the latest first; a number brings the sale and its returns; others see their own', async () => {
  const cashier = await shop.employee('cashier', ['can_create_invoices']);
  const one = await sell({ items: [{ name: 'Кава', price: 4500 }] });
  const other = await sell({ amount: 3000 }, cashier);
  const back = await shop.owner.post<CashSale>(`cash-sales/${one.id}/returns/`, {});
  expect(await list()).toEqual([back.body.id, other.id, one.id]);
  expect(await list(`?number=${one.number}`)).toEqual([back.body.id, one.id]);
  expect(await list('', cashier)).toEqual([other.id]);
  expect((await cashier.post(`cash-sales/${one.id}/print/`)).status).toBe(404);
});

test('a refund entered by amount in a shift is held to the reasons, and to the limits (property.test.ts)', async () => {
  const senior = await shop.employee('senior', ['can_create_invoices', 'can_cancel_invoices']);
  const { id } = (await shop.owner.get<CurrentShift>('shifts/current/')).body.shift ?? { id: 0 };
  const enter = (more: object) =>
    senior.post<Refusal>(`shifts/${id}/cash-sales/`, { amount: 100, is_refund: true, ...more }, codes);
  set('refund_reasons', 'Брак');
  set('refund_reason_required', 'yes');
  expect((await withoutTrace(shop, () => enter({}))).body.codes).toEqual({ reason: ['required'] });
  expect((await enter({ reason: 'Брак' })).status).toBe(201);
});

describe('the receipt', () => {
  let printer: VirtualPrinter;
  beforeEach(async () => {
    printer = await startVirtualPrinter();
    set('printer_address', printer.address);
    set('printer_code_page', 'cp1125/44');
    set('cash_rounding', '50');
  });
  afterEach(() => printer.close().catch(() => undefined));

  const print = async (id: number, body: object = {}) =>
    (await shop.owner.post<CashPrint>(`cash-sales/${id}/print/`, body)).body.fault;
  const opensDrawer = (paper: Uint8Array) => Buffer.from(paper).includes(Buffer.from([0x1b, 0x70]));

  test.each(['58', '80'])(
    'on %s mm says what was given and given back, and where the fiscal one comes from',
    async (width) => {
      set('printer_paper', width);
      set('printer_prints_paid', 'yes');
      set('printer_opens_drawer', 'yes');
      const { id } = await sell({ items: [{ name: 'Молоко', price: 37_530 }], received: 50_000 });
      expect(await print(id, { is_automatic: true })).toBeNull();
      // Once by itself, whatever is repeated.
      expect(await print(id, { is_automatic: true })).toBeNull();
      expect(printer.papers).toHaveLength(1);
      const [paper] = printer.papers;
      if (!paper) throw new Error('Nothing was printed.');
      expect(opensDrawer(paper)).toBe(true);
      const text = textOf(readEscPos(paper)).join('\n');
      for (const part of ['Молоко', '+0,20', '375,50', '500,00', '124,50', 'РРО'])
        expect(text).toContain(part);
      expect(text).not.toContain('КОПІЯ');

      set('cash_receipts', 'not_needed');
      expect(await print(id)).toBeNull();
      const copy = printer.papers.at(-1);
      if (!copy) throw new Error('No copy was printed.');
      expect(opensDrawer(copy)).toBe(false);
      expect(textOf(readEscPos(copy)).join('\n')).toContain('КОПІЯ');
      expect(textOf(readEscPos(copy)).join('\n')).not.toContain('РРО');
    },
  );

  test('without printing by itself the drawer alone opens, once and while the buyer is there', async () => {
    set('printer_opens_drawer', 'yes');
    const one = await sell({ amount: 3000 });
    expect(await print(one.id, { is_automatic: true })).toBeNull();
    expect(printer.papers.map(opensDrawer)).toEqual([true]);
    const late = await sell({ amount: 3000 });
    clock.forward(61);
    expect(await print(late.id, { is_automatic: true })).toBeNull();
    expect(printer.papers).toHaveLength(1);
  });

  test('that was printed is a copy after a restart too, and then opens no drawer', async () => {
    set('printer_prints_paid', 'yes');
    set('printer_opens_drawer', 'yes');
    const { id } = await sell({ amount: 3000 });
    await print(id, { is_automatic: true });
    await shop.restart();
    expect(await print(id, { is_automatic: true })).toBeNull();
    expect(printer.papers).toHaveLength(1);
    await print(id);
    expect(textOf(readEscPos(printer.papers[1] ?? new Uint8Array())).join('\n')).toContain('КОПІЯ');
  });

  test('of a sale in parts is that of the whole sale, printed once it is paid, and once by itself', async () => {
    set('printer_prints_paid', 'yes');
    const goods = { items: [{ name: 'Торт', price: 37_500 }], cash: 20_000, terminal: shop.terminal.id };
    const sale = await pay(await sell(goods));
    await expect.poll(() => printer.papers.length).toBe(1);
    const text = textOf(readEscPos(printer.papers[0] ?? new Uint8Array())).join('\n');
    const { body: paper } = await shop.owner.get(`invoices/${sale.qr?.invoice}/paper/`);
    for (const part of ['Торт', '375,00', '200,00', '175,00']) {
      expect(text).toContain(part);
      expect(JSON.stringify(paper)).toContain(part);
    }
    expect(await print(sale.id, { is_automatic: true })).toBeNull();
    expect(printer.papers).toHaveLength(1);
    await print(sale.id);
    expect(textOf(readEscPos(printer.papers[1] ?? new Uint8Array())).join('\n')).toContain('КОПІЯ');
  });

  test('a printer that is away is a fault, and nothing else', async () => {
    const { id } = await sell({ amount: 3000 });
    await printer.close();
    expect(await print(id)).toBe('refused');
  });
});
