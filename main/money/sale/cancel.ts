import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { problem } from '../../../shared/errors.ts';
import { BankError } from '../../bank/errors.ts';
import type { KeyedQueue } from '../../platform/async.ts';
import { ValidationError } from '../../shop/errors.ts';
import { type AttemptRow, findAttempt, settleAttempt } from '../../store/invoices/attempts.ts';
import { findHold } from '../../store/invoices/holds.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { changeInvoice } from '../bank-state/change.ts';
import { flushDeferred } from '../bank-state/deferred-writes.ts';
import { nextCheck } from '../bank-state/poll-interval.ts';
import { type BankLook, type InvoiceContext, invoiceById, lookAtBank } from '../bank-state/refresh.ts';
import { isCancellable, isUnpaid, mayBecome, remainingAmount } from '../bank-state/status.ts';
import { recordOutcome } from '../guard/attempt-actions.ts';
import { checkMoney, journalMoney } from '../guard/guard.ts';
import { attemptById, concludeAttempt, runJournaled } from '../journal/attempts.ts';
import {
  type CancelInput,
  checkRefund,
  explainRefusal,
  settleKeyedRequest,
  startRefund,
  statusProblem,
} from '../refund/refund.ts';
import { aloneInRefund, refuseSecondRefund } from '../refund/refund-journal.ts';
import { concernsTerminal } from './sale-siblings.ts';
import { refuseUnfit } from './sold-lines.ts';

/** `exclusive` runs one cancel at a time per invoice. */
export type CancelContext = InvoiceContext & { exclusive: KeyedQueue };

/**
 * Invalidates an unpaid invoice, also one whose payment failed, since the payer may try again; or refunds a paid one in
 * full, by an amount or by lines, unless it is a withdrawal. Reads the bank's state first,
 * so that a cancel never becomes an unintended refund. While the outcome of a refund is unknown, other refunds are
 * refused; a request under its own Idempotency-Key settles it.
 * @returns the updated invoice
 * @throws ValidationError, NotFoundError, BankError
 */
export const cancelInvoice = async (context: CancelContext, request: CancelInput): Promise<InvoiceRow> => {
  const { db, exclusive } = context;
  const { id, input, keyed } = request;
  const { status, ...paid } = invoiceById(db, id);
  const cancel = () => exclusive(id, () => cancelNow(context, request, status));
  // Settles its own earlier attempt instead of making another.
  if (status !== 'success' || request.isWithdrawal || keyed?.attempt) return cancel();
  return aloneInRefund(db, id, input.amount ?? remainingAmount({ status, ...paid }), cancel);
};

/** @param requestedAs the invoice's status when the request came: a later payment was not to be refunded */
const cancelNow = async (
  context: CancelContext,
  request: CancelInput,
  requestedAs: InvoiceStatus,
): Promise<InvoiceRow> => {
  const { db } = context;
  const { id, keyed } = request;
  flushDeferred(db);
  const settled = keyed?.attempt && (await settleEarlier(context, keyed.attempt));
  if (settled) return recorded(context, request, settled);

  const known = invoiceById(db, id);
  // A withdrawal ends whatever is unpaid: one that fails meanwhile, too.
  const isOther = (status: InvoiceStatus, before: InvoiceStatus): boolean =>
    status !== before && !(request.isWithdrawal && isUnpaid(status) && isUnpaid(before));
  if (isOther(known.status, requestedAs)) throw statusProblem(known.status);
  refuseImpossible(context, known, request);
  const look = await lookAtBank(context, id);
  if (isOther(look.invoice.status, known.status)) throw statusProblem(look.invoice.status);
  return isUnpaid(known.status) ? removeUnpaid(context, request, look) : startRefund(context, request, look);
};

/**
 * Refuses requests that cannot succeed, without a request to the bank.
 * @throws ValidationError
 */
