import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { BankError } from '../bank/errors.ts';
import type { Pace } from '../bank/pace.ts';
import { fiscalWork, lookForFiscalChecks } from '../money/bank-state/fiscal-job.ts';
import type { InvoiceContext } from '../money/bank-state/refresh.ts';
import { keptSince } from '../money/journal/idempotency.ts';
import { resolveTerminal } from '../money/journal/resolve-attempts.ts';
import type { AppReader } from '../money/reads.ts';
import { catchUp } from '../money/statement/sync.ts';
import type { Log } from '../platform/log.ts';
import type { Backups } from '../safekeeping/backups/create.ts';
import type { Copies } from '../safekeeping/copies/copies.ts';
import { isMovedAway } from '../safekeeping/moving/mark.ts';
import { forgetActions, KEEP_ACTIONS_MS } from '../shop/actions/keep.ts';
import { NotFoundError } from '../shop/errors.ts';
import { syncRegisters, type TerminalContext } from '../shop/terminals/terminals.ts';
import { oldestAction } from '../store/actions.ts';
import { forgetCashRegisters } from '../store/cash-registers.ts';
import { restoreAutomerge } from '../store/db/checkpoints.ts';
import { type Db, isDatabaseFailure } from '../store/db/connection.ts';
import { pruneEvents } from '../store/events.ts';
import { pruneKeys } from '../store/idempotency-keys.ts';
import { attemptsInDoubt, latestDoubt } from '../store/invoices/attempts.ts';
import { lastDoneRun, pruneJobRuns } from '../store/job-runs.ts';
import { prunePrintJobs } from '../store/print-jobs.ts';
import { type TerminalRow, terminalsWithToken } from '../store/terminals.ts';
import { pruneUnreadable } from '../store/unreadable-records.ts';
import { closeDays } from './close-days.ts';
import { fileMonths } from './file-months.ts';
import { type Job, type JobResult, problemOf } from './job-runner.ts';
import { sweepPayments, sweepWork } from './payment-sweep.ts';
import { historyWork, readHistories } from './read-history.ts';
import { FRESH_DOUBT_MS } from './settle-doubts.ts';

/** A start wakes this job. */
export const EARLIER_PAYMENTS = 'read-earlier-payments';

const STATEMENT_EVERY_MS = 14 * MINUTE_MS;
const REGISTERS_EVERY_MS = DAY_MS;
/** A fresh doubt is checked every minute, an old one more seldom. */
const OLD_DOUBT_EVERY_MS = 10 * MINUTE_MS;
const DRILL_EVERY_MS = 7 * DAY_MS;
const KEEP_RUNS_MS = 30 * DAY_MS;
/** The statement no longer holds an older line. */
const KEEP_UNREADABLE_MS = 35 * DAY_MS;
const KEEP_EVENTS_MS = 90 * DAY_MS;

/** Its bank is the one for background work. */
type JobContext = InvoiceContext & TerminalContext;

/** A time in the future was written before the clock was set back, and does not count. */
const isPast = (now: number, time: number | null, ms: number) =>
  time === null || time > now || time <= now - ms;

const lastDone = (db: Db, name: string) => lastDoneRun(db, name)?.started_at ?? null;

interface JobServices {
  backups: Backups;
  copies: Copies;
  reader: AppReader;
  /** Path of the database. */
  file: string;
  /** IANA; the shop's. */
  timeZone: string;
}

/** Creates the scheduled jobs. Each can be run by hand: `POST jobs/{name}/run/`. */
export const createJobs = (context: JobContext, pace: Pace, services: JobServices): Job[] => {
  const bank = bankContext(context, pace);
  return [
    ...bankJobs.map((job) => job(bank)),
    closeDays({ ...context, ...services }),
    pruneActions(context),
    ...backupJobs(context, services),
    fileMonths({ ...context, ...services }),
    ...housekeepingJobs(context),
    // Last: it may take minutes, and after the PC's sleep the others come first.
    earlierPayments(bank),
  ];
};

/** The context of jobs that call the bank. */
interface BankJobContext extends JobContext {
  activeTerminals(): TerminalRow[];
  /** Whether one of the active terminals is due. While nothing answers, only the watcher checks if the bank is back. */
  hasActive(isDue: (terminal: TerminalRow) => boolean): boolean;
  isBankSilent(): boolean;
}

