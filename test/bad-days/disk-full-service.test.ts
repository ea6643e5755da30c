import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Client } from '../helpers/client.ts';
import { linesOf } from '../helpers/service.ts';
import { onSmallDisk } from './disk.ts';
import { contents, ownerAt, prepareDisk } from './folder.ts';

onSmallDisk(import.meta.url, 'the disk is full, and the service a process of its own', () => {
  let shop: Awaited<ReturnType<typeof prepareDisk>>;
  beforeEach(async () => {
    shop = await prepareDisk();
  });
  const ids = async (owner: Client) =>
    (await owner.get<InvoicePage>('invoices/')).body.results.map(({ id, invoice_id }) => [id, invoice_id]);
  const fill = () => shop.disk.fill(join(shop.disk.path, 'kramar.db'));

  test('its log cannot be written: that is reported once, the service goes on and stops in order', async () => {
    const service = shop.serve();
    const owner = await ownerAt(service);
    fill();
    for (let n = 0; n < 50; n++) expect((await owner.get('invoices/')).status).toBe(200);
    expect((await owner.post('invoices/', { terminal: shop.terminal, amount: 100 })).status).toBe(500);
    expect((await owner.get('system/')).status).toBe(200);
    const { code, stderr } = await service.stop();
    expect(code).toBe(0);
    expect(linesOf(stderr).filter((line) => /the log in .* cannot be written/.test(line))).toEqual([
      expect.stringMatching(/^warning: .*\(ENOSPC.* Kramar goes on without it\.$/),
    ]);
    expect(stderr).toMatch(
      /^error: The database cannot be written to: the disk is full .* safe .* Free some space/m,
    );
    expect(existsSync(join(shop.disk.path, 'endpoint.json'))).toBe(false);
    expect(shop.bank.invoices()).toEqual([]);
  });

  test('it does not start: one line, and nothing is changed; with space it starts normally', async () => {
    const first = shop.serve();
    const owner = await ownerAt(first);
    expect((await owner.post('invoices/', { terminal: shop.terminal, amount: 100 })).status).toBe(201);
    const sold = await ids(owner);
    expect(sold).toHaveLength(1);
    await first.stop();

    shop.disk.fill();
    const before = contents(shop.disk.path);
    const { code, stdout, stderr } = await shop.serve().exited;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(linesOf(stderr)).toEqual([
      expect.stringMatching(
        /^error: The data folder \S+ cannot be written to: the disk is full \(ENOSPC: .*\)\. What is in it was not touched\. Free some space\. Or choose another folder with --data-dir\.$/,
      ),
    ]);
    expect(contents(shop.disk.path)).toEqual(before);

    shop.disk.free();
    expect(await ids(await ownerAt(shop.serve()))).toEqual(sold);
  });

  test('it is killed between the bank and the disk: with space the sale is settled', async () => {
    const service = shop.serve();
    const owner = await ownerAt(service);
    expect((await owner.post(`terminals/${shop.terminal}/sync_registers/`)).status).toBe(200);
    shop.bank.fault({ kind: 'hang', acts: true, path: 'invoice/create' });
    const registers = await owner.get<{ results: { id: number; short_qr_id: string }[] }>('cash-registers/');
    const cash_register = registers.body.results.find(({ short_qr_id }) => short_qr_id === 'ZRN1')?.id;
    const sale = { terminal: shop.terminal, amount: 4200, cash_register };
    const key = { headers: { 'Idempotency-Key': 'k1' } };
    const cutOff = owner.post('invoices/', sale, key).catch(() => 'cut off');
    await expect.poll(() => shop.bank.invoices().length).toBe(1);
    fill();
    await service.stop('SIGKILL');
    expect(await cutOff).toBe('cut off');
    shop.disk.free();

    const again = await (await ownerAt(shop.serve())).post<{ invoice_id: string }>('invoices/', sale, key);
    expect(again.status, again.text).toBe(201);
    expect(shop.bank.invoices().map(({ invoiceId }) => invoiceId)).toEqual([again.body.invoice_id]);
  });
});
