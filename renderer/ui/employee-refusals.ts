/** The program tells what is wrong with a field in English; these are known, and told in the shop's language. Pure. */

export type Refusal = 'taken' | 'blank' | 'digits' | 'long' | 'characters' | 'short' | 'wrongPassword';

const KNOWN: readonly (readonly [RegExp, Refusal])[] = [
  [/exists already|already taken/, 'taken'],
  [/may not be blank|is required/, 'blank'],
  [/^Digits alone/, 'digits'],
  [/has no more than \d+ characters/, 'long'],
  [/at least \d+ characters/, 'short'],
  [/^Not a valid string|^Null characters/, 'characters'],
];

/** @param field as the program calls it @returns undefined: told as it is */
export const refusalOf = (field: string, words: string): Refusal | undefined =>
  KNOWN.find(([pattern]) => pattern.test(words))?.[1] ?? (field === 'current' ? 'wrongPassword' : undefined);
