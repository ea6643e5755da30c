import { expect, test } from 'vitest';
import { isScreenPath } from '../../../main/http/screens.ts';
import { movedTo } from '../../../renderer/app/moved.ts';
import {
  homePathOf,
  mayOpen,
  placeOf,
  placesOf,
  SCREENS,
  shortcutsOf,
} from '../../../renderer/app/screens.ts';
import type { Account } from '../../../shared/api/employees.ts';
import { rightsFrom } from '../../../shared/rights.ts';

const nobody: Account = {
  id: 2,
  username: 'olena',
  full_name: '',
  position: '',
  is_owner: false,
  ...rightsFrom([]),
};
const owner: Account = { ...nobody, is_owner: true };
const readOnly: Account = { ...nobody, catalog_read_only: true };
const names = (account: Account) => placesOf(account).map(({ name }) => name);

test('the service has a page for the address of every screen', () => {
  const paths = Object.values(SCREENS).map(({ path }) => path);
  for (const path of paths.filter((each) => /^\/./.test(each)))
    expect([path, isScreenPath(path)]).toEqual([path, true]);
});

test('there are six places, with keys in their order, and the shift has one too', () => {
  expect(placesOf(owner).map(({ name, shown }) => [name, shown])).toEqual([
    ['today', 'Alt 1'],
    ['charge', 'F2'],
    ['invoices', 'Alt 2'],
    ['catalog', 'Alt 3'],
    ['reports', 'Alt 4'],
    ['settings', 'Alt 5'],
  ]);
  expect(shortcutsOf(owner).at(-1)).toMatchObject({ name: 'shift', shown: 'Alt 6', path: '/shift' });
  expect(new Set(shortcutsOf(owner).map(({ key }) => key)).size).toBe(7);
});

test('one sees the places that one may use, and begins at the one of their work', () => {
  expect([names(readOnly), homePathOf(readOnly)]).toEqual([[], '/catalog']);
  expect([names(nobody), homePathOf(nobody)]).toEqual([['catalog'], '/catalog']);
  const cashier = { ...readOnly, can_create_invoices: true };
  expect([names(cashier), homePathOf(cashier)]).toEqual([['charge'], '/charge']);
  expect(shortcutsOf(cashier).map(({ name }) => name)).toEqual(['charge', 'shift']);
  const seller = { ...cashier, can_view_invoices: true, own_sales_only: true };
  expect(names(seller)).toEqual(['charge', 'invoices']);
  const accountant = { ...readOnly, can_view_invoices: true };
  expect([names(accountant), homePathOf(accountant)]).toEqual([['today', 'invoices', 'reports'], '/reports']);
  const lead = { ...nobody, can_create_invoices: true, can_view_invoices: true, can_cancel_invoices: true };
  expect([names(lead), homePathOf(lead)]).toEqual([
    ['today', 'charge', 'invoices', 'catalog', 'reports'],
    '/charge',
  ]);
  expect(names({ ...readOnly, can_manage_terminals: true })).toEqual(['settings']);
  expect(homePathOf(owner)).toBe('/today');
});

test('a screen is open to who has one of the rights it needs, and may open the screens around it', () => {
  const cashier = { ...nobody, can_create_invoices: true };
  expect(mayOpen(nobody, [undefined, undefined])).toBe(true);
  expect(mayOpen(cashier, [undefined, SCREENS.shift.needs])).toBe(true);
  expect(mayOpen(nobody, [SCREENS.shift.needs])).toBe(false);
  const manager = { ...nobody, can_manage_terminals: true };
  expect(mayOpen(manager, [SCREENS.settings.needs, undefined])).toBe(true);
  expect(mayOpen(manager, [SCREENS.settings.needs, SCREENS.people.needs])).toBe(false);
});

test('the books are open to the owner and to who sees all sales and makes none', () => {
  const books = [SCREENS.closeMonth, SCREENS.income, SCREENS.reconciliation];
  const open = (account: Account) =>
    books.map(({ needs }) => mayOpen(account, [SCREENS.reports.needs, needs]));
  const accountant = { ...nobody, can_view_invoices: true };
  const lead = { ...accountant, can_create_invoices: true };
  expect([owner, accountant, lead].map(open)).toEqual([
    [true, true, true],
    [true, true, true],
    [false, false, false],
  ]);
  expect(mayOpen(lead, [SCREENS.closeDay.needs])).toBe(true);
});

test('the navigation stays on the place that a screen belongs to', () => {
  expect(
    ['/today', '/shift', '/charge/stands', '/invoices/15', '/settings/people/log', '/first-run'].map(placeOf),
  ).toEqual(['today', 'charge', 'charge', 'invoices', 'settings', undefined]);
});

test('an address of an earlier version leads to its screen of today', () => {
  expect(
    ['/terminals', '/terminals/board', '/employees', '/employees/actions', '/actions', '/reports/month'].map(
      movedTo,
    ),
  ).toEqual([
    '/settings/bank',
    '/charge/stands',
    '/settings/people',
    '/settings/people/log',
    '/settings/people/log',
    '/reports/close-month',
  ]);
  expect(movedTo('/today')).toBeUndefined();
});
