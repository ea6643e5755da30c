import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Client } from '../helpers/client.ts';
import { inFile } from '../helpers/contents.ts';
import { backupsOf, databaseOf, openBackedUp, refusesBackup, usernamesIn } from './backed-up.ts';
import { type Console, openConsole, temporaryFolder } from './console.ts';
import { giveOwner, openWithTerminal, serve } from './database.ts';

let shop: Console;
beforeEach(() => {
  shop = openConsole();
});

describe('create, list, verify', () => {
  it('report what there is, for people and for programs', async () => {
    giveOwner(shop);
    const none = await shop.plain(['backup', 'list']);
    expect(none).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('no backups yet') });

    const { code, json } = await shop.json(['backup', 'create']);
    const { backup } = json;
    expect({ code, json }).toEqual({
      code: 0,
      json: {
        ok: true,
        backup: {
          name: expect.stringMatching(/^kramar-\d{8}-\d{6}-manual\.db$/),
          path: join(backupsOf(shop), backup.name),
          kind: 'manual',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          size: statSync(backup.path).size,
          schema: SCHEMA_VERSION,
          invoices: 0,
          state: 'sound',
        },
      },
    });
    expect((await shop.json(['backup', 'list'])).json).toEqual({ ok: true, backups: [backup], problems: [] });
    for (const name of ['latest', backup.name, backup.path])
      expect((await shop.json(['backup', 'verify', name])).json).toEqual({ ok: true, backup });

    const made = await shop.plain(['backup', 'create']);
    expect(made.stdout).toMatch(
      /^The backup was made and verified: .*-manual\.db \(\d+ kB, 0 invoices\)\.\n$/,
    );
    const listed = await shop.plain(['backup', 'list']);
    expect(listed.stdout.split('\n')[1]).toMatch(
      new RegExp(`^${backup.name}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC  \\d+ kB  0 invoices$`),
    );
    const verified = await shop.plain(['backup', 'verify', backup.name]);
    expect(verified.stdout).toMatch(
      /^The backup .* is sound, of .* UTC: 0 invoices\. It is what was written then\.\n$/,
    );
    expect(usernamesIn(backup.path)).toEqual(['olena']);
  });

  it('refuse a shop that does not exist, and create nothing', async () => {
    for (const args of [['create'], ['list'], ['verify', 'latest']]) {
      const { code, json } = await shop.json(['backup', ...args]);
      expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'NO_DATABASE' });
    }
    for (const name of ['latest', 'kramar-20260131-020000-manual.db', '/nowhere/kramar.db']) {
      const { code, json } = await shop.json(['backup', 'restore', name]);
      expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'NOT_FOUND' });
    }
    expect(() => readdirSync(shop.dataDir)).toThrow('ENOENT');
  });

  it('list what is left of a shop that has lost its database', async () => {
    const { name } = await openBackedUp(shop);
    rmSync(databaseOf(shop));
    expect((await shop.json(['backup', 'list'])).json.backups).toMatchObject([{ name }]);
    expect(await shop.json(['backup', 'verify', 'latest'])).toMatchObject({ code: 0 });
    writeFileSync(databaseOf(shop), 'no database');
    expect((await shop.json(['backup', 'list'])).json.backups).toMatchObject([{ name }]);
  });

  it('refuse a damaged one, and change nothing', async () => {
    const { name, path } = await openBackedUp(shop);
    const bytes = readFileSync(path);
    bytes[9000] = (bytes[9000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const words = [path, 'not those that were written', 'Nothing was changed.'];
    await refusesBackup(shop, ['verify', name], 'BACKUP_DAMAGED', ...words);
    writeFileSync(path, bytes.subarray(0, 9000));
    expect((await shop.json(['backup', 'list'])).json.backups).toMatchObject([{ state: 'damaged' }]);
    await refusesBackup(shop, ['verify', name], 'BACKUP_DAMAGED', 'it has 9000 bytes');
    await refusesBackup(shop, ['verify', 'latest'], 'NOT_FOUND', 'no verified backup yet', 'backup create');
  });

  it('go to the folder that the owner chose, and report when it is gone', async () => {
    giveOwner(shop);
    const usb = temporaryFolder();
    await shop.json(['setting', 'set', 'backup_folder', usb]);
    const { json } = await shop.json(['backup', 'create']);
    expect(json.backup.path).toBe(join(usb, json.backup.name));
    expect(await shop.json(['backup', 'verify', 'latest'])).toMatchObject({ code: 0 });
    rmSync(usb, { recursive: true });
    const away = await shop.json(['backup', 'create']);
    expect(away).toMatchObject({ code: 1, json: { code: 'BACKUP_FAILED' } });
    expect(away.json.detail).toContain('Plug in the disk');
    expect((await shop.json(['backup', 'list'])).json).toEqual({
      ok: true,
      backups: [],
      problems: [expect.stringContaining(usb)],
    });
    await refusesBackup(shop, ['restore', 'latest'], 'NOT_FOUND', usb, 'Plug in the disk');
    expect(
      inFile(databaseOf(shop), "select type from events where type like 'backup.%' order by id"),
    ).toEqual([{ type: 'backup.created' }, { type: 'backup.failed' }]);
  });

  it.each([
    ['throws', "throw new Error('of the test')", 'of the test'],
    ['ends', 'process.exit(3)', 'exit code 3'],
  ])(
    'the thread that makes it %s: the failure is reported, and nothing is left',
    async (_, crash, reported) => {
      giveOwner(shop);
      const preload = join(temporaryFolder(), 'crash.mjs');
      const isThread = "import { isMainThread } from 'node:worker_threads'; if (!isMainThread)";
      writeFileSync(preload, `${isThread} ${crash};`);
      const env = { NODE_OPTIONS: `--import ${preload}` };
      const process = openConsole({ dataDir: shop.dataDir, isProcess: true });
      const { code, json } = await process.json(['backup', 'create'], { env });
      expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'BACKUP_FAILED' });
      expect(json.detail).toContain(`ended in the middle (${reported})`);
      expect(readdirSync(backupsOf(shop))).toEqual([]);
      expect(await shop.json(['backup', 'create'])).toMatchObject({ code: 0 });
    },
  );
});

