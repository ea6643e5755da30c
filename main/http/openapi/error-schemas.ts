import { COUNTER_CODES, PEOPLE_CODES, PROBLEM_CODES } from '../../../shared/errors.ts';
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

/**
 * The fields that hold a list, each item of which has faults of its own: those of an invoice, of a cart and the customer
 * screen, of a product, and of fiscal receipts.
 */
const LISTS = ['items', 'discounts', 'customer_emails', 'lines', 'barcodes', 'tax'];

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
  BankError: object(
    'The bank did not carry out the request.',
    {
      detail,
      facts: refTo('RefusalFacts'),
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
    },
    ['facts'],
  ),
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
      `internal_error. Of fields: ${[...PROBLEM_CODES, ...PEOPLE_CODES, ...COUNTER_CODES].join(', ')}. More may be added.`,
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
      'empty, and more may be added. Of a 502, under `non_field_errors`: `outcome`, which is `not_sent` (the ' +
      'bank got nothing), `refused` (the bank did nothing) or `unknown` (the bank may have acted).',
    minProperties: 1,
    properties: byList(
      'Facts of the list as a whole, or one object for each item sent, as in `errors`.',
      facts,
    ),
    additionalProperties: facts,
  },
};
