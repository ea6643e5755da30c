import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeSetting } from '../../main/shop/settings.ts';
import { build } from '../../main/store/db/connection.ts';
import type { MonthClosure } from '../../shared/api/closures.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { heldSchedule, jobOf } from '../helpers/jobs.ts';
import { openShop, type Shop, temporaryFolder } from '../helpers/shop.ts';

/** The archive of each closed month is put into the folder that the owner chose. */

const NOVEMBER = Date.parse('2026-11-20T12:00:00+02:00');
const MONTH_S = 30 * 24 * 3600;

let shop: Shop;
let clock: ReturnType<typeof stoppedClock>;
let held: ReturnType<typeof heldSchedule>;
const folder = temporaryFolder();
const cloud = join(folder.path, 'Cloud');
beforeEach(async () => {
  mkdirSync(cloud);
  clock = stoppedClock(NOVEMBER);
  held = heldSchedule();
  shop = await openShop({ now: clock.now, bank: { now: clock.now }, schedule: held.schedule });
});
afterEach(async () => {
  await shop.close();
  rmSync(cloud, { recursive: true, force: true });
});

const close = async (): Promise<MonthClosure> => {
  const { status, body, text } = await shop.owner.post<MonthClosure>('month-closures/', { month: '2026-11' });
  expect(status, text).toBe(200);
  return body;
};
const choose = (path: string): void =>
  void changeSetting(shop.console.db, shop.config.dataDir, 'month_folder', path);
/** A payment, and the month after it. */
const nextMonth = async (): Promise<void> => {
  await shop.paid({ amount: 8100 });
  clock.forward(MONTH_S);
  await shop.signInAgain();
};
const files = () => readdirSync(cloud).sort();
const isFiled = (names: string[]) => expect.poll(files).toEqual(names);

test('when it is closed, once; what is there already is never overwritten', async () => {
  await nextMonth();
  choose(cloud);
  writeFileSync(join(cloud, 'kramar-2026-11.zip'), 'of another shop');
  await close();
  await isFiled(['kramar-2026-11 (2).zip', 'kramar-2026-11.zip']);
  expect(readFileSync(join(cloud, 'kramar-2026-11.zip'), 'utf8')).toBe('of another shop');
  expect(readFileSync(join(cloud, 'kramar-2026-11 (2).zip')).subarray(0, 2).toString()).toBe('PK');
  // Closed twice with the same sums it is one version.
  expect((await close()).version).toBe(1);
  await held.fire(shop, 'file-months');
  expect(files()).toHaveLength(2);
});

test('one that was closed again is a second version, in the folder and as a download', async () => {
  await nextMonth();
  choose(cloud);
  await close();
  await isFiled(['kramar-2026-11.zip']);
  const first = readFileSync(join(cloud, 'kramar-2026-11.zip'));
  shop.console.db.run(build.updateTable('invoices').set({ amount: 9100, final_amount: 9100 }));
  expect((await close()).version).toBe(2);
  await isFiled(['kramar-2026-11-v2.zip', 'kramar-2026-11.zip']);
  expect(readFileSync(join(cloud, 'kramar-2026-11.zip'))).toEqual(first);
  const { headers } = await shop.owner.get('stats/month/export/?month=2026-11');
  expect(headers.get('Content-Disposition')).toContain('kramar-2026-11-v2.zip');
});

test('once its disk is back; without a folder nothing is written', async () => {
  await nextMonth();
  await close();
  await held.fire(shop, 'file-months');
  expect(files()).toEqual([]);
  choose(cloud);
  rmSync(cloud, { recursive: true });
  await held.fire(shop, 'file-months');
  const [failed] = (await jobOf(shop, 'file-months')).runs;
  expect(failed).toMatchObject({ status: 'failed', changed: 0 });
  expect(failed?.error).toContain('the folder is not there');
  mkdirSync(cloud);
  await held.fire(shop, 'file-months');
  expect(files()).toEqual(['kramar-2026-11.zip']);
  await held.fire(shop, 'file-months');
  expect(files()).toEqual(['kramar-2026-11.zip']);
});
