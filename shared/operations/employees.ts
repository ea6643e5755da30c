import * as v from 'valibot';
import { count, flag, id, nullable, string } from '../api/answers.ts';
import { newUsernameField, passwordField } from '../api/auth.ts';
import { employeeTexts } from '../api/employees.ts';
import { boolean, dictionary, integer, pk, text } from '../api/fields.ts';
import { problem, rule } from '../errors.ts';
import { MAX_AMOUNT } from '../money.ts';
import { byPermission, PERMISSIONS } from '../permissions.ts';
import { DONE, NOTHING, operation } from './operation.ts';

/** What an employee or a key may do: the same fields for both. */

/** Minor units; null: no limit. */
const limit = () => v.nullable(integer(0, MAX_AMOUNT));

export const rightsInput = {
  /** Whether they see only the invoices that they created. */
  own_sales_only: v.optional(boolean()),
  /** What they may refund without a second person. */
  refund_limits: v.optional(
    dictionary({ largest: v.exactOptional(limit()), per_day: v.exactOptional(limit()) }),
  ),
  /** Whether they sell only products of the catalog, at their prices. */
  catalog_prices_only: v.optional(boolean()),
  /** Whether they change nothing in the catalog. */
  catalog_read_only: v.optional(boolean()),
};
export const permissionsInput = () => v.array(v.picklist(PERMISSIONS));

export const permissionFields = byPermission((permission) => flag(`Whether it has the right ${permission}.`));
export const limitFields = {
  refund_largest: nullable(count('The largest refund without a second person, in kopiykas; null: any.')),
  refund_per_day: nullable(count('Refunds of a day without a second person, in kopiykas; null: any.')),
};

const accountFields = {
  id: id('Identifier of the account.'),
  username: string('The name to sign in with.', 'olena'),
};

export const employee = v.strictObject({
  ...accountFields,
  full_name: string("The person's name.", 'Петро Коваль'),
  email: string(),
  position: string(),
  ...permissionFields,
  is_active: flag('False: cannot sign in.', true),
  own_sales_only: flag('True: sees only the invoices that they created.'),
  catalog_prices_only: flag('True: sells only products of the catalog at their prices.'),
  catalog_read_only: flag('True: changes nothing in the catalog.'),
  ...limitFields,
  has_pin: flag('Whether a PIN is set.'),
});
export type EmployeeWithRights = v.InferOutput<typeof employee>;

/** Digits that are no username are an id. */
const idOrUsername = () =>
  v.union([pk(), text(200)], rule(problem('invalid', 'Expected the id or the username of an employee.')));

const { full_name, email, position } = employeeTexts;

/** The people who work in the shop. */
export const EMPLOYEE_OPERATIONS = {
  'employees.list': operation(NOTHING, v.strictObject({ employees: v.array(employee) })),
  'employees.add': operation(
    dictionary({
      username: newUsernameField(),
      ...employeeTexts,
      permissions: permissionsInput(),
      ...rightsInput,
      password: passwordField(),
    }),
    employee,
    { needsPassword: true },
  ),
  /** Absent fields stay. A new password ends the employee's sessions; so does `is_active: false`. */
  'employees.change': operation(
    dictionary({
      id: idOrUsername(),
      full_name: v.optional(full_name),
      email: v.optional(email),
      position: v.optional(position),
      permissions: v.optional(permissionsInput()),
      ...rightsInput,
      /** Their PIN no longer works; they may set another. */
      remove_pin: v.optional(v.literal(true)),
      password: v.optional(passwordField()),
      is_active: v.optional(boolean()),
    }),
    employee,
    { needsPassword: true },
  ),
} as const;

const account = v.strictObject(accountFields);

export const OWNER_OPERATIONS = {
  /** Refused once there is an owner. */
  'owner.create': operation(
    dictionary({
      username: newUsernameField(),
      password: passwordField(),
      full_name: v.optional(employeeTexts.full_name),
    }),
    account,
    { access: 'anyone', makesShop: true },
  ),
  /** Keeps the owner's password for five minutes, for the operations that need it. */
  'owner.confirm': operation(dictionary({ password: passwordField() }), DONE),
  /** Ends every session of the owner. `current`: the console needs none, since passwords are forgotten. */
  'owner.password': operation(
    dictionary({ current: v.optional(passwordField()), password: passwordField() }),
    account,
  ),
} as const;
