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
 * An object by field; `one` is what a flat field holds. A field that holds a list may have an object for each of its
 * items instead. The fields are not named: a generated type cannot have optional properties beside an index signature.
 */
const byField = (description: string, ofLists: string, one: Schema): Schema => {
  const ofItems: Schema = {
    type: 'array',
    items: { type: 'object', additionalProperties: one },
    minItems: 1,
  };
  return {
    type: 'object',
    description,
    minProperties: 1,
    additionalProperties: { description: ofLists, anyOf: [one, ofItems] },
  };
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
      errors: byField(
        'Messages by field. Problems of no single field are under `non_field_errors`.',
        'Messages on the field; where it holds a list, either on the list as a whole, or one object for each item ' +
          'sent: messages by field of the item, `{}` where it is sound.',
        messages,
      ),
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
    'The bank refused the request, got none, or gave no clear answer: then it may have acted.',
    {
      detail,
      facts: refTo('RefusalFacts'),
      err_code: text(
        'The errCode of the bank (BAD_REQUEST, ORDER_IN_PROGRESS, WRONG_CANCEL_AMOUNT, INTERNAL_ERROR, … the list is ' +
          "the bank's and open), or one of: TIMEOUT (no answer in time), UNREACHABLE (no connection, or it broke; detail says which), " +
          'BAD_GATEWAY (an answer that cannot be read: detail names its HTTP status, and the field where it is one; ' +
          'with HTTP 403 the firewall of the bank keeps this address out, for a day as a rule), IN_DOUBT (the bank does not show yet what became of the ' +
          'refund under this Idempotency-Key), CANCEL_FAILED (the refund failed), TOKEN_MISSING (the terminal has no ' +
          'usable bank token; nothing was sent). After TIMEOUT, BAD_GATEWAY, INTERNAL_ERROR, IN_DOUBT and a ' +
          'connection that broke the outcome is unknown: the bank may have acted. A sale that was not sent because of the ' +
          'firewall says so in detail.',
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
  RefusalCodes: byField(
    'An extension, with `Prefer: codes` alone. For each message in `errors` a word in the same place; of a refusal ' +
      'without `errors` one under `non_field_errors`: its `code` or `err_code` where it has one, else ' +
      'not_authenticated, permission_denied, host_not_allowed, origin_not_allowed, other_site, not_found, invalid_page, ' +
      'method_not_allowed, parse_error, cut_off, too_large, unsupported_media_type, throttled, busy, stopping, ' +
      `internal_error. Of fields: ${[...PROBLEM_CODES, ...PEOPLE_CODES, ...COUNTER_CODES].join(', ')}. More may be added.`,
    'Words on the field, or one object for each item sent, as in `errors`.',
    codes,
  ),
  RefusalFacts: byField(
    'An extension, with `Prefer: facts` alone. For each message in `errors` an object in the same place: the numbers ' +
      'and names that the sentence holds, such as `limit` (max_length, min_value, …) and `row` (of a table). It may be ' +
      'empty, and more may be added. Of a 502, under `non_field_errors`: `outcome`, which is `not_sent` (the ' +
      'bank got nothing), `refused` (the bank did nothing) or `unknown` (the bank may have acted).',
    'Facts of the field, or one object for each item sent, as in `errors`.',
    facts,
  ),
};
