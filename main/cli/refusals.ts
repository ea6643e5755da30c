import type { FieldErrors } from '../../shared/errors.ts';
import { BankError } from '../bank/errors.ts';
import { UsageError } from '../config.ts';
import { NotFoundError, ValidationError } from '../domain/errors.ts';
import { OwnerError } from '../errors.ts';
import { KeychainError } from '../keychain.ts';
import { Interrupted } from './prompt.ts';

/** Why a command did not do what it was asked, in one line. */
export interface Refusal {
  exitCode: 1 | 2 | 130;
  /** Stable and upper case, for programs. */
  code: string;
  detail: string;
  errors?: FieldErrors;
}

/** Undefined for an error that nobody foresaw. */
export const refusalOf = (error: unknown, bankUrl = ''): Refusal | undefined => {
  if (error instanceof UsageError) return { exitCode: 2, code: 'USAGE', detail: error.message };
  if (error instanceof Interrupted)
    return { exitCode: 130, code: 'INTERRUPTED', detail: 'Broken off. Nothing was stored.' };
  const refused = (code: string, detail: string): Refusal => ({ exitCode: 1, code, detail });
  if (error instanceof ValidationError)
    return { ...refused('VALIDATION', fieldByField(error.errors)), errors: error.errors };
  if (error instanceof NotFoundError) return refused('NOT_FOUND', `${error.message} Nothing was changed.`);
  if (error instanceof BankError) return refused(error.code, bankDetail(error, bankUrl));
  if (error instanceof KeychainError) return refused(error.code, `Nothing was stored. ${error.message}`);
  if (error instanceof OwnerError) return refused(error.code, error.message);
  return databaseRefusal(error);
};

const bankDetail = ({ code, message }: BankError, bankUrl: string): string => {
  switch (code) {
    case 'FORBIDDEN':
      return "The bank does not know this token. Nothing was stored. Copy the token anew from the bank's cabinet.";
    case 'UNREACHABLE':
    case 'TIMEOUT':
      return `${message} Nothing was stored. Check the internet connection and --bank-url (${bankUrl}), then try again.`;
    case 'BAD_GATEWAY':
      return `${message} Nothing was stored. Try again in some minutes; if it stays so, check --bank-url (${bankUrl}).`;
    default:
      return `The bank refused: ${message} (${code}). Nothing was stored. Try again in some minutes.`;
  }
};

/** What SQLite says after the database was opened; by its code, for only the store knows its class. */
const databaseRefusal = (error: unknown): Refusal | undefined => {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '');
  const refused = (name: string, detail: string): Refusal => ({ exitCode: 1, code: name, detail });
  if (code.startsWith('SQLITE_BUSY'))
    return refused(
      'DATABASE_BUSY',
      'The database was busy for too long. Nothing was stored. Try again in a minute.',
    );
  if (code.startsWith('SQLITE_CORRUPT'))
    return refused(
      'DATABASE_CORRUPT',
      'The database is damaged. Nothing was stored. Copy the data folder aside before anything else, then put a backup in its place (backup list, backup restore).',
    );
  if (/^SQLITE_(FULL|IOERR|READONLY)/.test(code))
    return refused(
      'DATABASE_UNUSABLE',
      `The disk did not take what was to be written (${code}). Nothing was stored. Check that the disk is there, not full and not write-protected.`,
    );
  return undefined;
};

const fieldByField = (errors: FieldErrors): string => {
  const parts = Object.entries(errors).map(
    ([field, messages]) => `${field}: ${messages.map(plainly).join(' ')}`,
  );
  return `${parts.join(' ')} Nothing was stored.`;
};

/** The interface's sentences speak of fields; in a shop one speaks of what to type. */
const plainly = (message: unknown): string => {
  const text = String(message);
  const most = /no more than (\d+) characters/.exec(text)?.[1];
  if (most) return `Too long: at most ${most} characters.`;
  if (text.includes('may not be blank')) return 'It is empty; something must be there.';
  if (text.includes('Null characters')) return 'It has a character (NUL) that cannot be typed.';
  return text;
};
