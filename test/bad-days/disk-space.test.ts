import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { setSetting } from '../../main/store/settings.ts';
import type { System } from '../../shared/api/system.ts';
import { openConsole } from '../cli/console.ts';
import { giveOwner } from '../cli/database.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { diskOfTest, onSmallDisk, type SmallDisk } from './disk.ts';

onSmallDisk(import.meta.url, 'a disk with little room', () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = diskOfTest();
  });

  const diskOf = async (shop: Shop) => (await shop.owner.get<System>('system/')).body.disk;

  test('system/ and doctor report the free space where the data are', async () => {
    const shop = await openShop({ config: { dataDir: disk.path } });
    const reported = await diskOf(shop);
    expect(reported).toMatchObject({ data: { is_low: true }, backups: { is_low: true }, is_same: true });
    expect(reported.data?.free).toBeGreaterThan(0);
    expect(reported.data?.free).toBeLessThan(6 << 20);
    await shop.close();
    const { code, stdout } = await openConsole({ dataDir: disk.path }).plain(['doctor']);
    // Without a bank; the disk alone is no problem yet.
    expect(code).toBe(1);
    expect(stdout).toMatch(/^warning +disk +Only \d\.\d MB are free at \S+: .* Free some space\.$/m);
    expect(stdout).not.toMatch(/^\w+ +backup disk/m);
  });

  test('and where the backups are, on another disk; a folder that is missing has no figure', async () => {
    const shop = await openShop();
    setSetting(shop.console.db, 'backup_folder', disk.path);
    expect(await diskOf(shop)).toMatchObject({ backups: { is_low: true }, is_same: false });
    const { stdout } = await openConsole({ dataDir: shop.config.dataDir }).plain(['doctor']);
    expect(stdout).toMatch(/^warning +backup disk +Only \d\.\d MB are free at /m);

    setSetting(shop.console.db, 'backup_folder', join(disk.path, 'vanished'));
    await shop.restart();
    expect(await diskOf(shop)).toMatchObject({ backups: null });
    await shop.close();
  });

  test('a folder without room for a backup is not accepted for backups', async () => {
    const shop = openConsole();
    giveOwner(shop);
    disk.fill(undefined, 1 << 16);
    const { code, stderr } = await shop.plain(['setting', 'set', 'backup_folder', disk.path]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^backup_folder: A backup takes \d+ MB, and only 1 MB are free there\. .* Nothing was stored\.\n$/,
    );
    expect(readdirSync(disk.path)).toEqual(['ballast']);
  });
});
