import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { recordEvent } from '../../../main/shop/events.ts';
import { build, openDatabase } from '../../../main/store/db/connection.ts';
import { BASE_VERSION, migrations, SCHEMA_VERSION } from '../../../main/store/migrations/index.ts';
import { inFile } from '../../helpers/contents.ts';
import { writeRow, writeTerminals } from '../../helpers/empty-database.ts';
import { createStage, type Stage } from './stage.ts';

/** A backup that is restored to see whether it can be. */

let stage: Stage;
beforeEach(() => {
  stage = createStage();
  writeTerminals(stage.db, 'Каса');
});
const sell = () => {
  const number = stage.db.all(build.selectFrom('invoices').select('id')).length + 1;
  writeRow(stage.db, { number, invoice_id: `p2_${number}` });
};

const failed = async (backups = stage.open()): Promise<string> => {
  const error = await backups.drill().catch((each: unknown) => each);
  expect(error).toMatchObject({ name: 'OwnerError', code: 'DRILL_FAILED' });
  const { message } = error as Error;
  expect(stage.events().at(-1)).toEqual(['backup.failed', { detail: message }]);
  expect(stage.reported.at(-1)).toBe(message);
  expect(backups.state().problem).toBe(message);
  expect(message).toContain('The shop goes on, and its data are safe.');
  expect(scratches()).toEqual([]);
  return message;
};
const scratches = () => readdirSync(stage.home).filter((name) => name.startsWith('restore-drill'));

it('does nothing without a backup', async () => {
  expect(await stage.open().drill()).toBeUndefined();
  expect(stage.reported).toEqual([]);
});

it('restores the newest sound one, beside the shop that has sold on, and leaves nothing', async () => {
  const backups = stage.open();
  sell();
  await backups.create('manual');
  stage.clock.forward(60);
  const newest = await backups.create('scheduled');
  sell();
  mkdirSync(join(stage.home, 'restore-drill-of-a-crash'));
  const before = readFileSync(newest.path);
  expect(await backups.drill()).toMatchObject({
    backup: newest,
    schema: SCHEMA_VERSION,
    facts: newest.manifest?.facts,
  });
  expect(scratches()).toEqual([]);
  expect(readFileSync(newest.path).equals(before)).toBe(true);
  expect(stage.reported).toEqual([]);
});

it.skipIf(migrations.length === 0)('restores one of an older schema by bringing it up to date', async () => {
  const older = join(stage.home, 'older');
  mkdirSync(older);
  openDatabase(join(older, 'kramar.db'), { migrations: [] }).close();
  openDatabase(join(older, 'kramar.db')).close();
  mkdirSync(stage.folder);
  for (const name of readdirSync(join(older, 'backups')))
    writeFileSync(join(stage.folder, name), readFileSync(join(older, 'backups', name)));
  stage.clock.forward((Date.now() - stage.clock.now()) / 1000 + 60);
  expect(await stage.open().drill()).toMatchObject({ schema: BASE_VERSION, backup: { kind: 'migration' } });
});

it('finds a backup that has rotted', async () => {
  const backups = stage.open();
  const { path } = await backups.create('scheduled');
  const bytes = readFileSync(path);
  bytes[9000] = (bytes[9000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  expect(await failed(backups)).toContain('its bytes are not those that were written');
  stage.clock.forward(60);
  await backups.create('scheduled');
  expect(backups.state().problem).not.toBe('');
  await backups.drill();
  expect(backups.state().problem).toBe('');
});

it('finds that the shop has lost what the backup has, unless it was restored since', async () => {
  const backups = stage.open();
  sell();
  await backups.create('scheduled');
  inFile(stage.file, 'delete from events where invoice_id is not null');
  inFile(stage.file, 'update attempts set invoice_id = null');
  inFile(stage.file, 'delete from invoices');
  expect(await failed(backups)).toContain("it has 1 rows of invoices, and the shop's database only 0");
  stage.clock.forward(60);
  recordEvent(stage.db, stage.clock.now(), { type: 'backup.restored', data: { name: 'an older one' } });
  expect(await backups.drill()).toMatchObject({ facts: { tables: { invoices: 1 } } });
});
