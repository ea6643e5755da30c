import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { otherDisks, pluggedIn } from '../../main/safekeeping/other-disks.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { openTab } from '../helpers/tab.ts';

const shop = await shopOfFile();
/** A file system in memory, which is another disk than the one of the data. */
const MEMORY = '/dev/shm';

test('of what is mounted, the disks that people plug in', () => {
  const mounts = [
    '/dev/sda2 / ext4 rw 0 0',
    'proc /proc proc rw 0 0',
    '/dev/sdb1 /media/olena/USB\\040Kramar vfat rw 0 0',
    '/dev/sdc1 /run/media/olena/back\\134up ext4 rw 0 0',
    '/dev/sdd1 /mnt/disk ext4 rw 0 0',
    '',
  ];
  expect(pluggedIn(mounts.join('\n'))).toEqual([
    '/media/olena/USB Kramar',
    '/run/media/olena/back\\up',
    '/mnt/disk',
  ]);
});

test('only another disk than that of the data is offered, with what is free there', async () => {
  const { dataDir } = shop.config;
  const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  // The data of a test is on one of the two.
  const others = [MEMORY, import.meta.dirname].filter((path) => {
    const device = deviceOf(path);
    return device !== undefined && device !== deviceOf(dataDir);
  });
  const found = await otherDisks(dataDir, [MEMORY, import.meta.dirname, dataDir, join(dataDir, 'none')]);
  expect(found.map(({ path }) => path)).toEqual(others);
  for (const { path, free } of found) {
    const { bavail, bsize } = statfsSync(path);
    expect(Math.abs(free - bavail * bsize)).toBeLessThan(1e9);
  }
});

test('the owner’s tab is told of them', async () => {
  const tab = await openTab(shop);
  const disks = await otherDisks(shop.config.dataDir);
  expect((await tab.ask('disks.list')).body).toEqual({ ok: true, value: { disks } });
});
