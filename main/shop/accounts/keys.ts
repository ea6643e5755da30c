import { hash, randomBytes, randomUUID } from 'node:crypto';
import { invalidPk } from '../../../shared/api/fields.ts';
import { keyName } from '../../../shared/operations/keys.ts';
import { byPermission, type Permission } from '../../../shared/permissions.ts';
import { byBound, type OptionalBounds } from '../../../shared/rights.ts';
import { insertAccount, updateAccount } from '../../store/accounts.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import { bit, givenBits } from '../../store/db/list.ts';
import { changeRefundLimits, type RefundLimits } from '../../store/refund-limits.ts';
import { findTerminal } from '../../store/terminals.ts';
import { allKeys, findKey, findKeyByHash, insertKey, type KeyRow, updateKey } from '../../store/till-keys.ts';
import { type Action, type Facts, recordAction } from '../actions/record.ts';
import { fieldRefusal, NotFoundError, SignInError, ValidationError } from '../errors.ts';
import { validateField } from '../validate.ts';
import { limitFacts } from './accounts.ts';

/**
 * Keys of tills: `kr_` and 32 random bytes in base64url. Shown once; only the SHA-256 is stored, which needs no salt and
 * no slow hash, since 256 random bits cannot be guessed.
 */

export const KEY_PREFIX = 'kr_';
export const KEY_SHAPE = /^kr_[\w-]{43}$/;
const KEY_BYTES = 32;
/** Characters of the key that lists show. */
const HINT_LENGTH = 4;

export interface KeyFields extends OptionalBounds {
  name: string;
  permissions: readonly Permission[];
  /** The only terminal (id) that it may use; null: all of them. */
  terminal: number | null;
  /** A key has no limits of refunds unless they are set. */
  refund_limits?: Partial<RefundLimits> | undefined;
}

/** Absent fields stay. */
type KeyChanges = { [Field in keyof KeyFields]?: KeyFields[Field] | undefined } & {
  /** Turns on a key that a restore has turned off, or off one that works. */
  is_active?: boolean | undefined;
};

/** The key itself is here and nowhere else. */
export interface IssuedKey {
  row: KeyRow;
  key: string;
}

/** SHA-256 in hex. */
const keyHash = (key: string): string => hash('sha256', key, 'hex');

