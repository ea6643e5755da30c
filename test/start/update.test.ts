import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import { migrations } from '../../main/store/migrations/index.ts';
import { onSmallDisk, smallDisk } from '../bad-days/disk.ts';
import { contents } from '../cli/console.ts';
import { inDatabase } from '../cli/database.ts';
import { addPerson } from '../helpers/people.ts';
import { runService } from '../helpers/service.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { openCheckout, schemaIn, type TestCheckout, withSystemctl } from './update-checkout.ts';

/** A real git checkout of this program; only npm and systemctl are stand-ins, which refuse what they do not know. */

const KNOWN = migrations.length;
const GOOD = 'create table news (id integer primary key) strict';
/** Passes on a copy, and fails its check on the shop's own database. */
const BAD_IN_PLACE = `${GOOD}; delete from accounts where username = 'petro'
  and (select file from pragma_database_list where name = 'main') like '%/kramar.db'`;
/** Never ends, on the shop's own database alone. */
const ENDLESS_IN_PLACE = `${GOOD}; insert into news (id) with recursive n(i) as (
    select 1 where (select file from pragma_database_list where name = 'main') like '%/kramar.db'
    union all select i + 1 from n) select max(i) from n`;

let home: ReturnType<typeof temporaryFolder>;
let checkout: TestCheckout;

const makeShop = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  inDatabase(dataDir, (db) => {
    for (const [role, username] of [['owner', 'olena'] as const, ['employee', 'petro'] as const])
      addPerson(db, Date.now(), { role, username, password: 'чотири-слова-і-крапка.' });
  });
};

beforeEach(() => {
  home = temporaryFolder();
  checkout = openCheckout(home.path);
  makeShop(checkout.dataDir);
});
afterEach(() => home.remove());

const pullNewer = (...newer: Parameters<TestCheckout['publish']>): void => {
  checkout.publish(...newer);
  checkout.pull();
};

const usernames = (): string[] =>
  inDatabase(checkout.dataDir, (db) =>
    db.all(build.selectFrom('accounts').select('username').orderBy('id')).map(({ username }) => username),
  );

const backups = (dataDir = checkout.dataDir): string[] =>
  readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('-migration.db'));

/** Packages, build and data as before the update. */
const expectUntouched = (former: string): void => {
  expect(schemaIn(checkout.dataDir)).toBe(KNOWN);
  expect(usernames()).toEqual(['olena', 'petro']);
  expect(checkout.build()).toBe('the build of before');
  expect(checkout.isScratchLeft()).toBe(false);
  expect(
    readdirSync(checkout.dataDir).filter((name) => /^(update-trial|kramar\.db\.restoring)/.test(name)),
  ).toEqual([]);
  // The version of before goes on with it.
  checkout.goTo(former);
};

describe('npm run update', () => {
  test('says what to pull, and after the pull brings packages, build and database up to date', async () => {
    checkout.publish({ migration: GOOD });
    checkout.fetch();
    const first = await checkout.update();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('origin/main is 1 commit ahead. To take them: git pull');
    expect(first.stdout).toContain('npm ci is not needed');
    expect(first.stdout).toContain(`was up to date (schema ${KNOWN})`);

    checkout.pull();
    const second = await checkout.update();
    expect(second).toMatchObject({ code: 0 });
    expect(second.stdout).toContain('has nothing newer, as of the last git fetch');
    expect(second.stdout).toContain(`brought from schema ${KNOWN} to ${KNOWN + 1}, and checked`);
    expect(schemaIn(checkout.dataDir)).toBe(KNOWN + 1);
    expect(checkout.build()).not.toBe('the build of before');
    expect(backups()).toHaveLength(1);
    expect(checkout.isScratchLeft()).toBe(false);

    const calls = checkout.calls();
    const third = await checkout.update();
    expect(third.stdout).toContain('Everything is up to date: nothing was changed.');
    expect(checkout.calls()).toEqual(calls);
  });

  test('installs packages only when the lock changed, beside the former ones', async () => {
    pullNewer({ locksMore: true });
    const { code, stdout } = await checkout.update();
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('npm ci runs') });
    expect(checkout.calls()).toEqual(['ci', 'run build -- --logLevel warn']);
    expect((await checkout.update()).stdout).toContain('Everything is up to date');
    // Its name in npm's list is not enough.
    rmSync(join(checkout.root, 'node_modules/one-more'), { recursive: true });
    expect((await checkout.update()).stdout).toContain('npm ci runs');
  });

  test('without a shop, updates the program alone', async () => {
    pullNewer({ migration: GOOD });
    const empty = join(home.path, 'no-shop');
    const { code, stdout } = await checkout.update({}, empty);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('there is no shop in'),
    });
    expect(readdirSync(home.path)).not.toContain('no-shop');
  });

  test('a database of a newer version is refused before anything is changed', async () => {
    const former = checkout.head();
    pullNewer({ migration: GOOD });
    await checkout.update();
    checkout.goTo(former);
    const [before, calls] = [contents(checkout.dataDir), checkout.calls()];
    const { code, stderr } = await checkout.update();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: The database is of a newer version .* Nothing was changed\./);
    expect(contents(checkout.dataDir)).toEqual(before);
    expect(checkout.calls()).toEqual(calls);
  });
});

