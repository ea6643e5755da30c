import type { Selectable } from 'kysely';
import type { RunCause, RunStatus } from '../../shared/api/statuses.ts';
import { build, type Db } from './db/connection.ts';
import { insertRow } from './db/list.ts';
import type { JobRunsTable } from './db/tables.ts';

export type JobRunRow = Selectable<JobRunsTable>;

/** What a run came to. */
export interface RunOutcome {
  status: RunStatus;
  /** What it looked at, and how much of that it changed. */
  found: number;
  changed: number;
  /** Why it failed; "" when it did not. */
  error: string;
}

export const insertJobRun = (db: Db, job: string, cause: RunCause, started_at: number): JobRunRow =>
  insertRow(
    db,
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

/** Called at start, when nothing runs: what is still marked so was cut off. */
export const cutOffJobRuns = (db: Db): number =>
  db.run(build.updateTable('job_runs').set({ status: 'cut_off' }).where('status', '=', 'running'));

/** Newest first. */
export const latestJobRuns = (db: Db, job: string, limit: number): JobRunRow[] =>
  db.all(build.selectFrom('job_runs').selectAll().where('job', '=', job).orderBy('id', 'desc').limit(limit));

/** The latest run that came to its end without failing. */
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

/** Forgets runs from before a moment (ms); gives how many. */
export const pruneJobRuns = (db: Db, before: number): number =>
  db.run(build.deleteFrom('job_runs').where('started_at', '<', before).where('status', '!=', 'running'));
