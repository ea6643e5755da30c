import { byPermission, PERMISSIONS, type Permission, shortPermission } from '../../shared/permissions.ts';
import {
  addEmployee,
  changeOwnerPassword,
  createOwner,
  updateEmployee,
} from '../domain/accounts/accounts.ts';
import { UsageError } from '../platform/config.ts';
import { type AccountRow, allEmployees } from '../store/accounts.ts';
import type { Call, Outcome, Run } from './command.ts';
import { requireDatabase, withDatabase } from './open.ts';

const now = Date.now;

export const ownerCreate: Run = async (call) => {
  const { values, input, log } = call;
  const username = await input.text('username', values.username);
  const password = await input.secret('password', values['password-stdin']);
  const owner = await withDatabase(call, (db) => createOwner({ db, now }, { username, password }));
  log.info('The owner was made.', { id: owner.id });
  return accountOutcome(owner, `The owner "${owner.username}" was made and can sign in.`);
};

export const ownerPassword: Run = async (call) => {
  const { values, input, log, config } = call;
  const password = await input.secret('password', values['password-stdin']);
  requireDatabase(config);
  const owner = await withDatabase(call, (db) => changeOwnerPassword({ db, now }, password));
  log.info('The owner has another password.', { id: owner.id });
  return accountOutcome(
    owner,
    `The owner "${owner.username}" has the new password. Whoever was signed in with the old one must sign in again.`,
  );
};

export const employeeAdd: Run = async (call) => {
  const { values, input, log } = call;
  const permissions = rights(values.can ?? '');
  const fields = {
    username: await input.text('username', values.username),
    full_name: values['full-name'] ?? '',
    email: values.email ?? '',
    position: values.position ?? '',
    permissions,
  };
  const password = await input.secret('password', values['password-stdin']);
  const account = await withDatabase(call, (db) => addEmployee({ db, now }, fields, password));
  log.info('An employee was added.', { id: account.id, permissions });
  return accountOutcome(
    account,
    `Employee ${account.id} "${account.username}" was added. ${describeState(account)}`,
  );
};

export const employeeSet: Run = async (call) => {
  const { values, operand, log, config } = call;
  const changes = await employeeChanges(call);
  requireDatabase(config);
  const account = await withDatabase(call, (db) => updateEmployee({ db, now }, operand, changes));
  log.info('An employee was changed.', { id: account.id, can: values.can, active: values.active });
  const password =
    changes.password === undefined
      ? ''
      : ' The password is the new one; signed-in devices must sign in again.';
  return accountOutcome(
    account,
    `Employee ${account.id} "${account.username}" was changed. ${describeState(account)}${password}`,
  );
};

const employeeChanges = async ({ values, input }: Call) => {
  const { can, active, 'full-name': full_name, email, position, 'password-stdin': fromStdin } = values;
  const given = [full_name, email, position, can, active].some((value) => value !== undefined);
  if (!given && !fromStdin)
    throw new UsageError(
      'employee set was told no change. Expected at least one of: --full-name, --email, --position, --can, --active, ' +
        '--password-stdin.',
    );
  if (active !== undefined && active !== 'true' && active !== 'false')
    throw new UsageError('--active has a wrong value. Expected: true or false.');
  return {
    ...{ full_name, email, position },
    ...(can === undefined ? {} : { permissions: rights(can) }),
    ...(active === undefined ? {} : { is_active: active === 'true' }),
    ...(fromStdin ? { password: await input.secret('password', fromStdin) } : {}),
  };
};

export const employeeList: Run = async (call) => {
  requireDatabase(call.config);
  const employees = await withDatabase(call, allEmployees);
  const lines = employees.map((account) =>
    [account.id, account.username, account.full_name, describeState(account)]
      .filter((part) => part !== '')
      .join('  '),
  );
  return {
    json: { ok: true, employees: employees.map(employeeJson) },
    lines: lines.length > 0 ? lines : ['There are no employees yet. One is made with: employee add.'],
  };
};

/** `view_invoices,create_invoices` → the store's names for them. */
const rights = (list: string): Permission[] => {
  const names = list.trim() === '' ? [] : list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const permission = PERMISSIONS.find((known) => shortPermission(known) === name);
    if (permission) return permission;
    throw new UsageError(
      `--can names a right that there is not: "${name}". Expected, separated by commas: ${PERMISSIONS.map(shortPermission).join(', ')}.`,
    );
  });
};

const granted = (account: AccountRow) =>
  PERMISSIONS.filter((permission) => account[permission] === 1).map(shortPermission);

const describeState = (account: AccountRow): string => {
  const can = granted(account).join(', ') || 'none';
  return `Rights: ${can}.${account.is_active ? '' : ' Not active: cannot sign in.'}`;
};

const employeeJson = ({ id, username, full_name, email, position, is_active, ...account }: AccountRow) => ({
  ...{ id, username, full_name, email, position },
  ...byPermission((permission) => account[permission] === 1),
  is_active: is_active === 1,
});

const accountOutcome = ({ id, username }: AccountRow, line: string): Outcome => ({
  json: { ok: true, id, username },
  lines: [line],
});
