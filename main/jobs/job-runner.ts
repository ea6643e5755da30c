import type { RunCause } from '../../shared/api/statuses.ts';
import { BankError } from '../bank/errors.ts';
import type { Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { actingAs } from '../shop/actions/origin.ts';
import { type Db, writeProblem } from '../store/db/connection.ts';
import {
  finishJobRun,
  insertJobRun,
  type JobRunRow,
  latestJobRuns,
  type RunOutcome,
} from '../store/job-runs.ts';

/** A run's result: records examined, records changed, and errors, one line each. */
export interface JobResult {
  found: number;
  changed: number;
  problems: readonly string[];
}

/** Work that runs on a schedule, and by hand through the same path. */
export interface Job {
  /** Its name in the address: `jobs/{name}/run/`. */
  name: string;
  description: string;
  /** cron(8), in the shop's time zone. It only wakes the job: the stored state decides what to do. */
  schedule: string;
  /** Whether there is work now; a run by hand, or on the bank's report, skips this check. */
  isDue(): boolean;
  /** `isStopping` becomes true when it should end. */
  run(isStopping: () => boolean): Promise<JobResult>;
}

export interface JobRunner {
  jobs: readonly Job[];
  isRunning(job: Job): boolean;
  /** The latest runs, newest first. */
  runs(job: Job, limit: number): JobRunRow[];
  /**
   * Runs a job if it is due; joins the run under way. Gives the recorded run, undefined when there was nothing to do.
   */
  run(job: Job, cause: RunCause): Promise<JobRunRow | undefined>;
  /** Runs all due jobs, one after another. */
  runDue(cause: RunCause): Promise<void>;
  /** Waits for the runs under way; starts no more. */
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
  const lastLogged = new Map<Job, string>();
  let isStopping = false;

  /**
   * A failure that repeats every minute for the same reason gets one line in the log; the runs themselves are all
   * recorded.
   */
  const logOnce = (job: Job, failure: string, write: () => void): void => {
    if (lastLogged.get(job) !== failure) write();
    lastLogged.set(job, failure);
  };

  const outcomeOf = async (job: Job, cause: RunCause): Promise<RunOutcome> => {
    try {
      const run = () => job.run(() => isStopping);
      // A request may have woken it, but the job is not the act of whoever sent that.
      const { found, changed, problems } = await (cause === 'hand'
        ? run()
        : actingAs({ source: 'job' }, run));
      const error = problems.join('\n');
      if (error === '') lastLogged.delete(job);
      else logOnce(job, error, () => log.warn(`The job "${job.name}" met a problem.`, { problems }));
      return { status: error === '' ? 'done' : 'failed', found, changed, error };
    } catch (error) {
      const failed = `The job "${job.name}" ${isStopping ? 'was broken off' : 'failed'}; it is tried again.`;
      // What a stop breaks off is no fault of the program.
      logOnce(job, String(error), () => log[isStopping ? 'warn' : 'error'](failed, { error }));
      return { status: 'failed', found: 0, changed: 0, error: problemOf(error) };
    }
  };

  const recordRun = async (job: Job, cause: RunCause): Promise<JobRunRow> => {
    unfinished.get(job)?.();
    const run = insertJobRun(db, job.name, cause, now());
    const outcome = await outcomeOf(job, cause);
    const finished_at = now();
    // On a full disk perhaps only the next run can record the end of this one.
    unfinished.set(job, () => finishJobRun(db, run.id, outcome, finished_at));
    unfinished.get(job)?.();
    unfinished.delete(job);
    return { ...run, ...outcome, finished_at };
  };

  // Async, so that a throw of isDue, which reads the database, becomes a rejection.
  const run: JobRunner['run'] = async (job, cause) => {
    const running = underWay.get(job);
    if (running) return running;
    if (isStopping || !(isRequested(cause) || job.isDue())) return undefined;
    const started = recordRun(job, cause).finally(() => underWay.delete(job));
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
      isStopping = true;
      await Promise.allSettled(underWay.values());
    },
  };
};

const isRequested = (cause: RunCause): boolean => cause === 'hand' || cause === 'webhook';

/** The error in words for the owner. */
export const problemOf = (error: unknown): string =>
  error instanceof BankError || error instanceof OwnerError
    ? error.message
    : (writeProblem(error) ?? 'A fault that Kramar does not know. The details are in the log.');
