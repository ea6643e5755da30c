import type { AttemptOutcome } from '../../../shared/api/statuses.ts';
import { problem } from '../../../shared/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { BankInvoice, BankRefundStatus } from '../../bank/wire.ts';
import { ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import {
  type AttemptRow,
  acceptAttempt,
  openRefundOf,
  settleAttempt,
} from '../../store/invoices/attempts.ts';
import { recordOutcome } from '../guard/attempt-actions.ts';
import { concludeAttempt } from '../journal/attempts.ts';

/**
 * A refund is requested from the bank only once. The bank keeps no idempotency key, so a second request is a second
 * refund: while the outcome of one is unknown, or the bank still works on it, no other is sent. The bank's list of
 * refunds shows the outcome; an entry is matched by its extRef, the tag of the attempt.
 */

/** A request that never arrived does not take effect later than this. */
const GIVE_UP_DOUBT_MS = 15 * MINUTE_MS;
/** The bank has confirmed this refund, so its absence from the list is the exception. */
const GIVE_UP_ACCEPTED_MS = DAY_MS;

/** The refund request sent to the bank, and its requester: the JSON in `attempts.request`. */
export interface RefundPlan {
  /** Minor units. */
  amount: number;
  comment: string;
  /** Returned lines, if the request named them; quantity in thousandths. */
  items: { item: number; quantity: number }[];
}

export const refundPlanOf = ({ request }: Pick<AttemptRow, 'request'>): RefundPlan => {
  const plan = JSON.parse(request) as Partial<RefundPlan>;
  return { amount: plan.amount ?? 0, comment: plan.comment ?? '', items: plan.items ?? [] };
};

/** The bank has made the refund, or is known to work on it. */
export const isConfirmed = ({ status, accepted_at }: AttemptRow): boolean =>
  status === 'done' || (status === 'pending' && accepted_at !== null);

/** The effect of the bank's answer on an invoice's open refund, capture or release. */
export interface Settlement {
  /** Beginning of a request that is still open (ms), or null. */
  openSince: number | null;
  /** Writes the effect; call it in the transaction that applies the bank's answer. */
  write(): void;
}

export const NOTHING_OPEN: Settlement = { openSince: null, write: () => undefined };

/** Settles the open refund of an invoice by the bank's state of the invoice. */
export const settleOpenRefund = (
  db: Db,
  invoiceId: number,
  bank: BankInvoice,
  times: LookTimes,
): Settlement => {
  const open = openRefundOf(db, invoiceId);
  if (!open) return NOTHING_OPEN;
  const listed = bank.cancelList?.find(({ extRef }) => extRef === open.tag);
  const outcome = outcomeOf(listed?.status, () => isWaitOver(open, times));
  if (outcome !== undefined) return { openSince: null, write: () => endRequest(db, open, outcome, times) };
  const accept = () => acceptAttempt(db, open.id, times.now);
  return { openSince: open.created_at, write: listed ? accept : () => undefined };
};

/** Writes the outcome of a refund, a capture or a release. */
export const endRequest = (
  db: Db,
  open: AttemptRow,
  outcome: AttemptOutcome,
  { now, bankNow }: LookTimes,
): void => {
  const err_code = outcome === 'refused' ? 'CANCEL_FAILED' : open.err_code;
  // During the request itself, its caller reports the outcome.
  if (open.status === 'pending' && open.accepted_at === null) {
    recordOutcome(db, now, open, outcome, err_code);
    settleAttempt(db, open.id, {
      status: outcome,
      err_code,
      settled_at: now,
      bank_settled_at: bankNow ?? null,
    });
  } else concludeAttempt(db, open, outcome, now, err_code);
};

const outcomeOf = (
  status: BankRefundStatus | undefined,
  isGivenUp: () => boolean,
): AttemptOutcome | undefined => {
  if (status === 'success') return 'done';
  if (status === 'failure') return 'refused';
  return status === undefined && isGivenUp() ? 'dropped' : undefined;
};

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
 */
export const isWaitOver = (open: AttemptRow, { bankNow, requestedAt }: LookTimes): boolean => {
  const { status, accepted_at, created_at, bank_created_at } = open;
  // Pending and not confirmed: the bank's answer is still on its way.
  if (requestedAt === undefined || (status === 'pending' && accepted_at === null)) return false;
  const waited =
    bankNow === undefined || bank_created_at === null ? requestedAt - created_at : bankNow - bank_created_at;
  return waited >= (accepted_at === null ? GIVE_UP_DOUBT_MS : GIVE_UP_ACCEPTED_MS);
};

/** @throws ValidationError while a refund of the invoice is open here */
export const refuseSecondRefund = (db: Db, invoiceId: number): void => {
  const open = openRefundOf(db, invoiceId);
  if (open) throw secondRefund(refundPlanOf(open).amount, isConfirmed(open));
};

/** Requests in progress that move an invoice's money, with the refusal of another one. */
const running = new WeakMap<Db, Map<number, () => ValidationError>>();

/**
 * Runs a refund, a capture or a release exclusively for its invoice. A second request during the first would become a
 * second refund once the first is done: to a person it is the same click, repeated.
 * @param refusal of a second request meanwhile
 * @throws ValidationError
 */
export const aloneWithMoney = async <Result>(
  db: Db,
  invoiceId: number,
  refusal: () => ValidationError,
  work: () => Promise<Result>,
): Promise<Result> => {
  const refusals = running.get(db) ?? new Map<number, () => ValidationError>();
  running.set(db, refusals);
  const other = refusals.get(invoiceId);
  if (other) throw other();
  refusals.set(invoiceId, refusal);
  try {
    return await work();
  } finally {
    refusals.delete(invoiceId);
  }
};

/** @param amount minor units @throws ValidationError */
export const aloneInRefund = <Result>(
  db: Db,
  invoiceId: number,
  amount: number,
  work: () => Promise<Result>,
): Promise<Result> => aloneWithMoney(db, invoiceId, () => secondRefund(amount, false), work);

/** @throws ValidationError while the bank works on any refund of the invoice */
export const refuseBesideBankRefund = (bank: BankInvoice): void => {
  const working = bank.cancelList?.find(({ status }) => status === 'processing');
  if (working) throw secondRefund(working.amount ?? bank.amount, true);
};

const secondRefund = (amount: number, isAccepted: boolean) => {
  const state = isAccepted ? 'The bank is still working on it.' : 'Its outcome at the bank is not known yet.';
  return new ValidationError({
    status: [
      problem('refund_under_way', `A refund of ${amount} is under way. ${state} No other refund was made.`, {
        amount,
      }),
    ],
  });
};
