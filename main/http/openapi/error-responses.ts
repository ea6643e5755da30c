import type { Response } from './document.ts';
import { type HeaderRef, headerRefs } from './headers.ts';
import { refTo } from './schemas.ts';

interface ErrorResponse {
  status: number;
  description: string;
  schemas: string[];
  headers?: HeaderRef[];
  examples: Record<string, unknown>;
}

const EXAMPLE_ID = '9b2f8d1e-4c5a-4f0e-8a57-2d3c1b0a9f86';
const VALIDATION = { detail: 'Validation failed.', errors: { name: ['This field is required.'] } };

/** Keyed by the names that operations refer to; none is that of a schema: kubb writes one file for each name. */
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
  NotAuthenticated: {
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
  ServiceFailed: {
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
    headers: [['Retry-After', 'BankRetryAfter']],
    examples: {
      refused: { detail: 'the amount on the QR register is being paid', err_code: 'ORDER_IN_PROGRESS' },
      silent: { detail: 'The bank did not answer in time.', err_code: 'TIMEOUT' },
      facts: {
        detail: 'The bank cannot be reached: connection refused.',
        err_code: 'UNREACHABLE',
        facts: { non_field_errors: [{ outcome: 'not_sent' }] },
      },
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