/** Everything that a file imports, directly and by what it imports, types aside. */
const importsFrom = (file: string, seen = new Set<string>()): Set<string> => {
  const source = readFileSync(file, 'utf8').replaceAll(/^import type [^;]*;/gm, '');
  for (const [, target = ''] of source.matchAll(/(?:\bfrom|\bimport) '([^']+)'/g)) {
    const name = target.startsWith('.') ? join(file, '..', target) : target;
    if (seen.has(name)) continue;
    seen.add(name);
    if (target.startsWith('.')) importsFrom(name, seen);
  }
  return seen;
};

test('the update itself imports no package: they may not be installed yet', () => {
  const imports = importsFrom(fileURLToPath(new URL('../../main/start/update/update.ts', import.meta.url)));
  expect(imports).toContain('node:child_process');
  expect([...imports].filter((name) => !/^(node:|\/)/.test(name))).toEqual([]);
});

describe('a failing update leaves the shop as it was', () => {
  test.each([
    ['ci', 'npm ci ended with exit code 228: nospc ENOSPC: no space left on device, write'],
    ['run', 'npm run ended with exit code 228'],
  ])('npm %s fails', async (command, reason) => {
    const former = checkout.head();
    pullNewer({ migration: GOOD, locksMore: true });
    const { code, stderr } = await checkout.update({ STAND_IN_FAILS: command });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
    expect(stderr).toContain(`To go back to the version of before: git checkout ${former.slice(0, 12)}\n`);
    expectUntouched(former);
    expect((await checkout.update()).stdout).toContain('npm ci is not needed');
  });

  test('a migration fails on the copy: the database itself is not touched', async () => {
    const former = checkout.head();
    pullNewer({ migration: 'insert into no_such_table values (1)' });
    const { code, stderr } = await checkout.update();
    expect(code).toBe(1);
    expect(stderr).toContain('A copy of the database could not be brought up to date: no such table');
    expect(stderr).toContain('Packages, build and data are as they were.');
    expectUntouched(former);
  });

  test('a migration that loses rows does not pass the check of the copy', async () => {
    const former = checkout.head();
    pullNewer({ migration: `${GOOD}; delete from accounts where username = 'petro'` });
    const { stderr } = await checkout.update();
    expect(stderr).toContain('rows of accounts: 1 instead of 2. The database itself was not touched');
    expectUntouched(former);
  });

  test('the database itself does not pass its check: the backup of before is put back', async () => {
    const former = checkout.head();
    pullNewer({ migration: BAD_IN_PLACE });
    const { code, stderr } = await checkout.update();
    expect(code).toBe(1);
    expect(stderr).toContain('rows of accounts: 1 instead of 2. The database is as it was before');
    const aside = readdirSync(checkout.dataDir).filter((name) => name.startsWith('kramar-before-restore-'));
    expect(aside).toHaveLength(1);
    expect(stderr).toContain(aside[0]);
    expectUntouched(former);
  });

  test('a request to stop amid the build undoes it', async () => {
    const former = checkout.head();
    pullNewer({ migration: GOOD, locksMore: true });
    const update = checkout.start({ STAND_IN_HANGS: 'run' });
    await expect.poll(checkout.calls).toHaveLength(2);
    update.stop();
    const { code, stderr } = await update.ended;
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('SIGTERM') });
    expectUntouched(former);
  });

  test('killed amid the build: the next update first puts back what was replaced', async () => {
    pullNewer({ migration: GOOD, locksMore: true });
    const update = checkout.start({ STAND_IN_HANGS: 'run' });
    await expect.poll(checkout.calls).toHaveLength(2);
    update.kill();
    await update.ended;
    expect(schemaIn(checkout.dataDir)).toBe(KNOWN);
    const next = await checkout.update();
    expect(next).toMatchObject({ code: 0 });
    expect(next.stdout).toMatch(
      /^An update before this one was cut off; its packages and build were put back first\.\n/,
    );
    expect(schemaIn(checkout.dataDir)).toBe(KNOWN + 1);
    expect(checkout.isScratchLeft()).toBe(false);
  });

  test('killed amid the migration: the database is as it was', async () => {
    const former = checkout.head();
    pullNewer({ migration: ENDLESS_IN_PLACE });
    const update = checkout.start();
    // The second backup is that of the migration itself, in its transaction.
    await expect
      .poll(() => update.stdout().includes('Database: is brought up to date') && backups().length)
      .toBe(1);
    await expect.poll(() => readdirSync(checkout.dataDir)).toContain('kramar.db-wal');
    update.kill();
    await update.ended;
    checkout.goTo(former);
    const back = await checkout.update();
    expect(back).toMatchObject({ code: 0 });
    expect(schemaIn(checkout.dataDir)).toBe(KNOWN);
    expect(usernames()).toEqual(['olena', 'petro']);
  });
});