const bankContext = (context: JobContext, pace: Pace): BankJobContext => {
  const isBankSilent = () => pace.state().state === 'unreachable' || isMovedAway(context.db);
  const activeTerminals = () => terminalsWithToken(context.db).filter(({ is_active }) => is_active === 1);
  const hasActive: BankJobContext['hasActive'] = (isDue) => !isBankSilent() && activeTerminals().some(isDue);
  return { ...context, activeTerminals, hasActive, isBankSilent };
};

const settleAttempts = (context: BankJobContext): Job => ({
  name: 'settle-attempts',
  description: 'Finds out the outcome of bank requests whose answer was lost.',
  schedule: '* * * * *',
  isDue: () => {
    const doubt = latestDoubt(context.db);
    if (doubt === undefined || context.isBankSilent()) return false;
    return (
      context.now() - doubt < FRESH_DOUBT_MS ||
      isPast(context.now(), lastDone(context.db, 'settle-attempts'), OLD_DOUBT_EVERY_MS)
    );
  },
  run: (isStopping) =>
    eachTerminal(context.log, terminalsWithToken(context.db), isStopping, async ({ id }) => {
      const found = attemptsInDoubt(context.db, id).length;
      await resolveTerminal(context, id);
      return { found, changed: found - attemptsInDoubt(context.db, id).length };
    }),
});

const statementSync = (context: BankJobContext): Job => ({
  name: 'sync-statements',
  description: 'Brings payments from the bank since the last time, and once a day the last 30 days.',
  schedule: '4-59/15 * * * *',
  isDue: () =>
    context.hasActive(({ statement_synced_at }) =>
      isPast(context.now(), statement_synced_at, STATEMENT_EVERY_MS),
    ),
  run: (isStopping) =>
    eachTerminal(context.log, context.activeTerminals(), isStopping, async ({ id }) => {
      const { synced, created, updated } = await catchUp(context, id);
      return { found: synced, changed: created + updated };
    }),
});

const registerSync = (context: BankJobContext): Job => ({
  name: 'sync-registers',
  description: 'Brings merchant data and QR registers from the bank.',
  schedule: '20 * * * *',
  isDue: () =>
    context.hasActive(({ registers_synced_at }) =>
      isPast(context.now(), registers_synced_at, REGISTERS_EVERY_MS),
    ),
  run: (isStopping) =>
    eachTerminal(context.log, context.activeTerminals(), isStopping, async ({ id }) => {
      const { synced } = await syncRegisters(context, id);
      return { found: synced, changed: 0 };
    }),
});

const fiscalChecks = (context: BankJobContext): Job => ({
  name: 'fiscal-checks',
  description:
    'Requests the fiscal checks of payments from the bank where the merchant issues fiscal receipts.',
  schedule: '2-59/5 * * * *',
  isDue: () => context.hasActive((terminal) => fiscalWork(context, terminal, 1).length > 0),
  run: (isStopping) =>
    eachTerminal(context.log, context.activeTerminals(), isStopping, (terminal) =>
      lookForFiscalChecks(context, terminal, isStopping),
    ),
});

const paymentSweep = (context: BankJobContext): Job => ({
  name: 'sweep-payments',
  description:
    'Checks each payment of the last 180 days with the bank once a month, while the till is idle: for ' +
    'refunds made at the bank, and for what the statement omits. At most 30 of a terminal every five ' +
    'minutes, so that 20,000 payments take 56 hours.',
  schedule: '3-59/5 * * * *',
  isDue: () => context.hasActive((terminal) => sweepWork(context, terminal, 1).length > 0),
  run: (isStopping) =>
    eachTerminal(context.log, context.activeTerminals(), isStopping, (terminal) =>
      sweepPayments(context, terminal, isStopping),
    ),
});

const bankJobs = [settleAttempts, statementSync, registerSync, fiscalChecks, paymentSweep];

const earlierPayments = (context: BankJobContext): Job => ({
  name: EARLIER_PAYMENTS,
  description:
    'Reads the statement back to where it begins, in windows of 31 days, while the till is idle; started on the ' +
    'terminals page, through the API or on the command line.',
  schedule: '0-59 * * * *',
  isDue: () => !context.isBankSilent() && historyWork(context, context.activeTerminals()).length > 0,
  run: (isStopping) =>
    readHistories(
      context,
      context.activeTerminals,
      (terminals, work) => eachTerminal(context.log, terminals, isStopping, work),
      isStopping,
    ),
});

