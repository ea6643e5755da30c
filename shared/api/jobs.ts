import * as v from 'valibot';
import { count, id, timestamp } from './answers.ts';
import { RUN_CAUSES, RUN_STATUSES } from './statuses.ts';

export const jobRun = v.strictObject({
  id: id(),
  job: v.string(),
  cause: v.picklist(RUN_CAUSES),
  /** cut_off: the service ended in the middle of it. */
  status: v.picklist(RUN_STATUSES),
  found: count(),
  changed: count(),
  /** Why it failed; "" when it did not. */
  error: v.string(),
  started_at: timestamp(),
  finished_at: v.nullable(timestamp()),
});
export type JobRun = v.InferOutput<typeof jobRun>;

export const job = v.strictObject({
  name: v.string(),
  description: v.string(),
  /** Five fields, as cron(8) reads them, in the shop's time zone. */
  schedule: v.string(),
  time_zone: v.string(),
  next_run_at: v.nullable(timestamp()),
  is_running: v.boolean(),
  /** The latest runs, newest first. */
  runs: v.array(jobRun),
});
export type Job = v.InferOutput<typeof job>;