describe('while Kramar runs', () => {
  const startHere = async () => {
    const service = runService([
      '--data-dir',
      checkout.dataDir,
      '--keychain',
      'file',
      '--port',
      '0',
      '--ready-json',
    ]);
    const { pid } = await service.ready();
    return { service, pid };
  };

  test('a service or window of the user is not touched: refused before anything is changed', async () => {
    pullNewer({ migration: GOOD, locksMore: true });
    const { service, pid } = await startHere();
    const { code, stderr } = await checkout.update();
    expect(code).toBe(1);
    expect(stderr).toContain(
      `Kramar is running with ${checkout.dataDir} (process ${pid}). Nothing was changed.`,
    );
    expect(checkout.calls()).toEqual([]);
    await service.stop();
    expect(schemaIn(checkout.dataDir)).toBe(KNOWN);
  });

  test('the installed service is stopped for the database alone, and started again', async () => {
    pullNewer({ migration: GOOD });
    const pidFile = join(home.path, 'service.pid');
    const systemctl = withSystemctl(home.path, pidFile);
    const { service, pid } = await startHere();
    writeFileSync(pidFile, String(pid));
    const { code, stdout } = await checkout.update(systemctl.env);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Service: started again.'),
    });
    expect(await service.exited).toMatchObject({ code: 0 });
    expect(systemctl.calls()).toEqual(['--user stop kramar.service', '--user start kramar.service']);
    expect(schemaIn(checkout.dataDir)).toBe(KNOWN + 1);
  });

  test('an update that fails on the copy leaves the installed service running', async () => {
    const former = checkout.head();
    pullNewer({ migration: 'insert into no_such_table values (1)' });
    const pidFile = join(home.path, 'service.pid');
    const systemctl = withSystemctl(home.path, pidFile);
    const { service, pid } = await startHere();
    writeFileSync(pidFile, String(pid));
    expect((await checkout.update(systemctl.env)).code).toBe(1);
    expect(systemctl.calls()).toEqual([]);
    expect(service.child.exitCode).toBe(null);
    await service.stop();
    expectUntouched(former);
  });
});

onSmallDisk(import.meta.url, 'a full disk', () => {
  test('leaves the shop as it was', async () => {
    const disk = smallDisk();
    try {
      const dataDir = join(disk.path, 'shop');
      makeShop(dataDir);
      pullNewer({ migration: GOOD });
      // No room for anything, for the backup, for the copy that is tried.
      const { size } = statSync(join(dataDir, 'kramar.db'));
      for (const left of [0, size / 2, size * 1.5]) {
        disk.fill(join(dataDir, 'kramar.db'), Math.round(left));
        const failed = await checkout.update({}, dataDir);
        expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('the disk is full') });
        disk.free();
      }
      expect(schemaIn(dataDir)).toBe(KNOWN);
      expect(checkout.build()).toBe('the build of before');
      expect(await checkout.update({}, dataDir)).toMatchObject({ code: 0 });
      expect(schemaIn(dataDir)).toBe(KNOWN + 1);
    } finally {
      disk.remove();
    }
  });
});
