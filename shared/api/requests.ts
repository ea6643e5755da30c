import * as v from 'valibot';
import { count, flag, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';

/** The last requests to the interface, for a person who connects a till. In memory only. Beyond version 1. */
export const requestEntry = shape('RequestEntry', {
  id: string('Its X-Request-Id.', '9b2f8d1e-4c5a-4f0e-8a57-2d3c1b0a9f86'),
  at: timestamp('When it came, UTC.', '2026-03-02T08:15:27.101Z'),
  method: string('Method.', 'POST'),
  path: string(
    'Path, and the names of the query; in the practice shop with their values.',
    '/api/v1/invoices/?status=***',
  ),
  status: count('Status of the answer.', 400),
  ms: count('Milliseconds until the answer was made.', 4),
  username: string('Username of the caller; empty without a valid token.', 'kasa-1'),
  is_screen: flag("True when it came from one of Kramar's own screens."),
  user_agent: string('The calling program, as it names itself.', 'till/2.4'),
  body: string(
    'The names of the fields that were sent; in the practice shop the JSON, known secrets starred. Cut after 2048 ' +
      'characters; for another body its type and size; empty without one.',
    '{"amount":"***","reference":"***"}',
  ),
  detail: string(
    'The body of a refusal: detail, err_code and errors, what they quote of the request starred; else empty.',
    'Validation failed. {"terminal":["This field is required."]}',
  ),
});
export type RequestEntry = v.InferOutput<typeof requestEntry>;

export const MAX_KEPT_REQUESTS = 200;

export const requestLog = shape('RequestList', {
  results: described(v.array(requestEntry), 'Newest first.'),
});
export type RequestLog = v.InferOutput<typeof requestLog>;
