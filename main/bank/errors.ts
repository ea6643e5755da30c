import * as v from 'valibot';
import { HOUR_MS } from '../../shared/time.ts';
import { errorAnswer } from './wire.ts';

interface BankErrorOptions extends ErrorOptions {
  /** True when the bank may have acted all the same. */
  inDoubt: boolean;
  /** Milliseconds the bank asked to wait. */
  retryAfterMs?: number;
}

/** A call to the bank that brought no good answer. `message` is fit for the client's eyes. */
export class BankError extends Error {
  override readonly name = 'BankError';
  /** The bank's errCode, or TIMEOUT, UNREACHABLE, BAD_GATEWAY, CANCEL_FAILED, IN_DOUBT, TOKEN_MISSING. */
  readonly code: string;
  readonly inDoubt: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, { inDoubt, retryAfterMs, cause }: BankErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.inDoubt = inDoubt;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The bank was not asked: it is being left in peace for a while (pace.ts). Only work in the background meets it. */
export const PAUSED = 'PAUSED';

/** @param retryAfterMs milliseconds until it is asked again */
export const paused = (retryAfterMs: number): BankError =>
  new BankError(PAUSED, 'The bank is left in peace for a while, and was not asked.', {
    inDoubt: false,
    retryAfterMs,
  });

/** No token to ask the bank with: none was given, it was destroyed, or the keychain holds another key. */
export const tokenMissing = (terminalName: string): BankError =>
  new BankError(
    'TOKEN_MISSING',
    `The terminal "${terminalName}" has no usable bank token. Nothing was sent to the bank. ` +
      'The owner can enter the token again.',
    { inDoubt: false },
  );

/** The outcome of an earlier call is still unknown. @param cause why the bank could not be asked, where it could not */
export const inDoubt = (cause?: BankError): BankError =>
  new BankError(
    'IN_DOUBT',
    `The outcome of this refund at the bank is not known yet; it was not requested again. ${cause?.message ?? ''}`.trim(),
    { inDoubt: true, cause },
  );

/** No answer, or not the whole of one. A connection that was never made carried nothing: the bank cannot have acted. */
export const connectionFailure = (cause: unknown): BankError => {
  const chain = causes(cause);
  if (chain.some((error) => error.name === 'TimeoutError'))
    return new BankError('TIMEOUT', 'The bank did not answer in time.', { inDoubt: true, cause });
  return chain.some(isBeforeConnection)
    ? new BankError('UNREACHABLE', 'No connection to the bank could be made. Nothing was sent to it.', {
        inDoubt: false,
        cause,
      })
    : new BankError('UNREACHABLE', 'The connection to the bank broke before its answer was complete.', {
        inDoubt: true,
        cause,
      });
};

const causes = (error: unknown): Error[] => (error instanceof Error ? [error, ...causes(error.cause)] : []);

/** Errors of OpenSSL that end a TLS handshake; the request follows only after it. */
const HANDSHAKE_CODES: readonly string[] = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
/** Node's words for a socket that was closed during the handshake; its code is the ECONNRESET of any other. */
const HANDSHAKE_BROKEN = 'before secure TLS connection was established';

/**
 * Whether the error arose before there was a connection to send the request on. The system call tells, not the code
 * alone: an established connection too can end with EHOSTUNREACH or ETIMEDOUT, and is then a doubt.
 */
const isBeforeConnection = (error: Error & { code?: string; syscall?: string }): boolean => {
  // One error for each address of a name with several.
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every((each: Error) => isBeforeConnection(each));
  const { code = '', syscall = '', message } = error;
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    HANDSHAKE_CODES.includes(code) ||
    message.includes(HANDSHAKE_BROKEN)
  );
};

/** No answer of the bank itself came, whatever became of the request. */
export const isUnanswered = (error: BankError): boolean =>
  !(error instanceof UnreadableAnswer) && ['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY'].includes(error.code);

/**
 * An answer other than 200. A 4xx with an errCode is the bank's own refusal: nothing was done. Whatever else
 * (a 500, a gateway's page) leaves open whether the bank acted.
 */
export const errorFromResponse = (status: number, text: string, retryAfter: string | null): BankError => {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), errorAnswer), text);
  const waiting = parseRetryAfter(retryAfter);
  const isError = status >= 400 && status < 600;
  if (!answer.success || !isError) {
    return new BankError('BAD_GATEWAY', `The bank's answer could not be read (HTTP ${status}).`, {
      inDoubt: true,
      ...waiting,
    });
  }
  const { errCode, errText } = answer.output;
  return new BankError(errCode, errText || `The bank refused (${errCode}).`, {
    inDoubt: status >= 500,
    ...waiting,
  });
};

/** No bank means longer; what asks for more is no bank's. */
const LONGEST_WAIT_MS = HOUR_MS;

/** Retry-After: seconds or an HTTP date (RFC 9110, 10.2.3). */
const parseRetryAfter = (retryAfter: string | null): { retryAfterMs?: number } => {
  if (retryAfter === null || retryAfter.trim() === '') return {};
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? { retryAfterMs: Math.min(LONGEST_WAIT_MS, Math.max(0, ms)) } : {};
};

/**
 * An answer of the bank that is JSON, and in which a field of one record cannot be read, or says something that cannot
 * be true of it. The bank is there, and other records can be asked about.
 */
export class UnreadableAnswer extends BankError {
  readonly field: string;
  /** Shortened, card numbers and secrets masked. */
  readonly value: string;

  /** @param expected what Kramar knows of the field, where it does */
  constructor(path: string, { field, value }: { field: string; value: string }, expected?: string) {
    const fault = `${field === '' ? 'the answer' : field} is ${value}`;
    const instead = expected === undefined ? '' : ` instead of ${expected}`;
    super('BAD_GATEWAY', `The bank's answer to ${path} could not be read: ${fault}${instead}.`, {
      inDoubt: true,
    });
    this.field = field;
    this.value = value;
  }
}

/** Refusals that the bank would give to any call with this token, and failures of ours to ask at all. */
const NOT_OF_ONE_RECORD: readonly string[] = [
  ...['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY', 'TOKEN_MISSING', PAUSED],
  ...['FORBIDDEN', 'TMR', 'METHOD_NOT_ALLOWED'],
];

/** Whether the failure says nothing of other records at the same terminal, so that these can still be asked about. */
export const concernsOneRecord = (error: BankError): boolean =>
  error instanceof UnreadableAnswer || !NOT_OF_ONE_RECORD.includes(error.code);

/** A creation that was answered with the id of an invoice that is here already. */
export const otherInvoice = (): BankError =>
  new BankError('BAD_GATEWAY', "The bank's answer is about another invoice, and was not taken over.", {
    inDoubt: true,
  });
