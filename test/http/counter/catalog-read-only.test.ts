import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import { createKey } from '../../../main/shop/accounts/keys.ts';
import type { Account, EmployeeLimitsList } from '../../../shared/api/employees.ts';
import type { Client, Refusal } from '../../helpers/client.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { withoutTrace } from '../../helpers/trace.ts';

/** Whoever may only read the catalog writes nothing in it, by whatever route; and neither does whoever sells at its prices. */

const callers: Record<string, Client> = {};

const shop = await shopOfFile();
await shop.owner.post('catalog/categories/', { name: 'Кава' });
await shop.owner.post('catalog/units/', { name: 'Порція' });
await shop.owner.post('catalog/products/', { name: 'Еспресо', price: 4500 });
callers.reader = await shop.employee('reader', ['can_view_invoices', 'can_create_invoices']);
await updateEmployee(shop.console, 'reader', { catalog_read_only: true });
callers.cashier = await shop.employee('cashier', ['can_create_invoices']);
await updateEmployee(shop.console, 'cashier', { catalog_prices_only: true });
const fields = { name: 'Bar', permissions: [], terminal: null, own_sales_only: false };
callers.key = shop.stranger.as(createKey(shop.console, { ...fields, catalog_read_only: true }).key);
// Its first use is noted.
await callers.key.get('account/');

interface Document {
  paths: Record<string, Record<string, { operationId?: string }>>;
}
const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document;
const WRITES = Object.entries(document.paths)
  .filter(([path]) => /^\/?catalog\//.test(path.replace('/api/v1/', '')))
  .flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['post', 'patch', 'put', 'delete'].includes(method))
      .map((method) => ({
        method: method.toUpperCase(),
        path: path.replace(/^\//, '').replace('{id}', '1'),
      })),
  );

test('An employee or key may be kept from writing the catalog (`catalog_read_only`); who may not set prices by hand is so kept as well: the routes that write it', () => {
  expect(WRITES.length).toBeGreaterThanOrEqual(12);
});

test.each(WRITES)(
  'Who may not set prices by hand, an extension, writes nothing in it: $method $path is a 403, and leaves no trace',
  async ({ method, path }) => {
    for (const client of Object.values(callers)) {
      const request = path.endsWith('import/')
        ? { raw: 'Назва;Ціна\nКава;0,01\n', headers: { 'Content-Type': 'text/csv' } }
        : { body: {} };
      const refused = await withoutTrace(shop, () => client.send<Refusal>(method, path, request));
      expect(refused.status, refused.text).toBe(403);
    }
  },
);

test('it is read as before, and the account says so', async () => {
  for (const client of Object.values(callers)) {
    expect((await client.get('catalog/products/1/')).status).toBe(200);
    expect((await client.get<Account>('account/')).body.catalog_read_only).toBe(true);
  }
  const { results } = (await shop.owner.get<EmployeeLimitsList>('employees/limits/')).body;
  expect(results.map((each) => [each.catalog_prices_only, each.catalog_read_only])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('the owner may write, and so may everybody again once it is lifted', async () => {
  const reader = callers.reader as Client;
  expect((await shop.owner.patch('catalog/products/1/', { price: 4600 })).status).toBe(200);
  await updateEmployee(shop.console, 'reader', { catalog_read_only: false });
  expect((await reader.patch('catalog/products/1/', { price: 4700 })).status).toBe(200);
});
