import { type FieldErrors, isProblem, type Problem, type Problems } from '../../shared/errors.ts';
import { BankError, isFirewallBlock } from '../bank/errors.ts';
import { KeychainError } from '../platform/keychain.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { type Advice, OwnerError, type Wordable, withAdvice } from '../platform/owner-error.ts';
import { NotFoundError, ValidationError } from '../shop/errors.ts';

/** An expected refusal of the owner's console, in a terminal or in the window. */
export interface OwnerRefusal {
  /** Stable and upper case, for programs. */
  code: string;
  detail: string;
  errors?: FieldErrors;
}

/** Undefined for an unexpected error. @param advice of the surface that shows it */
export const ownerRefusalOf = (error: unknown, advice: Advice): OwnerRefusal | undefined => {
  if (error instanceof ValidationError)
    return { code: 'VALIDATION', detail: fieldByField(error.problems, advice), errors: error.errors };
  const refusal = refusalOf(error, advice);
  return refusal && { code: refusal.code, detail: withAdvice(refusal, advice) };
};

const refusalOf = (error: unknown, advice: Advice): Wordable | undefined => {
  if (error instanceof BankError) return { code: error.code, message: bankDetail(error) };
  if (error instanceof NotFoundError) {
    const { message, what, problems } = error;
    const unread = problems.map((each) => withAdvice(each, advice));
    return {
      code: 'NOT_FOUND',
      message: [message, 'Nothing was changed.', ...unread].join(' '),
      facts: { what },
    };
  }
  if (error instanceof KeychainError) return { ...error, message: `Nothing was stored. ${error.message}` };
  return error instanceof OwnerError ? error : databaseRefusal(error);
};

const bankDetail = (error: BankError): string => {
  const { code, message } = error;
  if (isFirewallBlock(error)) return `${message} Nothing was stored. Try again tomorrow, or through it.`;
  switch (code) {
    case 'FORBIDDEN':
      return 'The bank does not know this token. Nothing was stored. Copy the acquiring token again from web.monobank.ua; one of the personal API does not work.';
    case 'UNREACHABLE':
    case 'TIMEOUT':
      return `${message} Nothing was stored. Check the internet connection, then try again.`;
    case 'BAD_GATEWAY':
      return `${message} Nothing was stored. Try again in some minutes.`;
    default:
      return `The bank refused: ${message} (${code}). Nothing was stored. Try again in some minutes.`;
  }
};

/** Errors of SQLite after the database was opened; recognized by code, for only the store knows the class. */
const databaseRefusal = (error: unknown): Wordable | undefined => {
  const { fault, why, remedy } = reasonOf(error);
  if (!fault || !String((error as { code?: unknown }).code).startsWith('SQLITE_')) return undefined;
  if (fault === 'in_use')
    return {
      code: 'DATABASE_BUSY',
      message: 'The database was busy for too long. Nothing was stored. Try again in a minute.',
    };
  if (fault === 'damaged')
    return {
      code: 'DATABASE_CORRUPT',
      message:
        'The database is damaged. Nothing was stored. Copy the data folder aside before anything else, then restore a backup.',
    };
  return {
    code: 'DATABASE_UNUSABLE',
    message: `The database cannot be written to: ${why}. Nothing was stored. ${remedy}.`,
  };
};

const fieldByField = (problems: Problems, advice: Advice): string => {
  const wordedPlainly = (found: Problem) => withAdvice({ ...found, message: plainly(found) }, advice);
  const parts = Object.entries(problems).map(
    // A field that somebody made up may be blank.
    ([field, found]) =>
      `${/^\S+$/.test(field) ? field : JSON.stringify(field)}: ${found.flatMap(flat).map(wordedPlainly).join(' ')}`,
  );
  return `${parts.join(' ')} Nothing was stored.`;
};

const flat = (found: Problem | Record<string, Problem[]>): Problem[] =>
  isProblem(found) ? [found] : Object.values(found).flat();

/** Rewords the interface's messages, which speak of fields, for a person who types. */
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
