import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import type { Settings } from '../../shared/api/settings.ts';
import type { Refusal } from '../helpers/client.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('the owner reads each setting with the value in force', async () => {
  changeSetting(shop.console.db, shop.config.dataDir, 'shop_name', 'Зерно', Date.now());
  const { status, body } = await shop.owner.get<Settings>('settings/');
  expect(status).toBe(200);
  expect(body.settings.find(({ name }) => name === 'shop_name')).toMatchObject({
    value: 'Зерно',
    is_default: false,
    default: '',
  });
  expect(body.settings.find(({ name }) => name === 'time_zone')).toMatchObject({
    value: 'Europe/Kyiv',
    is_default: true,
  });
});

test('nobody else reads them, and here they are changed by no one', async () => {
  const oksana = await shop.employee('oksana', ['can_view_invoices', 'can_manage_terminals']);
  const { key } = createKey(shop.console, {
    name: 'Bar',
    permissions: ['can_view_invoices'],
    terminal: null,
  });
  const till = shop.stranger.as(key);
  // Its first use is kept.
  await till.get('account/');
  for (const [client, status] of [
    [oksana, 403],
    [till, 403],
    [shop.stranger, 401],
  ] as const)
    expect((await withoutTrace(shop, () => client.get<Refusal>('settings/'))).status).toBe(status);
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
    expect((await withoutTrace(shop, () => shop.owner.send(method, 'settings/'))).status).toBe(405);
});
