import * as v from 'valibot';
import { newUsernameField, passwordField } from '../api/auth.ts';
import { employeeTexts } from '../api/employees.ts';
import { dictionary } from '../api/fields.ts';
import { accountFields } from './employees.ts';
import { DONE, operation } from './operation.ts';

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
