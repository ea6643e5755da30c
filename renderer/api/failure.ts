import type { BridgeRefusal } from '../../shared/bridge/bridge.ts';
import {
  AWAY_CODES,
  BANK_OUTCOMES,
  type BankOutcome,
  type OsFault,
  type Problem,
} from '../../shared/errors.ts';

export interface RefusedValue {
  /** A ProblemCode; a newer service may have more. */
  code: string;
  /** The numbers and names of the message, such as a limit or a row of a file. */
  facts: Problem['facts'];
}

/** A failed call, in terms a screen can act on. */
export type Failure =
  /** The local service does not answer, or the connection broke. */
  | { kind: 'unreachable' }
  | { kind: 'credentials' }
  /** The session has ended. */
  | { kind: 'session' }
  | { kind: 'forbidden' }
  | { kind: 'missing' }
  | { kind: 'throttled'; seconds: number }
  /**
   * The bank refused, was not reached, or the outcome is unknown; `code` is the interface's err_code.
   * isBlocked: the bank's firewall keeps this computer out.
   */
  | { kind: 'bank'; code: string; words: string; outcome?: BankOutcome; isBlocked?: true }
  /** The bank did not answer a read request, so nothing was changed. */
  | { kind: 'unanswered'; code: string; isBlocked?: true }
  /** The input was refused: messages by field in the server's words, and codes that the screens translate. */
  | { kind: 'invalid'; words: string; errors: Record<string, string>; codes?: Record<string, RefusedValue[]> }
  /** The program refused (the bridge); the message says what happened, what is safe and what to do. */
  | { kind: 'program'; code: string; words: string; fault?: OsFault; names?: readonly string[] }
  /** The computer's disk refused a write. */
  | { kind: 'disk' }
  /** The service is stopping, or has no database now: this request did nothing. */
  | { kind: 'away' }
  | { kind: 'server'; status: number; requestId: string };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options);
    this.failure = failure;
  }
}

/** Converts any thrown value; a fault of this page reads as a fault of the program. */
export const failureOf = (error: unknown): Failure =>
  error instanceof ApiError ? error.failure : { kind: 'server', status: 0, requestId: '' };

/** Codes with an unknown outcome: the service's own, and the bank's for its internal errors. */
const UNKNOWN_OUTCOME_CODES = new Set([
  'TIMEOUT',
  'UNREACHABLE',
  'BAD_GATEWAY',
  'INTERNAL_ERROR',
  'IN_DOUBT',
]);

/** The service says it; one that does not is judged by the code. */
const isUnknownAtBank = ({ code, outcome }: Extract<Failure, { kind: 'bank' }>): boolean =>
  outcome === undefined ? UNKNOWN_OUTCOME_CODES.has(code) : outcome === 'unknown';

/** Whether nothing of the request left this computer. */
export const isNotSent = (failure: Failure): boolean =>
  failure.kind === 'bank' && failure.outcome === 'not_sent';

/** Whether the request may have taken effect. The service, too, can fail after its bank request. */
export const isInDoubt = (failure: Failure): boolean =>
  failure.kind === 'unreachable' ||
  // The bank request may have been sent before the disk refused to store the answer.
  failure.kind === 'disk' ||
  (failure.kind === 'bank' && isUnknownAtBank(failure)) ||
  (failure.kind === 'server' && !isRefusal(failure.status));

/** Client errors such as 405 and 413: nothing was started. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500;

/** The failure of a read-only call: a lost answer leaves nothing in doubt, and what was not sent stays so. */
export const asReadFailure = (failure: Failure): Failure =>
  failure.kind === 'bank' && (isUnknownAtBank(failure) || failure.isBlocked)
    ? { kind: 'unanswered', code: failure.code, ...(failure.isBlocked && { isBlocked: true as const }) }
    : failure;

interface ErrorBody {
  detail?: string;
  err_code?: string;
  errors?: Record<string, unknown>;
  codes?: Record<string, unknown>;
  facts?: Record<string, unknown>;
}

/** A 503 without one of these codes is somebody else's, such as a proxy's, and says nothing of what became of the request. */
const isAway = ({ codes = {} }: ErrorBody): boolean =>
  refusedValues(codes.non_field_errors, undefined).some(({ code }) =>
    AWAY_CODES.some((each) => each === code),
  );

/** Reads an error answer of the interface. */
export const failureOfResponse = ({ status, headers }: Response, body: ErrorBody): Failure => {
  const words = body.detail ?? '';
  if (status === 400) {
    return describeInvalid(body, words);
  }
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'missing' };
  if (status === 429) return { kind: 'throttled', seconds: Number(headers.get('Retry-After')) || 60 };
  if (status === 502 && body.err_code) {
    return { kind: 'bank', code: body.err_code, words, ...bankFactsOf(body) };
  }
  if (status === 503 && isAway(body)) return { kind: 'away' };
  if (status === 500 && body.err_code === 'DISK_FULL') return { kind: 'disk' };
  return { kind: 'server', status, requestId: headers.get('X-Request-Id') ?? '' };
};

const FORBIDDEN = 403;

const bankFactsOf = ({ facts = {} }: ErrorBody) => {
  const [first] = Array.isArray(facts.non_field_errors) ? facts.non_field_errors : [];
  const { outcome: reported, http_status } = (first ?? {}) as { outcome?: unknown; http_status?: unknown };
  const outcome = BANK_OUTCOMES.find((each) => each === reported);
  return { ...(outcome && { outcome }), ...(http_status === FORBIDDEN && { isBlocked: true as const }) };
};

/** Reads a refusal of the bridge. */
export const failureOfRefusal = (refusal: BridgeRefusal): Failure => {
  const { code, detail, fault, names, outcome } = refusal;
  if (code === 'VALIDATION') return describeInvalid(refusal, detail);
  if (code === 'FORBIDDEN') return { kind: 'forbidden' };
  if (code === 'NOT_FOUND') return { kind: 'missing' };
  const bankCode = /^BANK_(.+)$/.exec(code)?.[1];
  // Trying a token is a read-only request.
  if (bankCode !== undefined)
    return asReadFailure({ kind: 'bank', code: bankCode, words: detail, ...(outcome && { outcome }) });
  return { kind: 'program', code, words: detail, ...(fault && { fault }), ...(names && { names }) };
};

const describeInvalid = (
  { errors, codes = {}, facts }: Pick<ErrorBody, 'errors' | 'codes' | 'facts'>,
  detail: string,
): Failure => {
  const messages = flatten(errors);
  return {
    kind: 'invalid',
    words: Object.values(messages).join(' ') || detail,
    errors: messages,
    codes: Object.fromEntries(
      Object.entries(codes).map(([field, found]) => [field, refusedValues(found, facts?.[field])]),
    ),
  };
};

/** Facts have the same nesting as their codes. */
const refusedValues = (codes: unknown, facts: unknown): RefusedValue[] => {
  const known = typeof facts === 'object' && facts !== null ? facts : {};
  if (typeof codes === 'string') return [{ code: codes, facts: known as RefusedValue['facts'] }];
  if (typeof codes !== 'object' || codes === null) return [];
  const besides = Object.values(known);
  return Object.values(codes).flatMap((each, at) => refusedValues(each, besides[at]));
};

const flatten = (errors: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, value]) => [field, messagesIn(value)]));

const messagesIn = (errors: unknown): string => {
  if (typeof errors === 'string') return errors;
  if (typeof errors !== 'object' || errors === null) return '';
  return Object.values(errors).map(messagesIn).filter(Boolean).join(' ');
};
