import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { createApp } from '../../main/start/app.ts';
import { backupsIn } from '../../main/store/backup/files.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { examineDatabase } from '../../main/store/db/examine.ts';
import { lockDataFolder } from '../../main/store/db/lock.ts';
import {
  BASE_VERSION,
  type Migration,
  migrations,
  SCHEMA_VERSION,
} from '../../main/store/migrations/index.ts';
import { getSetting } from '../../main/store/settings.ts';
import { damagePage, rootPage, statement } from '../cli/backed-up.ts';
import { type Console, contents, openConsole } from '../cli/console.ts';
import { contentsOf, inFile } from '../helpers/contents.ts';

/** One more than this program has. */
const NEXT = SCHEMA_VERSION + 1;
const withNext = (steps: string): Migration[] => [...migrations, { steps, undo: '' }];
const next = withNext('create table notes (body text) strict;');

let shop: Console;
let file: string;
let folder: string;
/** A shop of the version before, with some data in it. */
beforeEach(() => {
  shop = openConsole();
  mkdirSync(shop.dataDir);
  file = join(shop.dataDir, 'kramar.db');
  folder = join(shop.dataDir, 'backups');
  openDatabase(file).close();
  inFile(file, "insert into settings values ('installation_id', 'aa'), ('demo', 'of old')");
  inFile(file, "insert into counters values ('invoice', 41)");
});

/** Puts a database of the oldest version that is brought up to date in its place. */
const makeOlder = (): void => {
  rmSync(file);
  openDatabase(file, { migrations: [] }).close();
};

const refusal = (options: Parameters<typeof openDatabase>[1]): OwnerError => {
  try {
    openDatabase(file, options).close();
  } catch (error) {
    expect(error).toBeInstanceOf(OwnerError);
    return error as OwnerError;
  }
  throw new Error('opened');
};

const versionOf = (path: string) =>
  inFile<{ user_version: number }>(path, 'pragma user_version')[0]?.user_version;

