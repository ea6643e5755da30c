import { describe, expect, test } from 'vitest';
import { insertPrintJob, updatePrintJob } from '../../main/store/print-jobs.ts';
import { readEscPos, textOf } from '../helpers/escpos.ts';
import { openPrinting } from './printing-stage.ts';

const stage = await openPrinting();
const { shop, clock, set, until, jobOf, becomes, automatic, sellAndPay, print, printed, printerState } =
  stage;

describe('a printer that is away', () => {
  test('delays no sale: charging and paying do not wait for it', async () => {
    automatic();
    stage.printer.state.isHeld = true;
    stage.printer.state.mood = 'silent';
    const invoice = await sellAndPay();
    expect((await shop.readInvoice(invoice.id)).status).toBe('success');
    await until(() => expect(stage.printer.state.connections).toBe(1));
    // The printer has the connection and takes nothing; the next sale is made meanwhile.
    const next = await sellAndPay();
    expect((await shop.readInvoice(next.id)).status).toBe('success');
    expect(stage.printer.papers).toEqual([]);
  });

  test.each([
    ['paper_out', 'paper_out'],
    ['cover_open', 'cover_open'],
    ['offline', 'offline'],
    ['printer_error', 'printer_error'],
  ] as const)(
    'says %s before it gets a receipt: it waits, and is printed once, not as a copy',
    async (mood, fault) => {
      automatic();
      stage.printer.state.mood = mood;
      const invoice = await sellAndPay();
      await becomes(invoice, 'queued', fault);
      expect(await printerState()).toMatchObject({ waiting: 1, fault, failed: [] });
      expect(stage.printer.papers).toEqual([]);
      stage.printer.state.mood = 'ready';
      // Somebody who presses "print" does not wait for the next attempt, and queues no second receipt.
      expect((await print(invoice)).body.id).toBe((await jobOf(invoice))?.id);
      await printed(invoice);
      expect(stage.printer.papers).toHaveLength(1);
      expect(textOf(readEscPos(stage.printer.papers[0] ?? Buffer.alloc(0))).join(' ')).not.toContain('КОПІЯ');
      expect(await printerState()).toMatchObject({ waiting: 0, fault: null, failed: [] });
    },
  );

  test('is tried again by itself, across a restart of the service', async () => {
    automatic();
    const { port } = stage.printer;
    await stage.printer.close();
    const invoice = await sellAndPay();
    await becomes(invoice, 'queued', 'refused');
    await shop.restart();
    await becomes(invoice, 'queued', 'refused');
    await stage.startPrinter(port);
    await printed(invoice);
    expect(stage.printer.papers).toHaveLength(1);
  });

  test('after ten minutes the receipt waits for somebody who wants it', async () => {
    automatic();
    stage.printer.state.mood = 'paper_out';
    const invoice = await sellAndPay();
    await becomes(invoice, 'queued', 'paper_out');
    clock.forward(11 * 60);
    await becomes(invoice, 'failed', 'paper_out');
    expect(await printerState()).toMatchObject({ waiting: 0, failed: [{ invoice: invoice.id }] });
    stage.printer.state.mood = 'ready';
    expect((await print(invoice)).status).toBe(201);
    await printed(invoice);
    expect(await jobOf(invoice)).toMatchObject({ cause: 'hand', is_copy: false });
    expect(await printerState()).toMatchObject({ failed: [] });
  });
});

test('a receipt that waited while the service was stopped is not printed by itself any more', async () => {
  automatic();
  stage.printer.state.mood = 'offline';
  const invoice = await sellAndPay();
  await becomes(invoice, 'queued', 'offline');
  await shop.stop();
  clock.forward(11 * 60);
  stage.printer.state.mood = 'ready';
  await shop.restart();
  await becomes(invoice, 'failed', 'offline');
  expect(stage.printer.papers).toEqual([]);
});

describe('what may be printed already', () => {
  test('is not printed again by itself when the printer breaks the connection off; by hand it is a copy', async () => {
    automatic();
    stage.printer.state.breaksAfter = 40;
    const invoice = await sellAndPay();
    await becomes(invoice, 'failed', 'broken_off');
    stage.printer.state.breaksAfter = undefined;
    await shop.restart();
    const next = await sellAndPay();
    await printed(next);
    expect(await jobOf(invoice)).toMatchObject({ state: 'failed', fault: 'broken_off' });
    await print(invoice);
    await printed(invoice);
    expect(await jobOf(invoice)).toMatchObject({ cause: 'hand', is_copy: true });
    expect(textOf(readEscPos(stage.printer.papers.at(-1) ?? Buffer.alloc(0)))[0]).toContain('КОПІЯ');
  });

  test('the paper runs out meanwhile: the receipt has failed, with the reason', async () => {
    stage.printer.state.moodWhenPrinting = 'paper_out';
    const invoice = await sellAndPay();
    await print(invoice);
    await becomes(invoice, 'failed', 'paper_out');
    expect(await printerState()).toMatchObject({ waiting: 0, failed: [{ fault: 'paper_out' }] });
  });

  test('the service ended in the middle of it: whether it was printed is not known', async () => {
    const invoice = await sellAndPay();
    const { db } = shop.console;
    await shop.stop();
    const { id } = insertPrintJob(db, {
      invoice_id: invoice.id,
      cause: 'paid',
      state: 'queued',
      created_at: clock.now(),
    });
    updatePrintJob(db, id, { state: 'sending', sent_at: clock.now() });
    await shop.restart();
    await becomes(invoice, 'failed', 'cut_off');
    expect(stage.printer.papers).toEqual([]);
  });
});

test('a printer that answers nothing prints nevertheless', async () => {
  stage.printer.state.mood = 'silent';
  const invoice = await sellAndPay();
  await print(invoice);
  await printed(invoice);
  expect(textOf(readEscPos(stage.printer.papers[0] ?? Buffer.alloc(0))).join(' ')).toContain(
    invoice.number_display,
  );
});

test.each([
  ['/dev/usb/lp99', 'no_device'],
  ['/dev/ttyUSB99', 'no_device'],
])('a device that is not there: %s', async (address, fault) => {
  set('printer_address', address);
  const invoice = await sellAndPay();
  await print(invoice);
  await becomes(invoice, 'queued', fault);
});
