import { hash, randomBytes } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { TokenPair, TokenRequest } from '../../../shared/api/auth.ts';
import { byPermission, type Permission, type Permissions } from '../../../shared/permissions.ts';
import type { Vault } from '../../platform/vault.ts';
import { type AccountRow, findAccount } from '../../store/accounts.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import { findKey } from '../../store/till-keys.ts';
import { createFailedSignIns } from '../actions/failed-sign-ins.ts';
import { noteAction } from '../actions/record.ts';
import { ForbiddenError, SignInError } from '../errors.ts';
import { authenticateKey, KEY_PREFIX } from './keys.ts';
import { createPasswordTimes } from './passwords.ts';
import type { Scope } from './scope.ts';
import {
  type CheckPassword,
  createPasswordCheck,
  createSignInTimes,
  REAL_TIME,
  type Time,
} from './sign-in.ts';

const ALGORITHM = 'HS256';

/** Seconds. */
const LIFETIME = { access: 3600, refresh: 7 * 86_400, display: 12 * 3600 };
type TokenType = keyof typeof LIFETIME;

/** A signed-in person, or a till's key, and their permissions. The owner has all of them. */
export interface Actor {
  id: number;
  username: string;
  isOwner: boolean;
  permissions: Permissions;
  /** Undefined: sees the whole shop. */
  scope?: Scope | undefined;
  /** Sells only products of the catalog, at their prices; so it is catalogReadOnly, too. */
  catalogPricesOnly?: boolean;
  /** Writes nothing in the catalog. */
  catalogReadOnly?: boolean;
}

export const mayDo = (actor: Actor, permission: Permission): boolean =>
  actor.isOwner || actor.permissions[permission];

/** @throws ForbiddenError */
export const requireRight = (actor: Actor, right: Permission): void => {
  if (!mayDo(actor, right)) throw new ForbiddenError();
};

export interface Sessions {
  /**
   * @param signal aborted when the client has hung up
   * @throws SignInError no_active_account, BusyError, the reason of the signal
   */
  signIn(credentials: TokenRequest, signal?: AbortSignal): Promise<TokenPair>;
  /** Checks a password as a sign-in does, with its delays, and keeps that it was given. @throws what `signIn` does */
  checkPassword: CheckPassword;
  /** Whether the person gave their present password in the last 24 hours, since this service started. */
  hasGivenPassword(account: AccountRow): boolean;
  /** A session of somebody who has proven by a PIN who they are: it does not count as given for a password. */
  begin(account: AccountRow): Promise<TokenPair>;
  /** Records a wrong PIN of this person in the log of actions. */
  noteFailedPin(account: AccountRow): void;
  /** @throws SignInError */
  refresh(refreshToken: string): Promise<{ access: string }>;
  /** Accepts either type of token. @throws SignInError */
  verify(token: string): Promise<void>;
  /** When this very access token was given for a password, milliseconds UTC; undefined: for a refresh token. */
  signedInAt(accessToken: string): number | undefined;
  /** The account of a refresh token, or of a display's, signed by this installation, even if it is expired or superseded. */
  signedFor(token: string): Promise<number | undefined>;
  /** A token that reads the customer screen of one device (a name without meaning) for 12 hours, and nothing else. */
  issueDisplay(actor: Actor, device: string): Promise<string>;
  /** The device of such a token, while the account may still sell. @throws SignInError */
  displayDevice(token: string): Promise<string>;
  /**
   * The current account of an access token, or of a till's key.
   * @throws SignInError, with `signedFor` if this installation issued it
   */
  actor(accessToken: string): Promise<Actor>;
}

export const createSessions = (
  db: Db,
  vault: Vault,
  now: () => number,
  { clock, pause }: Time = REAL_TIME,
): Sessions => {
  const verified = createTokenMemory();
  const signIns = createSignInTimes(LIFETIME.access * 1000);
  const passwords = createPasswordTimes(now, clock);

  const issue = createIssuer(db, vault, now);
  const begin = async (account: AccountRow): Promise<TokenPair> => ({
    access: await issue(account, 'access'),
    refresh: await issue(account, 'refresh'),
  });
  const noteFailure = createFailedSignIns(db, now);
  const checkPassword = createPasswordCheck({ db, passwords, noteFailure }, { clock, pause });
  const checked = async (token: string, types: readonly TokenType[]) => {
    const { token_type, user_id, jti, iat, exp } = await verified(token, vault.jwtKey());
    const type = types.find((known) => known === token_type);
    const account = type && isCurrent(type, { iat, exp }, now()) ? findAccount(db, user_id) : undefined;
    if (!account || !jti.startsWith(credentialMark(db, account)))
      throw new SignInError('token_not_valid', user_id);
    if (!account.is_active) throw new SignInError('user_inactive', user_id);
    return { account, jti };
  };

  return {
    signIn: async (credentials, signal) => {
      const account = await checkPassword(credentials, signal);
      const pair = await begin(account);
      signIns.add(pair.access, now());
      noteAction(db, now(), { code: 'signed_in', by: account.id });
      return pair;
    },
    checkPassword,
    hasGivenPassword: passwords.isRecent,
    begin,
    noteFailedPin: (account) => noteFailure(account, 'pin'),
    signedInAt: signIns.at,
    refresh: async (token) => ({
      access: await issue((await checked(token, ['refresh'])).account, 'access'),
    }),
    verify: (token) => checked(token, ['access', 'refresh']).then(() => undefined),
    signedFor: (token) => signedFor(verified, vault, token),
    issueDisplay: async ({ id }, device) => {
      const account = findAccount(db, id);
      if (!account) throw new SignInError('token_not_valid', id);
      return issue(account, 'display', device);
    },
    displayDevice: async (token) => {
      const { account, jti } = await checked(token, ['display']);
      if (!mayDo(toActor(account), 'can_create_invoices'))
        throw new SignInError('token_not_valid', account.id);
      return jti.slice(MARK_LENGTH);
    },
    actor: async (token) => {
      if (token.startsWith(KEY_PREFIX)) return keyActor({ db, now }, token);
      return toActor((await checked(token, ['access'])).account);
    },
  };
};

