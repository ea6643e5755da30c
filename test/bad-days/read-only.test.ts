import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { System } from '../../shared/api/system.ts';
import { attempts, createUnder } from '../helpers/keyed.ts';
import { endServices, linesOf } from '../helpers/service.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { leavingNoTrace, tablesOf } from '../helpers/trace.ts';
import { freeze, onFreezingDisk, onSmallDisk, type SmallDisk, smallDisk, thaw } from './disk.ts';
import { contents, ownerAt, prepareFolder } from './folder.ts';
import { type Gateway, placeGateway, reply } from './gateway.ts';
import { complaints } from './log.ts';
import { withoutStart } from './time.ts';

onSmallDisk(import.meta.url, 'read-only before the start', () => {
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

  /** The one line that the owner sees when the service does not start; nothing in the folder is changed. */
  const refusal = async (): Promise<string> => {
    const before = contents(disk.path);
    const { code, stdout, stderr } = await shop.serve().exited;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(contents(disk.path)).toMatchObject(before);
    const [line = '', ...more] = linesOf(stderr);
    expect(more).toEqual([]);
    return line;
  };

  test('the disk: one line says so, and afterwards the service starts', async () => {
    disk.readOnly();
    expect(await refusal()).toMatch(
      /^error: The data folder \S+ cannot be written to: it is write-protected \(EROFS: .*\)\. What is in it was not touched\. Make it writable\. Or choose another folder with --data-dir\.$/,
    );
    disk.writable();
    await ownerAt(shop.serve());
  });

  test('the database alone: one line says so, and afterwards the service starts', async () => {
    const writable = disk.readOnlyFile('kramar.db');
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
    withoutStart();
    shop = await openShop();
    gateway = await placeGateway(shop);
  });
  afterEach(async () => {
    thaw(...files());
    await shop.close();
    await gateway.stop();
    vi.restoreAllMocks();
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

  describe('read-only while the bank acts', () => {
    test('the key, tried again when the disk is writable, returns the invoice that the bank has', async () => {
      gateway.at('invoice/create', async (_call, pass, response) => {
        const answer = await pass();
        freeze(...files());
        reply(response, answer);
      });
      expect((await createUnder(shop, 'k1', { amount: 100 })).status).toBe(500);
      expect((await createUnder(shop, 'k1', { amount: 100 })).status).toBe(500);
      thaw(...files());
      gateway.rule();
      const again = await createUnder(shop, 'k1', { amount: 100 });
      expect(again.status, again.text).toBe(201);
      expect(shop.bank.invoices().map(({ invoiceId }) => invoiceId)).toEqual([again.body.invoice_id]);
      expect(attempts(shop)).toMatchObject([{ status: 'done' }]);
    });
  });
});
