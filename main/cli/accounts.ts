import { byPermission, PERMISSIONS, type Permission, shortPermission } from '../../shared/permissions.ts';
import { grantedOf, RIGHT_SET_NAMES, RIGHT_SETS, type RoleRights } from '../../shared/rights.ts';
import { UsageError } from '../platform/config.ts';
import { addEmployee, changeOwnerPassword, createOwner, updateEmployee } from '../shop/accounts/accounts.ts';
import { type AccountRow, allEmployees } from '../store/accounts.ts';
import { accountsWithPin } from '../store/pins.ts';
import { allRefundLimits, findRefundLimits, type RefundLimits } from '../store/refund-limits.ts';
import type { Call, Outcome, Run } from './command.ts';
import { requireDatabase, withDatabase } from './open.ts';
import type { OptionName } from './options.ts';
import { describeLimits, limitsGiven, limitsJson } from './refund-limits.ts';

const now = Date.now;

export const ownerCreate: Run = async (call) => {
  const { values, input, log } = call;
  const username = await input.text('username', values.username);
  const password = await input.secret('password', values);
  const owner = await withDatabase(call, (db) => createOwner({ db, now }, { username, password }));
  log.info('The owner was made.', { id: owner.id });
  return accountOutcome(owner, `The owner "${owner.username}" was made and can sign in.`);
};

export const ownerPassword: Run = async (call) => {
  const { values, input, log, config } = call;
  const password = await input.secret('password', values);
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
  const granted = rightsGiven(values);
  const fields = {
    username: await input.text('username', values.username),
    full_name: values['full-name'] ?? '',
    email: values.email ?? '',
    position: values.position ?? '',
    ...{ permissions: [], ...granted },
    ...limitsGiven(values),
  };
  const password = await input.secret('password', values);
  const account = await withDatabase(call, (db) => addEmployee({ db, now }, fields, password));
  log.info('An employee was added.', { id: account.id, permissions: fields.permissions });
  return accountOutcome(
    account,
    `Employee ${account.id} "${account.username}" was added. ${describeState(account)}`,
  );
};

export const employeeSet: Run = async (call) => {
  const { values, operand, log, config } = call;
  const changes = await employeeChanges(call);
  requireDatabase(config);
  const { account, limits } = await withDatabase(call, async (db) => {
    const changed = await updateEmployee({ db, now }, operand, changes);
    return { account: changed, limits: findRefundLimits(db, changed.id) };
  });
  log.info('An employee was changed.', { id: account.id, can: values.can, active: values.active });
  const pin = changes.remove_pin ? ' The PIN no longer works.' : '';
  const password =
    changes.password === undefined
      ? ''
      : ' The password is the new one; signed-in devices must sign in again.';
  return accountOutcome(
    account,
    `Employee ${account.id} "${account.username}" was changed. ${describeState(account, limits)}${password}${pin}`,
  );
};

type Values = Call['values'];

/**
 * The rights that --preset, --can, --own-sales, --catalog-prices and --catalog-read-only give; --own-sales refines a preset.
 * @throws UsageError
 */
const rightsGiven = (values: Values) => {
  const { preset, can, 'own-sales': ownSales, 'catalog-prices': catalogPrices } = values;
  const readOnly = values['catalog-read-only'];
  if (preset !== undefined && can !== undefined)
    throw new UsageError('--preset and --can both set the permissions. Expected: one of them.');
  const set = preset === undefined ? undefined : rightSet(preset);
  return {
    ...(set === undefined ? {} : { permissions: grantedOf(set), own_sales_only: set.own_sales_only }),
    ...(can === undefined ? {} : { permissions: rights(can) }),
    ...(ownSales === undefined ? {} : { own_sales_only: trueOrFalse('own-sales', ownSales) }),
    ...(catalogPrices === undefined
      ? {}
      : { catalog_prices_only: trueOrFalse('catalog-prices', catalogPrices) }),
    ...(readOnly === undefined ? {} : { catalog_read_only: trueOrFalse('catalog-read-only', readOnly) }),
  };
};

const rightSet = (preset: string): RoleRights => {
  const name = RIGHT_SET_NAMES.find((known) => known === preset);
  if (name) return RIGHT_SETS[name];
  throw new UsageError(
    `--preset "${preset}" does not exist. Expected one of: ${RIGHT_SET_NAMES.join(', ')}.`,
  );
};

