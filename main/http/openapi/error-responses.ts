import type { Response } from './document.ts';
import { type HeaderRef, headerRefs } from './headers.ts';
import { refTo } from './schemas.ts';

interface ErrorResponse {
  status: number;
  description: string;
  examples: Record<string, unknown>;
  headers?: HeaderRef[];
  schemas: string[];
}

const refusal = (
  status: number,
  description: string,
  examples: ErrorResponse['examples'],
  headers: HeaderRef[] = [],
  schemas = ['ApiError'],
): ErrorResponse => ({ status, description, examples, headers, schemas });

const invalid = (errors: Record<string, unknown>) => ({ detail: 'Validation failed.', errors });

const invalidInput = (
  description: string,
  examples: ErrorResponse['examples'],
  schemas = ['ValidationError'],
) => refusal(400, description, examples, [], schemas);

const unauthorized = (description: string, examples: ErrorResponse['examples']) =>
  refusal(401, description, examples, ['WWW-Authenticate'], ['Unauthorized']);

const EXAMPLE_ID = '9b2f8d1e-4c5a-4f0e-8a57-2d3c1b0a9f86';
const MISSING = invalid({ name: ['This field is required.'] });
const BAD_TOKEN = { detail: 'Given token not valid for any token type', code: 'token_not_valid' };

/** Keyed by the names that operations refer to; none is that of a schema: kubb writes one file for each name. */
export const ERROR_RESPONSES: Record<string, ErrorResponse> = {
  BadParameters: invalidInput('A parameter cannot be read; `errors` says which.', {
    parameter: invalid({ page: ['A valid integer is required.'] }),
  }),
  BadRequest: invalidInput(
    'The input is not valid: `errors` says which field and why. Without `errors`: the body is not JSON.',
    {
      fields: MISSING,
      items: invalid({ items: [{}, { price: ['Ensure this value is greater than or equal to 0.'] }] }),
      codes: { ...MISSING, codes: { name: ['required'] } },
      syntax: { detail: "JSON parse error - Unexpected token '}'" },
    },
    ['ValidationError', 'ApiError'],
  ),
  Conflict: invalidInput('It cannot be deleted now; `errors` says why.', {
    open: invalid({ non_field_errors: ['The terminal has open invoices.'] }),
  }),
  NeverPaid: invalidInput(
    'The invoice was never paid, so there is neither a receipt nor a fiscal check; or there is no file of a fiscal ' +
      'check yet. `errors` says which.',
    { unpaid: invalid({ status: ['The invoice has not been paid yet; there is no receipt.'] }) },
  ),
  NotAuthenticated: unauthorized('No token, or none that is valid.', {
    missing: { detail: 'Authentication credentials were not provided.' },
    expired: BAD_TOKEN,
  }),
  SignInRefused: unauthorized('Wrong username or password, or a token that is not valid.', {
    credentials: { detail: 'No active account found with the given credentials', code: 'no_active_account' },
    token: BAD_TOKEN,
  }),
  Forbidden: refusal(
    403,
    'The permission is missing; or the request came under a Host other than 127.0.0.1, [::1] or localhost, with the ' +
      'Origin of another site, or from a page of another site (Sec-Fetch-Site).',
    { permission: { detail: 'You do not have permission to perform this action.' } },
  ),
  NotFound: refusal(404, 'No record has this id.', { record: { detail: 'Not found.' } }),
  InvalidPage: refusal(404, 'A page past the last one.', { page: { detail: 'Invalid page.' } }),
  MethodNotAllowed: refusal(
    405,
    'Met only with a method that this path does not have; `Allow` names those it has.',
    { method: { detail: 'Method "PUT" not allowed.' } },
    ['Allow'],
  ),
  TooLarge: refusal(413, 'The body is larger than 1 MiB. The connection is closed.', {
    size: { detail: 'Request body too large: at most 1048576 bytes.' },
  }),
  UnsupportedMediaType: refusal(415, 'The body is not `application/json` (UTF-8).', {
    type: { detail: 'Unsupported media type "text/plain" in request.' },
  }),
  FileTooLarge: refusal(413, 'The file is larger than is taken.', {
    size: { detail: 'Request body too large: at most 16777216 bytes.' },
  }),
  UnsupportedFile: refusal(415, 'The body is sent as a type that is not taken here, or packed.', {
    type: { detail: 'Unsupported media type "application/json" in request.' },
  }),
  Throttled: refusal(
    429,
    'Too many requests: wait `Retry-After` seconds.',
    { wait: { detail: 'Request was throttled. Expected available in 17 seconds.' } },
    ['Retry-After'],
  ),
  ServiceFailed: refusal(
    500,
    'A fault of ours, of which the log has the cause under `request_id`; or the disk refused a write (`DISK_FULL`).',
    {
      fault: { detail: 'Internal server error.', request_id: EXAMPLE_ID },
      disk: {
        detail:
          'The disk that Kramar keeps its data on is full, so nothing was written. What was saved before is safe and can be read.',
        err_code: 'DISK_FULL',
      },
    },
    [],
    ['InternalError', 'DiskError'],
  ),
  Stopping: refusal(503, 'The service is stopping. Nothing was done.', {
    stopping: { detail: 'The service is stopping; the job was not run.' },
  }),
  BankFailed: refusal(
    502,
    'The bank refused, or gave no clear answer.',
    {
      refused: { detail: 'the amount on the QR register is being paid', err_code: 'ORDER_IN_PROGRESS' },
      silent: { detail: 'The bank did not answer in time.', err_code: 'TIMEOUT' },
      facts: {
        detail: 'The bank cannot be reached: connection refused.',
        err_code: 'UNREACHABLE',
        facts: { non_field_errors: [{ outcome: 'not_sent' }] },
      },
    },
    [['Retry-After', 'BankRetryAfter']],
    ['BankError'],
  ),
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
