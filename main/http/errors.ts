import type { ErrorBody } from '../../shared/errors.ts';
import { BankError } from '../bank/errors.ts';
import { BusyError, NotFoundError, SignInError, ValidationError } from '../domain/errors.ts';
import { diskRefusal } from '../store/db/connection.ts';

/** A refusal that belongs to HTTP alone. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
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
}

/** What the client is told of an error; the cause itself goes to the log alone. */
export const errorAnswer = (error: unknown, requestId: string): ErrorAnswer => {
  const answer = (status: number, body: ErrorBody, headers = {}) => ({ status, body, headers });
  if (error instanceof HttpError) return answer(error.status, { detail: error.message }, error.headers);
  if (error instanceof BusyError) return errorAnswer(throttled(error.retryAfterSeconds), requestId);
  if (error instanceof ValidationError) return answer(400, { detail: error.message, errors: error.errors });
  if (error instanceof SignInError)
    return answer(401, { detail: error.message, code: error.code }, CHALLENGE);
  if (error instanceof NotFoundError) return answer(404, { detail: 'Not found.' });
  if (error instanceof BankError) return answer(502, { detail: error.message, err_code: error.code });
  const refusal = diskRefusal(error);
  if (refusal !== undefined) return answer(500, { detail: refusal, err_code: 'DISK_FULL' });
  return answer(500, { detail: 'Internal server error.', request_id: requestId });
};
