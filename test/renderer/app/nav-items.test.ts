import { expect, test } from 'vitest';
import { isScreenPath } from '../../../main/http/screens.ts';
import { homePathOf, NAV_ITEMS, navItemsOf } from '../../../renderer/app/nav-items.ts';
import type { Account } from '../../../shared/api/account.ts';

const nobody: Account = {
  id: 2,
  username: 'olena',
  full_name: '',
  position: '',
  is_owner: false,
  can_view_invoices: false,
  can_create_invoices: false,
  can_cancel_invoices: false,
  can_manage_terminals: false,
  can_manage_employees: false,
  own_sales_only: false,
  catalog_prices_only: false,
  catalog_read_only: false,
};
const names = (account: Account) => navItemsOf(account).map(({ name }) => name);

test('the service has a page for the address of every place', () => {
  for (const { path } of NAV_ITEMS) expect([path, isScreenPath(path)]).toEqual([path, true]);
});

test('no two places share a key', () => {
  expect(new Set(NAV_ITEMS.map(({ key }) => key)).size).toBe(NAV_ITEMS.length);
});

test('one sees the places that one may use, and begins at the first of them', () => {
  expect([names(nobody), homePathOf(nobody)]).toEqual([['catalog', 'terminals'], '/catalog']);
  const cashier = { ...nobody, can_create_invoices: true };
  expect([names(cashier), homePathOf(cashier)]).toEqual([['charge', 'catalog', 'terminals'], '/charge']);
  const seller = { ...cashier, can_view_invoices: true, own_sales_only: true };
  expect([names(seller), homePathOf(seller)]).toEqual([
    ['charge', 'invoices', 'catalog', 'terminals'],
    '/charge',
  ]);
  const owner = { ...nobody, is_owner: true };
  expect([names(owner), homePathOf(owner)]).toEqual([NAV_ITEMS.map(({ name }) => name), '/today']);
});
