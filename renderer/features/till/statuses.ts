import type { Tone } from '../../kit/theme.ts';

/** Explains HTTP statuses to programmers of till apps: pure. */

/** Statuses with their own explanation; others are explained by class. */
const EXPLAINED_STATUSES = [
  ...(['200', '201', '204', '400', '401', '403', '404', '405', '413', '415', '429'] as const),
  ...(['499', '500', '502', '503'] as const),
] as const;
const CLASSES = ['other2', 'other3', 'other4', 'other5'] as const;
type StatusWord = (typeof EXPLAINED_STATUSES)[number] | (typeof CLASSES)[number];

export const statusWordOf = (status: number): StatusWord => {
  const known = EXPLAINED_STATUSES.find((explained) => Number(explained) === status);
  if (known) return known;
  if (status < 300) return 'other2';
  if (status < 400) return 'other3';
  return status < 500 ? 'other4' : 'other5';
};

export const isRefusal = (status: number): boolean => status >= 400;

/** Success; a client error, which the till app can fix; a failure here or at the bank. */
export const toneOf = (status: number): Tone => {
  if (status < 300) return 'paid';
  if (status < 400) return 'over';
  return status < 500 ? 'working' : 'failed';
};

/** `err_code`s with an explanation of their own (docs/till/errors.md); others of a 502 are the bank's. */
const EXPLAINED_CODES = [
  ...(['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY', 'INTERNAL_ERROR', 'IN_DOUBT'] as const),
  ...(['CANCEL_FAILED', 'TOKEN_MISSING', 'MOVED_AWAY', 'DISK_FULL'] as const),
] as const;

/** The err_code of a refusal as it is logged: `words (ERR_CODE)`, then the errors; undefined: none. */
export const errCodeOf = (detail: string): string | undefined =>
  /\(([A-Z\d_]+)\)(?: \{.*)?$/s.exec(detail)?.[1];

export const explainedCode = (code: string): (typeof EXPLAINED_CODES)[number] | 'other' =>
  EXPLAINED_CODES.find((explained) => explained === code) ?? 'other';
