import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Client } from '../helpers/client.ts';
import { endServices, linesOf } from '../helpers/service.ts';
import { onSmallDisk, type SmallDisk, smallDisk } from './disk.ts';
import { contents, ownerAt, prepareFolder } from './folder.ts';

onSmallDisk(import.meta.url, 'the disk is full, and the service a process of its own', () => {
  let disk: SmallDisk;
  let bank: PracticeBank;
  let shop: Awaited<ReturnType<typeof prepareFolder>>;
  beforeEach(async () => {
    disk = smallDisk();
    bank = await startPracticeBank();
    shop = await prepareFolder(disk.path, bank);
  });
  afterEach(async () => {
    endServices();
    await bank.stop();
    disk.remove();
  });
  const ids = async (owner: Client) =>
    (await owner.get<InvoicePage>('invoices/')).body.results.map(({ id, invoice_id }) => [id, invoice_id]);
  const fill = () => disk.fill(join(disk.path, 'kramar.db'));

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
    expect(existsSync(join(disk.path, 'endpoint.json'))).toBe(false);
    expect(bank.invoices()).toEqual([]);
  });

  test('it does not start: one line, and nothing is changed; with space it starts normally', async () => {
    const first = shop.serve();
    const owner = await ownerAt(first);
    expect((await owner.post('invoices/', { terminal: shop.terminal, amount: 100 })).status).toBe(201);
    const sold = await ids(owner);
    expect(sold).toHaveLength(1);
    await first.stop();

    disk.fill();
    const before = contents(disk.path);
    const { code, stdout, stderr } = await shop.serve().exited;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(linesOf(stderr)).toEqual([
      expect.stringMatching(
        /^error: The data folder \S+ cannot be written to: the disk is full \(ENOSPC: .*\)\. What is in it was not touched\. Free some space\. Or choose another folder with --data-dir\.$/,
      ),
    ]);
    expect(contents(disk.path)).toEqual(before);

    disk.free();
    expect(await ids(await ownerAt(shop.serve()))).toEqual(sold);
  });

  test('it is killed between the bank and the disk: with space the sale is settled', async () => {
    const service = shop.serve();
    const owner = await ownerAt(service);
    expect((await owner.post(`terminals/${shop.terminal}/sync_registers/`)).status).toBe(200);
    bank.fault({ kind: 'hang', acts: true, path: 'invoice/create' });
    const registers = await owner.get<{ results: { id: number; short_qr_id: string }[] }>('cash-registers/');
    const cash_register = registers.body.results.find(({ short_qr_id }) => short_qr_id === 'ZRN1')?.id;
    const sale = { terminal: shop.terminal, amount: 4200, cash_register };
    const key = { headers: { 'Idempotency-Key': 'k1' } };
    const cutOff = owner.post('invoices/', sale, key).catch(() => 'cut off');
    await expect.poll(() => bank.invoices().length).toBe(1);
    fill();
    await service.stop('SIGKILL');
    expect(await cutOff).toBe('cut off');
    disk.free();

    const again = await (await ownerAt(shop.serve())).post<{ invoice_id: string }>('invoices/', sale, key);
    expect(again.status, again.text).toBe(201);
    expect(bank.invoices().map(({ invoiceId }) => invoiceId)).toEqual([again.body.invoice_id]);
  });
});