const signedFor = async (verified: VerifyToken, vault: Vault, token: string): Promise<number | undefined> => {
  try {
    const { token_type, user_id } = await verified(token, vault.jwtKey());
    return token_type === 'refresh' || token_type === 'display' ? user_id : undefined;
  } catch (error) {
    if (error instanceof SignInError) return undefined;
    throw error;
  }
};

const createIssuer =
  (db: Db, vault: Vault, now: () => number) =>
  (account: AccountRow, type: TokenType, id = randomBytes(8).toString('hex')): Promise<string> => {
    const issuedAt = Math.floor(now() / 1000);
    return new SignJWT({ token_type: type, user_id: account.id })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME[type])
      .setJti(credentialMark(db, account) + id)
      .sign(vault.jwtKey());
  };

/**
 * Whether a token is neither expired nor issued in the future: the clock was set back since, which would keep the token
 * alive for that long.
 * @param now milliseconds UTC
 */
const isCurrent = (type: TokenType, { iat, exp }: { iat: number; exp: number }, now: number): boolean =>
  exp > Math.floor(now / 1000) && iat <= now / 1000 + LIFETIME[type];

/**
 * A jti begins with a mark of the current password, or of a till's current key, so a token older than the last change of
 * the password or rotation of the key is recognised. Times would not work: iat has whole seconds, and a PC's clock jumps.
 */
const MARK_LENGTH = 16;
const credentialMark = (db: Db, { id, kind, password_hash, password_changed_at }: AccountRow): string => {
  const credential = kind === 'key' ? (findKey(db, id)?.key_hash ?? '') : password_hash;
  // A restore that brings an old password back changes this moment, which ends the sessions of that password.
  return hash('sha256', `${credential} ${password_changed_at}`, 'hex').slice(0, MARK_LENGTH);
};

export const toActor = (account: AccountRow): Actor => {
  const isOwner = account.role === 'owner';
  const { id, username, catalog_prices_only, catalog_read_only } = account;
  return {
    id,
    username,
    isOwner,
    permissions: byPermission((permission) => account[permission] === 1),
    // The owner can be neither narrowed nor limited.
    scope: isOwner ? undefined : scopeOf(account),
    catalogPricesOnly: !isOwner && catalog_prices_only === 1,
    // Whoever may not set prices by hand must not change those of the catalog first.
    catalogReadOnly: !isOwner && (catalog_prices_only === 1 || catalog_read_only === 1),
  };
};

const scopeOf = ({ id, terminal_id, own_sales_only }: AccountRow): Scope | undefined =>
  terminal_id === null && own_sales_only === 0
    ? undefined
    : { terminal: terminal_id ?? undefined, createdBy: own_sales_only === 1 ? id : undefined };

/** @throws SignInError */
const keyActor = (context: DbContext, token: string): Actor => {
  const key = authenticateKey(context, token);
  return { ...toActor(key), username: key.full_name };
};

/** The claims of a token with a verified signature. The caller checks whether the token is still valid. */
interface Claims {
  token_type: unknown;
  user_id: number;
  jti: string;
  /** Seconds. */
  iat: number;
  exp: number;
}

/** More than a shop's tills and screens have; beyond it the least recently seen token is verified again. */
const MAX_TOKENS = 1000;

type VerifyToken = (token: string, key: Uint8Array) => Promise<Claims>;

/**
 * Caches which tokens were signed by the key, expired ones too: jose takes 4 to 12 times as long to verify one as
 * node:crypto would (measured), and a till sends the same one for an hour, some even longer. Only immutable facts are
 * cached; the caller checks expiry and account. The tokens themselves are not stored, so a heap dump contains none.
 * @throws SignInError token_not_valid: the key has not signed it
 */
export const createTokenMemory = (): VerifyToken => {
  const known = new Map<string, Claims>();
  let knownBy: Uint8Array | undefined;

  return async (token, key) => {
    // The keychain was unlocked: tokens signed with the previous key are invalid.
    if (key !== knownBy) known.clear();
    knownBy = key;
    const print = hash('sha256', token, 'base64');
    const remembered = known.get(print);
    const claims = remembered ?? (await verify(token, key));
    known.delete(print);
    // The key may have changed during the verification.
    if (key !== knownBy) return claims;
    const [oldest] = known.size >= MAX_TOKENS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(print, claims);
    return claims;
  };
};

/** Before any token expires: jose cannot skip the check of `exp`. */
const EPOCH = new Date(0);

/** jose also decodes a signature with padding, or with other unused bits in its last character. */
const isAsSigned = (token: string): boolean => {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
};

const verify = async (token: string, key: Uint8Array): Promise<Claims> => {
  if (!isAsSigned(token)) throw new SignInError('token_not_valid');
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      currentDate: EPOCH,
      requiredClaims: ['token_type', 'user_id', 'iat', 'exp', 'jti'],
    });
    return claimsOf(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new SignInError('token_not_valid');
    throw error;
  }
};

/** jose has checked that they are present, and the types of the registered ones. */
const claimsOf = ({ token_type, user_id, jti = '', iat = 0, exp = 0 }: JWTPayload): Claims => {
  if (typeof user_id !== 'number') throw new SignInError('token_not_valid');
  return { token_type, user_id, jti, iat, exp };
};
