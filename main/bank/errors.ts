import { type BankOutcome, NOT_SENT_CODES } from '../../shared/errors.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { readJson } from './informative.ts';
import { causes, NoConnection } from './transport.ts';
import { errorAnswer } from './wire.ts';

interface BankErrorOptions extends ErrorOptions {
  /** True if the bank may have acted nevertheless. */
  inDoubt: boolean;
  /** Milliseconds to wait, from the bank's Retry-After. */
  retryAfterMs?: number;
  /** Of an answer that could not be read. */
  httpStatus?: number;
}

/** The codes that are Kramar's own; any other is the bank's errCode. */
export const OWN_BANK_CODES = [
  'TIMEOUT',
  'UNREACHABLE',
  'BAD_GATEWAY',
  'CANCEL_FAILED',
  'IN_DOUBT',
  'TOKEN_MISSING',
  'MOVED_AWAY',
  'PAUSED',
] as const;
export type OwnBankCode = (typeof OWN_BANK_CODES)[number];

/** A bank request without a good answer. `message` may be shown to the client. */
export class BankError extends Error {
  override readonly name = 'BankError';
  /** The bank's errCode, or one of OWN_BANK_CODES. */
  readonly code: string;
  readonly inDoubt: boolean;
  readonly retryAfterMs: number | undefined;
  readonly httpStatus: number | undefined;

  constructor(code: string, message: string, { inDoubt, retryAfterMs, httpStatus, cause }: BankErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.inDoubt = inDoubt;
    this.retryAfterMs = retryAfterMs;
    this.httpStatus = httpStatus;
  }
}

/** No request was sent: the bank is paused for a while (pace.ts). Only background work gets it. */
export const PAUSED = 'PAUSED';

/** @param retryAfterMs milliseconds until the next request */
export const paused = (retryAfterMs: number): BankError =>
  new BankError(PAUSED, 'The bank is paused for a while, so no request was sent.', {
    inDoubt: false,
    retryAfterMs,
  });

/**
 * One code may mean either: UNREACHABLE is of a connection that broke, or of one that never came about, and so is a block
 * of the firewall of a request that it kept out, or of one that was not sent because of it.
 */
export const bankOutcome = (error: BankError): BankOutcome => {
  const { inDoubt, code } = error;
  if (inDoubt) return 'unknown';
  return NOT_SENT_CODES.includes(code) || isFirewallBlock(error) ? 'not_sent' : 'refused';
};

/** No token for the request: none was entered, it was destroyed, or the keychain holds another key. */
export const tokenMissing = (terminalName: string): BankError =>
  new BankError(
    'TOKEN_MISSING',
    `The terminal "${terminalName}" has no usable bank token. Nothing was sent to the bank. ` +
      'The owner can enter the token again, unless the terminal was deleted.',
    { inDoubt: false },
  );

/** The shop goes on on another computer: two that ask the bank would each take the other's sales for foreign ones. */
export const movedAway = (): BankError =>
  new BankError(
    'MOVED_AWAY',
    'The shop was moved to another computer, so this one sends no bank requests. Nothing was sent to the bank. ' +
      'If this computer goes on, the owner says so in Settings.',
    { inDoubt: false },
  );

/**
 * The outcome of an earlier request is still unknown.
 * @param cause why the bank could not be queried, if it could not
 */
export const inDoubt = (cause?: BankError): BankError =>
  new BankError(
    'IN_DOUBT',
    `The outcome of this request at the bank is not known yet; it was not sent again. ${cause?.message ?? ''}`.trim(),
    { inDoubt: true, cause },
  );

/** No answer, or an incomplete one. A connection that was never made carried nothing, so the bank cannot have acted. */
export const connectionFailure = (cause: unknown): BankError => {
  if (cause instanceof NoConnection)
    return new BankError('UNREACHABLE', 'No connection to the bank could be made. Nothing was sent to it.', {
      inDoubt: false,
      cause,
    });
  return causes(cause).some(({ name }) => name === 'TimeoutError')
    ? new BankError('TIMEOUT', 'The bank did not answer in time.', { inDoubt: true, cause })
    : new BankError('UNREACHABLE', 'The connection to the bank broke before its answer was complete.', {
        inDoubt: true,
        cause,
      });
};

/** What a gateway in front of the bank answers when the bank itself does not: bad gateway, unavailable, gateway timeout. */
const GATEWAY_STATUSES = [502, 503, 504];

/**
 * The bank sent no answer, whatever happened to the request. One that cannot be read is an answer, so the bank is
 * reachable; a gateway's page in its place is none.
 */
export const isUnanswered = ({ code, httpStatus = 0 }: BankError): boolean =>
  ['TIMEOUT', 'UNREACHABLE'].includes(code) ||
  (code === 'BAD_GATEWAY' && GATEWAY_STATUSES.includes(httpStatus));

