import type { AttemptOutcome } from '../../../shared/api/statuses.ts';
import { problem } from '../../../shared/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { UnreadableAnswer } from '../../bank/errors.ts';
import type { BankInvoice, BankRefundStatus } from '../../bank/wire.ts';
import { ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import { type AttemptRow, acceptAttempt, type OpenMoney } from '../../store/invoices/attempts.ts';
import { paidAmount, refundedAmount } from '../bank-state/status.ts';
import { takenOfHold } from '../hold/hold-status.ts';
import { concludeAttempt } from './attempts.ts';
import { type InvoiceMoney, openMoneyIn } from './invoice-money.ts';

/**
 * The open refund, capture or release of an invoice. Each is requested from the bank only once: the bank keeps no
 * idempotency key, so a second request of a refund is a second refund, and while the outcome of one is unknown, or the
 * bank still works on it, no other is sent. The bank's state of the invoice shows the outcome: its list of refunds by
 * extRef, the tag of the attempt, and of a hold also the sum that was taken. The answer to a capture or a release only
 * says that the bank accepted it, so the state settles it then as well.
 */

/** A request that never arrived does not take effect later than this. */
const GIVE_UP_DOUBT_MS = 15 * MINUTE_MS;
/** The bank has confirmed this request, so its absence is the exception. */
const GIVE_UP_ACCEPTED_MS = DAY_MS;

/** The request sent to the bank: the JSON in `attempts.request`. */
export interface RequestPlan {
  /** Minor units. */
  amount: number;
  comment: string;
  /** Lines, if the request named them; quantity in thousandths. */
  items: { item: number; quantity: number }[];
}

export const requestPlanOf = ({ request }: Pick<AttemptRow, 'request'>): RequestPlan => {
  const plan = JSON.parse(request) as Partial<RequestPlan>;
  return { amount: plan.amount ?? 0, comment: plan.comment ?? '', items: plan.items ?? [] };
};

/** The bank has done it, or is known to work on it. */
export const isConfirmed = ({ status, accepted_at }: AttemptRow): boolean =>
  status === 'done' || (status === 'pending' && accepted_at !== null);

/** The times of a request about an invoice, ms. */
export interface LookTimes {
  now: number;
  /** By the bank's clock; undefined: not known. */
  bankNow: number | undefined;
  /** By the PC's clock; undefined: a webhook, which may be old. */
  requestedAt: number | undefined;
}

/**
 * Whether the bank, queried long after the request was sent, does not show its effect. By the bank's clock: if the PC's
 * were set forward, a refund in progress would be given up and made twice.
 * @public the crash test takes it out
 */
export const isWaitOver = (open: AttemptRow, { bankNow, requestedAt }: LookTimes): boolean => {
  const { status, accepted_at, created_at, bank_created_at } = open;
  // Pending and not confirmed: the bank's answer is still on its way.
  if (requestedAt === undefined || (status === 'pending' && accepted_at === null)) return false;
  const waited =
    bankNow === undefined || bank_created_at === null ? requestedAt - created_at : bankNow - bank_created_at;
  return waited >= (accepted_at === null ? GIVE_UP_DOUBT_MS : GIVE_UP_ACCEPTED_MS);
};

/** What the bank's state of the invoice shows of an open request. */
interface Shown {
  outcome?: AttemptOutcome | undefined;
  /** The bank lists it, and works on it. */
  isListed?: boolean;
  /** While the bank works on the payment, or holds it no longer, time decides nothing. */
  mayBeGivenUp: boolean;
}

const LISTED = { success: 'done', failure: 'refused', processing: undefined } as const satisfies Record<
  BankRefundStatus,
  AttemptOutcome | undefined
>;

const listed = ({ tag }: AttemptRow, { cancelList }: BankInvoice) =>
  cancelList?.find(({ extRef }) => extRef === tag)?.status;

/** By kind. Another sum than the requested one was taken at the bank itself: the request had no effect. */
const SHOWN: Record<OpenMoney['kind'], (open: AttemptRow, bank: BankInvoice) => Shown> = {
  refund: (open, bank) => {
    const status = listed(open, bank);
    return { outcome: status && LISTED[status], isListed: status !== undefined, mayBeGivenUp: !status };
  },
  capture: (open, bank) => {
    const taken = takenOfHold(bank);
    const outcome = taken === requestPlanOf(open).amount ? 'done' : 'dropped';
    return { outcome: taken === null ? undefined : outcome, mayBeGivenUp: bank.status === 'hold' };
  },
  // The bank may end a hold without an entry in its list of refunds.
  release: (open, bank) => {
    const status = listed(open, bank);
    const taken = takenOfHold(bank);
    const ended = taken === 0 ? 'done' : 'dropped';
    return {
      outcome: (status && LISTED[status]) ?? (taken === null ? undefined : ended),
      isListed: status !== undefined,
      mayBeGivenUp: bank.status === 'hold',
    };
  },
};

/** The effect of the bank's answer on the open request of an invoice. */
export interface Settlement {
  /** Beginning of a request that is still open (ms), or null. */
  openSince: number | null;
  /** Writes the effect; call it in the transaction that applies the bank's answer. */
  write(): void;
}

/** Settles the open refund, capture or release of an invoice by the bank's state of the invoice. */
export const settleOpenMoney = (
  db: Db,
  open: OpenMoney | undefined,
  bank: BankInvoice,
  times: LookTimes,
): Settlement => {
  if (!open) return { openSince: null, write: () => undefined };
  const { outcome, isListed, mayBeGivenUp } = SHOWN[open.kind](open, bank);
  const end = outcome ?? (mayBeGivenUp && isWaitOver(open, times) ? 'dropped' : undefined);
  const errCode = end === 'refused' ? 'CANCEL_FAILED' : open.err_code;
  if (end) return { openSince: null, write: () => concludeAttempt(db, open, end, times, errCode) };
  const accept = () => acceptAttempt(db, open.id, times.now);
  return { openSince: open.created_at, write: isListed ? accept : () => undefined };
};

/** @throws ValidationError while a refund, a capture or a release is open */
export const refuseSecondRequest = (open: OpenMoney | undefined): void => {
  if (open) throw underWay(open.kind, requestPlanOf(open).amount, isConfirmed(open));
};

/** @throws ValidationError while the bank works on any refund of the invoice */
export const refuseBesideBankRefund = (bank: BankInvoice): void => {
  const working = bank.cancelList?.find(({ status }) => status === 'processing');
  if (working) throw underWay('refund', working.amount ?? bank.amount, true);
};

/** The refusal of another request. @param amount minor units */
export const underWay = (kind: OpenMoney['kind'], amount: number, isAccepted: boolean): ValidationError => {
  const state = isAccepted ? 'The bank is still working on it.' : 'Its outcome at the bank is not known yet.';
  const found =
    kind === 'refund'
      ? problem(
          'refund_under_way',
          `A refund of ${amount} is under way. ${state} No other refund was made.`,
          { amount },
        )
      : problem(
          'hold_request_under_way',
          `A capture or a release of ${amount} is under way. ${state} Nothing else was requested.`,
          { amount },
        );
  return new ValidationError({ status: [found] });
};

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

/** The report with our own capture's amount where the bank has set none; 0 without a refund counts as none. */
export const withTakenAmount = (money: InvoiceMoney, bank: BankInvoice, times: LookTimes): BankInvoice => {
  if (bank.status !== 'success') return bank;
  const open = openCapture(money);
  const capture = open ?? doneCapture(money);
  if (!capture)
    return bank.finalAmount === 0 && refundedAmount(bank) === 0 ? { ...bank, finalAmount: null } : bank;
  // Without an answer to it, somebody else may have captured the hold at the bank.
  const isOurs = open === undefined || isConfirmed(open) || isWaitOver(open, times);
  if (bank.finalAmount !== null || !isOurs) return bank;
  return { ...bank, finalAmount: Math.max(0, requestPlanOf(capture).amount - refundedAmount(bank)) };
};

/**
 * Whether the bank's report of what was captured is to be waited for, because it may still change, or contradicts our
 * own capture; undefined: neither.
 * @param bank as `withTakenAmount` gives it
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
  const paid = paidAmount(bank);
  if (paid > amount) return contradiction(bank, amount);
  // A webhook from before the final amount was set, which a cut connection delays.
  const isEarly = paid < amount && times.requestedAt === undefined;
  return isEarly ? { since: done.settled_at ?? done.created_at } : undefined;
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
