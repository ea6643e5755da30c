import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { openShop, type Shop } from '../helpers/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test.each([
  '12345678\r\nX-Evil: 1',
  'ЄДРПОУ',
  '"; filename="evil.exe',
  '../../etc/passwd',
  '\u202e',
  'a'.repeat(500),
])('the month of the seller %j is one file with a safe name, inside too', async (tax_number) => {
  const response = await fetch(
    new URL(`stats/month/export/?${new URLSearchParams({ tax_number })}`, shop.baseUrl),
    { headers: { Authorization: `Bearer ${await shop.signIn('owner')}` } },
  );
  const body = new Uint8Array(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect(response.headers.get('X-Evil')).toBeNull();
  expect(response.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="kramar-[\w.-]+"(; filename\*=UTF-8''[\w.%-]+)?$/,
  );
  for (const name of Object.keys(unzipSync(body)))
    expect(name).toMatch(/^(csv\/|1c-bas\/)?[\p{L}\p{N}_-][\p{L}\p{N}._ -]*$/u);
});

test('a key in a path, as it is or encoded, is in no log', async () => {
  const { key } = createKey(shop.console, {
    name: 'Каса',
    permissions: ['can_view_invoices'],
    terminal: null,
    own_sales_only: false,
  });
  for (const path of [key, key.replace('_', '%5F'), `invoices/${key}/`, `x/?next=/a/${key}`])
    await shop.stranger.get(path);
  await shop.stranger.get('terminals/');
  await shop.stop();
  const logs = readdirSync(join(shop.folder, 'logs')).map((name) =>
    readFileSync(join(shop.folder, 'logs', name), 'utf8'),
  );
  expect(logs.join('')).toContain('/api/v1/invoices/');
  expect(logs.join('')).not.toContain(key.slice(3));
});
