import type { Selectable } from 'kysely';
import type { RunCause, RunStatus } from '../../shared/api/statuses.ts';
import { build, type Db } from './db/connection.ts';
import type { JobRunsTable } from './db/tables.ts';

export type JobRunRow = Selectable<JobRunsTable>;

/** The result of a run. */
export interface RunOutcome {
  status: RunStatus;
  /** Number of records examined; `changed` counts those it changed. */
  found: number;
  changed: number;
  /** The reason of a failure; "" without one. */
  error: string;
}

export const insertJobRun = (db: Db, job: string, cause: RunCause, started_at: number): JobRunRow =>
  db.write(
    build
      .insertInto('job_runs')
      .values({
        job,
        cause,
        status: 'running',
        found: 0,
        changed: 0,
        error: '',
        started_at,
        finished_at: null,
      })
      .returningAll(),
  );

export const finishJobRun = (db: Db, id: number, outcome: RunOutcome, finished_at: number): void => {
  db.run(
    build
      .updateTable('job_runs')
      .set({ ...outcome, finished_at })
      .where('id', '=', id),
  );
};

/** Called at start, when nothing runs: a run still marked as running was interrupted. */
export const cutOffJobRuns = (db: Db): number =>
  db.run(build.updateTable('job_runs').set({ status: 'cut_off' }).where('status', '=', 'running'));

/** Newest first. */
export const latestJobRuns = (db: Db, job: string, limit: number): JobRunRow[] =>
  db.all(build.selectFrom('job_runs').selectAll().where('job', '=', job).orderBy('id', 'desc').limit(limit));

/** The latest run that ended without a failure. */
export const lastDoneRun = (db: Db, job: string): JobRunRow | undefined =>
  db.get(
    build
      .selectFrom('job_runs')
      .selectAll()
      .where('job', '=', job)
      .where('status', '=', 'done')
      .orderBy('id', 'desc')
      .limit(1),
  );

/** Deletes runs from before a moment (ms) and returns their number. */
export const pruneJobRuns = (db: Db, before: number): number =>
  db.run(build.deleteFrom('job_runs').where('started_at', '<', before).where('status', '!=', 'running'));
