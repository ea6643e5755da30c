import { BankError, isUnanswered, PAUSED, UnreadableAnswer } from '../bank/errors.ts';
import type { Pace } from '../bank/pace.ts';
import { type InvoiceContext, refreshOneOfMany, tokenOf } from '../money/bank-state/refresh.ts';
import { flushDeferred } from '../money/journal/attempts.ts';
import type { Log } from '../platform/log.ts';
import {
  dueInvoices,
  FARTHEST_CHECK_MS,
  type InvoiceRow,
  scheduleCheck,
} from '../store/invoices/invoices.ts';
import { terminalsWithToken } from '../store/terminals.ts';
import { createLoop, type Loop, type LoopHost } from './loop.ts';

const WATCH_EVERY_MS = 1000;
/** Invoices of one terminal queried in one round; the rest wait for the next. */
const BATCH = 20;
/** Sales wait for the disk, so these writes join a sale's commit when one comes within this time. */
const COMMIT_WAIT_MS = 10;
/** A refused query, or one without a token, is not repeated every second. */
const REST_MS = 60_000;
/** After no answer the terminal's other invoices come first, for perhaps only this one gets none. */
const NO_ANSWER_MS = 2_000;

/**
 * Queries the bank about open invoices, so that a payment shows without a request. The next time is stored with the
 * invoice (next_check_at), so that nothing is lost by a restart or a night asleep; the pace limits the calls to the
 * bank as a whole. A failure that concerns one invoice delays that one alone, ever longer; one that concerns the
 * terminal ends its round.
 * @param context its bank is the one for work in the background
 */
export const watchInvoices = (context: InvoiceContext, pace: Pace, host: LoopHost): Loop => {
  const { log } = host;
  const { db, now } = context;
  const terminals = createTerminalPauses(log);
  const failures = createInvoiceFailures(context, log);

  /** Gives whether the terminal's next invoice may be queried. */
  const checkInvoice = async (terminalId: number, invoice: InvoiceRow): Promise<boolean> => {
    try {
      const failure = await refreshOneOfMany(context, invoice, { maxDelayMs: COMMIT_WAIT_MS });
      if (failure === undefined) failures.forget(invoice);
      else failures.postpone(invoice, failure);
      terminals.answered(terminalId);
      return true;
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      // While nothing answers, no invoice is at fault: all are due at once when the bank is back.
      if (error.inDoubt && pace.state().state !== 'unreachable')
        failures.delay(invoice, NO_ANSWER_MS, REST_MS);
      terminals.pause(terminalId, error);
      return false;
    }
  };

  const watchTerminal = async (terminalId: number, isStopping: () => boolean): Promise<void> => {
    if (terminals.isPaused(terminalId)) return;
    for (const invoice of dueInvoices(db, terminalId, now(), BATCH))
      if (isStopping() || !(await checkInvoice(terminalId, invoice))) return;
  };

  return createLoop({
    name: 'watch invoices',
    everyMs: WATCH_EVERY_MS,
    host,
    round: async (isStopping) => {
      flushDeferred(db);
      const ids = terminalsWithToken(db).map(({ id }) => id);
      const checks = ids.map((id) => watchTerminal(id, isStopping));
      // All are awaited, so that none outlives the round; then the first failure is thrown.
      const failed = (await Promise.allSettled(checks)).find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      await tryUnreachable(context, pace, ids[0]);
    },
  });
};

/** Terminals whose invoices rest after a refusal; the first failure of each is logged. */
const createTerminalPauses = (log: Log) => {
  // By the monotonic clock: the PC's own may jump.
  const pausedUntil = new Map<number, number>();
  const reported = new Set<number>();
  return {
    isPaused: (id: number): boolean => (pausedUntil.get(id) ?? 0) > performance.now(),
    answered: (id: number): void => {
      reported.delete(id);
    },
    pause: (id: number, error: BankError): void => {
      const isPaced = error.inDoubt || isUnanswered(error) || error.code === PAUSED || error.code === 'TMR';
      if (!isPaced) pausedUntil.set(id, performance.now() + REST_MS);
      if (error.code === PAUSED || reported.has(id)) return;
      reported.add(id);
      log.warn('Open invoices could not be looked up at the bank; it is tried again.', {
        terminal: id,
        err_code: error.code,
      });
    },
  };
};

/** Delays single invoices after refusals and missing answers: ever longer, by their failures in a row. */
const createInvoiceFailures = ({ db, now }: InvoiceContext, log: Log) => {
  const failures = new Map<number, number>();

  const delay = ({ id }: InvoiceRow, firstMs: number, longestMs: number): void => {
    const before = failures.get(id) ?? 0;
    failures.set(id, before + 1);
    scheduleCheck(db, id, now() + Math.min(longestMs, firstMs * 2 ** Math.min(before, 20)));
  };

  return {
    delay,
    forget: ({ id }: InvoiceRow): void => {
      failures.delete(id);
    },
    /** Delays this invoice alone. An unreadable answer is already noted, and has its next time. */
    postpone: (invoice: InvoiceRow, error: unknown): void => {
      if (!failures.has(invoice.id))
        log.warn('One invoice could not be looked up at the bank; it is tried again, the others go on.', {
          invoice: invoice.id,
          ...(error instanceof BankError ? { err_code: error.code, detail: error.message } : {}),
        });
      const isRefusal = error instanceof BankError && !(error instanceof UnreadableAnswer);
      if (isRefusal) delay(invoice, REST_MS, FARTHEST_CHECK_MS);
      else failures.set(invoice.id, 1);
    },
  };
};

/** Without an open invoice no query would show that the bank is back. */
const tryUnreachable = async (
  context: InvoiceContext,
  pace: Pace,
  terminalId: number | undefined,
): Promise<void> => {
  const { state, nextTryAt } = pace.state();
  if (state !== 'unreachable' || terminalId === undefined || (nextTryAt ?? 0) > context.now()) return;
  try {
    await context.bank.merchantDetails(await tokenOf(context, terminalId));
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
  }
};
