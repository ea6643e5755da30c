import * as v from 'valibot';
import { MIN_PASSWORD_LENGTH, newUsernameField } from '../../../shared/api/auth.ts';
import { employeeTexts } from '../../../shared/api/employees.ts';
import { MAX_LENGTH, tooLong } from '../../../shared/api/fields.ts';
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';
import { byPermission, PERMISSIONS, type Permission } from '../../../shared/permissions.ts';
import { byBound, type OptionalBounds } from '../../../shared/rights.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByUsername,
  findOwner,
  insertAccount,
  updateAccount,
} from '../../store/accounts.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import { bit, givenBits } from '../../store/db/list.ts';
import { deletePin } from '../../store/pins.ts';
import { changeRefundLimits, type RefundLimits } from '../../store/refund-limits.ts';
import { type Action, presentFacts, recordAction } from '../actions/record.ts';
import { fieldRefusal, NotFoundError, ValidationError } from '../errors.ts';
import { refuseProblems } from '../validate.ts';
import { hashPassword } from './passwords.ts';

/** Management of accounts, used by the command line and by the window's bridge. */
export interface EmployeeFields extends OptionalBounds {
  username: string;
  full_name: string;
  email: string;
  position: string;
  permissions: readonly Permission[];
  /** What they refund without a second person. */
  refund_limits?: Partial<RefundLimits> | undefined;
}

const fieldSchemas = { username: newUsernameField(), ...employeeTexts };

type TextFields = Partial<Record<keyof typeof fieldSchemas, string>>;

const checkedFields = <Fields extends TextFields>(fields: Fields): Fields => {
  const results = Object.entries(fields).map(
    ([name, value]) => [name, v.safeParse(fieldSchemas[name as keyof TextFields], value)] as const,
  );
  const faulty = results.flatMap(([name, result]) =>
    result.success ? [] : [[name, [problemOf(result.issues[0])]]],
  );
  refuseProblems(Object.fromEntries(faulty));
  return Object.fromEntries(results.map(([name, result]) => [name, result.output])) as Fields;
};

/** The problem of a new password; undefined: none. */
export const passwordProblem = (password: string): Problem | undefined => {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH)
    return problem('min_length', `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`, {
      limit: MIN_PASSWORD_LENGTH,
    });
  return length > MAX_LENGTH.password ? tooLong(MAX_LENGTH.password) : undefined;
};

/** @throws ValidationError */
const checkedHash = (password: string): Promise<string> => {
  const found = passwordProblem(password);
  if (found) throw new ValidationError({ password: [found] });
  return hashPassword(password);
};

const permissionBits = (granted: readonly Permission[]) =>
  byPermission((permission) => bit(granted.includes(permission)));

const refuseTakenUsername = (db: Db, username: string): void => {
  if (findAccountByUsername(db, username))
    throw fieldRefusal('username', 'unique', `An account named "${username}" exists already.`, { username });
};

/** @throws ValidationError: an owner exists already, or a field is faulty */
export const createOwner = async (
  { db, now }: DbContext,
  {
    username,
    password,
    full_name = '',
  }: { username: string; password: string; full_name?: string | undefined },
): Promise<AccountRow> => {
  const fields = checkedFields({ username });
  const password_hash = await checkedHash(password);
  return db.transaction(() => {
    // Without the name: the caller may be anyone.
    if (findOwner(db)) throw fieldRefusal('username', 'owner_exists', 'There is an owner already.');
    refuseTakenUsername(db, fields.username);
    const made = insertAccount(db, {
      role: 'owner',
      ...fields,
      password_hash,
      full_name,
      email: '',
      position: '',
      ...permissionBits(PERMISSIONS),
      is_active: 1,
      ...stamps(now()),
    });
    recordAction(db, now(), { code: 'owner_created', object: objectOf(made) });
    return made;
  });
};

const objectOf = ({ id, username }: AccountRow): Action['object'] => ({
  kind: 'account',
  id,
  label: username,
});

const stamps = (at: number) => ({ password_changed_at: at, created_at: at, updated_at: at });

/** Ends every session of the account. */
const setPassword = async (
  { db, now }: DbContext,
  account: AccountRow,
  password: string,
): Promise<AccountRow> => {
  const password_hash = await checkedHash(password);
  return db.transaction(() => {
    recordAction(db, now(), { code: 'owner_password_changed', object: objectOf(account) });
    return updateAccount(db, account, { password_hash, password_changed_at: now(), updated_at: now() });
  });
};

/** @throws NotFoundError without an owner, ValidationError */
export const changeOwnerPassword = (context: DbContext, password: string): Promise<AccountRow> => {
  const owner = findOwner(context.db);
  if (!owner) throw new NotFoundError('owner', undefined);
  return setPassword(context, owner, password);
};

