import type * as v from 'valibot';
import { choice, count, id, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { oneOf, requestBody } from './fields.ts';
import { HISTORY_ACTIONS, HISTORY_STATES } from './statuses.ts';

/** Payments from before Kramar: the bank's statement, read back to where it begins. Beyond version 1. */

export const statementHistory = shape('StatementHistory', {
  terminal: id('Id of the terminal.'),
  state: choice(
    ['none', ...HISTORY_STATES],
    'none: never started. running: it goes on while the till is idle. paused, cancelled: by a person; what was read ' +
      'stays. done: the statement has nothing older.',
    'running',
  ),
  started_at: nullable(timestamp(), 'When it was started, UTC.', '2026-03-02T08:00:00.000Z'),
  finished_at: nullable(timestamp(), 'When it was done or cancelled, UTC.'),
  newest: nullable(timestamp(), 'Where reading began, UTC.', '2026-01-31T08:00:00.000Z'),
  oldest: nullable(
    timestamp(),
    'Everything that the bank has since then is here, UTC.',
    '2025-10-30T08:00:00.000Z',
  ),
  days_read: count('Days between newest and oldest.', 93),
  days_max: count('Days between newest and the opening of the bank: there are no more of them.', 3044),
  empty_days: count('Days without a payment, up to oldest: after two years of them it is done.', 0),
  payments: count('Payments that the statement listed in these days.', 1204),
  created: count('How many of them were new here.', 1204),
  unreadable: count('Lines that could not be read; a start after an update of Kramar reads them again.', 0),
  first_payment_at: nullable(timestamp(), 'The oldest payment so far, UTC.', '2025-10-30T09:12:00.000Z'),
  problem: string('Code of the last failure of a bank request, as err_code; empty: none.', ''),
  retry_at: nullable(timestamp(), 'When it is tried again after a failure, UTC.'),
});
export type StatementHistory = v.InferOutput<typeof statementHistory>;

export const historyRequest = requestBody(
  'StatementHistoryRequest',
  {
    action: described(
      oneOf(HISTORY_ACTIONS),
      'start: begins, begins again when it is over, or goes on after a pause. pause, cancel: payments that were read ' +
        'stay.',
      'start',
    ),
  },
  statementHistory,
);
