import { type FieldErrors, isProblem, type Problem, type Problems } from '../../shared/errors.ts';
import { BankError } from '../bank/errors.ts';
import { NotFoundError, ValidationError } from '../domain/errors.ts';
import { KeychainError } from '../platform/keychain.ts';
import { OwnerError } from '../platform/owner-error.ts';

/** Why the owner's console, in a terminal or in the window, did not do what it was asked. */
export interface Foreseen {
  /** Stable and upper case, for programs. */
  code: string;
  detail: string;
  errors?: FieldErrors;
}

/** Where a console's own words are needed. */
export interface Words {
  /** What else than the connection may be wrong when the bank is not reached; "": nothing the owner can set. */
  bankAddress: string;
  /** How a backup is put in place of the database. */
  restore: string;
}

/** Undefined for an error that nobody foresaw. */
export const foreseen = (error: unknown, words: Words): Foreseen | undefined => {
  if (error instanceof ValidationError)
    return { code: 'VALIDATION', detail: fieldByField(error.problems), errors: error.errors };
  if (error instanceof NotFoundError)
    return { code: 'NOT_FOUND', detail: `${error.message} Nothing was changed.` };
  if (error instanceof BankError) return { code: error.code, detail: bankDetail(error, words) };
  if (error instanceof KeychainError)
    return { code: error.code, detail: `Nothing was stored. ${error.message}` };
  if (error instanceof OwnerError) return { code: error.code, detail: error.message };
  return databaseRefusal(error, words);
};

const bankDetail = ({ code, message }: BankError, { bankAddress }: Words): string => {
  switch (code) {
    case 'FORBIDDEN':
      return "The bank does not know this token. Nothing was stored. Copy the token anew from the bank's cabinet.";
    case 'UNREACHABLE':
    case 'TIMEOUT': {
      const also = bankAddress && ` and ${bankAddress}`;
      return `${message} Nothing was stored. Check the internet connection${also}, then try again.`;
    }
    case 'BAD_GATEWAY': {
      const later = bankAddress && `; if it stays so, check ${bankAddress}`;
      return `${message} Nothing was stored. Try again in some minutes${later}.`;
    }
    default:
      return `The bank refused: ${message} (${code}). Nothing was stored. Try again in some minutes.`;
  }
};

/** What SQLite says after the database was opened; by its code, for only the store knows its class. */
const databaseRefusal = (error: unknown, { restore }: Words): Foreseen | undefined => {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '');
  if (code.startsWith('SQLITE_BUSY'))
    return {
      code: 'DATABASE_BUSY',
      detail: 'The database was busy for too long. Nothing was stored. Try again in a minute.',
    };
  if (code.startsWith('SQLITE_CORRUPT'))
    return {
      code: 'DATABASE_CORRUPT',
      detail: `The database is damaged. Nothing was stored. Copy the data folder aside before anything else, then put a backup in its place (${restore}).`,
    };
  if (/^SQLITE_(FULL|IOERR|READONLY)/.test(code))
    return {
      code: 'DATABASE_UNUSABLE',
      detail: `The disk did not take what was to be written (${code}). Nothing was stored. Check that the disk is there, not full and not write-protected.`,
    };
  return undefined;
};

const fieldByField = (problems: Problems): string => {
  const parts = Object.entries(problems).map(
    ([field, found]) => `${field}: ${found.flatMap(flat).map(plainly).join(' ')}`,
  );
  return `${parts.join(' ')} Nothing was stored.`;
};

const flat = (found: Problem | Record<string, Problem[]>): Problem[] =>
  isProblem(found) ? [found] : Object.values(found).flat();

/** The interface's sentences speak of fields; in a shop one speaks of what to type. */
const plainly = ({ code, message, facts }: Problem): string => {
  switch (code) {
    case 'max_length':
      return `Too long: at most ${facts.limit} characters.`;
    case 'blank':
      return 'It is empty; something must be there.';
    case 'null_characters_not_allowed':
      return 'It has a character (NUL) that cannot be typed.';
    default:
      return message;
  }
};
