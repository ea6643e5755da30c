import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { keptIn } from './backed-up.ts';
import { addEmployee, createOwner, openConsole, temporaryFolder } from './console.ts';

test('data export: the people are in it, without passwords; a file that exists is not touched', async () => {
  const shop = openConsole();
  await createOwner(shop);
  await addEmployee(shop, 'petro');
  const file = join(temporaryFolder(), 'all.zip');
  const exported = await shop.json(['data', 'export', file]);
  expect(exported.json).toMatchObject({ ok: true, path: file, rows: expect.any(Number) });
  const files = unzipSync(readFileSync(file));
  expect(Object.keys(files)).toHaveLength(exported.json.tables);
  const people = strFromU8(files['accounts.csv'] ?? new Uint8Array());
  expect(people).toContain('petro');
  expect(people).not.toContain('password_hash');

  const [before, bytes] = [keptIn(shop), readFileSync(file)];
  expect((await shop.json(['data', 'export', file])).json).toMatchObject({
    ok: false,
    code: 'EXPORT_EXISTS',
  });
  expect(keptIn(shop)).toEqual(before);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});
