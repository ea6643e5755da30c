import { type Job, job, jobRun } from '../../../shared/api/jobs.ts';
import { type Page, pageOf } from '../../../shared/api/pages.ts';
import type { JobRunner, Job as RunnableJob } from '../../jobs/job-runner.ts';
import { present } from '../../platform/present.ts';
import type { JobRunRow } from '../../store/job-runs.ts';
import { HttpError } from '../errors.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

/** Runs listed with each job. */
const LATEST = 20;

/** The schedule of jobs. */
export interface Timetable {
  /** IANA. */
  timeZone: string;
  /** Null when the schedule is stopped. */
  nextRun(job: RunnableJob): Date | null;
}

const presentRun = (row: JobRunRow) => present(jobRun, row);

export const jobRoutes = (runner: JobRunner, timetable: Timetable): Route[] => {
  const presentJob = (known: RunnableJob): Job =>
    present(job, {
      ...known,
      time_zone: timetable.timeZone,
      next_run_at: timetable.nextRun(known)?.toISOString() ?? null,
      is_running: runner.isRunning(known),
      runs: runner.runs(known, LATEST).map(presentRun),
    });
  return [
    defineExtension({
      at: 'GET jobs/',
      id: 'listJobs',
      summary: 'List the scheduled jobs, with their latest runs',
      description: 'All of them, on one page. A job whose time has come runs only if it has work.',
      order: 'the same at each call.',
      answer: pageOf(job),
      access: 'owner',
      handler: (): Page<Job> => {
        const results = runner.jobs.map(presentJob);
        return { count: results.length, next: null, previous: null, results };
      },
    }),
    defineExtension({
      at: 'POST jobs/{name}/run/',
      id: 'runJob',
      summary: 'Run a job now',
      description:
        'Takes no body. Waits for its end; a run that is under way is joined. A run that failed is a 200 too: ' +
        'its status says so, and error why.',
      answer: jobRun,
      refusals: ['Stopping'],
      access: 'owner',
      loadNamed: (name) => runner.jobs.find((known) => known.name === name),
      handler: async ({ target }) => {
        const run = await runner.run(target, 'hand');
        if (!run) throw new HttpError(503, 'The service is stopping; the job was not run.');
        return presentRun(run);
      },
    }),
  ];
};
