import * as v from 'valibot';
import { bankToken } from '../../../shared/api/terminals.ts';

/**
 * Why a text is no bank token; `at`: the position of the wrong character, from 1, so that the character itself is not
 * shown.
 */
export type TokenProblem =
  | { kind: 'blank' }
  | { kind: 'space' }
  | { kind: 'letter'; at: number }
  | { kind: 'long' };

/** undefined: possibly valid. Surrounding spaces are copied along and ignored. */
export const tokenProblem = (given: string): TokenProblem | undefined => {
  if (v.safeParse(bankToken(), given).success) return undefined;
  const token = given.trim();
  if (token === '') return { kind: 'blank' };
  if (/\s/.test(token)) return { kind: 'space' };
  // A Cyrillic с looks like a Latin c, so the message gives its position.
  const at = [...token].findIndex((sign) => !/[\x21-\x7e]/.test(sign));
  return at < 0 ? { kind: 'long' } : { kind: 'letter', at: at + 1 };
};