describe('an older database', () => {
  it('is brought up to date after a verified copy of it was written', () => {
    const before = contentsOf(file);
    const db = openDatabase(file, { migrations: next });
    expect(getSetting(db, 'demo')).toBe('of old');
    db.close();
    expect(versionOf(file)).toBe(NEXT);
    const [backup, ...others] = backupsIn(folder);
    expect(others).toEqual([]);
    expect(backup).toMatchObject({
      kind: 'migration',
      manifest: {
        schema: SCHEMA_VERSION,
        installation: 'aa',
        facts: { tables: { settings: 2 }, counters: { invoice: 41 } },
      },
    });
    expect(contentsOf(backup?.path ?? '')).toEqual(before);
    expect(versionOf(backup?.path ?? '')).toBe(SCHEMA_VERSION);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('left by a crash with a log is copied with what is in that', () => {
    const crashed = join(shop.dataDir, 'crashed');
    mkdirSync(join(crashed), { recursive: true });
    const db = openDatabase(file);
    db.transaction(() => db.run(statement("insert into settings values ('late', 'in the log')")));
    for (const [name, bytes] of contents(shop.dataDir))
      if (name.startsWith('kramar.db')) writeFileSync(join(crashed, name), bytes, 'latin1');
    db.close();
    expect(readdirSync(crashed)).toContain('kramar.db-wal');
    openDatabase(join(crashed, 'kramar.db'), { migrations: next }).close();
    const [backup] = backupsIn(join(crashed, 'backups'));
    expect(backup?.manifest?.facts.tables.settings).toBe(3);
  });

  it.skipIf(migrations.length === 0)('is brought up to date by the service as well', async () => {
    makeOlder();
    const config = readConfig({ dataDir: shop.dataDir, port: '0', keychain: 'file' }, {});
    const app = createApp(config, { log: createLog({ level: 'error' }) });
    await app.start();
    await app.stop();
    expect(versionOf(file)).toBe(SCHEMA_VERSION);
    expect(backupsIn(folder)).toHaveLength(1);
  });

  it.skipIf(migrations.length === 0)('opened by two at the same moment gets one copy', async () => {
    makeOlder();
    const answers = await Promise.all([1, 2].map(() => shop.json(['employee', 'list'])));
    expect(answers.map(({ code, json }) => [code, json.ok])).toEqual([
      [0, true],
      [0, true],
    ]);
    expect(backupsIn(folder)).toHaveLength(1);
  });

  it('stays unchanged when it is only read', async () => {
    const before = contents(shop.dataDir);
    const examined = await examineDatabase(file, (db) => getSetting(db, 'demo'));
    expect(examined).toMatchObject({ state: 'sound', version: SCHEMA_VERSION, facts: 'of old' });
    expect(contents(shop.dataDir)).toEqual(before);
    expect(readdirSync(shop.env.TMPDIR ?? '')).toEqual([]);
  });

  it.skipIf(migrations.length === 0)(
    'is not brought up to date under a service of the older version',
    async () => {
      makeOlder();
      const before = contents(shop.dataDir);
      const service = lockDataFolder(shop.dataDir);
      try {
        for (const noun of ['employee', 'terminal'])
          expect(await shop.json([noun, 'list'])).toMatchObject({
            code: 1,
            json: {
              code: 'ALREADY_RUNNING',
              detail: expect.stringMatching(/older version.*Nothing was changed.*stop Kramar/),
            },
          });
      } finally {
        service.release();
      }
      const now = contents(shop.dataDir);
      for (const name of now.keys()) if (/lock|logs/.test(name)) now.delete(name);
      expect(now).toEqual(before);
      expect(await shop.json(['employee', 'list'])).toMatchObject({ code: 0 });
      expect(versionOf(file)).toBe(SCHEMA_VERSION);
    },
  );
});

describe('a migration that fails', () => {
  const failing = withNext('create table half (x); insert into settings values (1);');

  it('leaves the database as it was, byte for byte, and says where the copy is', () => {
    const bytes = readFileSync(file);
    const { code, message } = refusal({ migrations: failing });
    const [backup] = backupsIn(folder);
    expect(code).toBe('MIGRATION_FAILED');
    expect(message).toContain(
      `(from schema ${SCHEMA_VERSION} to ${NEXT}): table settings has 2 columns but 1 values were supplied.`,
    );
    expect(message).toContain(`It was left as it was, and a copy of it is ${backup?.path}.`);
    expect(message).not.toContain('\n');
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(shop.dataDir).sort()).toEqual(['backups', 'kramar.db']);
    openDatabase(file).close();
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('again and again leaves one copy, and one more for each other state', () => {
    for (let start = 0; start < 3; start++) refusal({ migrations: failing });
    expect(backupsIn(folder)).toHaveLength(1);
    inFile(file, "insert into settings values ('time_zone', 'Europe/Kyiv')");
    for (let start = 0; start < 2; start++) refusal({ migrations: failing });
    expect(backupsIn(folder)).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(4);
  });
});

describe('no copy, no migration', () => {
  it('where the folder cannot be made', () => {
    writeFileSync(folder, 'a file');
    const before = contents(shop.dataDir);
    const { code, message } = refusal({ migrations: next });
    expect(code).toBe('BACKUP_FAILED');
    expect(message).toMatch(/a file where the folder should be.*Nothing was changed\..*start again/);
    expect(message).not.toContain('\n');
    expect(contents(shop.dataDir)).toEqual(before);
    expect(versionOf(file)).toBe(SCHEMA_VERSION);
  });

  it('where the database is damaged inside', () => {
    inFile(file, 'create index damaged on settings (value)');
    damagePage(file, rootPage(file, 'damaged'));
    const bytes = readFileSync(file);
    const { code, message } = refusal({ migrations: next });
    expect(code).toBe('BACKUP_FAILED');
    expect(message).toContain('did not pass its check');
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('a newer database is refused before anything is created', () => {
  inFile(file, 'pragma user_version = 99');
  const before = contents(shop.dataDir);
  const { code, message } = refusal({});
  expect(code).toBe('DATABASE_NEWER');
  expect(message).toContain('restore the backup');
  expect(contents(shop.dataDir)).toEqual(before);
  expect(existsSync(folder)).toBe(false);
});

it('a newer database is refused with the backup made before its update, which then opens', () => {
  const path = join(shop.dataDir, 'updated', 'kramar.db');
  mkdirSync(join(shop.dataDir, 'updated'));
  openDatabase(path).close();
  openDatabase(path, { migrations: next }).close();
  const before = readFileSync(path);
  const open = () => openDatabase(path);
  expect(open).toThrow(
    expect.objectContaining({
      code: 'DATABASE_NEWER',
      message: expect.stringMatching(
        new RegExp(
          `schema ${NEXT}, this program .* knows ${SCHEMA_VERSION}.*made before the update, kramar-.*-migration\\.db \\(schema ${SCHEMA_VERSION}\\)`,
        ),
      ),
    }),
  );
  expect(readFileSync(path)).toEqual(before);
  const [copy = ''] = readdirSync(join(shop.dataDir, 'updated', 'backups')).filter((name) =>
    name.endsWith('.db'),
  );
  openDatabase(join(shop.dataDir, 'updated', 'backups', copy)).close();
});

it('a database before the oldest known one is refused, says what to do, and stays as it is', async () => {
  inFile(file, `pragma user_version = ${BASE_VERSION - 1}`);
  const before = contents(shop.dataDir);
  const { code, message } = refusal({});
  expect(code).toBe('DATABASE_TOO_OLD');
  expect(message).toMatch(
    /Nothing was changed\..*back up its folder, open it once with Kramar of commit 906ff65e/,
  );
  expect(await examineDatabase(file, () => 0)).toMatchObject({ state: 'too_old', version: BASE_VERSION - 1 });
  expect(contents(shop.dataDir)).toEqual(before);
  const doctor = await shop.json(['doctor']);
  expect(JSON.stringify(doctor.json)).toContain('906ff65e');
});

it('a new database needs no copy', () => {
  const fresh = join(shop.dataDir, 'fresh');
  mkdirSync(fresh);
  openDatabase(join(fresh, 'kramar.db')).close();
  expect(readdirSync(fresh)).toEqual(['kramar.db']);
});
