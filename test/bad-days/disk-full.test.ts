import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { JobRun } from '../../shared/api/jobs.ts';
import type { System } from '../../shared/api/system.ts';
import { attempts, createUnder, syncedRegisters } from '../helpers/keyed.ts';
import type { Shop } from '../helpers/shop.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';
import { diskOfTest, onSmallDisk, type SmallDisk } from './disk.ts';
import { type Gateway, reply } from './gateway.ts';
import { complaints } from './log.ts';
import { openQuiet } from './stage.ts';

onSmallDisk(import.meta.url, 'the disk is full', () => {
  let disk: SmallDisk;
  let shop: Shop;
  let gateway: Gateway;
  beforeEach(async () => {
    disk = diskOfTest();
    ({ shop, gateway } = await openQuiet({ config: { dataDir: disk.path } }));
    onTestFinished(disk.free);
  });

  const fill = () => disk.fill(join(disk.path, 'kramar.db'));
  /** The bank carries out the request; before its answer arrives, the disk is full. */
  const fillMeanwhile = (path: string) =>
    gateway.at(path, async (_call, pass, response) => {
      const answer = await pass();
      fill();
      reply(response, answer);
    });
  const listed = async () => (await shop.owner.get<InvoicePage>('invoices/')).body.results;
  const ofBank = async (invoiceId: string) =>
    (await listed()).filter(({ invoice_id }) => invoice_id === invoiceId);
  /** A key, tried again, returns the one invoice that the bank has. */
  const isOnce = async (body: object) => {
    const again = await createUnder(shop, 'k1', body);
    expect(again.status, again.text).toBe(201);
    expect(shop.bank.invoices().map(({ invoiceId }) => invoiceId)).toEqual([again.body.invoice_id]);
    expect(await listed()).toHaveLength(1);
    return again.body;
  };
  const paid = async () => {
    const invoice = await shop.createInvoice({ amount: 34_000 });
    shop.bank.pay(invoice.invoice_id);
    // The bank is not called about it any more.
    await vi.waitFor(async () => expect((await shop.readInvoice(invoice.id)).status).toBe('success'));
    return invoice;
  };
  const atRegister = async () => ({
    amount: 4200,
    cash_register: (await syncedRegisters(shop)).get('ZRN1')?.id,
  });
  const diskFull = {
    detail: expect.stringMatching(/^The disk .* is full, so nothing was written\. .* safe/),
    err_code: 'DISK_FULL',
  };

  describe('before the bank is called', () => {
    test('A write that the disk refuses (full, read-only): 500 with `err_code` `DISK_FULL` and a detail that says so; nothing was written. A sale is refused, the bank is not asked, nothing is left behind; reading and signing in go on', async () => {
      const known = await paid();
      fill();
      const answer = await withoutTrace(shop, () => createUnder(shop, 'k1', { amount: 100 }));
      expect([answer.status, answer.body]).toEqual([500, diskFull]);

      expect(await shop.readInvoice(known.id)).toMatchObject({ id: known.id, status: 'success' });
      expect(await listed()).toHaveLength(1);
      for (const path of ['terminals/', 'stats/', 'catalog/products/', 'events/', 'jobs/', 'system/'])
        expect([path, (await shop.owner.get(path)).status]).toEqual([path, 200]);
      await shop.signIn('owner');

      disk.free();
      const next = await createUnder(shop, 'k1', { amount: 100 });
      expect(next.status, next.text).toBe(201);
      // The refused sale has not used a number: nothing of it was written.
      expect(next.body.number).toBe(known.number + 1);
    });

    test('every other write is refused with the same words, and works when there is space', async () => {
      const { id } = await paid();
      fill();
      shop.bank.clearRequests();
      const requests: [method: string, path: string, body: object][] = [
        ['POST', 'catalog/categories/', { name: 'Кава' }],
        ['POST', 'catalog/products/', { name: 'Лате', price: 100 }],
        ['PATCH', `terminals/${shop.terminal.id}/`, { name: 'Інша' }],
        ['POST', `invoices/${id}/cancel/`, {}],
        ['POST', 'jobs/prune/run/', {}],
      ];
      for (const [method, path, body] of requests) {
        const answer = await shop.owner.send(method, path, { body });
        expect([path, answer.status, answer.body]).toEqual([path, 500, diskFull]);
      }
      expect(shop.bank.requests.filter(({ path }) => path.endsWith('/cancel'))).toEqual([]);
      disk.free();
      for (const [method, path, body] of requests) {
        const answer = await shop.owner.send(method, path, { body });
        expect([path, answer.status], answer.text).toEqual([path, path.startsWith('catalog/') ? 201 : 200]);
      }
    });
  });

  describe('after the bank has acted', () => {
    test('the sale is an error; its key, tried again when there is space, returns that very invoice', async () => {
      fillMeanwhile('invoice/create');
      const answer = await createUnder(shop, 'k1', { amount: 4200 });
      expect([answer.status, answer.body]).toEqual([500, diskFull]);
      expect(await listed()).toEqual([]);

      // Still full: the bank is not called once more.
      expect((await createUnder(shop, 'k1', { amount: 4200 })).status).toBe(500);
      expect(gateway.callsTo('invoice/create')).toHaveLength(1);

      disk.free();
      gateway.rule();
      const again = await isOnce({ amount: 4200 });
      expect(again).toMatchObject({ amount: 4200, page_url: expect.stringContaining('/pay/') });
      expect(await isOnce({ amount: 4200 })).toEqual(again);
      expect(attempts(shop)).toMatchObject([{ status: 'done', invoice_id: again.id }]);
    });

    test('the till does not retry: the invoice appears once by itself, and so does its payment', async () => {
      fillMeanwhile('invoice/create');
      expect((await createUnder(shop, 'k1', { amount: 4200 })).status).toBe(500);
      const [opened] = shop.bank.invoices();
      shop.bank.pay(opened?.invoiceId ?? '');
      disk.free();
      await vi.waitFor(async () =>
        expect(await ofBank(opened?.invoiceId ?? '')).toMatchObject([{ status: 'success' }]),
      );
      const { body } = await shop.owner.post<{ created: number }>(
        `terminals/${shop.terminal.id}/sync_invoices/`,
      );
      expect(body).toMatchObject({ synced: 1, created: 0 });
      expect(await listed()).toHaveLength(1);
    });

    test('no answer from the bank, and no space to record that: the sale is settled all the same', async () => {
      const body = await atRegister();
      gateway.at('invoice/create', async (_call, pass, response) => {
        await pass();
        fill();
        response.destroy();
      });
      const answer = await createUnder(shop, 'k1', body);
      expect([answer.status, answer.body.err_code]).toEqual([502, 'UNREACHABLE']);
      disk.free();
      gateway.rule();
      await isOnce(body);
    });

    test.each([
      ['a full refund', {}, { status: 'reversed', final_amount: 0 }],
      ['a refund in part', { amount: 1000 }, { status: 'success', final_amount: 33_000 }],
    ])('%s: made once, and shown when there is space', async (_name, body, outcome) => {
      const { id, invoice_id } = await paid();
      fillMeanwhile('invoice/cancel');
      expect((await shop.owner.post(`invoices/${id}/cancel/`, body)).status).toBe(500);
      expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: 34_000 });
      disk.free();
      gateway.rule();
      const settle = () => shop.owner.post('jobs/settle-attempts/run/');
      await vi.waitFor(async () => {
        expect((await settle()).status).toBe(200);
        expect(attempts(shop, 'refund')).toMatchObject([{ status: 'done' }]);
      });
      expect(await shop.readInvoice(id)).toMatchObject(outcome);
      expect(shop.bank.invoice(invoice_id)?.refunds).toHaveLength(1);
    });
  });

  describe('a backup', () => {
    test("on the shop's disk, which has room for a sale but not for it: the failure is reported, the shop goes on; with space it is made", async () => {
      disk.fill(join(disk.path, 'kramar.db'), 1 << 18);
      const run = () => shop.owner.post<JobRun>('jobs/back-up/run/');
      const state = async () => (await shop.owner.get<System>('system/')).body.backup;
      const before = complaints(shop).length;
      const failed = await run();
      expect([failed.status, failed.body.status]).toEqual([200, 'failed']);
      const reported = /^A backup to \S+ could not be made: the disk is full .* Free some space/;
      expect(failed.body.error).toMatch(reported);
      const problem = failed.body.error;
      expect(await state()).toEqual({ last_at: null, is_overdue: false, problem, fault: 'full' });
      await vi.waitFor(() =>
        expect(complaints(shop).slice(before)).toContainEqual(expect.stringMatching(reported)),
      );
      expect(rowsOf(shop, 'events').filter(({ type }) => type === 'backup.failed')).toHaveLength(1);
      await shop.createInvoice();

      disk.free();
      expect((await run()).body).toMatchObject({ status: 'done', error: '' });
      expect(await state()).toMatchObject({ last_at: expect.any(String), is_overdue: false, problem: '' });
      expect(readdirSync(join(disk.path, 'backups'))).toHaveLength(2);
    });
  });

  test('payments made meanwhile show when there is space, and writes that failed do not flood the log', async () => {
    const invoices = await Promise.all([shop.createInvoice(), shop.createInvoice(), shop.createInvoice()]);
    fill();
    const before = complaints(shop).length;
    gateway.calls.length = 0;
    for (const { invoice_id } of invoices) shop.bank.pay(invoice_id);
    // Some rounds of the watcher, none of which can write what the bank answers.
    await vi.waitFor(() => expect(gateway.callsTo('invoice/status').length).toBeGreaterThan(3));
    for (const { id } of invoices) expect(await shop.readInvoice(id)).toMatchObject({ status: 'created' });
    expect(complaints(shop).slice(before)).toEqual([
      expect.stringMatching(
        /^The database cannot be written to: the disk is full .* safe .* Free some space/,
      ),
    ]);
    disk.free();
    for (const { id } of invoices)
      await vi.waitFor(async () => expect(await shop.readInvoice(id)).toMatchObject({ status: 'success' }));
    const reported = rowsOf(shop, 'events').filter(({ type }) => type === 'invoice.status_changed');
    expect(reported).toHaveLength(invoices.length);
  });
});
