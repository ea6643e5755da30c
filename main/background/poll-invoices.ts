import { BankError, isUnanswered, PAUSED, UnreadableAnswer } from '../bank/errors.ts';
import type { Pace } from '../bank/pace.ts';
import { flushDeferred } from '../domain/invoices/deferred-writes.ts';
import { type InvoiceContext, refreshOneOfMany, tokenOf } from '../domain/invoices/refresh.ts';
import type { Log } from '../platform/log.ts';
import {
  dueInvoices,
  FARTHEST_CHECK_MS,
  type InvoiceRow,
  scheduleCheck,
} from '../store/invoices/invoices.ts';
import { terminalsWithToken } from '../store/terminals.ts';
import { createLoop, type Loop } from './loop.ts';

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
export const watchInvoices = (context: InvoiceContext, pace: Pace, log: Log): Loop => {
  const { db, now } = context;
  // By the monotonic clock: the PC's own may jump.
  const pausedUntil = new Map<number, number>();
  const reportedTerminals = new Set<number>();
  /** Failures in a row, by invoice: refusals and missing answers. */
  const failures = new Map<number, number>();

  const delay = (id: number, firstMs: number, longestMs: number): void => {
    const before = failures.get(id) ?? 0;
    failures.set(id, before + 1);
    scheduleCheck(db, id, now() + Math.min(longestMs, firstMs * 2 ** Math.min(before, 20)));
  };

  const pauseTerminal = (terminalId: number, error: BankError): void => {
    const isPaced = error.inDoubt || isUnanswered(error) || error.code === PAUSED || error.code === 'TMR';
    if (!isPaced) pausedUntil.set(terminalId, performance.now() + REST_MS);
    if (error.code === PAUSED || reportedTerminals.has(terminalId)) return;
    reportedTerminals.add(terminalId);
    log.warn('Open invoices could not be looked up at the bank; it is tried again.', {
      terminal: terminalId,
      err_code: error.code,
    });
  };

  /** Delays this invoice alone. An unreadable answer is already noted, and has its next time. */
  const postpone = ({ id }: InvoiceRow, error: unknown): void => {
    if (!failures.has(id))
      log.warn('One invoice could not be looked up at the bank; it is tried again, the others go on.', {
        invoice: id,
        ...(error instanceof BankError ? { err_code: error.code, detail: error.message } : {}),
      });
    const isRefusal = error instanceof BankError && !(error instanceof UnreadableAnswer);
    if (isRefusal) delay(id, REST_MS, FARTHEST_CHECK_MS);
    else failures.set(id, 1);
  };

  /** Gives whether the terminal's next invoice may be queried. */
  const checkInvoice = async (terminalId: number, invoice: InvoiceRow): Promise<boolean> => {
    try {
      const failure = await refreshOneOfMany(context, invoice, COMMIT_WAIT_MS);
      if (failure === undefined) failures.delete(invoice.id);
      else postpone(invoice, failure);
      reportedTerminals.delete(terminalId);
      return true;
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      // While nothing answers, no invoice is at fault: all are due at once when the bank is back.
      if (error.inDoubt && pace.state().state !== 'unreachable') delay(invoice.id, NO_ANSWER_MS, REST_MS);
      pauseTerminal(terminalId, error);
      return false;
    }
  };

  const watchTerminal = async (terminalId: number, isStopping: () => boolean): Promise<void> => {
    if ((pausedUntil.get(terminalId) ?? 0) > performance.now()) return;
    for (const invoice of dueInvoices(db, terminalId, now(), BATCH))
      if (isStopping() || !(await checkInvoice(terminalId, invoice))) return;
  };

  /** Without an open invoice no query would show that the bank is back. */
  const tryUnreachable = async (terminalIds: readonly number[]): Promise<void> => {
    const { state, nextTryAt } = pace.state();
    const [first] = terminalIds;
    if (state !== 'unreachable' || first === undefined || (nextTryAt ?? 0) > now()) return;
    try {
      await context.bank.merchantDetails(await tokenOf(context, first));
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
    }
  };

  return createLoop({
    name: 'watch invoices',
    everyMs: WATCH_EVERY_MS,
    log,
    round: async (isStopping) => {
      flushDeferred(db);
      const ids = terminalsWithToken(db).map(({ id }) => id);
      const checks = ids.map((id) => watchTerminal(id, isStopping));
      // All are awaited, so that none outlives the round; then the first failure is thrown.
      const failed = (await Promise.allSettled(checks)).find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      await tryUnreachable(ids);
    },
  });
};
