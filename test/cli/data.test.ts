import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFile } from '../helpers/contents.ts';
import { databaseOf, keptIn } from './backed-up.ts';
import { addEmployee, createOwner, openConsole, PASSWORD, temporaryFolder } from './console.ts';

test('data export and import: the people are there, without passwords; a refusal leaves no trace', async () => {
  const shop = openConsole();
  await createOwner(shop);
  await addEmployee(shop, 'petro');
  const file = join(temporaryFolder(), 'all.zip');
  const exported = await shop.json(['data', 'export', file]);
  expect(exported.json).toMatchObject({ ok: true, path: file, rows: expect.any(Number) });
  expect((await shop.json(['data', 'export', file])).json).toMatchObject({
    ok: false,
    code: 'EXPORT_EXISTS',
  });

  const before = keptIn(shop);
  expect((await shop.json(['data', 'import', file])).json).toMatchObject({ ok: false, code: 'NOT_EMPTY' });
  expect(keptIn(shop)).toEqual(before);

  const other = openConsole();
  const { tables, rows } = exported.json;
  expect((await other.json(['data', 'import', file])).json).toMatchObject({ ok: true, tables, rows });
  const people = 'select id, username, role, can_view_invoices from accounts order by id';
  expect(inFile(databaseOf(other), people)).toEqual(inFile(databaseOf(shop), people));
  expect(inFile(databaseOf(other), 'select distinct password_hash from accounts')).toEqual([
    { password_hash: 'none' },
  ]);
  const set = await other.json(['owner', 'password', '--password-stdin'], { stdin: PASSWORD });
  expect(set.json).toMatchObject({ ok: true });

  for (const [name, bytes, code] of [
    ['cut.zip', readFileSync(file).subarray(0, -30), 'ARCHIVE_DAMAGED'],
    ['foreign.zip', Buffer.from('this is not an archive of anything'), 'ARCHIVE_FOREIGN'],
  ] as const) {
    const fresh = openConsole();
    const path = join(temporaryFolder(), name);
    writeFileSync(path, bytes);
    expect((await fresh.json(['data', 'import', path])).json).toMatchObject({ ok: false, code });
    expect(existsSync(databaseOf(fresh))).toBe(false);
    expect([...keptIn(fresh).keys()]).toEqual([]);
  }
});
