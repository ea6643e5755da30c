import * as v from 'valibot';
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

/** No answer, or not the whole of one. */
export const noAnswer = (cause: unknown): BankError => {
  const timedOut = causes(cause).some((error) => error.name === 'TimeoutError');
  return timedOut
    ? new BankError('TIMEOUT', 'The bank did not answer in time.', { inDoubt: true, cause })
    : new BankError('UNREACHABLE', 'The bank could not be reached, or the connection to it broke.', {
        inDoubt: true,
        cause,
      });
};

const causes = (error: unknown): Error[] => (error instanceof Error ? [error, ...causes(error.cause)] : []);

/**
 * An answer other than 200. A 4xx with an errCode is the bank's own refusal: nothing was done. Whatever else
 * (a 500, a gateway's page) leaves open whether the bank acted (decisions.md, "Invoices").
 */
export const refusedOrUnclear = (status: number, text: string, retryAfter: string | null): BankError => {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), errorAnswer), text);
  const waiting = waitingTime(retryAfter);
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
const LONGEST_WAIT_MS = 60 * 60_000;

/** Retry-After: seconds or an HTTP date (RFC 9110, 10.2.3). */
const waitingTime = (retryAfter: string | null): { retryAfterMs?: number } => {
  if (retryAfter === null || retryAfter.trim() === '') return {};
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? { retryAfterMs: Math.min(LONGEST_WAIT_MS, Math.max(0, ms)) } : {};
};

/** A 200 whose body is not what the bank's documentation promises; says which field. */
export const unreadable = (
  path: string,
  issues: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): BankError => {
  const [issue] = issues;
  const where = v.getDotPath(issue);
  return new BankError(
    'BAD_GATEWAY',
    `The bank's answer to ${path} could not be read${where ? ` (${where}: ${issue.message})` : ''}.`,
    { inDoubt: true },
  );
};

/** An answer that can be read, and is about another invoice than the one in question. */
export const otherInvoice = (): BankError =>
  new BankError('BAD_GATEWAY', "The bank's answer is about another invoice, and was not taken over.", {
    inDoubt: true,
  });
