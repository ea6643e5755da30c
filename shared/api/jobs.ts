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
