import { atMost } from '../../../shared/api/fields.ts';
import type { CancelExpectation, InvoiceCancel } from '../../../shared/api/invoices.ts';
import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import type { Bank } from '../../bank/client.ts';
import { BankError, inDoubt } from '../../bank/errors.ts';
import type { CancelItem, CancelRequest } from '../../bank/requests.ts';
import type { BankInvoice, CancelAnswer } from '../../bank/wire.ts';
import type { MoneyPermit } from '../../platform/money-permit.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import { type AttemptRow, acceptAttempt, findAttempt, settleAttempt } from '../../store/invoices/attempts.ts';
import { type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import { changeInvoice } from '../bank-state/change.ts';
import { nextCheck } from '../bank-state/poll-interval.ts';
import {
  type BankLook,
  type InvoiceContext,
  invoiceById,
  lookAtBank,
  refreshInvoice,
} from '../bank-state/refresh.ts';
import { refundable, remainingAmount as remainingHere, settledAmount } from '../bank-state/status.ts';
import { recordOutcome } from '../guard/attempt-actions.ts';
import { checkMoney, journalMoney } from '../guard/guard.ts';
import { attemptById, runJournaled } from '../journal/attempts.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import { soldLines, wholeLabel } from '../sale/sold-lines.ts';
import { isConfirmed, type RefundPlan, refuseBesideBankRefund } from './refund-journal.ts';
import { lineOfAmount, returnOfItems, returnOfRest } from './refund-lines.ts';

/** A cancel request: target, requester and conditions. */
export interface CancelInput {
  actor: Actor;
  /** The invoice's id. */
  id: number;
  input: InvoiceCancel;
  /** Ends an unpaid invoice, and never refunds. */
  isWithdrawal: boolean;
  /** The expected state of the invoice, without which nothing is done. */
  expected: CancelExpectation;
  keyed?: KeyedRequest | undefined;
  /** A second person's consent to a refund above the requester's limit. */
  approval?: string | undefined;
  /** Stores the answer under the Idempotency-Key; runs in the transaction that writes the result. */
  record: (invoice: InvoiceRow) => void;
}

const STATUS_MESSAGES: Record<InvoiceStatus, string> = {
  created: 'The invoice is waiting for payment.',
  processing: 'The payment is being processed; wait for its outcome.',
  success: 'The invoice has been paid meanwhile. Nothing was refunded.',
  failure: 'The payment failed, and may be tried again on its page. Cancel once more to end it.',
  reversed: 'The payment has been refunded already.',
  expired: 'The invoice has been cancelled or has expired.',
};

/** Why an invoice in this status can be neither cancelled nor refunded. */
export const statusProblem = (status: InvoiceStatus) =>
  new ValidationError({ status: [problem(`is_${status}`, STATUS_MESSAGES[status])] });

const amountProblem = (found: Problem) => new ValidationError({ amount: [found] });

/** What a refund declares to the guard. @param left everything that may be refunded, minor units */
const refundRequest = (
  { actor, input, expected, approval }: CancelInput,
  invoice: InvoiceRow,
  amount: number,
  left: number,
) => ({
  ...{ kind: 'refund' as const, by: actor, invoice, amount, approval, reason: expected.reason },
  isTyped: input.items.length === 0 && amount !== left,
});

/**
 * Refuses a refund by the rules of the shop before any request to the bank. What the bank's state alone decides is left to
 * it: whether the amount is possible at all.
 * @throws ForbiddenError, ValidationError
 */
export const checkRefund = (context: InvoiceContext, invoice: InvoiceRow, cancel: CancelInput): void => {
  const left = remainingHere(invoice);
  checkMoney(
    context,
    refundRequest(cancel, invoice, plannedAmount(context.db, invoice, cancel.input, left), left),
  );
};

/** 0, which any limit allows, where the amount is not possible: the bank's state then says so. */
const plannedAmount = (db: Db, invoice: InvoiceRow, input: InvoiceCancel, left: number): number => {
  try {
    return whatToReturn(db, invoice, input, left).amount;
  } catch (error) {
    if (error instanceof ValidationError) return 0;
    throw error;
  }
};

/**
 * Refunds a paid invoice: journals it, sends one request, and leaves it open while the outcome is unknown.
 * @param look the bank's current state of the invoice
 * @throws ValidationError, BankError
 */
export const startRefund = async (
  context: InvoiceContext,
  cancel: CancelInput,
  { invoice, token, bankInvoice }: BankLook,
): Promise<InvoiceRow> => {
  const { db, bank } = context;
  const { input, expected, record } = cancel;
  refuseBesideBankRefund(bankInvoice);
  // The bank may list a confirmed refund late, so Kramar's own refunds count as well.
  const left = Math.min(refundable(bankInvoice), remainingHere(invoice));
  if (expected.expected_left !== undefined && expected.expected_left !== left)
    throw new ValidationError({
      expected_left: [
        problem('not_as_expected', `${left} is left to refund. Nothing was refunded.`, { left }),
      ],
    });
  const { amount, lines } = whatToReturn(db, invoice, input, left);

  const plan: RefundPlan = { amount, comment: input.comment, items: input.items };
  const request = refundRequest(cancel, invoice, amount, left);
  const { attempt, permit } = journalMoney(context, request, { ...plan, lines }, cancel.keyed);
  const isWhole = amount === bankInvoice.amount && input.amount === undefined && input.items.length === 0;
  const message: CancelRequest = {
    invoiceId: invoice.invoice_id,
    extRef: attempt.tag,
    // Without an amount the bank refunds everything, so it is sent unless the request is for exactly everything.
    ...(isWhole ? {} : { amount }),
    items: lines,
  };
  const refunded = await runJournaled(
    context,
    attempt.id,
    () => sendRefund(bank, token, message, permit),
    (answer) => {
      const taken = takeOverRefund(context, invoice.id, bankInvoice, attempt.id, amount, answer);
      record(taken);
      return taken;
    },
  ).catch((error: unknown) => settledMeanwhile(context, attempt, invoice, amount, error));
  // The answer lacks the remaining amount, which another refund at the bank may have changed. The outcome is written
  // already, so a failure of this request changes nothing.
  const refreshed = await refreshInvoice(context, invoice.id).catch(() => refunded);
  db.transaction(() => record(refreshed));
  return refreshed;
};

/**
 * Finds out the outcome of a refund, a capture or a release without an answer, for a request that repeats its
 * Idempotency-Key. Undefined: it had no effect and was given up, so it may be requested again.
 * @param failed the error of a request that the bank reports as failed
 * @throws BankError IN_DOUBT while the bank does not show it, or that of `failed`
 */
export const settleKeyedRequest = async (
  context: InvoiceContext,
  { id }: Pick<AttemptRow, 'id'>,
  invoiceId: number,
  failed: () => BankError = cancelFailed,
): Promise<InvoiceRow | undefined> => {
  const { db } = context;
  const isOpen = findAttempt(db, id)?.status !== 'done';
  if (isOpen)
    await lookAtBank(context, invoiceId).catch((error: unknown) => {
      throw error instanceof BankError ? inDoubt(error) : error;
    });
  const attempt = findAttempt(db, id);
  if (attempt?.status === 'refused') throw failed();
  if (attempt && isConfirmed(attempt)) return invoiceById(db, invoiceId);
  if (attempt?.status === 'dropped') return undefined;
  throw inDoubt();
};

/** A concurrent request may have shown the refund; otherwise the bank's current state explains the refusal. */
const settledMeanwhile = (
  context: InvoiceContext,
  { id }: AttemptRow,
  invoice: InvoiceRow,
  amount: number,
  error: unknown,
): Promise<InvoiceRow> | InvoiceRow => {
  const current = findAttempt(context.db, id);
  if (current && isConfirmed(current)) return invoiceById(context.db, invoice.id);
  return explainRefusal(context, invoice, error, ({ bankInvoice }) => {
    if (refundable(bankInvoice) < amount) throw amountProblem(atMost(refundable(bankInvoice)));
  });
};

/**
 * A refusal may mean that the bank has the invoice in another state: requests the state once more, and throws a 400
 * that says so. Any other error is kept, and the invoice is requested again soon.
 * @param explain throws if the bank's state is the reason though the status is the same
 */
export const explainRefusal = async (
  context: InvoiceContext,
  invoice: InvoiceRow,
  error: unknown,
  explain?: (look: BankLook) => void,
): Promise<never> => {
  if (!(error instanceof BankError)) throw error;
  if (error.inDoubt || error.code === 'CANCEL_FAILED') scheduleCheck(context.db, invoice.id, context.now());
  else {
    const look = await lookAtBank(context, invoice.id).catch(() => undefined);
    if (look && look.invoice.status !== invoice.status) throw statusProblem(look.invoice.status);
    if (look) explain?.(look);
  }
  throw error;
};

/** @throws BankError CANCEL_FAILED when the bank reports that the refund failed */
const sendRefund = async (
  bank: Bank,
  token: string,
  request: CancelRequest,
  permit: MoneyPermit<'give-back'>,
): Promise<CancelAnswer> => {
  const answer = await bank.cancelInvoice(token, request, permit);
  if (answer.status === 'failure') throw cancelFailed();
  return answer;
};

const cancelFailed = () =>
  new BankError('CANCEL_FAILED', 'The bank reports that the refund failed. No money was returned.', {
    inDoubt: false,
  });

/**
 * The amount and the receipt's lines: the requested items; everything left; or one line.
 * @param left may still be refunded, minor units
 */
export const whatToReturn = (
  db: Db,
  invoice: InvoiceRow,
  { amount, items }: InvoiceCancel,
  left: number,
): { amount: number; lines: CancelItem[] } => {
  if (left === 0) throw amountProblem(problem('nothing_left', 'Nothing is left to refund.'));
  const sold = soldLines(db, invoice);
  if (items.length > 0) {
    const returned = returnOfItems(sold, items);
    if ('problems' in returned) throw new ValidationError(returned.problems);
    if (amount !== undefined && amount !== returned.amount)
      throw amountProblem(
        problem('amount_mismatch', `The items add up to ${returned.amount}. Pass that amount or none.`, {
          amount: returned.amount,
        }),
      );
    if (returned.amount > left)
      throw new ValidationError({
        items: [
          problem('max_value', `The items add up to ${returned.amount}; ${left} is left.`, { limit: left }),
        ],
      });
    return returned;
  }
  const wanted = amount ?? left;
  if (wanted > left) throw amountProblem(atMost(left));
  const rest = returnOfRest(sold);
  if (wanted === left && rest.amount === left) return rest;
  return { amount: wanted, lines: [lineOfAmount(wholeLabel(db, invoice), wanted)] };
};

/** Writes the bank's answer to a refund; while the bank works on it, the invoice stays unchanged. */
const takeOverRefund = (
  { db, now, bankNow }: InvoiceContext,
  id: number,
  bankInvoice: BankInvoice,
  attemptId: number,
  amount: number,
  answer: CancelAnswer,
): InvoiceRow => {
  const current = invoiceById(db, id);
  const attempt = attemptById(db, attemptId);
  if (answer.status === 'processing') {
    // Another request may have brought the outcome before this answer.
    if (attempt.status !== 'pending') return current;
    acceptAttempt(db, attemptId, now());
    const next_check_at = nextCheck(current, now(), now());
    scheduleCheck(db, id, next_check_at);
    return { ...current, next_check_at };
  }
  recordOutcome(db, now(), attempt, 'done');
  settleAttempt(db, attemptId, { status: 'done', settled_at: now(), bank_settled_at: bankNow() ?? null });
  const modified_date = answer.modifiedDate ?? current.modified_date;
  // A concurrent refresh has applied this refund already, and perhaps more.
  if (current.modified_date !== null && modified_date !== null && current.modified_date > modified_date)
    return current;
  const final_amount = settledAmount(bankInvoice) - amount;
  const status = final_amount === 0 ? ('reversed' as const) : current.status;
  const refunds = { listed: [], otherwise: answer.modifiedDate ?? now() };
  return changeInvoice(db, current, { final_amount, status, modified_date }, now(), refunds);
};