const issue = (now: number) => {
  const key = `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
  return { key, stored: { key_hash: keyHash(key), hint: key.slice(-HINT_LENGTH), issued_at: now } };
};

/** The account's columns of the fields that are present. */
const columnsOf = (db: Db, id: number | undefined, fields: KeyChanges) => {
  const { name, permissions, terminal, is_active } = fields;
  return {
    ...(name === undefined ? {} : { full_name: checkedName(db, id, name) }),
    ...(permissions === undefined ? {} : byPermission((permission) => bit(permissions.includes(permission)))),
    ...(terminal === undefined ? {} : { terminal_id: checkedTerminal(db, terminal) }),
    ...givenBits({ is_active, ...byBound((bound) => fields[bound]) }),
  };
};

const checkedName = (db: Db, id: number | undefined, input: string): string => {
  const name = validateField('name', keyName(), input);
  const isTaken = allKeys(db).some(
    (other) => other.id !== id && other.revoked_at === null && other.full_name === name,
  );
  if (isTaken) throw fieldRefusal('name', 'unique', `A key named "${name}" exists already.`, { name });
  return name;
};

const checkedTerminal = (db: Db, id: number | null): number | null => {
  if (id !== null && !findTerminal(db, id)) throw new ValidationError({ terminal: [invalidPk(id)] });
  return id;
};

/** @throws ValidationError */
export const createKey = ({ db, now }: DbContext, fields: KeyFields): IssuedKey => {
  const at = now();
  const { key, stored } = issue(at);
  const row = db.transaction(() => {
    const columns = columnsOf(db, undefined, fields);
    const account = insertAccount(db, {
      role: 'employee',
      kind: 'key',
      username: `key:${randomUUID()}`,
      password_hash: '',
      full_name: '',
      email: '',
      position: '',
      is_active: 1,
      ...byPermission(() => 0 as const),
      ...columns,
      password_changed_at: at,
      created_at: at,
      updated_at: at,
    });
    insertKey(db, { account_id: account.id, ...stored });
    const { name: _name, refund_limits, ...facts } = fields;
    if (refund_limits) changeRefundLimits(db, account.id, refund_limits);
    return recorded(db, at, 'key_created', existing(db, account.id), {
      ...facts,
      ...limitFacts(refund_limits),
    });
  });
  return { row, key };
};

const recorded = (db: Db, now: number, code: Action['code'], row: KeyRow, facts: Facts = {}): KeyRow => {
  const object = { kind: 'account' as const, id: row.id, label: row.full_name };
  recordAction(db, now, { code, object, facts });
  return row;
};

/** @throws NotFoundError: no such key, or it is revoked */
const existing = (db: Db, id: number): KeyRow => {
  const row = findKey(db, id);
  if (!row || row.revoked_at !== null) throw new NotFoundError('key', id);
  return row;
};

/** Absent fields stay; what changes holds at the key's next request. @throws NotFoundError, ValidationError */
export const changeKey = ({ db, now }: DbContext, id: number, changes: KeyChanges): KeyRow =>
  db.transaction(() => {
    if (changes.refund_limits) changeRefundLimits(db, existing(db, id).id, changes.refund_limits);
    updateAccount(db, existing(db, id), { ...columnsOf(db, id, changes), updated_at: now() });
    const { refund_limits, ...others } = changes;
    const facts = { ...others, ...limitFacts(refund_limits) };
    return recorded(db, now(), 'key_changed', existing(db, id), facts);
  });

/** Replaces the key; the previous one is refused from now on. @throws NotFoundError */
export const rotateKey = ({ db, now }: DbContext, id: number): IssuedKey => {
  const { key, stored } = issue(now());
  const row = db.transaction(() => {
    existing(db, id);
    updateKey(db, id, { ...stored, first_used_at: null, last_used_at: null });
    updateAccount(db, existing(db, id), { is_active: 1 });
    return recorded(db, now(), 'key_rotated', existing(db, id));
  });
  return { row, key };
};

/** Refused at its next request; its name stays on the invoices that it created. @throws NotFoundError */
export const revokeKey = ({ db, now }: DbContext, id: number): KeyRow =>
  db.transaction(() => {
    const row = existing(db, id);
    updateKey(db, id, { revoked_at: now() });
    updateAccount(db, row, { is_active: 0, updated_at: now() });
    return { ...recorded(db, now(), 'key_revoked', row), revoked_at: now(), is_active: 0 };
  });

/** How often a key's last use is written, ms: a till asks every few seconds. */
const USE_NOTED_EVERY_MS = 60_000;

/**
 * Finds the key that a caller presents, and notes its use.
 * @throws SignInError token_not_valid, with why: of another shop or mistyped, revoked, or off
 */
export const authenticateKey = ({ db, now }: DbContext, key: string): KeyRow => {
  const row = KEY_SHAPE.test(key) ? findKeyByHash(db, keyHash(key)) : undefined;
  if (!row) throw new SignInError('token_not_valid', undefined, 'key_unknown');
  if (row.revoked_at !== null) throw new SignInError('token_not_valid', row.id, 'key_revoked');
  if (row.is_active === 0) throw new SignInError('token_not_valid', row.id, 'key_off');
  noteUse(db, row, now());
  return row;
};

const noteUse = (db: Db, { id, first_used_at, last_used_at }: KeyRow, at: number): void => {
  // A time in the future was written before the clock was set back.
  const isRecent = last_used_at !== null && Math.abs(at - last_used_at) < USE_NOTED_EVERY_MS;
  if (isRecent) return;
  try {
    updateKey(db, id, { first_used_at: first_used_at ?? at, last_used_at: at });
  } catch {
    // A full disk must not keep a till from reading: the use is noted the next time.
  }
};
