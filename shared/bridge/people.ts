import * as v from 'valibot';
import { newUsernameField, passwordField } from '../api/auth.ts';
import { employeeTexts } from '../api/employees.ts';
import { boolean, dictionary, integer, pk } from '../api/fields.ts';
import { refundApproval } from '../api/refunds.ts';
import { problem, rule } from '../errors.ts';
import { MAX_AMOUNT } from '../money.ts';
import { PERMISSIONS } from '../permissions.ts';
import { isPin, MAX_PIN_LENGTH, MIN_PIN_LENGTH } from '../pins.ts';
import { call, DONE, guarded, NOTHING } from './call.ts';

/** Digits as they are typed. */
const pinField = () =>
  v.pipe(
    v.string(),
    v.check(
      isPin,
      rule(
        problem('invalid', `A PIN has ${MIN_PIN_LENGTH} to ${MAX_PIN_LENGTH} digits.`, { expected: 'pin' }),
      ),
    ),
  );

/** Minor units; null: no limit. */
const limit = () => v.nullable(integer(0, MAX_AMOUNT));
const refundLimits = () => v.optional(dictionary({ largest: limit(), per_day: limit() }));

/** Somebody whose PIN would be checked now. */
const personByPin = v.strictObject({ id: v.number(), username: v.string(), name: v.string() });
export type PersonByPin = v.InferOutput<typeof personByPin>;

const employeeFields = {
  ...employeeTexts,
  permissions: v.array(v.picklist(PERMISSIONS)),
  /** Whether they see only the invoices that they created. */
  own_sales_only: v.optional(boolean()),
  /** What they may refund without a second person. */
  refund_limits: refundLimits(),
  /** Whether they sell only products of the catalog, at their prices. */
  catalog_prices_only: v.optional(boolean()),
  /** Whether they change nothing in the catalog. */
  catalog_read_only: v.optional(boolean()),
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
      refund_limits: employeeFields.refund_limits,
      /** Their PIN no longer works; they may set another. */
      remove_pin: v.optional(v.literal(true)),
      catalog_prices_only: employeeFields.catalog_prices_only,
      catalog_read_only: employeeFields.catalog_read_only,
      password: v.optional(passwordField()),
      is_active: v.optional(boolean()),
    }),
    employeeId,
  ),
  /** The people (ids) who have a PIN. */
  'employees.pins': call('owner', NOTHING, v.array(v.number())),
  /** The people whose PIN would be checked now: they have one, and gave their password in the last 24 hours. */
  'pin.people': call('anyone', NOTHING, v.array(personByPin)),
  /** Signs in by PIN, on the lock screen. Its session does not count as begun by a password. */
  'pin.switch': call(
    'anyone',
    dictionary({ person: pk(), pin: pinField() }),
    v.strictObject({ username: v.string(), access: v.string(), refresh: v.string() }),
  ),
  /** The caller's own PIN; lost: set with another keychain, so it cannot be checked. */
  'pin.state': call('member', NOTHING, v.strictObject({ state: v.picklist(['none', 'set', 'lost']) })),
  /** `current`: the caller's password. */
  'pin.set': call('member', dictionary({ current: passwordField(), pin: pinField() }), DONE),
  'pin.remove': call('member', NOTHING, DONE),
  /** Who could approve the caller's refund of this amount (minor units); `pin`: by PIN, else by password. */
  'refunds.approvers': call(
    'member',
    dictionary({ invoice: pk(), amount: integer(1, MAX_AMOUNT) }),
    v.array(v.strictObject({ ...personByPin.entries, pin: v.boolean() })),
  ),
  /** A second person's consent to the caller's refund, by their PIN or (`current`) their password. */
  'refunds.approve': call(
    'member',
    dictionary({
      invoice: pk(),
      amount: integer(1, MAX_AMOUNT),
      approver: pk(),
      pin: v.optional(pinField()),
      current: v.optional(passwordField()),
    }),
    refundApproval,
  ),
} as const;
