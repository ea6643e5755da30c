import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkBackup } from '../../main/store/backup/check.ts';
import { writeBackup } from '../../main/store/backup/copy.ts';
import { BackupFault } from '../../main/store/backup/fault.ts';
import {
  backupAt,
  backupsIn,
  type Manifest,
  removeLeftovers,
  reserveBackup,
} from '../../main/store/backup/files.ts';
import type { Db } from '../../main/store/db/connection.ts';
import { SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { setSetting } from '../../main/store/settings.ts';
import { damagePage, rootPage } from '../cli/backed-up.ts';
import { contentsOf, inFile } from '../helpers/contents.ts';
import { emptyDatabase } from '../helpers/empty-database.ts';

const AT = Date.parse('2026-01-31T02:00:00Z');
const label = {
  created_at: new Date(AT).toISOString(),
  kind: 'manual',
  version: '1.2.3',
  installation: 'aa',
} as const;

let home: string;
let file: string;
let folder: string;
let db: Db;
beforeEach(() => {
  ({ db, file, folder: home } = emptyDatabase());
  folder = join(home, 'backups');
  mkdirSync(folder);
});

const reserve = () => reserveBackup(folder, 'manual', AT, 'aa');
const make = () => writeBackup(file, reserve(), label);
const refuses = (path: string, manifest: Manifest | undefined, code: string, message = '') => {
  const check = () => checkBackup(path, manifest, home);
  expect(check).toThrow(BackupFault);
  expect(check).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
};

describe('a copy', () => {
  it('is of one moment, though the shop writes between its steps', async () => {
    // More than one step of 4 MB.
    for (let each = 0; each < 6; each++)
      inFile(file, `insert into settings values ('blob ${each}', hex(zeroblob(2000000)))`);
    const sell = (number: number) => setSetting(db, 'demo', `sale ${number}`);
    sell(0);
    const before = contentsOf(file);
    let sales = 0;
    const backup = make();
    const done = backup.then(() => true);
    // Between any two steps of the copy there is one of these.
    while (!(await Promise.race([done, new Promise((next) => setImmediate(next, false))]))) sell(++sales);
    expect(sales).toBeGreaterThan(3);
    expect(contentsOf((await backup).path)).toEqual(before);
    expect(contentsOf(file)).not.toEqual(before);
  });

  it('is one file that needs nothing beside it, for this user only, with a manifest', async () => {
    inFile(file, "insert into counters values ('invoice', 7)");
    const backup = await make();
    expect(readdirSync(folder).sort()).toEqual([
      'kramar-20260131-020000-manual.db',
      'kramar-20260131-020000-manual.json',
    ]);
    // https://sqlite.org/fileformat.html: 1 is the legacy journal, 2 the write-ahead log.
    expect([...readFileSync(backup.path).subarray(18, 20)]).toEqual([1, 1]);
    if (process.platform !== 'win32')
      for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const manifest: Manifest = JSON.parse(readFileSync(backup.path.replace('.db', '.json'), 'utf8'));
    expect(manifest).toEqual({
      ...label,
      schema: SCHEMA_VERSION,
      size: statSync(backup.path).size,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      facts: {
        tables: expect.objectContaining({ invoices: 0, counters: 1, settings: 0 }),
        sums: { amount: '0', final_amount: '0' },
        counters: { invoice: 7 },
      },
    });
    expect(backupsIn(folder)).toEqual([backup]);
    expect(checkBackup(backup.path, manifest, home)).toEqual({
      schema: SCHEMA_VERSION,
      facts: manifest.facts,
    });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('a damaged database gets none', async () => {
    inFile(file, 'create index damaged on settings (value)');
    const page = rootPage(file, 'damaged');
    db.close();
    damagePage(file, page);
    await expect(make()).rejects.toMatchObject({ code: 'DAMAGED' });
    expect(backupsIn(folder)).toEqual([]);
  });

  it('never replaces another', async () => {
    const first = await make();
    const taken = reserve();
    expect(taken.name).toBe('kramar-20260131-020001-manual.db');
    // Of another shop that keeps its backups here too, at the same second.
    expect(reserveBackup(folder, 'manual', AT, 'bb').name).toBe('kramar-20260131-020002-manual.db');
    expect((await make()).name).toBe('kramar-20260131-020003-manual.db');
    expect(backupAt(first.path)).toEqual(first);
  });
});

it('leftovers of a crash are removed, files of another shop are not', async () => {
  const { path } = await make();
  const mine = reserve();
  writeFileSync(`${mine.partial}-wal`, '');
  const other = reserveBackup(folder, 'manual', AT, 'bb');
  for (const name of ['notes.json', 'kramar-notes.db.txt']) writeFileSync(join(folder, name), '{}');
  await removeLeftovers(folder, 'aa');
  expect(readdirSync(folder).sort()).toEqual(
    [
      'kramar-20260131-020000-manual.db',
      'kramar-20260131-020000-manual.json',
      'kramar-20260131-020002-manual.db.bb.partial',
      'kramar-20260131-020002-manual.json',
      'kramar-notes.db.txt',
      'notes.json',
    ].sort(),
  );
  expect([backupAt(path)?.name, other.name]).toEqual(
    backupsIn(folder)
      .map(({ name }) => name)
      .concat(other.name),
  );
});

describe('a backup is found damaged', () => {
  const flipped = (path: string, at: number) => {
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
  };

  it.each([
    ['one bit beyond what SQLite looks at', (path: string) => flipped(path, 72), 'bytes are not those'],
    ['in its middle', (path: string) => flipped(path, 5000), 'bytes are not those'],
    ['cut short', (path: string) => truncateSync(path, 9000), 'has 9000 bytes'],
  ])('%s', async (_, damage, reported) => {
    const { path, manifest } = await make();
    damage(path);
    refuses(path, manifest, 'DAMAGED', reported);
    expect(backupAt(path)?.manifest).toEqual(manifest);
  });

  it('when the facts are others, though the file is sound', async () => {
    const { path, manifest } = await make();
    const reported = { ...manifest, facts: { ...manifest?.facts, counters: { invoice: 9 } } } as Manifest;
    expect(() => checkBackup(path, reported, home)).toThrow(/^last number of invoice: none instead of 9$/);
  });
});

describe('without a manifest', () => {
  const alone = async () => {
    const { path } = await make();
    const copy = join(home, 'kramar-20250101-000000-scheduled.db');
    writeFileSync(copy, readFileSync(path));
    return copy;
  };

  it('it is examined all the same', async () => {
    const path = await alone();
    expect(backupAt(path)).toMatchObject({
      kind: 'scheduled',
      created_at: Date.parse('2025-01-01T00:00:00Z'),
      manifest: undefined,
    });
    expect(checkBackup(path, undefined, home)).toMatchObject({ schema: SCHEMA_VERSION });
  });

  it('a copy of the database itself is examined with its log, and nothing is left beside it', () => {
    const copy = join(home, 'copied');
    mkdirSync(copy);
    inFile(file, "insert into counters values ('invoice', 3)");
    for (const end of ['', '-wal']) writeFileSync(join(copy, `my.db${end}`), readFileSync(`${file}${end}`));
    const scratch = join(home, 'scratch');
    mkdirSync(scratch);
    expect(checkBackup(join(copy, 'my.db'), undefined, scratch).facts.counters).toEqual({ invoice: 3 });
    expect(readdirSync(copy).sort()).toEqual(['my.db', 'my.db-wal']);
  });

  it.each([
    ['a newer one', 'pragma user_version = 99', 'NEWER'],
    ['one that is not of Kramar', 'alter table invoices rename to songs', 'FOREIGN'],
    ['one of no version', 'pragma user_version = 0', 'FOREIGN'],
  ])('%s is refused', async (_, change, code) => {
    const path = await alone();
    inFile(path, change);
    refuses(path, undefined, code);
  });

  it.each([
    ['text', 'Not a database. '.repeat(1000), 'DAMAGED'],
    ['nothing', '', 'FOREIGN'],
  ])('%s is refused', (_, text, code) => {
    const path = join(home, 'odd.db');
    writeFileSync(path, text);
    refuses(path, undefined, code);
  });
});
