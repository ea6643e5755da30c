import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { findLostDatabase } from '../../main/safekeeping/backups/lost-database.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { contentsOf } from '../helpers/contents.ts';
import { backupsOf, copyOpen, databaseOf, openBackedUp, statement, usernamesIn } from './backed-up.ts';
import { type Console, contents, createOwner, openConsole, PASSWORD, temporaryFolder } from './console.ts';
import { giveOwner } from './database.ts';

let shop: Console;
beforeEach(() => {
  shop = openConsole();
});

type Command = [args: string[], stdin?: string];
/** One of every sort that opens the shop, or would make one. */
const EVERY: Command[] = [
  [['owner', 'create', '--username', 'ihor', '--password-stdin'], PASSWORD],
  [['employee', 'list']],
  [['terminal', 'add', '--name', 'Каса', '--token-stdin'], 'token'],
  [['setting', 'set', 'time_zone', 'UTC']],
  [['backup', 'create']],
  [['database', 'verify']],
  [['database', 'rebuild']],
];

/** Every command refuses, doctor has a problem, and nothing in the folder is created or changed. */
const everyoneRefuses = async (
  console: Console,
  what: string,
  restore: string,
  commands = EVERY.slice(0, 2),
): Promise<void> => {
  const before = contents(console.dataDir);
  for (const [args, stdin = ''] of commands) {
    const answer = await console.plain(args, { stdin });
    expect({ args, code: answer.code, stdout: answer.stdout }).toEqual({ args, code: 1, stdout: '' });
    const [reported, ...more] = answer.stderr.trimEnd().split('\n');
    expect(reported).toContain(`${databaseOf(console)} ${what}`);
    expect(reported).toContain('nothing was changed');
    expect(more).toEqual([
      expect.stringContaining('backup'),
      `  npm run admin -- --data-dir ${console.dataDir} ${restore}`,
      expect.stringContaining('without the goods, people and invoices of the old one'),
      `  npm run admin -- --data-dir ${console.dataDir} database start-anew`,
    ]);
  }
  const { code, json } = await console.json(['employee', 'list']);
  expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'DATABASE_LOST' });
  expect(json.detail).toContain(restore);
  const doctor = await console.plain(['doctor']);
  expect(doctor).toMatchObject({ code: 1, stderr: '' });
  expect(doctor.stdout).toMatch(new RegExp(`^problem +database +.*${what}.*${restore}`, 'm'));
  expect(contents(console.dataDir)).toEqual(before);
};

