import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { System } from '../../shared/api/system.ts';
import { createUnder } from '../helpers/keyed.ts';
import { linesOf } from '../helpers/service.ts';
import type { Shop } from '../helpers/shop.ts';
import { leavingNoTrace, tablesOf } from '../helpers/trace.ts';
import { freeze, onFreezingDisk, onSmallDisk, thaw } from './disk.ts';
import { contents, ownerAt, prepareDisk } from './folder.ts';
import type { Gateway } from './gateway.ts';
import { complaints } from './log.ts';
import { openQuiet } from './stage.ts';

onSmallDisk(import.meta.url, 'read-only before the start', () => {
  let shop: Awaited<ReturnType<typeof prepareDisk>>;
  beforeEach(async () => {
    shop = await prepareDisk();
  });

  /** The one line that the owner sees when the service does not start; nothing in the folder is changed. */
  const refusal = async (): Promise<string> => {
    const before = contents(shop.disk.path);
    const { code, stdout, stderr } = await shop.serve().exited;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(contents(shop.disk.path)).toMatchObject(before);
    const [line = '', ...more] = linesOf(stderr);
    expect(more).toEqual([]);
    return line;
  };

  test('the disk, or the database alone: one line says so, and afterwards the service starts', async () => {
    shop.disk.readOnly();
    expect(await refusal()).toMatch(
      /^error: The data folder \S+ cannot be written to: it is write-protected \(EROFS: .*\)\. What is in it was not touched\. Make it writable\. Or choose another folder with --data-dir\.$/,
    );
    shop.disk.writable();
    const writable = shop.disk.readOnlyFile('kramar.db');
    expect(await refusal()).toMatch(
      /^error: The database \S+kramar\.db could not be opened \(EROFS: .*\)\. Nothing was changed\. Check that the disk is .*not write-protected/,
    );
    writable();
    await ownerAt(shop.serve());
  });
});

onFreezingDisk('read-only while it runs', () => {
  let shop: Shop;
  let gateway: Gateway;
  const files = () => ['kramar.db', 'kramar.db-wal'].map((name) => join(shop.config.dataDir, name));
  beforeEach(async () => {
    ({ shop, gateway } = await openQuiet());
    onTestFinished(() => thaw(...files()));
  });

  test('writing is refused, reading works, and the cause is reported; writable again, all is as before', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    freeze(...files());
    const reported = complaints(shop).length;
    gateway.calls.length = 0;
    const refused = await leavingNoTrace(shop, () => createUnder(shop, 'k1', { amount: 100 }), tablesOf);
    expect([refused.status, refused.body]).toEqual([
      500,
      {
        detail: expect.stringMatching(/^The disk .* cannot be written to, so nothing was written\./),
        err_code: 'DISK_FULL',
      },
    ]);
    expect(gateway.callsTo('invoice/create')).toEqual([]);
    await vi.waitFor(() =>
      expect(complaints(shop).slice(reported)).toContainEqual(
        expect.stringMatching(
          /^The database cannot be written to: the disk .* \(SQLITE_IOERR_WRITE: .* safe .* Check the disk/,
        ),
      ),
    );

    shop.bank.pay(invoice_id);
    await vi.waitFor(() => expect(gateway.callsTo('invoice/status').length).toBeGreaterThan(2));
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'created' });
    expect((await shop.owner.get<InvoicePage>('invoices/')).body.count).toBe(1);
    expect((await shop.owner.get<System>('system/')).body.attempts_in_doubt).toBe(0);
    await shop.signIn('owner');

    thaw(...files());
    await vi.waitFor(async () => expect((await shop.readInvoice(id)).status).toBe('success'));
    const sold = await createUnder(shop, 'k1', { amount: 100 });
    expect(sold.status, sold.text).toBe(201);
  });
});
