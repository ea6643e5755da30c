import {
  type FieldErrors,
  messagesOf,
  type Problem,
  type ProblemCode,
  type Problems,
  problem,
  WHOLE_OBJECT,
} from '../../shared/errors.ts';
import type { OwnerError } from '../platform/owner-error.ts';

/** The request cannot be carried out; `problems` names the fields and reasons. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly problems: Problems;

  constructor(problems: Problems) {
    super('Validation failed.');
    this.problems = problems;
  }

  /** The messages of the interface. */
  get errors(): FieldErrors {
    return messagesOf(this.problems);
  }
}

/** A refusal because of one field of the request. */
export const fieldRefusal = (
  field: string,
  code: ProblemCode,
  message: string,
  facts?: Problem['facts'],
): ValidationError => new ValidationError({ [field]: [problem(code, message, facts)] });

/** A refusal that is of no field. */
export const refusal = (code: ProblemCode, message: string, facts?: Problem['facts']): ValidationError =>
  fieldRefusal(WHOLE_OBJECT, code, message, facts);

export type Missing =
  | 'product'
  | 'invoice'
  | 'terminal'
  | 'owner'
  | 'employee'
  | 'key'
  | 'cart'
  | 'webhook'
  | 'backup'
  | 'verified backup'
  | 'copy';

/** The object does not exist (any more). */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
  readonly what: Missing;
  /** Folders that could not be searched. */
  readonly problems: readonly OwnerError[];

  /** @param key of the search; undefined: there is no such object at all */
  constructor(what: Missing, key: string | number | undefined, problems: readonly OwnerError[] = []) {
    const named = typeof key === 'string' ? `"${key}"` : (key ?? 'yet');
    super(`There is no ${what} ${named}.`);
    this.what = what;
    this.problems = problems;
  }
}

/** The caller lacks a right that only the content of the request shows to be needed. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';

  constructor() {
    super('You do not have permission to perform this action.');
  }
}

/** Too much work of this kind is waiting, so this was not begun. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type SignInCode = 'token_not_valid' | 'no_active_account' | 'user_inactive';
/** key_unknown: mistyped, or of another shop. */
type SignInReason = SignInCode | 'key_unknown' | 'key_revoked' | 'key_off';

const SIGN_IN_MESSAGES: Record<SignInCode, string> = {
  token_not_valid: 'Given token not valid for any token type',
  no_active_account: 'No active account found with the given credentials',
  user_inactive: 'User is inactive',
};

/** Invalid credentials. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: SignInCode;
  /** The account of the token, if this installation issued it, expired or not. */
  readonly signedFor: number | undefined;
  /** More exact than `code`, for clients that prefer codes. */
  readonly reason: SignInReason;

  constructor(code: SignInCode, signedFor?: number, reason: SignInReason = code) {
    super(SIGN_IN_MESSAGES[code]);
    this.code = code;
    this.signedFor = signedFor;
    this.reason = reason;
  }
}
