import type { Failure } from '../api/failure.ts';

/** Why a field of an employee is invalid. */
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

/** @param field the program's name of it @returns undefined: no fault, or an unknown one */
export const refusalOf = (failure: Failure | undefined, field: string): Refusal | undefined => {
  const code = failure?.kind === 'invalid' ? failure.codes?.[field]?.[0]?.code : undefined;
  return code === undefined ? undefined : KNOWN[code];
};
