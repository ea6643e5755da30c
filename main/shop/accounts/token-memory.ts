import { hash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { SignInError } from '../errors.ts';

export const ALGORITHM = 'HS256';

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

export type VerifyToken = (token: string, key: Uint8Array) => Promise<Claims>;

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