describe('beside the service', () => {
  let bank: PracticeBank;
  let service: { client: Client; stop: () => Promise<void> };
  beforeEach(async () => {
    ({ bank, shop } = await openWithTerminal());
    service = await start();
  });

  const start = async () => {
    const { client, signIn, stop } = await serve(shop, bank.url);
    return { client: client.as((await signIn()).body.access), stop };
  };
  const sell = async (amount: number) => {
    const { body } = await service.client.post<Invoice>('invoices/', { terminal: 1, amount });
    return body;
  };

  it('create, list and verify work; restore refuses, and leaves no trace', async () => {
    await sell(100);
    expect((await shop.json(['backup', 'create'])).json).toMatchObject({ ok: true, backup: { invoices: 1 } });
    expect(await shop.json(['backup', 'verify', 'latest'])).toMatchObject({ code: 0 });
    const before = readdirSync(shop.dataDir);
    const process = openConsole({ dataDir: shop.dataDir, isProcess: true });
    const { code, json } = await process.json(['backup', 'restore', 'latest']);
    expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'ALREADY_RUNNING' });
    expect(json.detail).toMatch(/Kramar is running .* Nothing was changed\. Stop it, then try again/);
    expect(readdirSync(shop.dataDir)).toEqual(before);
    expect((await sell(200)).number).toBe(2);
  });

  it('a restored shop uses no number twice, and the bank returns what was paid since', async () => {
    await sell(100);
    await shop.json(['backup', 'create']);
    const lost = [await sell(200), await sell(300)];
    for (const { invoice_id } of lost) bank.pay(invoice_id);
    await service.stop();

    const { stdout } = await shop.plain(['backup', 'restore', 'latest']);
    expect(stdout).toMatch(/^The backup .* was put in place, of .*: 1 invoice\.\n/);
    expect(stdout).toMatch(/\nWhat was there before is kept in .*: 3 invoices, 2 more\.\n/);
    service = await start();
    const next = await sell(400);
    expect([next.id, next.number]).toEqual([4, 4]);
    await service.client.post('terminals/1/sync_invoices/');
    const { body } = await service.client.get<{ results: Invoice[] }>('invoices/?ordering=number');
    expect(body.results.map(({ amount, status, number }) => [amount, status, number])).toEqual([
      [100, 'created', 1],
      [400, 'created', 4],
      [200, 'success', 5],
      [300, 'success', 6],
    ]);
    expect(new Set(body.results.map(({ id }) => id)).size).toBe(4);
  });
});
