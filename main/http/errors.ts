import { AWAY_CODES, type Problem } from '../../shared/errors.ts';

/** The stable codes of refusals as a whole, besides those of a bank request (bank/errors.ts). */
export const REFUSAL_CODES = [
  ...['not_authenticated', 'token_not_valid', 'key_unknown', 'key_revoked', 'key_off', 'no_active_account'],
  ...['user_inactive', 'permission_denied', 'host_not_allowed', 'origin_not_allowed', 'other_site'],
  ...['key_in_address', 'not_found', 'invalid_page', 'method_not_allowed', 'parse_error', 'cut_off'],
  ...['too_large', 'unsupported_media_type', 'throttled', 'busy', 'internal_error', 'DISK_FULL'],
  ...AWAY_CODES,
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Default codes by status. 503 is answered only where nothing was done: screens rely on it. */
const CODES: Readonly<Record<number, RefusalCode>> = {
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
  readonly code: RefusalCode | 'error';
  /** The numbers and names in the message. */
  readonly facts: Problem['facts'];

  constructor(
    status: number,
    detail: string,
    headers: Record<string, string> = {},
    code = CODES[status],
    facts: Problem['facts'] = {},
  ) {
    super(detail);
    this.status = status;
    this.headers = headers;
    this.code = code ?? 'error';
    this.facts = facts;
  }
}

export const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="api"' };

export const notFound = () => new HttpError(404, 'Not found.');
export const forbidden = () => new HttpError(403, 'You do not have permission to perform this action.');
export const keyInAddress = () =>
  new HttpError(
    400,
    'A key was sent in the address, where logs keep it. Send it in the header: Authorization: Bearer kr_… ' +
      'Rotate this key, since others may have read it.',
    {},
    'key_in_address',
  );
export const notSignedIn = () =>
  new HttpError(401, 'Authentication credentials were not provided.', CHALLENGE);
export const methodNotAllowed = (method: string, allow: string) =>
  new HttpError(405, `Method "${method}" not allowed.`, { Allow: allow }, undefined, { method });
export const unsupportedMediaType = (type: string) =>
  new HttpError(415, `Unsupported media type "${type}" in request.`, {}, undefined, { type });
export const throttled = (seconds: number) =>
  new HttpError(
    429,
    `Request was throttled. Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    { 'Retry-After': String(seconds) },
    undefined,
    { seconds },
  );
