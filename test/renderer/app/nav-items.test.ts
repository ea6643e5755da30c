import { expect, test } from 'vitest';
import { isScreenPath } from '../../../main/http/screens.ts';
import { homeOf, PLACES, placesOf } from '../../../renderer/app/nav-items.ts';
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
};
const names = (account: Account) => placesOf(account).map(({ name }) => name);

test('the service has a page for the address of every place', () => {
  for (const { path } of PLACES) expect([path, isScreenPath(path)]).toEqual([path, true]);
});

test('no two places share a key', () => {
  expect(new Set(PLACES.map(({ key }) => key)).size).toBe(PLACES.length);
});

test('one sees the places that one may use, and begins at the first of them', () => {
  expect([names(nobody), homeOf(nobody)]).toEqual([['catalog', 'terminals'], '/catalog']);
  const cashier = { ...nobody, can_create_invoices: true };
  expect([names(cashier), homeOf(cashier)]).toEqual([['charge', 'catalog', 'terminals'], '/charge']);
  const owner = { ...nobody, is_owner: true };
  expect([names(owner), homeOf(owner)]).toEqual([PLACES.map(({ name }) => name), '/today']);
});
