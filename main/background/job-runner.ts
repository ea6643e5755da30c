import type { RunCause } from '../../shared/api/statuses.ts';
import { BankError } from '../bank/errors.ts';
import type { Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { type Db, writeProblem } from '../store/db/connection.ts';
import {
  finishJobRun,
  insertJobRun,
  type JobRunRow,
  latestJobRuns,
  type RunOutcome,
} from '../store/job-runs.ts';

/** What a run looked at, how much of it it changed, and what went wrong on the way, a line each. */
export interface Found {
  found: number;
  changed: number;
  problems: readonly string[];
}

/** Work that is done by itself, and can be done by hand through the same path. */
export interface Job {
  /** In its address: `jobs/{name}/run/`. */
  name: string;
  description: string;
  /** cron(8), in the shop's time zone. It only wakes the job up: what there is to do follows from what is stored. */
  schedule: string;
  /** Whether there is anything to do now; a run by hand, or because the bank told something, does not ask. */
  isDue(): boolean;
  /** `isStopping` says that it should come to its end. */
  run(isStopping: () => boolean): Promise<Found>;
}

export interface JobRunner {
  jobs: readonly Job[];
  isRunning(job: Job): boolean;
  /** The latest runs, newest first. */
  runs(job: Job, limit: number): JobRunRow[];
  /**
   * Runs a job, unless it is not due; joins the run that is under way. Gives what was recorded of it, undefined
   * when there was nothing to do.
   */
  run(job: Job, cause: RunCause): Promise<JobRunRow | undefined>;
  /** Runs, one after another, whatever is due. */
  runDue(cause: RunCause): Promise<void>;
  /** Waits for the runs under way; none begins any more. */
  stop(): Promise<void>;
}

interface RunnerContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
  log: Log;
}

export const createJobRunner = ({ db, now, log }: RunnerContext, jobs: readonly Job[]): JobRunner => {
  const underWay = new Map<Job, Promise<JobRunRow | undefined>>();
  const unfinished = new Map<Job, () => void>();
  const told = new Map<Job, string>();
  let stopping = false;

  /** What fails every minute for the same reason is one line in the log; the runs themselves are all recorded. */
  const tell = (job: Job, failure: string, write: () => void): void => {
    if (told.get(job) !== failure) write();
    told.set(job, failure);
  };

  const outcomeOf = async (job: Job): Promise<RunOutcome> => {
    try {
      const { found, changed, problems } = await job.run(() => stopping);
      const error = problems.join('\n');
      if (error === '') told.delete(job);
      else tell(job, error, () => log.warn(`The job "${job.name}" met a problem.`, { problems }));
      return { status: error === '' ? 'done' : 'failed', found, changed, error };
    } catch (error) {
      const failed = `The job "${job.name}" failed; it is tried again.`;
      tell(job, String(error), () => log.error(failed, { error }));
      return { status: 'failed', found: 0, changed: 0, error: problemOf(error) };
    }
  };

  const recorded = async (job: Job, cause: RunCause): Promise<JobRunRow> => {
    unfinished.get(job)?.();
    const run = insertJobRun(db, job.name, cause, now());
    const outcome = await outcomeOf(job);
    const finished_at = now();
    // On a full disk it may be that only the next run can write how this one ended.
    unfinished.set(job, () => finishJobRun(db, run.id, outcome, finished_at));
    unfinished.get(job)?.();
    unfinished.delete(job);
    return { ...run, ...outcome, finished_at };
  };

  // Async, so that whoever runs what is due need not fear isDue, which reads the database.
  const run: JobRunner['run'] = async (job, cause) => {
    const running = underWay.get(job);
    if (running) return running;
    if (stopping || !(isAsked(cause) || job.isDue())) return undefined;
    const started = recorded(job, cause).finally(() => underWay.delete(job));
    underWay.set(job, started);
    return started;
  };

  return {
    jobs,
    isRunning: (job) => underWay.has(job),
    runs: (job, limit) => latestJobRuns(db, job.name, limit),
    run,
    runDue: async (cause) => {
      for (const job of jobs)
        await run(job, cause).catch((error: unknown) =>
          log.error(`The job "${job.name}" could not be run; it is tried again.`, { error }),
        );
    },
    stop: async () => {
      stopping = true;
      await Promise.allSettled(underWay.values());
    },
  };
};

const isAsked = (cause: RunCause): boolean => cause === 'hand' || cause === 'webhook';

/** Fit for the owner's eyes. */
export const problemOf = (error: unknown): string =>
  error instanceof BankError || error instanceof OwnerError
    ? error.message
    : (writeProblem(error) ?? 'A fault that Kramar does not know. The details are in the log.');
