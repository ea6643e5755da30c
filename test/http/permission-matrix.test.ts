import { beforeAll, expect, test } from 'vitest';
import { addEmployee } from '../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { fieldsOf, RIGHT_SET_NAMES, RIGHT_SETS, type RightSetName } from '../../shared/rights.ts';
import { Client } from '../helpers/client.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

/** What each preset of the employees' screen may do, tried at the service. A mark in the order of the presets. */

let product: number;
const people = {} as Record<RightSetName, Client>;

const shop = await shopOfFile();
beforeAll(async () => {
  // Nothing prints there: a receipt waits.
  changeSetting(shop.console.db, shop.config.dataDir, 'printer_address', '127.0.0.1:9');
  product = (await shop.owner.post<{ id: number }>('catalog/products/', { name: 'Кава', price: 3400 })).body
    .id;
  for (const name of RIGHT_SET_NAMES) {
    const person = { username: name, full_name: '', position: '', email: '' };
    await addEmployee(shop.console, { ...person, ...fieldsOf(RIGHT_SETS[name]) }, PASSWORD);
    people[name] = new Client(shop.baseUrl, await shop.signIn(name));
  }
});

/** An invoice of 34.00, paid. */
const paid = async (client: Client): Promise<Invoice | undefined> => {
  const { body, status } = await client.post<Invoice>('invoices/', {
    terminal: shop.terminal.id,
    items: [{ product, name: 'Кава', price: 3400 }],
  });
  if (status !== 201) return undefined;
  shop.bank.pay(body.invoice_id);
  await shop.owner.post(`invoices/${body.id}/refresh/`);
  return body;
};

type Act = (client: Client, of: { owner: number; own: number }) => Promise<{ status: number }>;

const ACTS: Record<string, [string, Act]> = {
  'sell from the catalog': [
    'yes yes yes no yes',
    (client) => client.post('invoices/', { terminal: 1, items: [{ product, name: 'Кава', price: 3400 }] }),
  ],
  'sell by a typed amount': [
    '400 400 yes no yes',
    (client) => client.post('invoices/', { terminal: 1, amount: 100 }),
  ],
  'change the catalog': [
    'no no yes no yes',
    (client) => client.post('catalog/categories/', { name: String(Math.random()) }),
  ],
  'see the outcome of their own': [
    'yes yes yes no yes',
    (client, { own }) => client.get(`invoices/${own}/outcome/`),
  ],
  'see an invoice of another': ['no no yes yes yes', (client, { owner }) => client.get(`invoices/${owner}/`)],
  'list invoices': ['yes yes yes yes yes', (client) => client.get('invoices/')],
  'refund their own': ['no yes yes no yes', (client, { own }) => client.post(`invoices/${own}/cancel/`)],
  "refund another's": [
    'no no yes no yes',
    (client, { owner }) => client.post(`invoices/${owner}/cancel/`, { amount: 100 }),
  ],
  'see takings (stats, reports)': ['no no yes yes yes', (client) => client.get('stats/')],
  'open, close a shift': ['yes yes yes no yes', (client) => client.get('shifts/current/')],
  'see all shifts': ['no no yes yes yes', (client) => client.get('shifts/')],
  'save a cart': [
    'yes yes yes no yes',
    (client) => client.post('carts/', { lines: [{ product, name: 'Кава', price: 3400 }] }),
  ],
  'print a receipt of their own': [
    'yes yes yes no yes',
    (client, { own }) => client.post(`invoices/${own}/print/`),
  ],
  'show on the customer screen': [
    'yes yes yes no yes',
    (client) => client.post('customer-screen/', { device: 'till-1' }),
  ],
  'manage terminals': [
    'no no no no yes',
    (client) => client.post(`terminals/${shop.terminal.id}/sync_registers/`),
  ],
  // For the owner alone, whatever the permissions.
  'manage employees': ['no no no no no', (client) => client.get('employees/')],
  'read the log of actions': ['no no no no no', (client) => client.get('actions/')],
};

test('each preset may do just this', async () => {
  const owner = (await paid(shop.owner))?.id ?? 0;
  const matrix: Record<string, string> = {};
  const own = new Map<string, number>();
  for (const name of RIGHT_SET_NAMES) own.set(name, (await paid(people[name]))?.id ?? 0);
  for (const [what, [, act]] of Object.entries(ACTS)) {
    const marks: string[] = [];
    for (const name of RIGHT_SET_NAMES) {
      const { status } = await act(people[name], { owner, own: own.get(name) ?? 0 });
      marks.push(status < 300 ? 'yes' : [403, 404].includes(status) ? 'no' : String(status));
    }
    matrix[what] = marks.join(' ');
  }
  expect(matrix).toEqual(Object.fromEntries(Object.entries(ACTS).map(([what, [marks]]) => [what, marks])));
});
