import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { inFile } from '../helpers/contents.ts';
import { type Console, contents, openConsole } from './console.ts';
import { openOwned } from './database.ts';

let shop: Console;
beforeEach(() => {
  shop = openOwned();
});

const file = () => join(shop.dataDir, 'kramar.db');
const spoil = () => inFile(file(), "insert into invoice_totals values ('success', 1, 0, 1, 5, 500, 500)");

it('verify finds a sound database in agreement, and changes nothing', async () => {
  const before = contents(shop.dataDir).get('kramar.db');
  expect(await shop.json(['database', 'verify'])).toMatchObject({
    code: 0,
    json: { ok: true, sums: [], search: true },
  });
  expect(contents(shop.dataDir).get('kramar.db')).toEqual(before);
});

it('verify and doctor report a difference, and rebuild corrects it', async () => {
  spoil();
  const { code, json } = await shop.json(['database', 'verify']);
  expect([code, json.code, json.search]).toEqual([1, 'DIFFERENCES', true]);
  expect(json.sums).toEqual([
    'invoice_totals status success terminal 1 register 0 created_locally 1: count 5 instead of 0, amount 500 instead of 0, taken 500 instead of 0',
  ]);
  const doctor = await shop.json(['doctor']);
  expect(doctor.json.checks).toContainEqual(expect.objectContaining({ check: 'sums', status: 'warning' }));
  expect(await shop.json(['database', 'rebuild'])).toMatchObject({ code: 0, json: { ok: true } });
  expect(await shop.json(['database', 'verify'])).toMatchObject({ code: 0, json: { ok: true } });
});

it('a folder without a database is refused, and no database is created', async () => {
  const empty = openConsole();
  for (const what of ['verify', 'rebuild'])
    expect(await empty.json(['database', what])).toMatchObject({ code: 1, json: { code: 'NO_DATABASE' } });
});
