import { expect, test } from 'vitest';
import type { EmployeeRecord } from '../../../../renderer/api/employees.ts';
import { ADD, activeCommand, rightsCommand } from '../../../../renderer/features/employees/commands.ts';
import { employeeOrdering } from '../../../../renderer/features/employees/search.ts';
import { rightsFrom } from '../../../../shared/rights.ts';

const employee = (username: string): EmployeeRecord => ({
  id: 7,
  username,
  full_name: '',
  position: '',
  email: '',
  ...rightsFrom(['can_view_invoices', 'can_cancel_invoices']),
  refund_largest: null,
  refund_per_day: null,
  is_active: true,
  created_at: '2026-11-21T10:00:00Z',
  updated_at: '2026-11-21T10:00:00Z',
});

test('commands name an employee so that no shell and no option mistakes it', () => {
  expect(ADD).toMatch(/^npm run admin -- employee add --username /);
  expect(rightsCommand(employee('олена.к'))).toBe(
    'npm run admin -- employee set олена.к --can view_invoices,cancel_invoices --own-sales false --catalog-prices false --catalog-read-only false',
  );
  for (const name of ['o; rm -rf /', '$(id)', '-x', '12', 'два слова', '"'])
    expect(activeCommand(employee(name))).toBe('npm run admin -- employee set 7 --active false');
  expect(rightsCommand({ ...employee('o'), ...rightsFrom([], { own_sales_only: true }) })).toMatch(
    / --can "" --own-sales true --catalog-prices false --catalog-read-only false$/,
  );
});

test('a column is sorted from where one looks first, and then the other way round', () => {
  const { directionOf, sortedBy } = employeeOrdering;
  expect(directionOf({}, 'username')).toBe('ascending');
  const byDate = sortedBy({ page: 3 }, 'created_at');
  expect([byDate.ordering, byDate.page, directionOf(byDate, 'created_at')]).toEqual([
    '-created_at',
    undefined,
    'descending',
  ]);
  expect(sortedBy(byDate, 'created_at').ordering).toBe('created_at');
  expect(sortedBy(byDate, 'username').ordering).toBeUndefined();
  expect(sortedBy({}, 'username').ordering).toBe('-username');
});
