import { expect, test } from 'vitest';
import type { Account } from '../../shared/api/employees.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { openWindow } from './stage.ts';

const shop = await shopOfFile();
const window = openWindow(shop);
await window.signIn();

const FIELDS = {
  name: 'Till by the door',
  permissions: ['can_view_invoices' as const],
  terminal: null,
  own_sales_only: true,
};
const SHOWN = {
  name: FIELDS.name,
  can_view_invoices: true,
  can_create_invoices: false,
  terminal: null,
  own_sales_only: true,
};
const accountBy = (key: string) => shop.stranger.as(key).get<Account>('account/');

test('a key is created, shown once, changed, rotated and revoked', async () => {
  const limits = { refund_limits: { largest: 5000 } };
  const { key, ...made } = await window.ask('keys.add', { ...FIELDS, ...limits });
  expect(made).toMatchObject({
    ...SHOWN,
    refund_largest: 5000,
    refund_per_day: null,
    hint: key.slice(-4),
    last_used_at: null,
  });
  expect((await accountBy(key)).body).toMatchObject({ username: FIELDS.name, can_create_invoices: false });

  const { id } = made;
  await window.ask('keys.change', { id, permissions: ['can_view_invoices', 'can_create_invoices'] });
  expect((await accountBy(key)).body.can_create_invoices).toBe(true);
  const { keys: list } = await window.ask('keys.list', {});
  expect(JSON.stringify(list)).not.toContain(key);
  expect(list).toMatchObject([{ id, own_sales_only: true, last_used_at: expect.any(String) }]);

  const rotated = await window.ask('keys.rotate', { id });
  expect((await accountBy(key)).status).toBe(401);
  expect((await accountBy(rotated.key)).body.id).toBe(id);
  await window.ask('keys.revoke', { id });
  expect((await accountBy(rotated.key)).status).toBe(401);
  const { keys: all } = await window.ask('keys.list', {});
  expect(all).toMatchObject([{ id, is_active: false, revoked_at: expect.any(String) }]);
});

test('a missing key, or a key with faulty fields, is refused', async () => {
  expect((await window.refused('keys.rotate', { id: 4711 })).code).toBe('NOT_FOUND');
  await window.ask('keys.add', { ...FIELDS, name: 'Door' });
  expect((await window.refused('keys.add', { ...FIELDS, name: 'Door' })).codes).toEqual({ name: ['unique'] });
  expect((await window.refused('keys.add', { ...FIELDS, name: ' ', terminal: 4711 })).codes).toEqual({
    name: ['blank'],
  });
});
