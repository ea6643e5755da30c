/** The passphrase of encrypted copies: how long it would stand against a thief who has a copy and tries. */

/** A guess costs a thief's computer some milliseconds, so 2^50 of them take ten thousand years of processor time. */
export const MIN_PHRASE_BITS = 50;
const GOOD_BITS = 65;
/** As the age program's own. */
export const MAX_PHRASE_LENGTH = 200;

/** The phrase as it is used: one writing of each letter, no spaces around it. */
export const normalPhrase = (typed: string): string => typed.normalize('NFC').trim();

const CLASSES: readonly [pattern: RegExp, size: number][] = [
  [/\p{Nd}/u, 10],
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/[^\p{L}\p{Nd}]/u, 8],
];

/** A letter that follows from the one before (aa, ab, 21) adds little. */
const FOLLOWING_BITS = 0.5;
/** Words are not random letters: English and Ukrainian texts have about so much a letter. */
const WORD_LETTER_BITS = 2.2;

/**
 * An estimate, in bits. Random letters count by their alphabet, words of small letters by what a letter of a text is
 * worth, and a repetition of what stood before for almost nothing.
 */
export const phraseBits = (typed: string): number => {
  const letters = [...normalPhrase(typed)];
  const alphabet = CLASSES.reduce(
    (sum, [pattern, size]) => sum + (letters.some((each) => pattern.test(each)) ? size : 0),
    0,
  );
  const isMixed = letters.some((each) => /\p{Nd}/u.test(each)) && letters.some((each) => /\p{L}/u.test(each));
  const each = isMixed
    ? Math.log2(Math.max(alphabet, 2))
    : Math.min(Math.log2(Math.max(alphabet, 2)), WORD_LETTER_BITS);
  const seen = new Set<string>();
  return letters.reduce((sum, letter, index) => {
    const before = letters[index - 1];
    const pair = `${before}${letter}`;
    const isKnown =
      before !== undefined && (seen.has(pair) || Math.abs(codeOf(letter) - codeOf(before)) <= 1);
    seen.add(pair);
    return sum + (isKnown ? FOLLOWING_BITS : each);
  }, 0);
};

const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0;

export type PhraseStrength = 'weak' | 'fair' | 'strong';

/** weak: refused. */
export const phraseStrength = (typed: string): PhraseStrength => {
  const bits = phraseBits(typed);
  if (bits < MIN_PHRASE_BITS) return 'weak';
  return bits < GOOD_BITS ? 'fair' : 'strong';
};
