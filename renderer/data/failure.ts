import type { BridgeRefusal } from '../../shared/bridge.ts';

/** Why one value was refused. */
export interface RefusedValue {
  /** A ProblemCode; a newer service may have more. */
  code: string;
  /** The number that the service's sentence names first: a limit, a row of a file; "" where it names none. */
  figure: string;
}

/** What went wrong with a call, in terms a screen can act on. */
export type Failure =
  /** The service on this computer does not answer, or the connection broke. */
  | { kind: 'unreachable' }
  | { kind: 'credentials' }
  /** The session has ended: sign in again. */
  | { kind: 'session' }
  | { kind: 'forbidden' }
  | { kind: 'missing' }
  | { kind: 'throttled'; seconds: number }
  /** The bank refused, or what it did is not known; `code` is the interface's err_code. */
  | { kind: 'bank'; code: string; words: string }
  /** The bank gave no answer to a mere question: nothing can have been done, so nothing is in doubt. */
  | { kind: 'unanswered'; code: string }
  /** The input was refused; by field, in the server's words, and by its codes, which the screens have words for. */
  | { kind: 'invalid'; words: string; errors: Record<string, string>; codes?: Record<string, RefusedValue[]> }
  /** The program itself could not do it (the bridge); it says what happened, what is safe and what to do. */
  | { kind: 'program'; code: string; words: string }
  /** The disk of the computer refused a write. */
  | { kind: 'disk' }
  | { kind: 'server'; status: number; requestId: string };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options);
    this.failure = failure;
  }
}

/** What went wrong, whatever was thrown: a fault of this page itself reads as a fault of the program. */
export const failureOf = (error: unknown): Failure =>
  error instanceof ApiError ? error.failure : { kind: 'server', status: 0, requestId: '' };

/** The outcome is unknown: the service's own codes, and the bank's for a fault of its own. */
const SILENT = new Set(['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY', 'INTERNAL_ERROR', 'IN_DOUBT']);

/** There is no clear answer: what was asked may have happened. The service too may break after it has asked the bank. */
export const isInDoubt = (failure: Failure): boolean =>
  failure.kind === 'unreachable' ||
  // The bank may have been asked before the disk refused what it answered.
  failure.kind === 'disk' ||
  (failure.kind === 'bank' && SILENT.has(failure.code)) ||
  (failure.kind === 'server' && !isRefusal(failure.status));

/** 405, 413 and their like: nothing was begun. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500;

/** The failure of a call that only asks the bank: no answer to it leaves nothing in doubt. */
export const whenOnlyAsked = (failure: Failure): Failure =>
  failure.kind === 'bank' && SILENT.has(failure.code) ? { kind: 'unanswered', code: failure.code } : failure;

interface ErrorBody {
  detail?: string;
  err_code?: string;
  errors?: Record<string, unknown>;
  codes?: Record<string, unknown>;
}

/** Reads an error answer of the interface. */
export const describeAnswer = ({ status, headers }: Response, body: ErrorBody): Failure => {
  const words = body.detail ?? '';
  if (status === 400) {
    return describeInvalid(body, words);
  }
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'missing' };
  if (status === 429) return { kind: 'throttled', seconds: Number(headers.get('Retry-After')) || 60 };
  if (status === 502 && body.err_code) return { kind: 'bank', code: body.err_code, words };
  if (status === 500 && body.err_code === 'DISK_FULL') return { kind: 'disk' };
  return { kind: 'server', status, requestId: headers.get('X-Request-Id') ?? '' };
};

/** Reads a refusal of the bridge. */
export const describeRefusal = ({ code, detail, errors, codes }: BridgeRefusal): Failure => {
  if (code === 'VALIDATION')
    return describeInvalid({ ...(errors && { errors }), ...(codes && { codes }) }, detail);
  if (code === 'FORBIDDEN') return { kind: 'forbidden' };
  if (code === 'NOT_FOUND') return { kind: 'missing' };
  const bankCode = /^BANK_(.+)$/.exec(code)?.[1];
  // Whoever tries a token only asks.
  if (bankCode !== undefined) return whenOnlyAsked({ kind: 'bank', code: bankCode, words: detail });
  return { kind: 'program', code, words: detail };
};

const describeInvalid = ({ errors, codes = {} }: ErrorBody, detail: string): Failure => {
  const messages = flatten(errors);
  return {
    kind: 'invalid',
    words: Object.values(messages).join(' ') || detail,
    errors: messages,
    codes: Object.fromEntries(
      Object.entries(codes).map(([field, found]) => [field, refusedValues(found, errors?.[field])]),
    ),
  };
};

/** Codes stand where their messages stand, however deep. */
const refusedValues = (codes: unknown, messages: unknown): RefusedValue[] => {
  if (typeof codes === 'string') return [{ code: codes, figure: /\d+/.exec(String(messages))?.[0] ?? '' }];
  if (typeof codes !== 'object' || codes === null) return [];
  const besides = typeof messages === 'object' && messages !== null ? Object.values(messages) : [];
  return Object.values(codes).flatMap((each, at) => refusedValues(each, besides[at]));
};

const flatten = (errors: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, told]) => [field, messagesIn(told)]));

const messagesIn = (errors: unknown): string => {
  if (typeof errors === 'string') return errors;
  if (typeof errors !== 'object' || errors === null) return '';
  return Object.values(errors).map(messagesIn).filter(Boolean).join(' ');
};
