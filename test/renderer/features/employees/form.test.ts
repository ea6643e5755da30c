import { expect, test } from 'vitest';
import type { EmployeeRecord } from '../../../../renderer/api/employees.ts';
import {
  additionOf,
  changesOf,
  faultsOf,
  hasFaults,
  isDirty,
  isOvertaken,
  NOBODY,
  personOf,
  shownOf,
} from '../../../../renderer/features/employees/form.ts';
import { choiceOf, presetOf, salesSeen } from '../../../../renderer/features/employees/rights.ts';
import { NO_PASSWORD } from '../../../../renderer/lib/password.ts';
import { RIGHT_SET_NAMES, rightsFrom } from '../../../../shared/rights.ts';

const stored: EmployeeRecord = {
  id: 7,
  username: 'olena',
  full_name: 'Олена Касир',
  position: 'Касир',
  email: '',
  ...rightsFrom(['can_view_invoices', 'can_create_invoices']),
  is_active: true,
  created_at: '2026-11-21T10:00:00Z',
  updated_at: '2026-11-21T10:00:00Z',
  refund_largest: 50_000,
  refund_per_day: null,
};
const olena = personOf(stored);
const typed = { first: 'довгий пароль', second: 'довгий пароль', isGenerated: false };

test('only changes are sent, trimmed', () => {
  expect(changesOf(olena, {}, NO_PASSWORD)).toEqual({ id: 7 });
  expect(changesOf(olena, { full_name: ' Олена Бондар ', position: 'Касир ' }, NO_PASSWORD)).toEqual({
    id: 7,
    full_name: 'Олена Бондар',
  });
  expect(changesOf(olena, { can_cancel_invoices: true, email: 'o@shop.ua' }, typed)).toEqual({
    id: 7,
    email: 'o@shop.ua',
    permissions: ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
    own_sales_only: false,
    catalog_prices_only: false,
    catalog_read_only: false,
    password: 'довгий пароль',
  });
  expect(changesOf(olena, { own_sales_only: true }, NO_PASSWORD)).toEqual({
    id: 7,
    permissions: ['can_view_invoices', 'can_create_invoices'],
    own_sales_only: true,
    catalog_prices_only: false,
    catalog_read_only: false,
  });
});

test('a value that was typed back is no change', () => {
  const edits = { full_name: 'Олена Касир ', can_view_invoices: true };
  expect(isDirty(olena, edits, NO_PASSWORD)).toBe(false);
  expect(isDirty(olena, { ...edits, position: '' }, NO_PASSWORD)).toBe(true);
  expect(isDirty(olena, {}, { ...NO_PASSWORD, second: 'a' })).toBe(true);
});

test('a new employee needs a name and a password, another may keep theirs', () => {
  expect(faultsOf(NOBODY, NO_PASSWORD, true)).toEqual({
    texts: { username: 'blank' },
    limits: [],
    password: 'short',
  });
  expect(faultsOf(shownOf(NOBODY, { username: '   ' }), typed, true)).toEqual({
    texts: { username: 'blank' },
    limits: [],
  });
  expect(hasFaults(faultsOf(olena, NO_PASSWORD, false))).toBe(false);
  expect(faultsOf(olena, { first: 'коротк', second: '', isGenerated: false }, false).password).toBe('short');
});

test('lengths count characters as the interface does, not the halves of them', () => {
  const lengths = (full_name: string) =>
    faultsOf({ ...olena, full_name }, NO_PASSWORD, false).texts.full_name;
  expect(lengths('🙂'.repeat(255))).toBeUndefined();
  expect(lengths(` ${'я'.repeat(255)} `)).toBeUndefined();
  expect(lengths('я'.repeat(256))).toBe('long');
  expect(faultsOf({ ...olena, username: 'я'.repeat(151) }, NO_PASSWORD, false).texts.username).toBe('long');
});

test('an addition says everything', () => {
  const edits = { username: ' taras ', ...choiceOf('refunds', true) };
  expect(additionOf(edits, { first: ' з пробілом ', second: ' з пробілом ', isGenerated: false })).toEqual({
    username: 'taras',
    full_name: '',
    position: '',
    email: '',
    permissions: ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
    own_sales_only: true,
    refund_limits: { largest: 50_000, per_day: 200_000 },
    catalog_prices_only: true,
    catalog_read_only: true,
    password: ' з пробілом ',
  });
});

test('an employee changed elsewhere is shown first, where both changes concern the same field', () => {
  const elsewhere = { ...olena, full_name: 'Олена Б.', can_create_invoices: false };
  expect(isOvertaken(olena, elsewhere, { position: 'Старша' })).toBe(false);
  expect(isOvertaken(olena, elsewhere, { full_name: 'Олена Бондар' })).toBe(true);
  // One permission, and another permission: the permissions are one field.
  expect(isOvertaken(olena, elsewhere, { can_cancel_invoices: true })).toBe(true);
  expect(isOvertaken(olena, { ...olena, position: 'x' }, { can_cancel_invoices: true })).toBe(false);
  expect(isOvertaken(olena, elsewhere, {})).toBe(false);
});

test('limits of refunds are typed as amounts; empty is none, 0 is a limit, and one change sends both', () => {
  expect(olena).toMatchObject({ largest: '500,00', per_day: '' });
  expect(changesOf(olena, { per_day: '2 000' }, NO_PASSWORD)).toEqual({
    id: 7,
    refund_limits: { largest: 50_000, per_day: 200_000 },
  });
  expect(changesOf(olena, { largest: '' }, NO_PASSWORD).refund_limits).toEqual({
    largest: null,
    per_day: null,
  });
  expect(changesOf(olena, { largest: '0' }, NO_PASSWORD).refund_limits).toEqual({
    largest: 0,
    per_day: null,
  });
  expect(faultsOf({ ...olena, largest: '1,234' }, NO_PASSWORD, false).limits).toEqual(['largest']);
  expect(isOvertaken(olena, { ...olena, largest: '700,00' }, { largest: '600' })).toBe(true);
});

test('a preset is known again from what it set, also before the catalog had products; one change makes it nobody’s', () => {
  for (const name of RIGHT_SET_NAMES)
    for (const hasProducts of [true, false]) {
      const chosen = choiceOf(name, hasProducts);
      expect(presetOf(chosen)).toBe(name);
      expect(presetOf({ ...chosen, can_manage_employees: !chosen.can_manage_employees })).toBeUndefined();
      expect(presetOf({ ...chosen, largest: '77' })).toBeUndefined();
      // There must be something to sell.
      expect(chosen.can_create_invoices && chosen.catalog_prices_only && !hasProducts).toBe(false);
    }
});

test('who sells sees their own sales at least; who neither sells nor sees all sees none', () => {
  expect(salesSeen(true, false)).toMatchObject({ can_view_invoices: true, own_sales_only: true });
  expect(salesSeen(true, true)).toMatchObject({ can_view_invoices: true, own_sales_only: false });
  expect(salesSeen(false, true)).toMatchObject({ can_view_invoices: true, own_sales_only: false });
  expect(salesSeen(false, false)).toMatchObject({ can_view_invoices: false, own_sales_only: false });
});
