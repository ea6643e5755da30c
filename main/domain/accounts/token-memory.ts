import { hash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { SignInError } from '../errors.ts';

export const ALGORITHM = 'HS256';

/** What a token says of itself, its signature verified. Whether it still holds is for the caller to judge. */
interface Claims {
  token_type: unknown;
  user_id: number;
  jti: string;
  /** Seconds. */
  iat: number;
  exp: number;
}

/** More than the tills and screens of a shop have; beyond it the one that was not seen for longest is verified anew. */
const MAX_TOKENS = 1000;

/** Verifies tokens. */
export type VerifyToken = (token: string, key: Uint8Array) => Promise<Claims>;

/**
 * Remembers which tokens were signed by the key, expired ones too: jose takes 4 to 12 times as long to verify one as
 * node:crypto would (measured), and a till sends the same one for an hour, some go on with it after that. Only what
 * never changes is remembered; the time and the account behind it are the caller's to look at. The tokens themselves
 * are not kept, so none is in a heap dump.
 * @throws SignInError token_not_valid: the key has not signed it
 */
export const createTokenMemory = (): VerifyToken => {
  const known = new Map<string, Claims>();
  let knownBy: Uint8Array | undefined;

  return async (token, key) => {
    // A locked keychain that was opened: what the key of before had signed holds no more.
    if (key !== knownBy) known.clear();
    knownBy = key;
    const print = hash('sha256', token, 'base64');
    const remembered = known.get(print);
    const claims = remembered ?? (await verify(token, key));
    known.delete(print);
    // While it was verified the key may have changed.
    if (key !== knownBy) return claims;
    const [oldest] = known.size >= MAX_TOKENS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(print, claims);
    return claims;
  };
};

/** Before every token expires: jose has no option that leaves `exp` to the caller. */
const EPOCH = new Date(0);

const verify = async (token: string, key: Uint8Array): Promise<Claims> => {
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

/** jose has checked their presence, and the types of the registered ones. */
const claimsOf = ({ token_type, user_id, jti = '', iat = 0, exp = 0 }: JWTPayload): Claims => {
  if (typeof user_id !== 'number') throw new SignInError('token_not_valid');
  return { token_type, user_id, jti, iat, exp };
};
