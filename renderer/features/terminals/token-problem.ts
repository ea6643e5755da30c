import * as v from 'valibot';
import { bankToken } from '../../../shared/api/terminals.ts';

/** Why a text cannot be a bank token; `at`: which sign of it, counted from 1, so that the sign itself is not shown. */
export type TokenProblem =
  | { kind: 'blank' }
  | { kind: 'space' }
  | { kind: 'letter'; at: number }
  | { kind: 'long' };

/** undefined: it may be one. Spaces around it are not its own: they were copied along. */
export const tokenProblem = (given: string): TokenProblem | undefined => {
  if (v.safeParse(bankToken(), given).success) return undefined;
  const token = given.trim();
  if (token === '') return { kind: 'blank' };
  if (/\s/.test(token)) return { kind: 'space' };
  // A Cyrillic с looks like a Latin c: only its place tells them apart.
  const at = [...token].findIndex((sign) => !/[\x21-\x7e]/.test(sign));
  return at < 0 ? { kind: 'long' } : { kind: 'letter', at: at + 1 };
};
