import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../main/platform/log.ts';
import { type Backups, createBackups } from '../../main/safekeeping/backups/create.ts';
import { restoreBackup } from '../../main/safekeeping/backups/restore.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { migrations, SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { installationId, setSetting } from '../../main/store/settings.ts';
import { openConsole } from '../cli/console.ts';
import { giveOwner } from '../cli/database.ts';
import { contentsOf, inFile } from '../helpers/contents.ts';
import { openShop, type Shop, temporaryFolder } from '../helpers/shop.ts';
import { openTabAt } from '../helpers/tab.ts';
import { rowsOf } from '../helpers/trace.ts';
import { diskOfTest, onSmallDisk, type SmallDisk } from './disk.ts';

onSmallDisk(import.meta.url, 'backups on a disk that is full', () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = diskOfTest();
  });

  const MEGABYTE = 1 << 20;
  /** Room for the first pages of a copy, but not for all. */
  const fillButOneMegabyte = () => {
    disk.fill();
    const ballast = join(disk.path, 'ballast');
    truncateSync(ballast, statSync(ballast).size - MEGABYTE);
  };
  const grow = (file: string, bytes: number) =>
    inFile(file, `insert into settings values ('blob', hex(zeroblob(${Math.floor(bytes / 2)})))`);
  const onDisk = () => readdirSync(disk.path).filter((name) => name !== 'ballast');
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'OwnerError', message: expect.stringContaining('the disk is full') });
    expect(error).toMatchObject({ message: expect.stringContaining('Free some space') });
    return error as { code: string; message: string };
  };

  describe('of a shop', () => {
    let shop: Shop;
    let backups: Backups;
    const open = async (options: Parameters<typeof openShop>[0] = {}) => {
      shop = await openShop(options);
      const { dataDir } = shop.config;
      backups = createBackups({ ...shop.console, dataDir, log: createLog({ level: 'error' }) });
      installationId(shop.console.db);
      grow(join(dataDir, 'kramar.db'), 1.3 * MEGABYTE);
    };
    afterEach(() => shop.close());
    const failures = () => rowsOf(shop, 'events').filter(({ type }) => type === 'backup.failed');

    test.each([
      ['full', () => disk.fill()],
      ['full half-way', fillButOneMegabyte],
    ])('the folder of backups is %s', async (_, fill) => {
      await open();
      setSetting(shop.console.db, 'backup_folder', disk.path);
      fill();
      const { code, message } = await refusal(backups.create('scheduled'));
      expect(code).toBe('BACKUP_FAILED');
      expect(onDisk()).toEqual([]);
      expect(failures().map(({ data }) => data)).toEqual([JSON.stringify({ detail: message })]);
      expect(backups.state()).toEqual({ lastAt: null, isOverdue: false, problem: message, fault: 'full' });
      expect((await shop.createInvoice()).status).toBe('created');

      disk.free();
      await backups.create('scheduled');
      expect(backups.state().problem).toBe('');
      expect(onDisk()).toHaveLength(2);
    });

    test('the data folder is on it too: the first error is reported, and the shop can continue when there is space', async () => {
      await open({ config: { dataDir: disk.path } });
      disk.fill(join(disk.path, 'kramar.db'));
      const { code, message } = await refusal(backups.create('scheduled'));
      expect(code).toBe('BACKUP_FAILED');
      expect(backups.state().problem).toBe(message);
      disk.free();
      expect((await shop.createInvoice()).status).toBe('created');
      // Now there is room.
      await backups.create('scheduled');
      expect(await backups.drill()).toMatchObject({ facts: { tables: { invoices: 1 } } });

      fillButOneMegabyte();
      expect((await refusal(backups.drill())).code).toBe('DRILL_FAILED');
      expect(onDisk().filter((name) => name.startsWith('restore'))).toEqual([]);
    });

    test("a download of the owner's tab says so, and leaves nothing", async () => {
      await open({ config: { dataDir: disk.path } });
      setSetting(shop.console.db, 'backup_folder', temporaryFolder().path);
      const tab = await openTabAt(disk.path, new URL(shop.baseUrl).origin, await shop.signIn('owner'));
      await tab.confirm();
      // The archive of all data is small: it is packed.
      for (const [name, input, fill] of [
        ['data.export', {}, () => disk.fill()],
        ['copies.export', { phrase: 'зелений човен стоїть над тихим млином' }, fillButOneMegabyte],
      ] as const) {
        disk.free();
        fill();
        const { status, body } = await tab.ask(name, input);
        expect({ name, status, fault: body.refusal?.fault }).toEqual({ name, status: 400, fault: 'full' });
        expect(body.refusal.detail).toMatch(/the disk is full.*(?:The shop is as it was|The shop goes on)/);
      }
      expect(onDisk().filter((name) => name.startsWith('download'))).toEqual([]);
    });

    test('the folder of backups is write-protected: existing ones can be listed, verified and restored', async () => {
      await open();
      setSetting(shop.console.db, 'backup_folder', disk.path);
      const { path } = await backups.create('manual');
      disk.readOnly();
      const failed = await backups.create('scheduled').catch((error: unknown) => error);
      expect(failed).toMatchObject({
        code: 'BACKUP_FAILED',
        message: expect.stringContaining('Make it writable'),
      });
      expect(backups.list()).toMatchObject({ backups: [{ path }], problems: [] });
      expect(await backups.drill()).toMatchObject({ backup: { path } });
      const elsewhere = temporaryFolder();
      expect(await restoreBackup(elsewhere.path, path, Date.now())).toMatchObject({ backup: { path } });
      elsewhere.remove();
      disk.writable();
    });
  });

  test('doctor names the disk as the problem', async () => {
    const shop = openConsole({ dataDir: join(disk.path, 'shop') });
    giveOwner(shop);
    disk.fill();
    const { code, json } = await shop.json(['doctor']);
    const checks = json.checks as { check: string; status: string; detail: string }[];
    expect(code).toBe(1);
    expect(checks.find(({ check }) => check === 'disk')).toMatchObject({
      status: 'problem',
      detail: expect.stringMatching(/^Nothing is free at .*no sale either\. Free some space\.$/),
    });
  });

  describe('of a database', () => {
    const file = () => join(disk.path, 'kramar.db');

    test('a migration does not start where there is no room for the copy', async () => {
      openDatabase(file()).close();
      grow(file(), 2 * MEGABYTE);
      fillButOneMegabyte();
      const bytes = readFileSync(file());
      const next = [...migrations, { steps: 'create table notes (body text) strict;', undo: '' }];
      const open = async () => openDatabase(file(), { migrations: next }).close();
      const { code, message } = await refusal(open());
      expect(code).toBe('BACKUP_FAILED');
      expect(message).toContain('Nothing was changed.');
      expect(readFileSync(file()).equals(bytes)).toBe(true);
      expect(readdirSync(join(disk.path, 'backups'))).toEqual([]);
      disk.free();
      await open();
      expect(inFile(file(), 'pragma user_version')).toEqual([{ user_version: SCHEMA_VERSION + 1 }]);
    });

    test.each([
      ['the new one', () => disk.fill()],
      ['the old one, which is kept', fillButOneMegabyte],
    ])('a restore leaves the shop as it is where %s finds no room', async (_, fill) => {
      openDatabase(file()).close();
      mkdirSync(join(disk.path, 'elsewhere'));
      const backup = join(disk.path, 'elsewhere', 'kramar.db');
      openDatabase(backup).close();
      grow(file(), 1.5 * MEGABYTE);
      const before = contentsOf(file());
      fill();
      const { code, message } = await refusal(restoreBackup(disk.path, backup, Date.now()));
      expect(code).toMatch(/^(RESTORE_FAILED|DATA_FOLDER_NOT_WRITABLE)$/);
      expect(message).toMatch(/The database is as it was\.|What is in it was not touched\./);
      expect(onDisk().filter((name) => !name.endsWith('.lock'))).toEqual(['elsewhere', 'kramar.db']);
      disk.free();
      expect(contentsOf(file())).toEqual(before);
      const { previous } = await restoreBackup(disk.path, backup, Date.now());
      expect(contentsOf(previous?.path ?? '')).toEqual(before);
    });
  });
});
