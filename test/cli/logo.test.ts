import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { findLogo } from '../../main/store/logo.ts';
import { halfBlack } from '../helpers/png.ts';
import { type Console, temporaryFolder } from './console.ts';
import { inDatabase, openOwned } from './database.ts';

let shop: Console;
beforeEach(() => {
  shop = openOwned();
});

const stored = () => inDatabase(shop.dataDir, (db) => findLogo(db)?.width);
const file = (bytes: Buffer): string => {
  const path = join(temporaryFolder(), 'logo.png');
  writeFileSync(path, bytes);
  return path;
};

it('sets the logo from a file, and removes it', async () => {
  const { code, json } = await shop.json(['logo', 'set', file(halfBlack(600, 200))]);
  expect({ code, ...json }).toMatchObject({ code: 0, ok: true, width: 600, height: 200 });
  expect(stored()).toBe(600);
  expect((await shop.json(['logo', 'remove'])).code).toBe(0);
  expect(stored()).toBeUndefined();
  expect((await shop.json(['logo', 'remove'])).code).toBe(0);
});

it('refuses what is no picture, and a file that is not there; nothing is stored', async () => {
  const refused = await shop.json(['logo', 'set', file(Buffer.from('<svg/>'))]);
  expect(refused).toMatchObject({ code: 1, json: { ok: false, code: 'LOGO_KIND' } });
  const large = await shop.json(['logo', 'set', file(Buffer.alloc(9_000_000))]);
  expect(large).toMatchObject({ code: 1, json: { ok: false, code: 'LOGO_TOO_LARGE' } });
  expect((await shop.json(['logo', 'set', join(temporaryFolder(), 'none.png')])).code).toBe(2);
  expect(stored()).toBeUndefined();
});
