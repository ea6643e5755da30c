import { MINUTE_MS } from '../../../shared/time.ts';
import { UnreadableAnswer } from '../../bank/errors.ts';
import type { BankInvoice } from '../../bank/wire.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import { paidAmount, refundedAmount } from '../bank-state/status.ts';
import { type InvoiceMoney, openMoneyIn } from '../journal/invoice-money.ts';
import { isConfirmed, isWaitOver, type LookTimes, requestPlanOf } from '../journal/open-money.ts';
import { takenOfHold } from './hold-status.ts';

/**
 * A capture of ours bounds what the bank may report as captured. The bank sets the final amount later than the status:
 * at first it may show all that was held, nothing, or no amount. If one of these were booked, the right one would look
 * like a refund, or would be ignored as older.
 */

/** A final amount later than that after the capture was accepted is reported to people. */
const SHOWN_WITHIN_MS = 2 * MINUTE_MS;

const openCapture = (money: InvoiceMoney): AttemptRow | undefined => {
  const open = openMoneyIn(money);
  return open?.kind === 'capture' ? open : undefined;
};

const doneCapture = ({ attempts }: InvoiceMoney): AttemptRow | undefined =>
  attempts.find(({ kind, status }) => kind === 'capture' && status === 'done');

/** The same report about a hold, with our own capture's amount where the bank gives none. */
export const withCapturedAmount = (money: InvoiceMoney, bank: BankInvoice, times: LookTimes): BankInvoice => {
  if (bank.status !== 'success' || bank.finalAmount !== null || !money.hold) return bank;
  const open = openCapture(money);
  // Without an answer to it, somebody else may have captured the hold at the bank.
  const isOurs = open === undefined || isConfirmed(open) || isWaitOver(open, times);
  const capture = open ?? doneCapture(money);
  if (!capture || !isOurs) return bank;
  return { ...bank, finalAmount: Math.max(0, requestPlanOf(capture).amount - refundedAmount(bank)) };
};

/**
 * Whether the bank's report of what was captured is to be waited for, because it may still change, or contradicts our
 * own capture; undefined: neither.
 * @param bank as `withCapturedAmount` gives it
 */
export const lateCapture = (
  money: InvoiceMoney,
  bank: BankInvoice,
  times: LookTimes,
): { since: number } | UnreadableAnswer | undefined => {
  const open = openCapture(money);
  if (open) return ofOpenCapture(open, bank, times);
  const { modified_date } = money.invoice;
  const done = doneCapture(money);
  const isOld = bank.modifiedDate !== null && modified_date !== null && bank.modifiedDate < modified_date;
  if (!done || isOld || bank.status !== 'success') return undefined;
  const { amount } = requestPlanOf(done);
  return paidAmount(bank) > amount ? contradiction(bank, amount) : undefined;
};

const ofOpenCapture = (open: AttemptRow, bank: BankInvoice, times: LookTimes) => {
  const { amount } = requestPlanOf(open);
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
