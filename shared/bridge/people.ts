import * as v from 'valibot';
import { newUsernameField, passwordField } from '../api/auth.ts';
import { employeeTexts } from '../api/employees.ts';
import { boolean, dictionary, pk } from '../api/fields.ts';
import { PERMISSIONS } from '../permissions.ts';
import { call, DONE, guarded } from './call.ts';

const employeeFields = {
  ...employeeTexts,
  permissions: v.array(v.picklist(PERMISSIONS)),
  /** Whether they see only the invoices that they created. */
  own_sales_only: v.optional(boolean()),
};

const employeeId = v.strictObject({ id: v.number() });

/** Calls that make the owner and the employees, and change them. */
export const PEOPLE_CALLS = {
  /** Refused once there is an owner. */
  'owner.create': call(
    'anyone',
    dictionary({ username: newUsernameField(), password: passwordField() }),
    v.strictObject({ id: v.number(), username: v.string() }),
  ),
  /** Keeps the owner's password for five minutes, for the calls that need it. */
  'owner.confirm': call('owner', dictionary({ password: passwordField() }), DONE),
  /** Ends every session of the owner. */
  'owner.password': call('owner', dictionary({ current: passwordField(), password: passwordField() }), DONE),
  'employees.add': guarded(
    dictionary({ username: newUsernameField(), ...employeeFields, password: passwordField() }),
    employeeId,
  ),
  /** Absent fields stay. A new password ends the employee's sessions; so does `is_active: false`. */
  'employees.change': guarded(
    dictionary({
      id: pk(),
      full_name: v.optional(employeeFields.full_name),
      email: v.optional(employeeFields.email),
      position: v.optional(employeeFields.position),
      permissions: v.optional(employeeFields.permissions),
      own_sales_only: employeeFields.own_sales_only,
      password: v.optional(passwordField()),
      is_active: v.optional(boolean()),
    }),
    employeeId,
  ),
} as const;