const backupJobs = (
  { db, now }: JobContext,
  { backups, copies }: Pick<JobServices, 'backups' | 'copies'>,
): Job[] => [
  {
    name: 'back-up',
    description: 'Backs the database up once a day, and removes superseded backups.',
    schedule: '10 * * * *',
    isDue: () => backups.isDue(),
    run: async () => {
      await backups.create('scheduled');
      return { found: 1, changed: 1, problems: [] };
    },
  },
  {
    name: 'drill-backup',
    description:
      'Restores the newest backup into a scratch file once a week, and compares; opens the newest encrypted copy.',
    schedule: '40 * * * *',
    isDue: () =>
      backups.state().lastAt !== null && isPast(now(), lastDone(db, 'drill-backup'), DRILL_EVERY_MS),
    run: async () => {
      await backups.drill();
      await copies.drill();
      return { found: 1, changed: 0, problems: [] };
    },
  },
  {
    name: 'copy-backup',
    description: 'Makes an encrypted copy of the newest backup, where encrypted copies are on.',
    schedule: '25 * * * *',
    isDue: () => copies.isDue(),
    run: async () => {
      const made = await copies.copyNewest();
      return { found: made ? 1 : 0, changed: made ? 1 : 0, problems: [] };
    },
  },
];

const housekeepingJobs = ({ db, now, bankNow }: JobContext): Job[] => [
  {
    name: 'prune',
    description:
      'Deletes runs of jobs after 30 days, events and printings after 90, kept answers after a day, and unreadable ' +
      'records that the bank has not sent for 35.',
    schedule: '50 * * * *',
    isDue: () => isPast(now(), lastDone(db, 'prune'), DAY_MS),
    run: async () => {
      const pruned =
        pruneJobRuns(db, now() - KEEP_RUNS_MS) +
        (await pruneEvents(db, now() - KEEP_EVENTS_MS)) +
        prunePrintJobs(db, now() - KEEP_EVENTS_MS) +
        pruneKeys(db, keptSince(bankNow())) +
        pruneUnreadable(db, now() - KEEP_UNREADABLE_MS);
      // Finishes what an interrupted service left.
      await forgetCashRegisters(db);
      restoreAutomerge(db);
      return { found: pruned, changed: pruned, problems: [] };
    },
  },
];

/** The log is shortened once a month rather than every day: each time leaves an action of its own. */
const PRUNE_ACTIONS_EVERY_MS = 30 * DAY_MS;

const pruneActions = ({ db, now }: JobContext): Job => ({
  name: 'prune-actions',
  description: 'Deletes actions older than three years, once a month.',
  schedule: '55 * * * *',
  isDue: () => {
    const oldest = oldestAction(db);
    return oldest !== undefined && oldest < now() - KEEP_ACTIONS_MS - PRUNE_ACTIONS_EVERY_MS;
  },
  run: async () => {
    const pruned = await forgetActions(db, now() - KEEP_ACTIONS_MS, now);
    return { found: pruned, changed: pruned, problems: [] };
  },
});

/** A failure of one terminal does not delay the others. */
const eachTerminal = async (
  log: Log | undefined,
  terminals: readonly TerminalRow[],
  isStopping: () => boolean,
  work: (
    terminal: TerminalRow,
  ) => Promise<Omit<JobResult, 'problems'> & Partial<Pick<JobResult, 'problems'>>>,
): Promise<JobResult> => {
  const sum = { found: 0, changed: 0, problems: [] as string[] };
  for (const terminal of terminals) {
    if (isStopping()) break;
    try {
      const { found, changed, problems = [] } = await work(terminal);
      sum.found += found;
      sum.changed += changed;
      sum.problems.push(...problems.map((problem) => `${terminal.name}: ${problem}`));
    } catch (error) {
      if (isDatabaseFailure(error)) throw error;
      // Deleted since the list was read: nothing is left to be done for it.
      if (error instanceof NotFoundError && error.what === 'terminal') continue;
      if (!(error instanceof BankError))
        log?.error('Work for one terminal failed; the others go on.', { terminal: terminal.id, error });
      sum.problems.push(`${terminal.name}: ${problemOf(error)}`);
    }
  }
  return sum;
};
