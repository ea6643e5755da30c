import { BankError, isSilent, PAUSED } from './bank/errors.ts';
import type { Pace } from './bank/pace.ts';
import { type InvoiceContext, refreshInvoice, tokenOf } from './domain/invoices.ts';
import { writeOutcomes } from './domain/unwritten.ts';
import type { Log } from './log.ts';
import { createLoop, type Loop } from './loop.ts';
import { dueInvoices, type InvoiceRow, scheduleCheck } from './store/invoices.ts';
import { terminalsWithToken } from './store/terminals.ts';

const WATCH_EVERY_MS = 1000;
/** Invoices of one terminal asked about in one round; the rest waits for the next. */
const BATCH = 20;
/** Whoever sells waits for the disk: what is written here is written with what they write, where they sell right now. */
const PATIENCE_MS = 10;
/** What the bank refuses, or cannot be asked for want of a token, is not asked again every second. */
const REST_MS = 60_000;

/**
 * Asks the bank about open invoices, so that a payment shows without anyone asking. When to ask about which is
 * stored with the invoice (next_check_at), so that nothing is forgotten by a restart or a night asleep; how
 * often the bank as a whole may be asked is the pace's affair.
 * @param context its bank is the one for work in the background
 */
export const watchInvoices = (context: InvoiceContext, pace: Pace, log: Log): Loop => {
  const { db, now } = context;
  // By the monotonic clock: the PC's own may jump.
  const rests = new Map<number, number>();
  const told = new Set<number>();

  const rest = (terminalId: number, error: BankError): void => {
    const isPaced = error.inDoubt || isSilent(error) || error.code === PAUSED || error.code === 'TMR';
    if (!isPaced) rests.set(terminalId, performance.now() + REST_MS);
    if (error.code === PAUSED || told.has(terminalId)) return;
    told.add(terminalId);
    log.warn('Open invoices could not be looked up at the bank; it is tried again.', {
      terminal: terminalId,
      err_code: error.code,
    });
  };

  /** Gives whether the terminal's next invoice may be asked about. */
  const look = async (terminalId: number, invoice: InvoiceRow): Promise<boolean> => {
    try {
      await refreshInvoice(context, invoice.id, PATIENCE_MS);
      told.delete(terminalId);
      return true;
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      if (error.code !== 'NOT_FOUND') {
        rest(terminalId, error);
        return false;
      }
      // The bank does not know it (any more): asking every other second would not change that.
      scheduleCheck(db, invoice.id, now() + REST_MS);
      log.warn('The bank does not know an invoice.', { invoice: invoice.id });
      return true;
    }
  };

  const watchTerminal = async (terminalId: number, isStopping: () => boolean): Promise<void> => {
    if ((rests.get(terminalId) ?? 0) > performance.now()) return;
    for (const invoice of dueInvoices(db, terminalId, now(), BATCH))
      if (isStopping() || !(await look(terminalId, invoice))) return;
  };

  /** With no open invoice nobody would notice that the bank is back. */
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
      writeOutcomes(db);
      const ids = terminalsWithToken(db).map(({ id }) => id);
      const looks = ids.map((id) => watchTerminal(id, isStopping));
      // All of them are waited for, so that none outlives the round; then a fault of ours is told.
      const failed = (await Promise.allSettled(looks)).find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
      await tryUnreachable(ids);
    },
  });
};
