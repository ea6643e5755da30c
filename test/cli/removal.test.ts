import { existsSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allTerminals } from '../../main/store/terminals.ts';
import { inFile } from '../helpers/contents.ts';
import { backupsOf, databaseOf, openBackedUp, refusesBackup } from './backed-up.ts';
import { type Console, contents, openConsole } from './console.ts';
import { inDatabase, openWithTerminal } from './database.ts';

/** Renaming and removing terminals, deleting backups. */

const stored = (shop: Console) => inDatabase(shop.dataDir, allTerminals);
const actionsOf = (shop: Console): string[] =>
  inFile<{ code: string }>(databaseOf(shop), 'select code from actions').map(({ code }) => code);

describe('terminal rename', () => {
  test('gives another name, which the log of actions shows', async () => {
    const { shop } = await openWithTerminal('Каса 1');
    const { code, json } = await shop.json(['terminal', 'rename', '1', '  Каса біля входу ']);
    expect({ code, json }).toMatchObject({ code: 0, json: { ok: true, id: 1, name: 'Каса біля входу' } });
    expect(stored(shop)[0]?.name).toBe('Каса біля входу');
    expect(actionsOf(shop)).toContain('terminal_changed');
  });

  test('a blank name, an unknown and a malformed id are refused and change nothing', async () => {
    const { shop } = await openWithTerminal('Каса 1');
    const before = stored(shop);
    expect((await shop.json(['terminal', 'rename', '1', ' '])).json).toMatchObject({ code: 'VALIDATION' });
    expect((await shop.json(['terminal', 'rename', '7', 'Каса'])).json).toMatchObject({ code: 'NOT_FOUND' });
    expect((await shop.json(['terminal', 'rename', 'one', 'Каса'])).json).toMatchObject({ code: 'USAGE' });
    expect(stored(shop)).toEqual(before);
  });
});

describe('terminal remove', () => {
  test('needs --yes where nobody can be asked, and destroys the token', async () => {
    const { shop } = await openWithTerminal('Каса 1');
    const before = stored(shop);
    const unasked = await shop.json(['terminal', 'remove', '1']);
    expect(unasked).toMatchObject({ code: 2, json: { detail: expect.stringContaining('--yes is missing') } });
    expect(stored(shop)).toEqual(before);

    const { code, json } = await shop.json(['terminal', 'remove', '1', '--yes']);
    expect({ code, json }).toMatchObject({ code: 0, json: { ok: true, id: 1, name: 'Каса 1' } });
    expect(stored(shop)).toEqual([]);
    const [row] = inFile(databaseOf(shop), 'select id, sealed_token from terminals');
    expect(row).toMatchObject({ id: 1, sealed_token: null });
    expect(actionsOf(shop)).toContain('terminal_deleted');
    expect((await shop.json(['terminal', 'remove', '1', '--yes'])).json).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('backup delete', () => {
  test('deletes the file and its manifest, and keeps the last verified one', async () => {
    const shop = openConsole();
    const first = await openBackedUp(shop);
    await refusesBackup(shop, ['delete', first.name, '--yes'], 'BACKUP_LAST', 'backup create');
    const second = (await shop.json(['backup', 'create'])).json.backup;
    expect((await shop.json(['backup', 'delete', first.name])).code).toBe(2);
    expect(existsSync(first.path)).toBe(true);

    const { code, json } = await shop.json(['backup', 'delete', first.name, '--yes']);
    expect({ code, json }).toMatchObject({ code: 0, json: { ok: true, backup: { name: first.name } } });
    expect([...contents(backupsOf(shop)).keys()].filter((name) => !name.endsWith('.lock'))).toEqual(
      [second.name, second.name.replace(/db$/, 'json')].sort(),
    );
    expect(actionsOf(shop)).toContain('backup_deleted');
  });

  test('takes a name of the list alone, no path; nothing is deleted in a lost shop', async () => {
    const shop = openConsole();
    const { name, path } = await openBackedUp(shop);
    await refusesBackup(shop, ['delete', path, '--yes'], 'NOT_FOUND');
    await refusesBackup(shop, ['delete', 'latest', '--yes'], 'NOT_FOUND');
    for (const end of ['', '-wal', '-shm']) rmSync(`${shop.dataDir}/kramar.db${end}`, { force: true });
    await refusesBackup(shop, ['delete', name, '--yes'], 'DATABASE_LOST');
  });
});
