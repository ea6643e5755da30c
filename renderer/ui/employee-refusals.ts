import type { Failure } from '../data/failure.ts';

/** What is wrong with a field of a person, in terms that the screens have words for. */
export type Refusal = 'taken' | 'blank' | 'digits' | 'long' | 'characters' | 'short' | 'wrongPassword';

const KNOWN: Readonly<Record<string, Refusal>> = {
  unique: 'taken',
  blank: 'blank',
  required: 'blank',
  only_digits: 'digits',
  max_length: 'long',
  min_length: 'short',
  invalid: 'characters',
  null_characters_not_allowed: 'characters',
  wrong_password: 'wrongPassword',
};

/** @param field as the program calls it @returns undefined: nothing, or not known */
export const refusalOf = (failure: Failure | undefined, field: string): Refusal | undefined => {
  const code = failure?.kind === 'invalid' ? failure.codes?.[field]?.[0]?.code : undefined;
  return code === undefined ? undefined : KNOWN[code];
};
