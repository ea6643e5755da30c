import type { Context } from 'koa';
import { codesOf, type ErrorBody, type FieldErrors, WHOLE_OBJECT } from '../../shared/errors.ts';
import { BankError } from '../bank/errors.ts';
import { BusyError, NotFoundError, SignInError, ValidationError } from '../domain/errors.ts';
import { diskRefusal } from '../store/db/connection.ts';

/** Default codes by status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'parse_error',
  401: 'not_authenticated',
  403: 'permission_denied',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'throttled',
  503: 'stopping',
};

/** A refusal that only HTTP knows. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Stable: clients may compare it. */
  readonly code: string;

  constructor(status: number, detail: string, headers: Record<string, string> = {}, code = CODES[status]) {
    super(detail);
    this.status = status;
    this.headers = headers;
    this.code = code ?? 'error';
  }
}

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="api"' };

export const notFound = () => new HttpError(404, 'Not found.');
export const forbidden = () => new HttpError(403, 'You do not have permission to perform this action.');
export const notSignedIn = () =>
  new HttpError(401, 'Authentication credentials were not provided.', CHALLENGE);
export const methodNotAllowed = (method: string, allow: string) =>
  new HttpError(405, `Method "${method}" not allowed.`, { Allow: allow });
export const unsupportedMediaType = (type: string) =>
  new HttpError(415, `Unsupported media type "${type}" in request.`);
export const throttled = (seconds: number) =>
  new HttpError(
    429,
    `Request was throttled. Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    { 'Retry-After': String(seconds) },
  );

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  headers: Record<string, string>;
  /** By the fields of `errors`, else of the whole. */
  codes: FieldErrors;
}

/** The client's view of an error; the cause itself goes only to the log. */
export const errorAnswer = (error: unknown, requestId: string): ErrorAnswer => {
  const answer = (status: number, body: ErrorBody, code: string, headers = {}) => ({
    ...{ status, body, headers },
    codes: { [WHOLE_OBJECT]: [code] },
  });
  if (error instanceof HttpError)
    return answer(error.status, { detail: error.message }, error.code, error.headers);
  if (error instanceof BusyError) return errorAnswer(throttled(error.retryAfterSeconds), requestId);
  if (error instanceof ValidationError) {
    const { message, errors, problems } = error;
    return { status: 400, body: { detail: message, errors }, headers: {}, codes: codesOf(problems) };
  }
  if (error instanceof SignInError)
    return answer(401, { detail: error.message, code: error.code }, error.code, CHALLENGE);
  if (error instanceof NotFoundError) return answer(404, { detail: 'Not found.' }, 'not_found');
  if (error instanceof BankError)
    return answer(502, { detail: error.message, err_code: error.code }, error.code);
  const refusal = diskRefusal(error);
  if (refusal !== undefined) return answer(500, { detail: refusal, err_code: 'DISK_FULL' }, 'DISK_FULL');
  return answer(500, { detail: 'Internal server error.', request_id: requestId }, 'internal_error');
};

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

const APPLIED = 'Preference-Applied';

/** Reads Prefer by RFC 7240, 2: names in any case; `codes` has no value. */
export const applyPreferences = (ctx: Context): void => {
  const preferences = ctx.get('Prefer').replace(QUOTED, '""').split(',');
  if (preferences.some((one) => /^\s*codes\s*(;|$)/i.test(one))) ctx.set(APPLIED, 'codes');
};

/** Builds the body of a refusal, with codes when the client prefers them. */
export const refusalBody = (ctx: Context, { body, codes }: Pick<ErrorAnswer, 'body' | 'codes'>): ErrorBody =>
  ctx.response.get(APPLIED) === 'codes' ? { ...body, codes } : body;

export const sendRefusal = (ctx: Context, error: unknown, requestId: string): void => {
  const refusal = errorAnswer(error, requestId);
  ctx.status = refusal.status;
  ctx.set(refusal.headers);
  ctx.body = refusalBody(ctx, refusal);
};
