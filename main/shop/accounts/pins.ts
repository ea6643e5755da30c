import { createHmac } from 'node:crypto';
import type { TokenPair } from '../../../shared/api/auth.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { isWeakPin, MOST_WRONG_PINS } from '../../../shared/pins.ts';
import type { Vault } from '../../platform/vault.ts';
import { type AccountRow, findAccount } from '../../store/accounts.ts';
import type { Db } from '../../store/db/connection.ts';
import {
  acceptPin,
  deletePin,
  findPin,
  type PinRow,
  peopleWithPin,
  storePin,
  takePinTry,
} from '../../store/pins.ts';
import { noteAction, recordAction } from '../actions/record.ts';
import { fieldRefusal, type ValidationError } from '../errors.ts';
import { confirmPassword } from './confirm-password.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/**
 * PINs, by which people change on the lock screen of the window, and approve refunds there. They are never taken over
 * HTTP. A PIN is a convenience after the password: it works for a person who gave the password in the last 24 hours,
 * and not after five wrong ones in a row, until the password is given.
 */

export interface PinContext {
  db: Db;
  vault: Pick<Vault, 'unlock' | 'problem' | 'pinPepper'>;
  sessions: Pick<Sessions, 'checkPassword' | 'hasGivenPassword' | 'begin' | 'noteFailedPin'>;
  /** Milliseconds UTC. */
  now: () => number;
}

const REFUSALS = {
  pin_missing: 'This person has no PIN. Enter the password.',
  person_inactive: 'This person is deactivated and cannot sign in. The owner can activate them.',
  pin_lost:
    'The PIN was set with another keychain and cannot be checked. Enter the password, and set the PIN again.',
  pin_locked: `There were ${MOST_WRONG_PINS} wrong PINs in a row. Enter the password.`,
  password_due: 'The PIN works once the password was given today. Enter the password.',
} as const satisfies Partial<Record<ProblemCode, string>>;

const refusal = (code: keyof typeof REFUSALS): ValidationError => fieldRefusal('pin', code, REFUSALS[code]);

/** What is hashed: the PIN under the pepper, for this account alone. */
const peppered = (pepper: Uint8Array, account: number, pin: string): string =>
  createHmac('sha256', pepper).update(`${account} ${pin}`).digest('base64');

/** Names a pepper without revealing it. */
const pepperName = (pepper: Uint8Array): string =>
  createHmac('sha256', pepper).update('name of the pepper').digest('hex').slice(0, 16);

/** @throws KeychainError while the keychain is locked */
const openPepper = async ({ vault }: PinContext): Promise<Uint8Array> => {
  await vault.unlock();
  const pepper = vault.pinPepper();
  if (pepper) return pepper;
  throw vault.problem() ?? refusal('pin_lost');
};

/**
 * The person whose PIN this is. Every check of a PIN goes through here.
 * @param id of the account
 * @throws ValidationError under `pin`: pin_missing, person_inactive, pin_lost, pin_locked, password_due, pin_wrong;
 * KeychainError
 */
export const checkPin = async (context: PinContext, id: number, pin: string): Promise<AccountRow> => {
  const { db, sessions } = context;
  const person = findAccount(db, id);
  const stored = findPin(db, id);
  if (!person || !stored) throw refusal('pin_missing');
  if (person.is_active === 0) throw refusal('person_inactive');
  const pepper = await openPepper(context);
  if (stored.pepper !== pepperName(pepper)) throw refusal('pin_lost');
  if (stored.failures >= MOST_WRONG_PINS) throw refusal('pin_locked');
  if (!sessions.hasGivenPassword(person)) throw refusal('password_due');
  return verified(context, person, stored, peppered(pepper, id, pin));
};

const verified = async (
  { db, sessions }: PinContext,
  person: AccountRow,
  { pin_hash }: PinRow,
  secret: string,
): Promise<AccountRow> => {
  const failures = takePinTry(db, person.id, MOST_WRONG_PINS);
  if (failures === undefined) throw refusal('pin_locked');
  if (await verifyPassword(secret, pin_hash)) {
    // The owner may have removed it during the check.
    if (acceptPin(db, person.id, pin_hash)) return person;
    throw refusal('pin_missing');
  }
  sessions.noteFailedPin(person);
  const left = MOST_WRONG_PINS - failures;
  if (left === 0) throw refusal('pin_locked');
  throw fieldRefusal(
    'pin',
    'pin_wrong',
    `This is not the PIN. Tries left before the password is needed: ${left}.`,
    { left },
  );
};

/** Signs a person in by their PIN. @throws what `checkPin` does */
export const switchByPin = async (
  context: PinContext,
  id: number,
  pin: string,
): Promise<TokenPair & { person: AccountRow }> => {
  const person = await checkPin(context, id, pin);
  noteAction(context.db, context.now(), { code: 'pin_sign_in', by: person.id });
  return { person, ...(await context.sessions.begin(person)) };
};

/** The people whose PIN would be checked now, by id. */
export const peopleByPin = async (context: PinContext): Promise<AccountRow[]> => {
  const { db, vault, sessions } = context;
  await vault.unlock();
  const pepper = vault.pinPepper();
  if (!pepper) return [];
  const name = pepperName(pepper);
  return peopleWithPin(db)
    .filter(
      ({ person, pin }) =>
        pin.pepper === name && pin.failures < MOST_WRONG_PINS && sessions.hasGivenPassword(person),
    )
    .map(({ person }) => person);
};

/**
 * Sets a person's own PIN, after their password.
 * @throws ValidationError under `current` (the password) or `pin`; KeychainError; BusyError
 */
export const setPin = async (
  context: PinContext,
  id: number,
  { current, pin }: { current: string; pin: string },
): Promise<void> => {
  const { db, now } = context;
  if (isWeakPin(pin))
    throw fieldRefusal('pin', 'pin_weak', 'This PIN is among the first that people try. Choose another.');
  const pepper = await openPepper(context);
  const username = findAccount(db, id)?.username ?? '';
  await confirmPassword(context.sessions, { username, password: current }, 'current');
  const pin_hash = await hashPassword(peppered(pepper, id, pin));
  db.transaction(() => {
    storePin(db, { account_id: id, pin_hash, pepper: pepperName(pepper), failures: 0, set_at: now() });
    recordAction(db, now(), { code: 'pin_set', by: id });
  });
};

/** The state of a person's own PIN: none, one that works or will after the password, or one to be set again. */
export const pinState = async (context: PinContext, id: number): Promise<'none' | 'set' | 'lost'> => {
  const stored = findPin(context.db, id);
  if (!stored) return 'none';
  await context.vault.unlock();
  const pepper = context.vault.pinPepper();
  return pepper && stored.pepper !== pepperName(pepper) ? 'lost' : 'set';
};

/** Removes a person's own PIN. */
export const removeOwnPin = ({ db, now }: Pick<PinContext, 'db' | 'now'>, id: number): void =>
  db.transaction(() => {
    if (deletePin(db, id)) recordAction(db, now(), { code: 'pin_removed', by: id });
  });
