import { expect, test } from 'vitest';
import { addEmployee } from '../../main/shop/accounts/accounts.ts';
import type { Account } from '../../shared/api/employees.ts';
import { PERMISSIONS, type Permission } from '../../shared/permissions.ts';
import { Client } from '../helpers/client.ts';
import { ok } from '../helpers/ok.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { usualHeaders } from '../helpers/usual.ts';

const shop = await shopOfFile();

const read = (client: Client): Promise<Account> => ok(client.get<Account>('account/'), 200);

/** Each permission by itself. */
const may = (granted: readonly Permission[]) =>
  Object.fromEntries(PERMISSIONS.map((name) => [name, granted.includes(name)]));

test('the owner may do everything', async () => {
  const answer = await shop.owner.get<Account>('account/');
  usualHeaders(answer);
  expect(answer.body).toEqual({
    id: 1,
    username: 'owner',
    full_name: '',
    position: '',
    is_owner: true,
    ...may(PERMISSIONS),
    own_sales_only: false,
    catalog_prices_only: false,
    catalog_read_only: false,
  });
});

test('an employee sees their name, position and permissions, and nothing more', async () => {
  const { id } = await addEmployee(
    shop.console,
    {
      username: 'olena',
      full_name: 'Олена Коваль',
      email: 'olena@example.com',
      position: 'Касирка',
      permissions: ['can_cancel_invoices'],
    },
    PASSWORD,
  );
  expect(await read(new Client(shop.baseUrl, await shop.signIn('olena')))).toEqual({
    id,
    username: 'olena',
    full_name: 'Олена Коваль',
    position: 'Касирка',
    is_owner: false,
    ...may(['can_cancel_invoices']),
    own_sales_only: false,
    catalog_prices_only: false,
    catalog_read_only: false,
  });
});

test('each permission is reported by itself', async () => {
  for (const permission of PERMISSIONS)
    expect(await read(await shop.employee(`with ${permission}`, [permission]))).toMatchObject(
      may([permission]),
    );
});
