import * as v from 'valibot';
import { passwordField } from '../api/auth.ts';
import { dictionary, integer, pk } from '../api/fields.ts';
import { refundApproval } from '../api/refunds.ts';
import { problem, rule } from '../errors.ts';
import { MAX_AMOUNT } from '../money.ts';
import { NOTHING } from '../operations/operation.ts';
import { isPin, MAX_PIN_LENGTH, MIN_PIN_LENGTH } from '../pins.ts';
import { call, DONE } from './call.ts';

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

/** The refund of an invoice, the return of a cash sale, or the discount of a sale that comes to the amount; minor units. */
const IN_QUESTION = {
  invoice: v.optional(pk()),
  cash_sale: v.optional(pk()),
  discount: v.optional(integer(1, MAX_AMOUNT)),
  amount: integer(1, MAX_AMOUNT),
};

/** Somebody whose PIN would be checked now. */
const personByPin = v.strictObject({ id: v.number(), username: v.string(), name: v.string() });
export type PersonByPin = v.InferOutput<typeof personByPin>;

/** Calls by which people prove who they are at one window. */
export const PEOPLE_CALLS = {
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
  /** Who could approve it for the caller; `pin`: by PIN, else by password. */
  'approvals.people': call(
    'member',
    dictionary(IN_QUESTION),
    v.array(v.strictObject({ ...personByPin.entries, pin: v.boolean() })),
  ),
  /** A second person's consent, by their PIN or (`current`) their password. */
  'approvals.give': call(
    'member',
    dictionary({
      ...IN_QUESTION,
      approver: pk(),
      pin: v.optional(pinField()),
      current: v.optional(passwordField()),
    }),
    refundApproval,
  ),
} as const;
