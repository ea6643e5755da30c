import { BankError } from '../bank/errors.ts';
import type { InvoiceContext } from '../money/bank-state/refresh.ts';
import { checkRegister, checkSibling, concernsTerminal } from '../money/sale/sale-siblings.ts';
import { eventsAfter, lastEventId } from '../store/events.ts';
import { dueRegisterChecks, dueSaleInvoices } from '../store/invoices/sale-invoices.ts';
import { terminalsWithToken } from '../store/terminals.ts';
import { createLoop, type Loop, type LoopHost } from './loop.ts';

const WATCH_EVERY_MS = 2000;
/** Records of one terminal in one round; the rest wait for the next. */
const BATCH = 10;
/** After a failure of the whole terminal: no token, too many requests, a silent bank. */
const REST_MS = 10_000;
const LOGGED_AT_ONCE = 100;

/**
 * Watches the further bank invoices of sales: reads registers where one may still appear, notices payments of them, and
 * invalidates them when the sale is paid or over. Runs beside the watch of invoices, so that neither delays the other.
 * @param context its bank is the one for work in the background
 */
export const watchSales = (context: InvoiceContext, host: LoopHost): Loop => {
  const { log } = host;
  const { db, now } = context;
  // By the monotonic clock: the PC's own may jump.
  const pausedUntil = new Map<number, number>();
  let logged = lastEventId(db);

  /** Gives whether the terminal's next record may be processed. */
  const runForTerminal = async (terminalId: number, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      if (!concernsTerminal(error)) {
        log.warn('A further bank invoice of a sale could not be looked at; it is tried again.', {
          terminal: terminalId,
          err_code: error.code,
        });
        return true;
      }
      pausedUntil.set(terminalId, performance.now() + REST_MS);
      return false;
    }
  };

  const watchTerminal = async (terminalId: number, isStopping: () => boolean): Promise<void> => {
    if ((pausedUntil.get(terminalId) ?? 0) > performance.now()) return;
    for (const attempt of dueRegisterChecks(db, terminalId, now(), BATCH))
      if (isStopping() || !(await runForTerminal(terminalId, () => checkRegister(context, attempt)))) return;
    for (const row of dueSaleInvoices(db, terminalId, now(), BATCH))
      if (isStopping() || !(await runForTerminal(terminalId, () => checkSibling(context, row)))) return;
  };

  /** Logs double payments from any source: the statement, a webhook, this watch. */
  const logPaidTwice = (): void => {
    for (const { id, invoice_id, data } of eventsAfter(
      db,
      logged,
      { types: ['sale.paid_twice'] },
      LOGGED_AT_ONCE,
    )) {
      logged = id;
      log.warn('A sale was paid twice. Refund one of the two payments.', {
        invoice: invoice_id,
        first_invoice: JSON.parse(data).first_invoice,
      });
    }
  };

  return createLoop({
    name: 'watch sales',
    everyMs: WATCH_EVERY_MS,
    host,
    round: async (isStopping) => {
      const checks = terminalsWithToken(db).map(({ id }) => watchTerminal(id, isStopping));
      const failed = (await Promise.allSettled(checks)).find((result) => result.status === 'rejected');
      logPaidTwice();
      if (failed) throw failed.reason;
    },
  });
};
