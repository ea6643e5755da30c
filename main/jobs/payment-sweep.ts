import { BankError, PAUSED } from '../bank/errors.ts';
import { AGAIN_MS, LATE_MS, SWEPT_FOR_MS } from '../money/bank-state/poll-interval.ts';
import { type InvoiceContext, refreshInvoice } from '../money/bank-state/refresh.ts';
import { type ClockContext, type DbContext, isWriteFailure } from '../store/db/connection.ts';
import type { InvoiceRow } from '../store/invoices/invoices.ts';
import {
  forgetOldPayments,
  hasFreshInvoice,
  paymentsToSweep,
  scheduleSweep,
} from '../store/invoices/payment-sweep.ts';
import type { TerminalRow } from '../store/terminals.ts';
import { type JobResult, problemOf } from './job-runner.ts';

/**
 * At most this many per terminal every five minutes: 360 an hour, so that 20,000 payments take 56 hours, a week of
 * 8-hour days.
 */
const BATCH = 30;
/** While a younger invoice is open, a sale is under way. */
const FRESH_MS = 2 * 60_000;

const timeOf = ({ now, bankNow }: ClockContext): number => bankNow() ?? now();

/** A sale is under way: work that can wait does. */
export const isTillBusy = ({ db, now }: DbContext): boolean => hasFreshInvoice(db, now() - FRESH_MS, now());

/** Selects payments of a terminal to query now: first those never queried, the newest first. */
export const sweepWork = (
  context: ClockContext,
  { id }: Pick<TerminalRow, 'id'>,
  limit = BATCH,
): InvoiceRow[] => {
  const { db } = context;
  const at = timeOf(context);
  const isBusy = isTillBusy(context);
  return paymentsToSweep(db, {
    terminal: id,
    paidFrom: at - SWEPT_FOR_MS,
    planned: isBusy ? { from: 1, to: at - LATE_MS } : { from: 0, to: at },
    limit,
  });
};

/** The bank as a whole is silent; that says nothing about the payment. */
const SILENT: ReadonlySet<string> = new Set([
  PAUSED,
  'TIMEOUT',
  'UNREACHABLE',
  'TMR',
  'TOKEN_MISSING',
  'MOVED_AWAY',
]);

/** Queries them; found: payments queried, changed: those whose state the bank changed. @throws BankError */
export const sweepPayments = async (
  context: InvoiceContext,
  terminal: TerminalRow,
  isStopping: () => boolean,
): Promise<JobResult> => {
  const at = timeOf(context);
  await forgetOldPayments(context.db, { terminal: terminal.id, paidBefore: at - SWEPT_FOR_MS, now: at });
  const sum = { found: 0, changed: 0, problems: [] as string[] };
  const { length } = sweepWork(context, terminal);
  for (let left = length; left > 0 && !isStopping(); left -= 1) {
    // Selected again for each: a sale may have begun since, or a query by hand.
    const [payment] = sweepWork(context, terminal, 1);
    if (!payment) break;
    sum.found += 1;
    const problem = await queryPayment(context, payment, () => {
      sum.changed += 1;
    });
    if (problem !== undefined) sum.problems.push(problem);
  }
  return sum;
};

/** Gives the problem with this payment's answer; a silent bank throws. */
const queryPayment = async (
  context: InvoiceContext,
  payment: InvoiceRow,
  onChange: () => void,
): Promise<string | undefined> => {
  try {
    const { modified_date, final_amount, status, payment_system } = await refreshInvoice(context, payment.id);
    const isSame =
      final_amount === payment.final_amount &&
      status === payment.status &&
      payment_system === payment.payment_system &&
      modified_date === payment.modified_date;
    if (!isSame) onChange();
    return undefined;
  } catch (error) {
    if (isWriteFailure(error) || (error instanceof BankError && SILENT.has(error.code))) throw error;
    scheduleSweep(context.db, payment.id, timeOf(context) + AGAIN_MS);
    return `${payment.reference || payment.invoice_id}: ${problemOf(error)}`;
  }
};