/** @throws ValidationError */
export const addEmployee = async (
  { db, now }: DbContext,
  { permissions, refund_limits, username, full_name, email, position, ...given }: EmployeeFields,
  password: string,
): Promise<AccountRow> => {
  const fields = checkedFields({ username, full_name, email, position });
  const bounds = byBound((bound) => given[bound] ?? false);
  const password_hash = await checkedHash(password);
  return db.transaction(() => {
    refuseTakenUsername(db, fields.username);
    const made = insertAccount(db, {
      role: 'employee',
      ...fields,
      password_hash,
      ...permissionBits(permissions),
      ...byBound((bound) => bit(bounds[bound])),
      is_active: 1,
      ...stamps(now()),
    });
    if (refund_limits) changeRefundLimits(db, made.id, refund_limits);
    recordAction(db, now(), {
      code: 'employee_added',
      object: objectOf(made),
      facts: { permissions, ...bounds, ...limitFacts(refund_limits) },
    });
    return made;
  });
};

/** Finds an employee by id, or by a typed username or id. @throws NotFoundError */
const employee = (db: Db, key: string | number): AccountRow => {
  const found =
    typeof key === 'number'
      ? findAccount(db, key)
      : (findAccountByUsername(db, key) ??
        (/^\d{1,15}$/.test(key) ? findAccount(db, Number(key)) : undefined));
  if (found?.role !== 'employee' || found.kind !== 'person') throw new NotFoundError('employee', key);
  return found;
};

/** Absent fields stay unchanged. */
interface EmployeeChanges extends OptionalBounds {
  full_name?: string | undefined;
  email?: string | undefined;
  position?: string | undefined;
  permissions?: readonly Permission[] | undefined;
  is_active?: boolean | undefined;
  /** What they refund without a second person. */
  refund_limits?: Partial<RefundLimits> | undefined;
  /** Their PIN no longer works. */
  remove_pin?: boolean | undefined;
  password?: string | undefined;
}

const checkedChanges = ({ full_name, email, position }: EmployeeChanges) => {
  const present = Object.entries({ full_name, email, position }).filter(([, value]) => value !== undefined);
  return checkedFields<TextFields>(Object.fromEntries(present));
};

/** Takes effect at the employee's next request. @throws NotFoundError, ValidationError */
export const updateEmployee = async (
  { db, now }: DbContext,
  key: string | number,
  changes: EmployeeChanges,
): Promise<AccountRow> => {
  const fields = checkedChanges(changes);
  const { permissions, is_active, password, refund_limits, remove_pin = false } = changes;
  const password_hash = password === undefined ? undefined : await checkedHash(password);
  return db.transaction(() => {
    const account = employee(db, key);
    if (refund_limits) changeRefundLimits(db, account.id, refund_limits);
    if (remove_pin) deletePin(db, account.id);
    const changed = updateAccount(db, account, {
      ...fields,
      ...(permissions === undefined ? {} : permissionBits(permissions)),
      ...givenBits({ is_active, ...byBound((bound) => changes[bound]) }),
      ...(password_hash === undefined ? {} : { password_hash, password_changed_at: now() }),
      updated_at: now(),
    });
    recordEmployeeChange(db, now(), changed, changes);
    return changed;
  });
};

/** Refund limits as facts of an action. */
export const limitFacts = ({ largest, per_day }: Partial<RefundLimits> = {}) => ({
  largest_refund: largest,
  refunds_per_day: per_day,
});

/** Rights and password are actions of their own: they are what an owner looks for. */
const recordEmployeeChange = (
  db: Db,
  at: number,
  account: AccountRow,
  { refund_limits, remove_pin, password, permissions, is_active, ...changes }: EmployeeChanges,
): void => {
  const { full_name, email, position } = changes;
  const object = objectOf(account);
  const bounds = byBound((bound) => changes[bound]);
  const rights = presentFacts({ permissions, ...bounds, is_active, ...limitFacts(refund_limits) });
  const changed = Object.keys(presentFacts({ full_name, email, position }));
  if (Object.keys(rights).length > 0) recordAction(db, at, { code: 'rights_changed', object, facts: rights });
  if (remove_pin) recordAction(db, at, { code: 'pin_removed', object });
  if (password !== undefined) recordAction(db, at, { code: 'employee_password_changed', object });
  if (changed.length > 0) recordAction(db, at, { code: 'employee_changed', object, facts: { changed } });
};

/** Full name, else username; "" for null and for a deleted account. */
export const accountName = (db: Db, account: number | null): string => {
  const found = account === null ? undefined : findAccount(db, account);
  return found?.full_name || (found?.username ?? '');
};
