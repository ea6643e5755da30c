import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inFile } from '../helpers/contents.ts';
import { type Console, contents, openConsole } from './console.ts';
import { giveEmployee, giveOwner } from './database.ts';

// A shop with backups, and the damage to its database.

export const databaseOf = (shop: Console): string => join(shop.dataDir, 'kramar.db');
export const backupsOf = (shop: Console): string => join(shop.dataDir, 'backups');

/** The content of the data folder; empty lock files, and the log, may be added. */
export const keptIn = (shop: Console): Map<string, string> =>
  new Map([...contents(shop.dataDir)].filter(([name]) => !/^logs|\.lock$/.test(name)));

export const usernamesIn = (file: string): string[] =>
  inFile<{ username: string }>(file, 'select username from accounts order by id').map(
    ({ username }) => username,
  );

/** A shop with an owner, a backup of that, and an employee who came later. */
export const openBackedUp = async (shop: Console): Promise<{ name: string; path: string }> => {
  giveOwner(shop);
  const { json } = await shop.json(['backup', 'create']);
  giveEmployee(shop, 'petro');
  return json.backup;
};

/** Refuses in one line, and the data folder keeps every byte. */
export const refusesBackup = async (
  shop: Console,
  args: readonly string[],
  code: string,
  ...reported: string[]
): Promise<void> => {
  const before = keptIn(shop);
  const answer = await shop.json(['backup', ...args]);
  expect(answer).toMatchObject({ code: 1, stderr: '', json: { ok: false, code } });
  for (const words of reported) expect(answer.json.detail).toContain(words);
  expect(answer.json.detail).not.toContain('\n');
  expect(keptIn(shop)).toEqual(before);
};

export const statement = (sql: string) => ({
  compile: () => ({ sql, parameters: [], query: {}, queryId: {} }) as never,
});

/** The files that a crash leaves of a shop whose database is open: with the log. */
export const copyOpen = (from: Console): Console => {
  const to = openConsole();
  cpSync(backupsOf(from), backupsOf(to), { recursive: true });
  for (const [name, bytes] of contents(from.dataDir))
    if (name.startsWith('kramar.db')) writeFileSync(join(to.dataDir, name), bytes, 'latin1');
  return to;
};

/** The first page of an index or a table. */
export const rootPage = (file: string, name: string): number =>
  inFile<{ rootpage: number }>(file, `select rootpage from sqlite_master where name = '${name}'`)[0]
    ?.rootpage ?? 0;

const PAGE = 4096;

export const damagePage = (file: string, page: number): void => {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE);
  writeFileSync(file, bytes);
};
