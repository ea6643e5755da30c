import { numberDisplay } from '../../../shared/api/invoices.ts';
import { type Job, job, jobRun } from '../../../shared/api/jobs.ts';
import { pageOf } from '../../../shared/api/pages.ts';
import { requestEntry, requestLog } from '../../../shared/api/requests.ts';
import { type System, system } from '../../../shared/api/system.ts';
import { version } from '../../../shared/version.ts';
import type { JobRunner, Job as RunnableJob } from '../../jobs/job-runner.ts';
import { present } from '../../platform/present.ts';
import type { SystemState } from '../../safekeeping/system.ts';
import { seesTerminal } from '../../shop/accounts/scope.ts';
import { type Actor, mayDo } from '../../shop/accounts/sessions.ts';
import type { JobRunRow } from '../../store/job-runs.ts';
import { HttpError } from '../errors.ts';
import type { LoggedRequest, RequestLog } from '../request-log.ts';
import { defineExtension, type Route } from '../route.ts';

/** Facts that are constant while the service runs. */
interface Surroundings {
  /** The shop's, IANA. */
  timeZone: string;
  /** How the owner's commands begin. */
  console: string;
  hasWindow: boolean;
}

const seesAllInvoices = (actor: Actor): boolean => !actor.scope && mayDo(actor, 'can_view_invoices');

const presentSystem = (state: SystemState, surroundings: Surroundings, actor: Actor): System =>
  present(system, {
    ...state,
    ...surroundings,
    version,
    // The path of the data folder is nothing for a cashier.
    console: actor.isOwner ? surroundings.console : '',
    paid_twice: seesAllInvoices(actor)
      ? state.paidTwice.map((each) => ({
          ...each,
          invoice: each.second,
          number_display: numberDisplay(each.secondNumber),
          first_invoice: each.first,
          first_number_display: numberDisplay(each.firstNumber),
        }))
      : [],
    unreadable: seesAllInvoices(actor)
      ? state.unreadable.map((row) => ({
          ...row,
          terminal: row.terminal_id,
          invoice: row.invoice_id,
          since: row.first_seen_at,
        }))
      : [],
    keys_off: actor.isOwner ? state.keysOff : 0,
    disk: state.disks,
    terminals: state.terminals
      .filter(({ id }) => seesTerminal(actor, id))
      .map(({ hasToken, ...terminal }) => ({ ...terminal, token: hasToken ? 'usable' : 'missing' })),
  });

export const systemRoutes = (state: () => Promise<SystemState>, surroundings: Surroundings): Route[] => [
  defineExtension({
    at: 'GET system/',
    id: 'getSystem',
    summary: 'Read the state of the bank connection, the backups and the terminals',
    description: 'For banners, and for programs that monitor the shop.',
    answer: system,
    access: 'member',
    handler: async ({ actor }) => presentSystem(await state(), surroundings, actor),
  }),
];

const presentEntry = (logged: LoggedRequest) => present(requestEntry, logged);

export const requestRoutes = (requests: RequestLog): Route[] => [
  defineExtension({
    at: 'GET requests/',
    id: 'listRequests',
    summary: 'List the last requests to this interface',
    description:
      'For the programmer of a till: at most 200, kept in memory alone; this call and OPTIONS are not among them. ' +
      'Values are starred: only the practice shop shows what was sent. A stream of events is one request, listed ' +
      'when it begins.',
    order: 'newest first.',
    answer: requestLog,
    access: 'owner',
    handler: () => ({ results: requests.latest().map(presentEntry) }),
  }),
];

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
      handler: () => {
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