describe('a database that is lost while backups exist is no new shop', () => {
  const withoutTable = (path: string): void => {
    rmSync(path);
    const empty = new Database(path);
    empty.pragma('journal_mode = wal');
    empty.exec('create table t (x); drop table t');
    empty.close();
  };

  it.each([
    ['missing', rmSync, 'is missing', EVERY],
    ['0 bytes long', truncateSync, 'is empty', EVERY.slice(0, 2)],
    ['without a table', withoutTable, 'is empty', EVERY.slice(0, 2)],
  ])('%s', async (_, lose, what, commands) => {
    const { name } = await openBackedUp(shop);
    lose(databaseOf(shop));
    await everyoneRefuses(shop, what, `backup restore ${name}`, commands);
    // The commands exactly as they were shown.
    expect(await shop.plain(['backup', 'restore', name])).toMatchObject({ code: 0 });
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena']);
  });

  it('missing, with only its log left and no backup; every later command keeps the log', async () => {
    giveOwner(shop);
    const db = openDatabase(databaseOf(shop));
    db.run(statement("update accounts set position = 'cashier'"));
    const elsewhere = openConsole();
    giveOwner(elsewhere);
    const { path } = (await elsewhere.json(['backup', 'create'])).json.backup;
    const log = readFileSync(`${databaseOf(shop)}-wal`);
    db.close();
    rmSync(databaseOf(shop));
    writeFileSync(`${databaseOf(shop)}-wal`, log);
    await everyoneRefuses(shop, 'is missing', 'backup list');

    const { json } = await shop.json(['backup', 'restore', path]);
    expect(json).toMatchObject({ ok: true, previous: null });
    const kept = readdirSync(shop.dataDir).filter((name) => name.startsWith('kramar-lost-'));
    expect(kept).toEqual([expect.stringMatching(/^kramar-lost-\d{8}-\d{6}\.db-wal$/)]);
    expect(readFileSync(join(shop.dataDir, kept[0] ?? '')).equals(log)).toBe(true);
    // A later restore does not mistake it for a leftover of its own.
    await shop.json(['backup', 'restore', path]);
    expect(readdirSync(shop.dataDir)).toContain(kept[0]);
  });

  it('with its backups on another disk: they are known without the database, its disk unplugged too', async () => {
    const usb = temporaryFolder();
    giveOwner(shop);
    await shop.json(['setting', 'set', 'backup_folder', usb]);
    const { name } = (await shop.json(['backup', 'create'])).json.backup;
    expect(existsSync(backupsOf(shop))).toBe(false);
    rmSync(databaseOf(shop));
    await everyoneRefuses(shop, 'is missing', `backup restore ${name}`);
    expect((await shop.json(['backup', 'list'])).json.backups).toMatchObject([{ name }]);

    const unplugged = `${usb}-unplugged`;
    renameSync(usb, unplugged);
    await everyoneRefuses(shop, 'is missing', 'backup list');
    renameSync(unplugged, usb);
    expect(await shop.json(['backup', 'restore', 'latest'])).toMatchObject({ code: 0 });
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena']);
  });

  it('another shop’s backup in a shared folder is not offered', async () => {
    const shared = temporaryFolder();
    const other = openConsole();
    for (const each of [shop, other]) {
      giveOwner(each);
      await each.json(['setting', 'set', 'backup_folder', shared]);
    }
    const own = (await shop.json(['backup', 'create'])).json.backup;
    await other.json(['backup', 'create']);
    rmSync(databaseOf(shop));
    expect(findLostDatabase(shop.dataDir, Date.now())?.newest?.name).toBe(own.name);
  });

  it('a database that was cut off, all of it in its log still, is not lost', async () => {
    await openBackedUp(shop);
    const db = openDatabase(databaseOf(shop));
    db.run(statement("update accounts set position = 'cashier'"));
    const crashed = copyOpen(shop);
    db.close();
    expect(await crashed.plain(['employee', 'list'])).toMatchObject({ code: 0 });
  });
});

describe('start-anew', () => {
  it('begins an empty shop, names what is missing from it, and keeps the old files and the backups', async () => {
    const { name, path } = await openBackedUp(shop);
    const backup = contentsOf(path);
    const db = openDatabase(databaseOf(shop));
    db.run(statement("update accounts set position = 'cashier'"));
    const log = readFileSync(`${databaseOf(shop)}-wal`);
    db.close();
    truncateSync(databaseOf(shop));
    writeFileSync(`${databaseOf(shop)}-wal`, log);
    const { code, stdout } = await shop.plain(['database', 'start-anew']);
    expect(code).toBe(0);
    expect(stdout).toContain('goods, people, terminals and invoices of the old one are not in it');
    expect(stdout).toContain(`backup restore ${name}`);
    const kept = readdirSync(shop.dataDir).filter((each) => each.startsWith('kramar-lost-'));
    expect(kept).toEqual([expect.stringMatching(/\.db$/), expect.stringMatching(/\.db-wal$/)]);
    expect(readFileSync(join(shop.dataDir, kept[1] ?? '')).equals(log)).toBe(true);
    expect(contentsOf(path)).toEqual(backup);
    expect(await createOwner(shop)).toMatchObject({ code: 0 });
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena']);
  });

  it('never replaces a database, and creates none where nothing was lost', async () => {
    await openBackedUp(shop);
    const before = contentsOf(databaseOf(shop));
    expect(await shop.json(['database', 'start-anew'])).toMatchObject({
      code: 1,
      json: { ok: false, code: 'DATABASE_NOT_LOST' },
    });
    expect(contentsOf(databaseOf(shop))).toEqual(before);
    const fresh = openConsole();
    expect(await fresh.json(['database', 'start-anew'])).toMatchObject({
      json: { ok: false, code: 'DATABASE_NOT_LOST' },
    });
    expect(existsSync(fresh.dataDir)).toBe(false);
  });
});
