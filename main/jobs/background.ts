import type { EventData } from '../../shared/api/events.ts';
import type { RunCause } from '../../shared/api/statuses.ts';
import type { BankState } from '../bank/breaker.ts';
import { createPace, type Pace } from '../bank/pace.ts';
import type { AppReader } from '../money/reads.ts';
import type { Printer } from '../money/receipt/printer.ts';
import type { Log } from '../platform/log.ts';
import type { Backups } from '../safekeeping/backups/create.ts';
import type { Copies } from '../safekeeping/copies/copies.ts';
import type { Installation } from '../safekeeping/installation.ts';
import { recordEvent } from '../shop/events.ts';
import { timeZone } from '../shop/settings.ts';
import type { Db } from '../store/db/connection.ts';
import { latestEvent } from '../store/events.ts';
import { cutOffJobRuns } from '../store/job-runs.ts';
import { deliverEvents } from './deliver-events.ts';
import { FILE_MONTHS } from './file-months.ts';
import { createJobRunner, type Job, type JobRunner } from './job-runner.ts';
import { createJobs, EARLIER_PAYMENTS } from './jobs.ts';
import type { InBackground } from './loop.ts';
import { watchInvoices } from './poll-invoices.ts';
import { watchSales } from './poll-sale-invoices.ts';
import { printReceipts } from './print-receipts.ts';
import { cronSchedule, onWake, type Schedule, type Scheduled } from './schedule.ts';
import { createDoubtSettler, SETTLE_DOUBTS_AT } from './settle-doubts.ts';

/** In the first minute only doubtful outcomes are resolved: a starting PC is busy, and the till comes first. */
const START_DELAY_MS = 60_000;

/** The work that runs without a request. */
export interface Background {
  runner: JobRunner;
  timeZone: string;
  nextRun(job: Job): Date | null;
  start(): void;
  stop(): Promise<void>;
  /** Called after sleep, or when the clock was set: runs all due jobs. */
  wake(): void;
  /** The bank reported a payment that is not here: the statement will have it. */
  lookForUnknown(): void;
  /** A person started reading earlier payments: they need not wait for the next minute. */
  readHistories(): void;
  /** A month was closed. */
  fileMonths(): void;
}

interface Options {
  installation: Installation;
  pace: Pace;
  backups: Backups;
  copies: Copies;
  printer: Printer;
  reader: AppReader;
  /** Path of the database. */
  file: string;
  log: Log;
  schedule?: Schedule | undefined;
  inBackground?: InBackground | undefined;
  startDelayMs?: number | undefined;
}

export const createBackground = (options: Options): Background => {
  const { installation, pace, printer, log, schedule = cronSchedule, inBackground = atOnce } = options;
  const { startDelayMs = START_DELAY_MS } = options;
  const host = { log, inBackground };
  const { db, now } = installation;
  const context = { ...installation, log, bank: pace.background(installation.bank) };
  const zone = timeZone(db);
  const runner = createJobRunner({ db, now, log }, createJobs(context, pace, { ...options, timeZone: zone }));
  const watchers = [
    watchInvoices(context, pace, host),
    watchSales(context, host),
    deliverEvents(context, host),
    printReceipts(installation, printer, host),
  ];
  const settleDoubts = createDoubtSettler({ ...context, bank: pace.observed(installation.bank) }, log);
  const scheduled = new Map<Job, Scheduled>();
  const stops: (() => void)[] = [];
  const wake = (): void => void inBackground(() => runner.runDue('wake'));
  const jobOf = (name: string): Job | undefined => runner.jobs.find((job) => job.name === name);
  const run = runUnawaited(runner, host);

  return {
    runner,
    timeZone: zone,
    nextRun: (job) => scheduled.get(job)?.nextRun() ?? null,
    wake,
    lookForUnknown: () => runOnceMore(runner, jobOf('sync-statements'), (job) => run(job, 'webhook')),
    fileMonths: () => run(jobOf(FILE_MONTHS), 'start'),
    readHistories: () => run(jobOf(EARLIER_PAYMENTS), 'start'),
    start: () => {
      cutOffJobRuns(db);
      for (const watcher of watchers) watcher.start();
      run(jobOf('settle-attempts'), 'start');
      const later = setTimeout(() => void inBackground(() => runner.runDue('start')), startDelayMs);
      later.unref();
      stops.push(() => clearTimeout(later), onWake(wake));
      const settling = schedule(SETTLE_DOUBTS_AT, zone, () => inBackground(settleDoubts), log);
      stops.push(() => settling.stop());
      for (const job of runner.jobs)
        scheduled.set(
          job,
          schedule(job.schedule, zone, () => inBackground(() => runner.run(job, 'schedule')), log),
        );
    },
    stop: async () => {
      for (const stop of stops.splice(0)) stop();
      for (const one of scheduled.values()) one.stop();
      scheduled.clear();
      await Promise.all([runner.stop(), ...watchers.map((watcher) => watcher.stop())]);
    },
  };
};

const atOnce: InBackground = (work) => work();

/** Runs a job without awaiting it. */
const runUnawaited =
  (runner: JobRunner, { log, inBackground }: { log: Log; inBackground: InBackground }) =>
  (job: Job | undefined, cause: RunCause): void => {
    if (!job) return;
    inBackground(() => runner.run(job, cause)).catch((error: unknown) =>
      log.error('A job could not be run.', { error }),
    );
  };

/** Runs a job; after its present run, which may have read the statement already, if there is one. */
const runOnceMore = (runner: JobRunner, job: Job | undefined, run: (job: Job | undefined) => void): void => {
  if (job && runner.isRunning(job))
    void runner.run(job, 'webhook').then(
      () => run(job),
      () => undefined,
    );
  else run(job);
};

/** The installation's pace: it keeps the bank's reachability across restarts, and publishes changes. */
export const openPace = (db: Db, now: () => number, log: Log, onReachable: () => void): Pace =>
  createPace({
    now,
    unreachable: lastUnreachable(db),
    onChange: (state, before) => {
      publishChange(db, now(), log, state, before);
      if (state.state === 'reachable') onReachable();
    },
  });

const lastUnreachable = (db: Db): { since: number; errCode: string } | undefined => {
  const last = latestEvent(db, ['bank.unreachable', 'bank.reachable']);
  if (last?.type !== 'bank.unreachable') return undefined;
  const { since, err_code }: EventData<'bank.unreachable'> = JSON.parse(last.data);
  return { since: Date.parse(since), errCode: err_code };
};

const publishChange = (db: Db, now: number, log: Log, state: BankState, before: BankState): void => {
  try {
    if (state.state === 'unreachable') {
      const err_code = state.errCode ?? '';
      log.warn('The bank cannot be reached; it is tried again. Sales already made are safe.', { err_code });
      const since = new Date(state.since ?? now).toISOString();
      const outcome = state.outcome ?? 'unknown';
      recordEvent(db, now, { type: 'bank.unreachable', data: { err_code, outcome, since } });
    } else {
      log.info('The bank is back.');
      const unreachable_since = new Date(before.since ?? now).toISOString();
      recordEvent(db, now, { type: 'bank.reachable', data: { unreachable_since } });
    }
  } catch (error) {
    // A full disk must not turn the bank's answer into a failure of its request.
    log.error('That the bank came or went could not be written down.', { error });
  }
};