const refuseImpossible = (context: CancelContext, invoice: InvoiceRow, request: CancelInput): void => {
  const { id, status } = invoice;
  const { input, expected, isWithdrawal, actor } = request;
  if (status === 'processing' && findHold(context.db, id)?.state === 'held') throw IS_HELD;
  const isExpected = (expected.expected_status ?? status) === status;
  const isPossible = isWithdrawal ? isUnpaid(status) : isCancellable(status);
  if (!isExpected || !isPossible) throw statusProblem(status);
  if (status === 'success') {
    refuseSecondRefund(context.db, id);
    checkRefund(context, invoice, request);
    refuseUnfit(context.db, invoice, input);
    return;
  }
  checkMoney(context, { kind: 'remove', by: actor, invoice, isWithdrawal });
  if (input.amount !== undefined) throw notInParts('amount');
  else if (input.items.length > 0) throw notInParts('items');
};

const IS_HELD = new ValidationError({
  status: [
    problem(
      'is_held',
      'The money is held, not taken: capture it, or release the hold. Nothing was cancelled.',
    ),
  ],
});

const notInParts = (field: 'amount' | 'items') =>
  new ValidationError({
    [field]: [problem('only_whole', `An unpaid invoice is cancelled whole: no ${field} may be passed.`)],
  });

const recorded = ({ db }: CancelContext, { record }: CancelInput, invoice: InvoiceRow): InvoiceRow => {
  db.transaction(() => record(invoice));
  return invoice;
};

/**
 * The result of an earlier request under the same key. Undefined: it left nothing, so the request is carried out.
 * @throws BankError IN_DOUBT while the outcome of its refund is unknown
 */
const settleEarlier = async (
  context: CancelContext,
  attempt: AttemptRow,
): Promise<InvoiceRow | undefined> => {
  const { db, now } = context;
  const invoiceId = attempt.invoice_id;
  if (invoiceId === null) return undefined;
  if (attempt.kind === 'refund') return settleKeyedRequest(context, attempt, invoiceId);
  if (attempt.status === 'done') return invoiceById(db, invoiceId);
  const { invoice } = await lookAtBank(context, invoiceId);
  if (invoice.status !== 'expired') return undefined;
  if (findAttempt(db, attempt.id)?.status === 'in_doubt') concludeAttempt(db, attempt, 'done', now());
  return invoice;
};

const removeUnpaid = (
  context: CancelContext,
  cancel: CancelInput,
  { invoice, token }: BankLook,
): Promise<InvoiceRow> => {
  const { bank } = context;
  const { actor, isWithdrawal, keyed, input } = cancel;
  const request = { kind: 'remove' as const, by: actor, invoice, isWithdrawal };
  const { attempt, permit } = journalMoney(context, request, { comment: input.comment }, keyed);
  return runJournaled(
    context,
    attempt.id,
    () => bank.removeInvoice(token, invoice.invoice_id, permit),
    () => {
      const removed = takeOverRemoval(context, invoice, attempt.id);
      cancel.record(removed);
      return removed;
    },
  )
    .catch((error: unknown) => explainRefusal(context, invoice, error))
    .catch((error: unknown) => {
      throw isFailedForGood(invoice, error) ? notPayable(error) : error;
    });
};

/** The bank's refusal to invalidate a failed payment: nothing can be paid any more, and it expires with its validity. */
const isFailedForGood = ({ status }: InvoiceRow, error: unknown): error is BankError =>
  status === 'failure' && error instanceof BankError && !error.inDoubt && !concernsTerminal(error);

const notPayable = ({ message: words }: BankError) =>
  new ValidationError({
    status: [
      problem('not_payable', `The bank says: ${words} Nothing was changed; it expires with its validity.`, {
        words,
      }),
    ],
  });

const takeOverRemoval = (
  { db, now, bankNow }: InvoiceContext,
  { id, invoice_id }: InvoiceRow,
  attemptId: number,
): InvoiceRow => {
  recordOutcome(db, now(), attemptById(db, attemptId), 'done');
  settleAttempt(db, attemptId, { status: 'done', settled_at: now(), bank_settled_at: bankNow() ?? null });
  const current = invoiceById(db, id);
  // A payment may have been recorded while the bank was answering. The sale's invoice may also name another bank
  // invoice now, which this removal did not affect.
  if (current.invoice_id !== invoice_id || !mayBecome(current.status, 'expired')) return current;
  const next_check_at = nextCheck({ ...current, status: 'expired' }, now());
  return changeInvoice(db, current, { status: 'expired', next_check_at }, now());
};
