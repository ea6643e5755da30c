import type { CallInput } from '../../../shared/bridge/bridge.ts';
import { grantedOf, RIGHTS, type Rights, rightsFrom } from '../../../shared/rights.ts';
import type { EmployeeRecord } from '../../api/employees.ts';
import { TEXTS, type TextFault, type TextName, textFaultOf } from '../../lib/employees.ts';
import {
  isPasswordTyped,
  type NewPassword,
  type PasswordFault,
  passwordFaultOf,
} from '../../lib/password.ts';
import {
  LIMITS,
  type LimitName,
  limitsOf,
  NO_LIMITS,
  readLimit,
  type TypedLimits,
  typedLimits,
} from './limits.ts';
import { areSame, rightsOf } from './rights.ts';

/** Edits over a stored employee: untouched fields follow the stored values. Pure. */

/** An employee's fields, stored or new. */
export type Person = Readonly<Record<TextName, string>> & Rights & TypedLimits;
export type Edits = Partial<Person>;

export const NOBODY: Person = {
  username: '',
  full_name: '',
  position: '',
  email: '',
  ...rightsFrom([]),
  ...NO_LIMITS,
};

const FIELDS = [...TEXTS, ...RIGHTS, ...LIMITS] as const;

/** An employee as the form shows them. */
export const personOf = (employee: EmployeeRecord): EmployeeRecord & Person => ({
  ...employee,
  ...typedLimits(employee),
});

export const shownOf = (stored: Person, edits: Edits): Person => ({ ...stored, ...edits });

const isChanged = (stored: Person, edits: Edits, field: (typeof FIELDS)[number]): boolean => {
  const edited = edits[field];
  if (edited === undefined) return false;
  return typeof edited === 'string' ? edited.trim() !== stored[field] : edited !== stored[field];
};

export const isDirty = (stored: Person, edits: Edits, password: NewPassword): boolean =>
  isPasswordTyped(password) || FIELDS.some((field) => isChanged(stored, edits, field));

export interface Faults {
  texts: Partial<Record<TextName, TextFault>>;
  /** Those that are no amounts. */
  limits: readonly LimitName[];
  password?: PasswordFault;
}

/** @param isNew a password is required */
export const faultsOf = (shown: Person, password: NewPassword, isNew: boolean): Faults => {
  const texts: Faults['texts'] = {};
  for (const name of TEXTS) {
    const fault = textFaultOf(name, shown[name]);
    if (fault) texts[name] = fault;
  }
  const limits = LIMITS.filter((name) => readLimit(shown[name]) === undefined);
  const passwordFault = isNew || isPasswordTyped(password) ? passwordFaultOf(password) : undefined;
  return { texts, limits, ...(passwordFault ? { password: passwordFault } : {}) };
};

export const hasFaults = ({ texts, limits, password }: Faults): boolean =>
  password !== undefined || limits.length > 0 || Object.keys(texts).length > 0;

/** The changed fields only. */
export const changesOf = (
  stored: Pick<EmployeeRecord, 'id'> & Person,
  edits: Edits,
  password: NewPassword,
): CallInput<'employees.change'> => {
  const shown = shownOf(stored, edits);
  return {
    id: stored.id,
    ...(isChanged(stored, edits, 'full_name') ? { full_name: shown.full_name.trim() } : {}),
    ...(isChanged(stored, edits, 'position') ? { position: shown.position.trim() } : {}),
    ...(isChanged(stored, edits, 'email') ? { email: shown.email.trim() } : {}),
    ...(areSame(stored, shown)
      ? {}
      : {
          permissions: grantedOf(shown),
          own_sales_only: shown.own_sales_only,
          catalog_prices_only: shown.catalog_prices_only,
          catalog_read_only: shown.catalog_read_only,
        }),
    ...(LIMITS.some((name) => isChanged(stored, edits, name)) ? { refund_limits: limitsOf(shown) } : {}),
    ...(isPasswordTyped(password) ? { password: password.first } : {}),
  };
};

/** The input of a new employee. */
export const additionOf = (edits: Edits, password: NewPassword): CallInput<'employees.add'> => {
  const shown = shownOf(NOBODY, edits);
  return {
    username: shown.username.trim(),
    full_name: shown.full_name.trim(),
    position: shown.position.trim(),
    email: shown.email.trim(),
    permissions: grantedOf(shown),
    own_sales_only: shown.own_sales_only,
    refund_limits: limitsOf(shown),
    catalog_prices_only: shown.catalog_prices_only,
    catalog_read_only: shown.catalog_read_only,
    password: password.first,
  };
};

/**
 * Whether somebody else changed a field that is being edited: their change is shown before it is overwritten.
 * @param seen the values on the screen
 * @param stored the current values
 */
export const isOvertaken = (seen: Person, stored: Person, edits: Edits): boolean => {
  const isTouched = (field: (typeof FIELDS)[number]) =>
    isChanged(seen, edits, field) && seen[field] !== stored[field];
  const touchesRights = RIGHTS.some((right) => isChanged(seen, edits, right));
  return (
    [...TEXTS, ...LIMITS].some(isTouched) || (touchesRights && !areSame(rightsOf(seen), rightsOf(stored)))
  );
};
