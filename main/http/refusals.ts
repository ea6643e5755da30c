import type { Context } from 'koa';
import {
  codesOf,
  type ErrorBody,
  type FieldErrors,
  type FieldFacts,
  factsOf,
  WHOLE_OBJECT,
} from '../../shared/errors.ts';
import { BankError, bankOutcome } from '../bank/errors.ts';
import { BusyError, ForbiddenError, NotFoundError, SignInError, ValidationError } from '../shop/errors.ts';
import { diskRefusal } from '../store/db/connection.ts';
import { CHALLENGE, forbidden, HttpError, throttled } from './errors.ts';
import { languageOf, prefers } from './preferences.ts';
import { ukrainianTexts } from './ukrainian.ts';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  headers: Record<string, string>;
  /** By the fields of `errors`, else of the whole. */
  codes: FieldErrors;
  /** By the fields of `errors`; of a bank request, its outcome under `non_field_errors`. */
  facts?: FieldFacts;
}

/** The client's view of an error; the cause itself goes only to the log. */
export const errorAnswer = (error: unknown, requestId: string): ErrorAnswer => {
  const answer = (status: number, body: ErrorBody, code: string, headers = {}) => ({
    status,
    body,
    headers,
    codes: { [WHOLE_OBJECT]: [code] },
  });
  if (error instanceof HttpError) return answer(error.status, bodyOf(error), error.code, error.headers);
  if (error instanceof ForbiddenError) return errorAnswer(forbidden(), requestId);
  if (error instanceof BusyError) return errorAnswer(throttled(error.retryAfterSeconds), requestId);
  if (error instanceof ValidationError) {
    const { message, errors, problems } = error;
    const [codes, facts] = [codesOf(problems), factsOf(problems)];
    return { status: 400, body: { detail: message, errors }, headers: {}, codes, facts };
  }
  if (error instanceof SignInError)
    return answer(401, { detail: error.message, code: error.code }, error.reason, CHALLENGE);
  if (error instanceof NotFoundError) return answer(404, { detail: 'Not found.' }, 'not_found');
  if (error instanceof BankError) {
    const { retryAfterMs = 0 } = error;
    const headers = retryAfterMs > 0 ? { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) } : {};
    return {
      ...answer(502, { detail: error.message, err_code: error.code }, error.code, headers),
      facts: {
        [WHOLE_OBJECT]: [
          {
            outcome: bankOutcome(error),
            ...(error.httpStatus === undefined ? {} : { http_status: error.httpStatus }),
          },
        ],
      },
    };
  }
  const refusal = diskRefusal(error);
  if (refusal !== undefined) return answer(500, { detail: refusal, err_code: 'DISK_FULL' }, 'DISK_FULL');
  return answer(500, { detail: 'Internal server error.', request_id: requestId }, 'internal_error');
};

const AWAY: readonly string[] = ['DATABASE_LOST', 'BEING_RESTORED'];

/** Every answer in place of a shop carries an err_code, as a failed bank request does. */
const bodyOf = ({ code, message }: HttpError): ErrorBody =>
  AWAY.includes(code) ? { detail: message, err_code: code } : { detail: message };

/**
 * Builds the body of a refusal in the client's language, with the codes and facts that it prefers.
 * @param error its cause; absent: its texts exist in English only
 */
export const refusalBody = (
  ctx: Context,
  { body, codes, facts }: Pick<ErrorAnswer, 'body' | 'codes' | 'facts'>,
  error?: unknown,
): ErrorBody => ({
  ...body,
  ...(error !== undefined && languageOf(ctx) === 'uk' ? ukrainianTexts(error) : {}),
  ...(prefers(ctx, 'codes') ? { codes } : {}),
  ...(facts && prefers(ctx, 'facts') ? { facts } : {}),
});

export const sendRefusal = (ctx: Context, error: unknown, requestId: string): void => {
  const refusal = errorAnswer(error, requestId);
  ctx.status = refusal.status;
  ctx.set(refusal.headers);
  ctx.body = refusalBody(ctx, refusal, error);
};
