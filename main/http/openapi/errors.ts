import { PROBLEM_CODES } from '../../../shared/errors.ts';
import type { Response } from './document.ts';
import { headerRefs } from './headers.ts';
import { refTo, type Schema } from './schemas.ts';

const text = (description: string, rest: Schema = {}): Schema => ({ type: 'string', description, ...rest });
const detail = text('What went wrong, for people.');
const messages: Schema = { type: 'array', items: { type: 'string' }, minItems: 1 };
const codes: Schema = { type: 'array', items: text('A word that stays.'), minItems: 1 };

const facts: Schema = {
  type: 'array',
  items: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  minItems: 1,
};

/** The fields that hold lists of objects: those of an invoice, and those of the customer screen. */
const LISTS = ['items', 'lines'];

/** Schemas of those fields; `one` is that of a flat field. */
const byList = (description: string, one: Schema): Record<string, Schema> => {
  const nested: Schema = {
    type: 'array',
    items: { type: 'object', additionalProperties: one },
    minItems: 1,
  };
  return Object.fromEntries(LISTS.map((name) => [name, { description, anyOf: [one, nested] }]));
};

const object = (
  description: string,
  properties: Record<string, Schema>,
  optional: string[] = [],
): Schema => ({
  type: 'object',
  description,
  properties: { ...properties, codes: refTo('RefusalCodes') },
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

/** The bodies of all refusals (http/errors.ts). */
export const ERROR_SCHEMAS: Record<string, Schema> = {
  ApiError: object('A refusal.', { detail }),
  ValidationError: object(
    'The input is not valid. All invalid fields are reported at once.',
    {
      detail,
      facts: refTo('RefusalFacts'),
      errors: {
        type: 'object',
        description: 'Messages by field. Problems of no single field are under `non_field_errors`.',
        minProperties: 1,
        properties: byList(
          'Messages on the list as a whole, or one object for each item sent: messages by field, `{}` where the ' +
            'item is sound.',
          messages,
        ),
        additionalProperties: messages,
      },
    },
    ['facts'],
  ),
  Unauthorized: object(
    'No token, or none that is valid.',
    {
      detail,
      code: text(
        'token_not_valid: bad, expired or of the wrong type; sign in again. no_active_account: wrong username or ' +
          'password. user_inactive: the account was switched off. Absent when no token was sent.',
        { enum: ['token_not_valid', 'no_active_account', 'user_inactive'] },
      ),
    },
    ['code'],
  ),
  BankError: object('The bank did not carry out the request.', {
    detail,
    err_code: text(
      'The errCode of the bank (BAD_REQUEST, ORDER_IN_PROGRESS, WRONG_CANCEL_AMOUNT, INTERNAL_ERROR, … the list is ' +
        "the bank's and open), or one of: TIMEOUT (no answer in time), UNREACHABLE (no connection, or it broke; detail says which), " +
        'BAD_GATEWAY (an answer that cannot be read), IN_DOUBT (the bank does not show yet what became of the ' +
        'refund under this Idempotency-Key), CANCEL_FAILED (the refund failed), TOKEN_MISSING (the terminal has no ' +
        'usable bank token; nothing was sent). After TIMEOUT, BAD_GATEWAY, INTERNAL_ERROR, IN_DOUBT and a ' +
        'connection that broke the outcome is unknown: the bank may have acted.',
      {
        examples: [
          'TIMEOUT',
          'UNREACHABLE',
          'BAD_GATEWAY',
          'IN_DOUBT',
          'CANCEL_FAILED',
          'TOKEN_MISSING',
          'BAD_REQUEST',
          'INTERNAL_ERROR',
        ],
      },
    ),
  }),
  DiskError: object('The disk refused a write: it is full or write-protected. Nothing was written.', {
    detail,
    err_code: text(
      'DISK_FULL. If a bank request was sent before, the bank may have acted: Kramar records that once ' +
        'the disk takes it, and a repetition with the same Idempotency-Key brings it.',
      { enum: ['DISK_FULL'] },
    ),
  }),
  InternalError: object('A fault of ours.', {
    detail,
    request_id: text('What to look for in the log.', { format: 'uuid' }),
  }),
  RefusalCodes: {
    type: 'object',
    description:
      'An extension, with `Prefer: codes` alone. For each message in `errors` a word in the same place; of a refusal ' +
      'without `errors` one under `non_field_errors`: its `code` or `err_code` where it has one, else ' +
      'not_authenticated, permission_denied, host_not_allowed, origin_not_allowed, other_site, not_found, invalid_page, ' +
      'method_not_allowed, parse_error, cut_off, too_large, unsupported_media_type, throttled, busy, stopping, ' +
      `internal_error. Of fields: ${PROBLEM_CODES.join(', ')}. More may be added.`,
    minProperties: 1,
    properties: byList(
      'Words on the list as a whole, or one object for each item sent, as in `errors`.',
      codes,
    ),
    additionalProperties: codes,
  },
  RefusalFacts: {
    type: 'object',
    description:
      'An extension, with `Prefer: facts` alone. For each message in `errors` an object in the same place: the numbers ' +
      'and names that the sentence holds, such as `limit` (max_length, min_value, …) and `row` (of a table). It may be ' +
      'empty, and more may be added.',
    minProperties: 1,
    properties: byList(
      'Facts of the list as a whole, or one object for each item sent, as in `errors`.',
      facts,
    ),
    additionalProperties: facts,
  },
};

interface ErrorResponse {
  status: number;
  description: string;
  schemas: string[];
  headers?: string[];
  examples: Record<string, unknown>;
}

const EXAMPLE_ID = '9b2f8d1e-4c5a-4f0e-8a57-2d3c1b0a9f86';
const VALIDATION = { detail: 'Validation failed.', errors: { name: ['This field is required.'] } };

/** Keyed by the names that operations refer to. */
export const ERROR_RESPONSES: Record<string, ErrorResponse> = {
  BadParameters: {
    status: 400,
    description: 'A parameter cannot be read; `errors` says which.',
    schemas: ['ValidationError'],
    examples: {
      parameter: { detail: 'Validation failed.', errors: { page: ['A valid integer is required.'] } },
    },
  },
  BadRequest: {
    status: 400,
    description:
      'The input is not valid: `errors` says which field and why. Without `errors`: the body is not JSON.',
    schemas: ['ValidationError', 'ApiError'],
    examples: {
      fields: VALIDATION,
      items: {
        detail: 'Validation failed.',
        errors: { items: [{}, { price: ['Ensure this value is greater than or equal to 0.'] }] },
      },
      codes: { ...VALIDATION, codes: { name: ['required'] } },
      syntax: { detail: "JSON parse error - Unexpected token '}'" },
    },
  },
  Conflict: {
    status: 400,
    description: 'It cannot be deleted now; `errors` says why.',
    schemas: ['ValidationError'],
    examples: {
      open: {
        detail: 'Validation failed.',
        errors: { non_field_errors: ['The terminal has open invoices.'] },
      },
    },
  },
  NeverPaid: {
    status: 400,
    description:
      'The invoice was never paid, so there is neither a receipt nor a fiscal check; or there is no file of a fiscal ' +
      'check yet. `errors` says which.',
    schemas: ['ValidationError'],
    examples: {
      unpaid: {
        detail: 'Validation failed.',
        errors: { status: ['The invoice has not been paid yet; there is no receipt.'] },
      },
    },
  },
  Unauthorized: {
    status: 401,
    description: 'No token, or none that is valid.',
    schemas: ['Unauthorized'],
    headers: ['WWW-Authenticate'],
    examples: {
      missing: { detail: 'Authentication credentials were not provided.' },
      expired: { detail: 'Given token not valid for any token type', code: 'token_not_valid' },
    },
  },
  SignInRefused: {
    status: 401,
    description: 'Wrong username or password, or a token that is not valid.',
    schemas: ['Unauthorized'],
    headers: ['WWW-Authenticate'],
    examples: {
      credentials: {
        detail: 'No active account found with the given credentials',
        code: 'no_active_account',
      },
      token: { detail: 'Given token not valid for any token type', code: 'token_not_valid' },
    },
  },
  Forbidden: {
    status: 403,
    description:
      'The permission is missing; or the request came under a Host other than 127.0.0.1, [::1] or localhost, with the ' +
      'Origin of another site, or from a page of another site (Sec-Fetch-Site).',
    schemas: ['ApiError'],
    examples: { permission: { detail: 'You do not have permission to perform this action.' } },
  },
  NotFound: {
    status: 404,
    description: 'No record has this id.',
    schemas: ['ApiError'],
    examples: { record: { detail: 'Not found.' } },
  },
  InvalidPage: {
    status: 404,
    description: 'A page past the last one.',
    schemas: ['ApiError'],
    examples: { page: { detail: 'Invalid page.' } },
  },
  MethodNotAllowed: {
    status: 405,
    description: 'Met only with a method that this path does not have; `Allow` names those it has.',
    schemas: ['ApiError'],
    headers: ['Allow'],
    examples: { method: { detail: 'Method "PUT" not allowed.' } },
  },
  TooLarge: {
    status: 413,
    description: 'The body is larger than 1 MiB. The connection is closed.',
    schemas: ['ApiError'],
    examples: { size: { detail: 'Request body too large: at most 1048576 bytes.' } },
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not `application/json` (UTF-8).',
    schemas: ['ApiError'],
    examples: { type: { detail: 'Unsupported media type "text/plain" in request.' } },
  },
  FileTooLarge: {
    status: 413,
    description: 'The file is larger than is taken.',
    schemas: ['ApiError'],
    examples: { size: { detail: 'Request body too large: at most 16777216 bytes.' } },
  },
  UnsupportedFile: {
    status: 415,
    description: 'The body is sent as a type that is not taken here, or packed.',
    schemas: ['ApiError'],
    examples: { type: { detail: 'Unsupported media type "application/json" in request.' } },
  },
  Throttled: {
    status: 429,
    description: 'Too many requests: wait `Retry-After` seconds.',
    schemas: ['ApiError'],
    headers: ['Retry-After'],
    examples: { wait: { detail: 'Request was throttled. Expected available in 17 seconds.' } },
  },
  InternalError: {
    status: 500,
    description:
      'A fault of ours, of which the log has the cause under `request_id`; or the disk refused a write (`DISK_FULL`).',
    schemas: ['InternalError', 'DiskError'],
    examples: {
      fault: { detail: 'Internal server error.', request_id: EXAMPLE_ID },
      disk: {
        detail:
          'The disk that Kramar keeps its data on is full, so nothing was written. What was saved before is safe and can be read.',
        err_code: 'DISK_FULL',
      },
    },
  },
  Stopping: {
    status: 503,
    description: 'The service is stopping. Nothing was done.',
    schemas: ['ApiError'],
    examples: { stopping: { detail: 'The service is stopping; the job was not run.' } },
  },
  BankFailed: {
    status: 502,
    description: 'The bank refused, or gave no clear answer.',
    schemas: ['BankError'],
    examples: {
      refused: { detail: 'the amount on the QR register is being paid', err_code: 'ORDER_IN_PROGRESS' },
      silent: { detail: 'The bank did not answer in time.', err_code: 'TIMEOUT' },
    },
  },
};

/** components/responses */
export const errorResponse = ({ description, schemas, headers = [], examples }: ErrorResponse): Response => ({
  description,
  headers: headerRefs(...headers),
  content: {
    'application/json': {
      schema: schemas.length === 1 ? refTo(schemas[0] ?? '') : { anyOf: schemas.map(refTo) },
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    },
  },
});
