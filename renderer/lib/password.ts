import { MIN_PASSWORD_LENGTH } from '../../shared/api/auth.ts';
import { MAX_LENGTH } from '../../shared/api/fields.ts';
import { phraseStrength } from '../../shared/passphrase.ts';

/** A new password while it is typed. */
export interface NewPassword {
  first: string;
  second: string;
  /** Generated here: shown, so it is not typed twice. */
  isGenerated: boolean;
}

export const NO_PASSWORD: NewPassword = { first: '', second: '', isGenerated: false };

export type PasswordFault = 'short' | 'long' | 'differs';

export const isPasswordTyped = ({ first, second }: NewPassword): boolean => first !== '' || second !== '';

export const passwordFaultOf = ({ first, second, isGenerated }: NewPassword): PasswordFault | undefined => {
  const length = [...first].length;
  if (length < MIN_PASSWORD_LENGTH) return 'short';
  if (length > MAX_LENGTH.password) return 'long';
  return isGenerated || first === second ? undefined : 'differs';
};

/** Without 0 and o, 1, l and i, because people read it out and copy it from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

const fromSystem = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/**
 * `ab3d-efgh-jk4m-npqr`: 79 bits.
 * @param random gives that many random bytes
 */
export const generatePassword = (random: (count: number) => Uint8Array = fromSystem): string => {
  // A byte above the limit would favour the first letters of the alphabet.
  const limit = 256 - (256 % ALPHABET.length);
  const letters: string[] = [];
  while (letters.length < GROUPS * GROUP_LENGTH)
    for (const byte of random(GROUPS * GROUP_LENGTH))
      if (byte < limit) letters.push(ALPHABET.charAt(byte % ALPHABET.length));
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
};

/** For encrypted copies: strong by the estimate, which takes one without a digit for words. */
export const generatePhrase = (): string => {
  for (;;) {
    const phrase = generatePassword();
    if (phraseStrength(phrase) === 'strong') return phrase;
  }
};
