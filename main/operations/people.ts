import { type EmployeeWithRights, employee } from '../../shared/operations/employees.ts';
import { NO_LIMITS } from '../money/guard/rights.ts';
import { present } from '../platform/present.ts';
import { addEmployee, changeOwnerPassword, createOwner, updateEmployee } from '../shop/accounts/accounts.ts';
import { type AccountRow, allEmployees } from '../store/accounts.ts';
import type { Db } from '../store/db/connection.ts';
import { accountsWithPin } from '../store/pins.ts';
import { findRefundLimits, type RefundLimits } from '../store/refund-limits.ts';
import type { Handlers } from './operation.ts';

const presentOwner = ({ id, username }: AccountRow) => ({ id, username });

export const ownerHandlers: Handlers<'owner'> = {
  'owner.create': async ({ input, log, guard, ...context }) => {
    const owner = await createOwner(context, input);
    log.info('The owner was made.', { id: owner.id });
    // The password was given just now: the first terminal follows.
    guard.confirm(owner.id);
    return presentOwner(owner);
  },
  'owner.confirm': async ({ input, guard }) => {
    guard.confirm(await guard.requireOwner('password', input.password));
    return {};
  },
  'owner.password': async ({ input, log, guard, ...context }) => {
    await guard.requireOwner('current', input.current);
    const owner = await changeOwnerPassword(context, input.password);
    guard.forget();
    log.info('The owner has another password.', { id: owner.id });
    return presentOwner(owner);
  },
};

export const employeeHandlers: Handlers<'employees'> = {
  'employees.list': ({ db }) => ({ employees: allEmployees(db).map((row) => presentEmployee(db, row)) }),
  'employees.add': async ({ input: { password, ...fields }, log, ...context }) => {
    const row = await addEmployee(context, fields, password);
    log.info('An employee was added.', { id: row.id, permissions: fields.permissions });
    return presentEmployee(context.db, row);
  },
  'employees.change': async ({ input: { id: key, ...changes }, log, ...context }) => {
    const row = await updateEmployee(context, key, changes);
    // Names of fields, without values: one is a password.
    const { permissions, is_active } = changes;
    log.info('An employee was changed.', {
      id: row.id,
      changed: Object.keys(changes),
      permissions,
      is_active,
    });
    return presentEmployee(context.db, row);
  },
};

const presentEmployee = (db: Db, row: AccountRow): EmployeeWithRights =>
  present(employee, {
    ...row,
    ...presentLimits(findRefundLimits(db, row.id)),
    has_pin: accountsWithPin(db).includes(row.id),
  });

/** Minor units. */
export const presentLimits = ({ largest, per_day }: RefundLimits = NO_LIMITS) => ({
  refund_largest: largest,
  refund_per_day: per_day,
});
