import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../main/store/db/connection.ts';
import { BASE_VERSION, SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { contentsOf, inFile } from '../helpers/contents.ts';
import {
  backupsOf,
  copyOpen,
  damagePage,
  databaseOf,
  keptIn,
  openBackedUp,
  refusesBackup,
  rootPage,
  statement,
  usernamesIn,
} from './backed-up.ts';
import { type Console, openConsole, temporaryFolder } from './console.ts';
import { giveOwner } from './database.ts';

let shop: Console;
beforeEach(() => {
  shop = openConsole();
});

describe('restore', () => {
  it('puts the backup in place and keeps the former files', async () => {
    const { name } = await openBackedUp(shop);
    const before = contentsOf(databaseOf(shop));
    const { code, json } = await shop.json(['backup', 'restore', name]);
    expect({ code, json }).toEqual({
      code: 0,
      json: {
        ok: true,
        backup: expect.objectContaining({ name, invoices: 0, state: 'sound' }),
        previous: {
          path: expect.stringMatching(/kramar-before-restore-\d{8}-\d{6}\.db$/),
          is_sound: true,
          invoices: 0,
        },
        access: 'kept',
        keys_off: 0,
      },
    });
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena']);
    expect(contentsOf(json.previous.path)).toEqual(before);
    expect([...keptIn(shop).keys()].filter((each) => !each.startsWith('backups'))).toEqual([
      expect.stringMatching(/^kramar-before-restore-\d{8}-\d{6}\.db$/),
      'kramar.db',
    ]);
    for (const path of [databaseOf(shop), json.previous.path])
      expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(inFile(databaseOf(shop), "select data from events where type = 'backup.restored'")).toEqual([
      { data: JSON.stringify({ name }) },
    ]);

    // And back again.
    const back = await shop.plain(['backup', 'restore', json.previous.path]);
    expect(back.stdout).toMatch(
      /was put in place.*\nWhat was there before is kept in .*\n.*next synchronisation.*\n.*stay as they were before the restore\.\nStart Kramar/,
    );
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena', 'petro']);
    expect(await shop.plain(['employee', 'list'])).toMatchObject({ code: 0 });
  });

  it('refuses a damaged, a foreign and a newer one, and changes nothing', async () => {
    const { path } = await openBackedUp(shop);
    const sound = readFileSync(path);
    const damaged = Buffer.from(sound);
    damaged.fill(0xa5, 5000, 9000);
    writeFileSync(path, damaged);
    await refusesBackup(shop, ['restore', 'latest'], 'BACKUP_DAMAGED', 'Nothing was changed.', 'backup list');

    const elsewhere = join(temporaryFolder(), 'copied.db');
    writeFileSync(elsewhere, damaged);
    await refusesBackup(shop, ['restore', elsewhere], 'BACKUP_DAMAGED');
    writeFileSync(elsewhere, sound);
    inFile(elsewhere, `pragma user_version = ${SCHEMA_VERSION + 1}`);
    const words = [`schema ${SCHEMA_VERSION + 1}`, 'Install that version'];
    await refusesBackup(shop, ['restore', elsewhere], 'BACKUP_NEWER', ...words);
    inFile(elsewhere, 'drop table counters');
    inFile(elsewhere, 'pragma user_version = 1');
    await refusesBackup(shop, ['restore', elsewhere], 'BACKUP_FOREIGN');
    await refusesBackup(shop, ['restore', 'nonsense'], 'NOT_FOUND', '"nonsense"');
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena', 'petro']);
  });

  it('refuses one with a trigger, a table or an index that is not ours, by its name, and changes nothing', async () => {
    const { path } = await openBackedUp(shop);
    const elsewhere = join(temporaryFolder(), 'brought.db');
    const sound = readFileSync(path);
    const deleting = 'delete from invoices where id = new.id';
    for (const [sql, reported] of [
      [`create trigger evil after insert on invoices begin ${deleting}; end`, 'the trigger "evil"'],
      ['create view sales as select * from invoices', 'the view "sales"'],
      ['create table notes (text)', 'the table "notes"'],
      ['create index quick on settings (value)', 'the index "quick"'],
    ] as const) {
      writeFileSync(elsewhere, sound);
      inFile(elsewhere, sql);
      for (const command of ['verify', 'restore'])
        await refusesBackup(shop, [command, elsewhere], 'BACKUP_ALTERED', reported, 'Nothing was changed.');
    }
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena', 'petro']);
  });

  it('migrates one of an older schema', async () => {
    giveOwner(shop);
    const older = join(temporaryFolder(), 'kramar.db');
    openDatabase(older, { migrations: [] }).close();
    inFile(older, "insert into settings values ('demo', 'old')");
    expect(await shop.json(['backup', 'restore', older])).toMatchObject({
      code: 0,
      json: { backup: { schema: BASE_VERSION } },
    });
    expect(inFile(databaseOf(shop), 'pragma user_version')).toEqual([{ user_version: SCHEMA_VERSION }]);
    expect(inFile(databaseOf(shop), 'select * from settings')).toEqual([{ key: 'demo', value: 'old' }]);
    expect(readdirSync(shop.dataDir)).not.toContain('backups');
  });

  it('replaces a database of a newer version: the way back after an update', async () => {
    const { name } = await openBackedUp(shop);
    inFile(databaseOf(shop), "insert into counters values ('invoice', 90)");
    inFile(databaseOf(shop), `pragma user_version = ${SCHEMA_VERSION + 1}`);
    expect(await shop.json(['employee', 'list'])).toMatchObject({ json: { code: 'DATABASE_NEWER' } });
    const { json } = await shop.json(['backup', 'restore', name]);
    expect(json).toMatchObject({ ok: true, previous: { is_sound: true } });
    expect(inFile(json.previous.path, 'pragma user_version')).toEqual([{ user_version: SCHEMA_VERSION + 1 }]);
    expect(inFile(databaseOf(shop), "select * from counters where name <> 'action'")).toEqual([
      { name: 'invoice', value: 90 },
    ]);
  });

  it('replaces a damaged database, whose files are kept as they are, log and all', async () => {
    const { name } = await openBackedUp(shop);
    const page = rootPage(databaseOf(shop), 'invoices_created');
    const db = openDatabase(databaseOf(shop));
    db.run(statement("update accounts set position = 'cashier'"));
    const crashed = copyOpen(shop);
    db.close();
    damagePage(databaseOf(crashed), page);
    const bytes = readFileSync(databaseOf(crashed));
    const log = readFileSync(`${databaseOf(crashed)}-wal`);

    const { json } = await crashed.json(['backup', 'restore', name]);
    expect(json).toMatchObject({ ok: true, previous: { is_sound: false } });
    expect(readFileSync(json.previous.path).equals(bytes)).toBe(true);
    expect(readFileSync(`${json.previous.path}-wal`).equals(log)).toBe(true);
    expect(readdirSync(crashed.dataDir).filter((each) => each.startsWith('kramar.db'))).toEqual([
      'kramar.db',
    ]);
    expect(usernamesIn(databaseOf(crashed))).toEqual(['olena']);
  });

  it('replaces a file that is no database, a missing file, and a missing folder', async () => {
    const { path } = await openBackedUp(shop);
    writeFileSync(databaseOf(shop), 'no database');
    const text = await shop.plain(['backup', 'restore', 'latest']);
    expect(text.stdout).toMatch(/kept in .*\.db \(damaged, as it was\)\./);
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena']);

    rmSync(databaseOf(shop));
    writeFileSync(`${databaseOf(shop)}-wal`, 'of a database that was taken away');
    const { json } = await shop.json(['backup', 'restore', 'latest']);
    expect(json.previous).toBeNull();
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena']);

    const moved = openConsole();
    expect(await moved.json(['backup', 'restore', path])).toMatchObject({
      code: 0,
      json: { previous: null },
    });
    expect(usernamesIn(databaseOf(moved))).toEqual(['olena']);
    expect(readdirSync(moved.dataDir).sort()).toEqual(['kramar.db', 'kramar.lock', 'logs']);
  });

  it('does not wait: while another command has the database open it refuses', async () => {
    await openBackedUp(shop);
    const other = openDatabase(databaseOf(shop));
    onTestFinished(() => other.close());
    const { code, json } = await shop.json(['backup', 'restore', 'latest']);
    expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'RESTORE_FAILED' });
    expect(json.detail).toMatch(/another program holds .*The database is as it was/);
    expect(readdirSync(shop.dataDir).filter((each) => /restor/.test(each))).toEqual([]);
    other.close();
    expect(usernamesIn(databaseOf(shop))).toEqual(['olena', 'petro']);
  });

  it('from a medium that cannot be written to', async () => {
    const { path } = await openBackedUp(shop);
    chmodSync(path, 0o400);
    chmodSync(backupsOf(shop), 0o500);
    expect(await shop.json(['backup', 'verify', path])).toMatchObject({ code: 0 });
    expect(await shop.json(['backup', 'restore', path])).toMatchObject({ code: 0 });
    chmodSync(backupsOf(shop), 0o700);
    expect(statSync(databaseOf(shop)).mode & 0o777).toBe(0o600);
  });
});
