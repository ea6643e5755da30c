import type { AttemptOutcome, HoldState } from '../../../shared/api/statuses.ts';
import { problem } from '../../../shared/errors.ts';
import type { BankInvoice } from '../../bank/wire.ts';
import { ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import { type AttemptRow, acceptAttempt, openHoldRequestOf } from '../../store/invoices/attempts.ts';
import {
  endRequest,
  isConfirmed,
  isWaitOver,
  type LookTimes,
  NOTHING_OPEN,
  refundPlanOf,
  type Settlement,
} from '../refund/refund-journal.ts';
import { takenOfHold } from './hold-status.ts';

/**
 * Captures and releases, journaled like refunds: each is requested from the bank once, and the bank's state of the
 * invoice shows the outcome. The bank's answer to either only says that it accepted the request, so the state settles it
 * then as well.
 */

/** Settles the open capture or release of an invoice by the bank's state of the invoice. */
export const settleHoldRequest = (
  db: Db,
  invoiceId: number,
  bank: BankInvoice,
  times: LookTimes,
): Settlement => {
  const open = openHoldRequestOf(db, invoiceId);
  if (!open) return NOTHING_OPEN;
  const shown = open.kind === 'capture' ? captureOutcome(open, bank) : releaseOutcome(open, bank);
  // While the bank works on the payment, or holds it no longer, time decides nothing.
  const isGivenUp = shown === undefined && bank.status === 'hold' && isWaitOver(open, times);
  const outcome = isGivenUp ? 'dropped' : shown;
  if (outcome !== undefined) return { openSince: null, write: () => endRequest(db, open, outcome, times) };
  const isListed = open.kind === 'release' && listed(open, bank) !== undefined;
  const accept = () => acceptAttempt(db, open.id, times.now);
  return { openSince: open.created_at, write: isListed ? accept : () => undefined };
};

/** Another sum than the requested one was captured at the bank itself: the request had no effect. */
const captureOutcome = (open: AttemptRow, bank: BankInvoice): AttemptOutcome | undefined => {
  const taken = takenOfHold(bank);
  if (taken === null) return undefined;
  return taken === refundPlanOf(open).amount ? 'done' : 'dropped';
};

const listed = (open: AttemptRow, bank: BankInvoice) =>
  bank.cancelList?.find(({ extRef }) => extRef === open.tag)?.status;

/** The bank may end a hold without an entry in its list of refunds. */
const releaseOutcome = (open: AttemptRow, bank: BankInvoice): AttemptOutcome | undefined => {
  const status = listed(open, bank);
  if (status === 'success') return 'done';
  if (status === 'failure') return 'refused';
  const taken = takenOfHold(bank);
  if (taken === null) return undefined;
  return taken === 0 ? 'done' : 'dropped';
};

/** @throws ValidationError while a capture or a release of the invoice is open here */
export const refuseSecondHoldRequest = (db: Db, invoiceId: number): void => {
  const open = openHoldRequestOf(db, invoiceId);
  if (open) throw holdRequestUnderWay(refundPlanOf(open).amount, isConfirmed(open));
};

/** @param amount minor units */
export const holdRequestUnderWay = (amount: number, isAccepted: boolean): ValidationError => {
  const state = isAccepted ? 'The bank is still working on it.' : 'Its outcome at the bank is not known yet.';
  const message = `A capture or a release of ${amount} is under way. ${state} Nothing else was requested.`;
  return new ValidationError({ status: [problem('hold_request_under_way', message, { amount })] });
};

const NOT_HELD: Record<HoldState | 'none', string> = {
  none: 'This invoice was not created for holding.',
  waiting: 'Nothing is held yet: the invoice has not been paid.',
  held: 'Nothing is held.',
  captured: 'The held money has been taken already.',
  released: 'The hold has been released.',
};

/** There is nothing to capture or to release. */
export const notHeld = (state: HoldState | undefined): ValidationError =>
  new ValidationError({
    status: [
      problem('not_held', `${NOT_HELD[state ?? 'none']} Nothing was done.`, { state: state ?? 'none' }),
    ],
  });
