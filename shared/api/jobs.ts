import * as v from 'valibot';
import { choice, count, flag, nullable, recordId, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { RUN_CAUSES, RUN_STATUSES } from './statuses.ts';

export const jobRun = shape('JobRun', {
  id: recordId(108),
  job: string('Name of the job.', 'sync-statements'),
  cause: choice(
    RUN_CAUSES,
    "What started it. start: the start of the service. schedule: its time. wake: the PC's waking up, or " +
      "the bank's return. webhook: the bank reported an invoice that was not here. hand: a person ran it.",
    'schedule',
  ),
  status: choice(RUN_STATUSES, 'cut_off: the service ended in the middle of it.', 'done'),
  found: count('How much it looked at.', 31),
  changed: count('How much of that it changed.', 3),
  error: string('Why it failed, a line for each problem; empty when it did not.'),
  started_at: timestamp('When it began, UTC.', '2026-03-02T08:04:00.012Z'),
  finished_at: nullable(
    timestamp(),
    'When it ended, UTC; null while it runs, and when it was cut off.',
    '2026-03-02T08:04:01.250Z',
  ),
});
export type JobRun = v.InferOutput<typeof jobRun>;

export const job = shape('Job', {
  name: string('Name, used in paths.', 'sync-statements'),
  description: string(
    'What it does.',
    'Brings payments from the bank since the last time, and once a day the last 30 days.',
  ),
  schedule: string('When it checks for work: five fields, as cron(8) reads them.', '4-59/15 * * * *'),
  time_zone: string('Time zone of the schedule, IANA.', 'Europe/Kyiv'),
  next_run_at: nullable(
    timestamp(),
    'When that is next, UTC; null when the schedule is stopped.',
    '2026-03-02T08:19:00.000Z',
  ),
  is_running: flag('True while it runs.'),
  runs: described(v.array(jobRun), 'Its latest 20 runs, newest first.'),
});
export type Job = v.InferOutput<typeof job>;

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