/**
 * The bank's firewall (AWS WAF) refuses the address of this computer: a 403 that is not the bank's own. Such a block
 * lasts about 24 hours, and nobody lifts it
 * (https://github.com/andrew-demb/monobank-api-community-docs, Troubleshooting).
 */
export const isFirewallBlock = ({ code, httpStatus }: BankError): boolean =>
  code === 'BAD_GATEWAY' && httpStatus === FORBIDDEN;

const FORBIDDEN = 403;

const FIREWALL =
  "The bank's firewall does not let this computer's internet address in (HTTP 403), for a day as a rule. " +
  'Another network, such as that of a phone, gets through.';

const badGateway = (httpStatus: number, options: Pick<BankErrorOptions, 'cause' | 'retryAfterMs'> = {}) =>
  new BankError(
    'BAD_GATEWAY',
    httpStatus === FORBIDDEN ? FIREWALL : `The bank's answer could not be read (HTTP ${httpStatus}).`,
    { inDoubt: true, httpStatus, ...options },
  );

/** A sale that was not sent, since an earlier one of the terminal is in doubt behind the firewall. */
export const notSentThroughFirewall = (cause?: BankError): BankError =>
  new BankError('BAD_GATEWAY', `${FIREWALL} This sale was not sent: nobody can pay it.`, {
    inDoubt: false,
    httpStatus: FORBIDDEN,
    cause,
  });

/** A list that is no JSON. */
export const noJson = (cause: unknown): BankError => badGateway(200, { cause });

/**
 * An answer other than 200. A 4xx with an errCode is the bank's own refusal: nothing was done. Any other (a 500, a
 * gateway's page) leaves open whether the bank acted.
 */
export const errorFromResponse = (status: number, text: string, retryAfter: string | null): BankError => {
  const read = readJson(errorAnswer, text);
  const waiting = parseRetryAfter(retryAfter);
  if ('issues' in read || status < 400 || status >= 600) return badGateway(status, waiting);
  const { errCode, errText } = read.output;
  return new BankError(errCode, errText || `The bank refused (${errCode}).`, {
    inDoubt: status >= 500,
    ...waiting,
  });
};

/** No bank asks for a longer wait; a longer one comes from elsewhere. */
const LONGEST_WAIT_MS = HOUR_MS;

/** Retry-After: seconds or an HTTP date (RFC 9110, 10.2.3). */
const parseRetryAfter = (retryAfter: string | null): { retryAfterMs?: number } => {
  if (retryAfter === null || retryAfter.trim() === '') return {};
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? { retryAfterMs: Math.min(LONGEST_WAIT_MS, Math.max(0, ms)) } : {};
};

/**
 * The bank's JSON answer has a field of one record that cannot be read or cannot be true. The bank is reachable, so
 * other records can still be requested.
 */
export class UnreadableAnswer extends BankError {
  readonly field: string;
  /** Shortened, card numbers and secrets masked. */
  readonly value: string;

  /** @param expected the field's value known to Kramar, if any */
  constructor(path: string, { field, value }: { field: string; value: string }, expected?: string) {
    const fault = `${field === '' ? 'the answer' : field} is ${value}`;
    const instead = expected === undefined ? '' : ` instead of ${expected}`;
    super('BAD_GATEWAY', `The bank's answer to ${path} could not be read (HTTP 200): ${fault}${instead}.`, {
      inDoubt: true,
      httpStatus: 200,
    });
    this.field = field;
    this.value = value;
  }
}

/** Refusals that any request with this token would get, and failures on Kramar's side to send one. */
const NOT_OF_ONE_RECORD: readonly string[] = [
  ...['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY', 'TOKEN_MISSING', 'MOVED_AWAY', PAUSED],
  ...['FORBIDDEN', 'TMR', 'METHOD_NOT_ALLOWED'],
];

/** Whether the failure says nothing about other records of the same terminal, so that requests for these go on. */
export const concernsOneRecord = (error: BankError): boolean =>
  error instanceof UnreadableAnswer || !NOT_OF_ONE_RECORD.includes(error.code);

/**
 * What a later request of a sale in doubt met says nothing about the first, whatever the later one met: the outcome of the
 * sale is unknown.
 */
export const saleStillInDoubt = (error: unknown): unknown =>
  error instanceof BankError && !error.inDoubt
    ? new BankError(error.code, `${error.message} An earlier request of this sale is still in doubt.`, {
        inDoubt: true,
        cause: error,
        ...(error.httpStatus === undefined ? {} : { httpStatus: error.httpStatus }),
        ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
      })
    : error;

/** The answer to a creation names an invoice that already exists here. */
export const otherInvoice = (): BankError =>
  new BankError(
    'BAD_GATEWAY',
    "The bank's answer (HTTP 200) is about another invoice, and was not taken over.",
    { inDoubt: true, httpStatus: 200 },
  );