const employeeChanges = async ({ values, input }: Call) => {
  const { can, preset, active, 'full-name': full_name, email, position } = values;
  const { 'own-sales': ownSales, 'catalog-prices': catalogPrices } = values;
  const isPasswordGiven = values['password-stdin'] === true || values['password-file'] !== undefined;
  const readOnly = values['catalog-read-only'];
  const limits = [readOnly, values['refund-limit'], values['refund-day-limit'], values['remove-pin']];
  const given = [full_name, email, position, can, preset, active, ownSales, catalogPrices, ...limits].some(
    (value) => value !== undefined,
  );
  if (!given && !isPasswordGiven)
    throw new UsageError(
      'employee set names no change. Expected at least one of: --full-name, --email, --position, --preset, --can, ' +
        '--active, --own-sales, --catalog-prices, --catalog-read-only, --refund-limit, --refund-day-limit, --remove-pin, --password-stdin, --password-file.',
    );
  return {
    ...{ full_name, email, position },
    ...rightsGiven(values),
    ...(active === undefined ? {} : { is_active: trueOrFalse('active', active) }),
    ...limitsGiven(values),
    ...(values['remove-pin'] ? { remove_pin: true } : {}),
    ...(isPasswordGiven ? { password: await input.secret('password', values) } : {}),
  };
};

export const employeeList: Run = async (call) => {
  requireDatabase(call.config);
  const { employees, limits, pins } = await withDatabase(call, (db) => ({
    employees: allEmployees(db),
    limits: new Map(allRefundLimits(db).map((each) => [each.account_id, each])),
    pins: new Set(accountsWithPin(db)),
  }));
  const lines = employees.map((account) =>
    [account.id, account.username, account.full_name, describeState(account, limits.get(account.id))]
      .filter((part) => part !== '')
      .join('  '),
  );
  return {
    json: {
      ok: true,
      employees: employees.map((account) => ({
        ...employeeJson(account),
        ...limitsJson(limits.get(account.id)),
        has_pin: pins.has(account.id),
      })),
    },
    lines: lines.length > 0 ? lines : ['There are no employees yet. One is made with: employee add.'],
  };
};

/** @throws UsageError */
export const trueOrFalse = (option: OptionName, value: string): boolean => {
  if (value !== 'true' && value !== 'false')
    throw new UsageError(`--${option} has a wrong value. Expected: true or false.`);
  return value === 'true';
};

/** `view_invoices,create_invoices` → the store's names for them. */
export const rights = (list: string): Permission[] => {
  const names = list.trim() === '' ? [] : list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const permission = PERMISSIONS.find((known) => shortPermission(known) === name);
    if (permission) return permission;
    throw new UsageError(
      `--can names a right that there is not: "${name}". Expected, separated by commas: ${PERMISSIONS.map(shortPermission).join(', ')}.`,
    );
  });
};

export const granted = (account: AccountRow) =>
  PERMISSIONS.filter((permission) => account[permission] === 1).map(shortPermission);

const describeState = (account: AccountRow, limits?: RefundLimits): string => {
  const can = granted(account).join(', ') || 'none';
  const own = account.own_sales_only ? ' Sees only their own sales.' : '';
  const catalog = account.catalog_prices_only ? ' Sells only at the prices of the catalog.' : '';
  const reads = account.catalog_read_only ? ' Changes nothing in the catalog.' : '';
  return `Rights: ${can}.${own}${catalog}${reads}${describeLimits(limits)}${account.is_active ? '' : ' Not active: cannot sign in.'}`;
};

const employeeJson = ({ id, username, full_name, email, position, is_active, ...account }: AccountRow) => ({
  ...{ id, username, full_name, email, position },
  ...byPermission((permission) => account[permission] === 1),
  is_active: is_active === 1,
  own_sales_only: account.own_sales_only === 1,
  catalog_prices_only: account.catalog_prices_only === 1,
  catalog_read_only: account.catalog_read_only === 1,
});

const accountOutcome = ({ id, username }: AccountRow, line: string): Outcome => ({
  json: { ok: true, id, username },
  lines: [line],
});
