import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { changeSetting, type SettingName } from '../../main/shop/settings.ts';
import { build } from '../../main/store/db/connection.ts';
import { clearSetting, getSetting, setSetting } from '../../main/store/settings.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { InvoicePrint, PrinterState, PrintJob } from '../../shared/api/printing.ts';
import type { Client, Refusal } from '../helpers/client.ts';
import { lookAtOnce, stoppedClock } from '../helpers/clock.ts';
import { textOf } from '../helpers/escpos.ts';
import { openShop } from '../helpers/shop.ts';
import { startVirtualPrinter, type VirtualPrinter } from '../helpers/virtual-printer.ts';

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 25 });

/** A shop for all tests of a file, and for each a printer of its own that prints nothing by itself yet. */
export const openPrinting = async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now, bank: { now: clock.now } });
  let printer: VirtualPrinter;
  const { db } = shop.console;
  const set = (name: SettingName, value: string) => changeSetting(db, shop.config.dataDir, name, value);
  /** A round of the printing has seen every payment: it forgets the position, which only a shop that prints has. */
  const seesPayments = async () => {
    setSetting(db, 'printer_position', '0');
    await until(() => expect(getSetting(db, 'printer_position')).toBeUndefined());
  };

  beforeAll(lookAtOnce);
  beforeEach(async () => {
    for (const name of CHANGED) clearSetting(db, name);
    await seesPayments();
    db.run(build.deleteFrom('print_jobs'));
    await shop.signInAgain();
    printer = await startVirtualPrinter();
    set('printer_address', printer.address);
    set('printer_code_page', 'cp1125/44');
  });
  afterEach(() => printer.close().catch(() => undefined));
  afterAll(() => shop.close());

  const jobOf = async ({ id }: Pick<Invoice, 'id'>, by: Client = shop.owner) =>
    (await by.get<InvoicePrint>(`invoices/${id}/print/`)).body.job;
  const becomes = (invoice: Pick<Invoice, 'id'>, state: string, fault: string | null) =>
    until(async () => expect(await jobOf(invoice)).toMatchObject({ state, fault }));
  return {
    shop,
    clock,
    set,
    until,
    seesPayments,
    jobOf,
    becomes,
    get printer() {
      return printer;
    },
    startPrinter: async (port: number) => {
      printer = await startVirtualPrinter(port);
    },
    automatic: () => set('printer_prints_paid', 'yes'),
    sellAndPay: (body: object = { amount: 34_000 }) => shop.paid(body),
    print: ({ id }: Pick<Invoice, 'id'>, by: Client = shop.owner) =>
      by.post<PrintJob & Refusal>(`invoices/${id}/print/`),
    printed: async (invoice: Pick<Invoice, 'id'>) => {
      await becomes(invoice, 'printed', null);
      await until(() => expect(printer.papers.length).toBeGreaterThan(0));
    },
    printerState: async (by: Client = shop.owner) => (await by.get<PrinterState>('printer/')).body,
    /** What was printed, from that paper on. */
    words: (from: number) => printer.printed().slice(from).flatMap(textOf).join(' ').replaceAll(/\s+/g, ' '),
  };
};

const CHANGED: readonly SettingName[] = [
  'printer_address',
  'printer_paper',
  'printer_prints_paid',
  'printer_opens_drawer',
  'shop_name',
  'seller_iban',
  'return_text',
];
