import { BankError } from './bank/errors.ts';
import { type InvoiceContext, refreshInvoice } from './domain/invoices.ts';
import { resolveTerminal } from './domain/resolver.ts';
import type { Log } from './log.ts';
import { createLoop, type Loop } from './loop.ts';
import { dueInvoices, type InvoiceRow, scheduleCheck } from './store/invoices.ts';
import { allTerminals, type TerminalRow } from './store/terminals.ts';

const WATCH_EVERY_MS = 1000;
/** Invoices of one terminal asked about in one round; the rest waits for the next. */
const BATCH = 20;
const MAX_PAUSE_MS = 60_000;
const RESOLVE_EVERY_MS = 60_000;

const terminalsWithToken = (context: InvoiceContext): TerminalRow[] =>
  allTerminals(context.db).filter(({ sealed_token }) => sealed_token !== null);

/** What runs by itself. */
export const createJobs = (context: InvoiceContext, log: Log): Loop[] => [
  watchInvoices(context, log),
  settleAttempts(context, log),
];

/**
 * Asks the bank about open invoices, so that a payment shows without anyone asking. When to ask about which is
 * stored with the invoice (next_check_at), so that nothing is forgotten by a restart or a night asleep. A
 * terminal whose bank does not answer is left in peace for a while, longer each time.
 */
const watchInvoices = (context: InvoiceContext, log: Log): Loop => {
  const { db, now } = context;
  // Measured by the monotonic clock: the PC's own may jump.
  const pauses = new Map<number, { until: number; failures: number }>();

  const pause = (terminal: TerminalRow, error: BankError): void => {
    const failures = (pauses.get(terminal.id)?.failures ?? 0) + 1;
    const pause_ms = Math.max(
      Math.min(MAX_PAUSE_MS, WATCH_EVERY_MS * 2 ** failures),
      error.retryAfterMs ?? 0,
    );
    pauses.set(terminal.id, { failures, until: performance.now() + pause_ms });
    log.warn('Open invoices could not be looked up at the bank; it is tried again.', {
      terminal: terminal.id,
      err_code: error.code,
      pause_ms,
    });
  };

  /** Gives whether the terminal's next invoice may be asked about. */
  const look = async (terminal: TerminalRow, invoice: InvoiceRow): Promise<boolean> => {
    try {
      await refreshInvoice(context, invoice.id);
      pauses.delete(terminal.id);
      return true;
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      if (error.code !== 'NOT_FOUND') {
        pause(terminal, error);
        return false;
      }
      // The bank does not know it (any more): asking every other second would not change that.
      scheduleCheck(db, invoice.id, now() + MAX_PAUSE_MS);
      log.warn('The bank does not know an invoice.', { invoice: invoice.id });
      return true;
    }
  };

  const watchTerminal = async (terminal: TerminalRow, isStopping: () => boolean): Promise<void> => {
    if ((pauses.get(terminal.id)?.until ?? 0) > performance.now()) return;
    for (const invoice of dueInvoices(db, terminal.id, now(), BATCH))
      if (isStopping() || !(await look(terminal, invoice))) return;
  };

  return createLoop({
    name: 'watch invoices',
    everyMs: WATCH_EVERY_MS,
    log,
    round: async (isStopping) => {
      const looks = terminalsWithToken(context).map((terminal) => watchTerminal(terminal, isStopping));
      // All of them are waited for, so that none outlives the round; then a fault of ours is told.
      const failed = (await Promise.allSettled(looks)).find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
    },
  });
};

/** Settles the attempts whose outcome is not known (domain/resolver.ts). */
const settleAttempts = (context: InvoiceContext, log: Log): Loop =>
  createLoop({
    name: 'settle attempts',
    everyMs: RESOLVE_EVERY_MS,
    log,
    round: async (isStopping) => {
      for (const terminal of terminalsWithToken(context)) {
        if (isStopping()) return;
        await resolveTerminal(context, terminal.id).catch((error: unknown) => {
          if (!(error instanceof BankError)) throw error;
          log.warn('What is in doubt could not be settled yet.', {
            terminal: terminal.id,
            err_code: error.code,
          });
        });
      }
    },
  });
