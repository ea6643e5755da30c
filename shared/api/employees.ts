import * as v from 'valibot';
import { byPermission, PERMISSION_MEANINGS, type Permission } from '../permissions.ts';
import { flag, id, minorUnits, nullable, recordId, shape, stamps, string } from './answers.ts';
import { described } from './described.ts';
import { MAX_LENGTH, text } from './fields.ts';
import { orderingParam, pageParams, query, searchParam } from './query.ts';

const optionalText = () => text(MAX_LENGTH.name, { blank: true });

/** The texts of an employee that the owner edits. */
export const employeeTexts = { full_name: optionalText(), email: optionalText(), position: optionalText() };

const EXAMPLE_PERMISSIONS: readonly Permission[] = ['can_view_invoices', 'can_create_invoices'];

export const employee = shape('Employee', {
  id: recordId(4),
  username: string('Name to sign in with.', 'olena'),
  email: string('E-mail address; empty when there is none.', 'olena@example.com'),
  full_name: string('Full name.', 'Олена Коваль'),
  position: string('Position in the shop.', 'Касирка'),
  ...byPermission((permission) =>
    flag(PERMISSION_MEANINGS[permission], EXAMPLE_PERMISSIONS.includes(permission)),
  ),
  is_active: flag('False: cannot sign in.', true),
  ...stamps,
});
export type Employee = v.InferOutput<typeof employee>;

const ownSalesOnly = flag('True: sees only the invoices that they created; no statistics and no reports.');

const catalogPricesOnly = flag(
  'True: charges only products of the catalog at their price. No amounts, free items, other prices or discounts, and ' +
    'no change of the catalog.',
);

const catalogReadOnly = flag(
  'True: changes nothing in the catalog: products, categories, units, files. Whoever charges only at its prices changes ' +
    'nothing in it either.',
);

/** What an employee is limited to beside the permissions; the employee of version 1 has fixed fields. */
const employeeLimits = shape('EmployeeLimits', {
  employee: id('Id of the employee.', 4),
  own_sales_only: ownSalesOnly,
  refund_largest: nullable(
    minorUnits(),
    'Largest refund without a second person, minor units; null: no limit.',
    50_000,
  ),
  refund_per_day: nullable(
    minorUnits(),
    'Largest sum of such refunds in one day of the shop, minor units; null: no limit.',
    200_000,
  ),
  catalog_prices_only: catalogPricesOnly,
  catalog_read_only: catalogReadOnly,
});

export const employeeLimitsList = shape('EmployeeLimitsList', {
  results: described(v.array(employeeLimits), 'The limited employees, by id; the rest are not limited.'),
});
export type EmployeeLimitsList = v.InferOutput<typeof employeeLimitsList>;

export const employeeQuery = query({
  search: searchParam('Words to find in username, full_name or email.'),
  ordering: orderingParam(['username', 'created_at'], 'Default: username.'),
  ...pageParams,
});
export type EmployeeQuery = v.InferOutput<typeof employeeQuery>;

/** The signed-in person and their rights: the owner has all. */
export const account = shape('Account', {
  id: recordId(4),
  username: employee.entries.username,
  full_name: string('Full name; empty when there is none.', 'Олена Коваль'),
  position: string('Position in the shop; empty when there is none.', 'Касирка'),
  is_owner: flag('True for the owner, who may do everything.'),
  ...byPermission((permission) => employee.entries[permission]),
  own_sales_only: ownSalesOnly,
  catalog_prices_only: catalogPricesOnly,
  catalog_read_only: catalogReadOnly,
});
export type Account = v.InferOutput<typeof account>;
