import { MINUTE_MS } from '../../../shared/time.ts';
import { UnreadableAnswer } from '../../bank/errors.ts';
import type { BankInvoice } from '../../bank/wire.ts';
import type { Db } from '../../store/db/connection.ts';
import { type AttemptRow, doneCaptureOf, openHoldRequestOf } from '../../store/invoices/attempts.ts';
import { findHold } from '../../store/invoices/holds.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { paidAmount, refundedAmount } from '../bank-state/status.ts';
import { isConfirmed, isWaitOver, type LookTimes, refundPlanOf } from '../refund/refund-journal.ts';
import { takenOfHold } from './hold-status.ts';

/**
 * A capture of ours bounds what the bank may report as captured. The bank sets the final amount later than the status:
 * at first it may show all that was held, nothing, or no amount. If one of these were booked, the right one would look
 * like a refund, or would be ignored as older.
 */

/** A final amount later than that after the capture was accepted is reported to people. */
const SHOWN_WITHIN_MS = 2 * MINUTE_MS;

const openCaptureOf = (db: Db, invoiceId: number): AttemptRow | undefined => {
  const open = openHoldRequestOf(db, invoiceId);
  return open?.kind === 'capture' ? open : undefined;
};

/** The same report, with our own capture's amount where the bank gives none. */
export const withCapturedAmount = (
  db: Db,
  invoiceId: number,
  bank: BankInvoice,
  times: LookTimes,
): BankInvoice => {
  if (bank.status !== 'success' || bank.finalAmount !== null || !findHold(db, invoiceId)) return bank;
  const open = openCaptureOf(db, invoiceId);
  // Without an answer to it, somebody else may have captured the hold at the bank.
  const isOurs = open === undefined || isConfirmed(open) || isWaitOver(open, times);
  const capture = open ?? doneCaptureOf(db, invoiceId);
  if (!capture || !isOurs) return bank;
  return { ...bank, finalAmount: Math.max(0, refundPlanOf(capture).amount - refundedAmount(bank)) };
};

/**
 * Whether the bank's report of what was captured is to be waited for, because it may still change, or contradicts our
 * own capture; undefined: neither.
 * @param bank as `withCapturedAmount` gives it
 */
export const lateCapture = (
  db: Db,
  { id, modified_date }: Pick<InvoiceRow, 'id' | 'modified_date'>,
  bank: BankInvoice,
  times: LookTimes,
): { since: number } | UnreadableAnswer | undefined => {
  const open = openCaptureOf(db, id);
  if (open) return ofOpenCapture(open, bank, times);
  const done = doneCaptureOf(db, id);
  const isOld = bank.modifiedDate !== null && modified_date !== null && bank.modifiedDate < modified_date;
  if (!done || isOld || bank.status !== 'success') return undefined;
  const { amount } = refundPlanOf(done);
  return paidAmount(bank) > amount ? contradiction(bank, amount) : undefined;
};

const ofOpenCapture = (open: AttemptRow, bank: BankInvoice, times: LookTimes) => {
  const { amount } = refundPlanOf(open);
  const isAccepted = isConfirmed(open);
  // Nothing but an accepted capture makes the end of a hold doubtful.
  const isOver = bank.status === 'success' || (isAccepted && bank.status === 'reversed');
  if (!isOver || takenOfHold(bank) === amount) return undefined;
  if (!isAccepted) return isWaitOver(open, times) ? undefined : { since: open.created_at };
  const since = open.accepted_at ?? open.created_at;
  return times.now < since + SHOWN_WITHIN_MS ? { since } : contradiction(bank, amount);
};

const contradiction = ({ finalAmount }: BankInvoice, expected: number): UnreadableAnswer =>
  new UnreadableAnswer(
    '/api/merchant/invoice/status',
    { field: 'finalAmount', value: JSON.stringify(finalAmount) },
    String(expected),
  );
