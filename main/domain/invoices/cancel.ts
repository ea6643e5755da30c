import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { problem } from '../../../shared/errors.ts';
import type { KeyedQueue } from '../../platform/async.ts';
import type { Db } from '../../store/db/connection.ts';
import { type AttemptRow, findAttempt, settleAttempt } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { ValidationError } from '../errors.ts';
import { concludeAttempt, runJournaled } from './attempts.ts';
import { changeInvoice } from './change.ts';
import { flushDeferred } from './deferred-writes.ts';
import { nextCheck } from './poll-interval.ts';
import { type BankLook, type InvoiceContext, invoiceById, lookAtBank } from './refresh.ts';
import {
  type CancelInput,
  explainRefusal,
  journalCancel,
  settleKeyedRefund,
  startRefund,
  statusProblem,
} from './refund.ts';
import { aloneInRefund, refuseSecondRefund } from './refund-journal.ts';
import { isCancellable, mayBecome, remainingAmount } from './status.ts';

/** `exclusive` runs one cancel at a time for each invoice. */
export type CancelContext = InvoiceContext & { exclusive: KeyedQueue };

/**
 * Invalidates an unpaid invoice, or refunds a paid one in full, by an amount or by lines. The bank's state is taken over
 * first, so that nothing is refunded which was only meant to be cancelled. A refund whose outcome is still unknown
 * refuses any other; the request under its own Idempotency-Key settles it.
 * @returns the invoice as it is then
 * @throws ValidationError, NotFoundError, BankError
 */
export const cancelInvoice = async (context: CancelContext, request: CancelInput): Promise<InvoiceRow> => {
  const { db, exclusive } = context;
  const { id, input, keyed } = request;
  const { status, ...paid } = invoiceById(db, id);
  const cancel = () => exclusive(id, () => cancelNow(context, request, status));
  // Its own earlier attempt is settled, not made again.
  if (status !== 'success' || keyed?.attempt) return cancel();
  return aloneInRefund(db, id, input.amount ?? remainingAmount({ status, ...paid }), cancel);
};

/** @param requestedAs the invoice's status when the request came: what was paid since was not to be refunded */
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
  if (known.status !== requestedAs) throw statusProblem(known.status);
  refuseImpossible(db, known, request);
  const look = await lookAtBank(context, id);
  if (look.invoice.status !== known.status) throw statusProblem(look.invoice.status);
  return known.status === 'created'
    ? removeUnpaid(context, request, look)
    : startRefund(context, request, look);
};

/** What can be refused without asking the bank. @throws ValidationError */
const refuseImpossible = (db: Db, { id, status }: InvoiceRow, { input, expected }: CancelInput): void => {
  const isExpected = (expected.expected_status ?? status) === status;
  if (!isExpected || !isCancellable(status)) throw statusProblem(status);
  if (status === 'success') refuseSecondRefund(db, id);
  else if (input.amount !== undefined) throw notInParts('amount');
  else if (input.items.length > 0) throw notInParts('items');
};

const notInParts = (field: 'amount' | 'items') =>
  new ValidationError({
    [field]: [problem('only_whole', `An unpaid invoice is cancelled whole: no ${field} may be passed.`)],
  });

const recorded = ({ db }: CancelContext, { record }: CancelInput, invoice: InvoiceRow): InvoiceRow => {
  db.transaction(() => record(invoice));
  return invoice;
};

/**
 * What an earlier request under the same key has led to. Undefined: nothing that lasts, so the request is carried out.
 * @throws BankError IN_DOUBT while the outcome of its refund is unknown
 */
const settleEarlier = async (
  context: CancelContext,
  attempt: AttemptRow,
): Promise<InvoiceRow | undefined> => {
  const { db, now } = context;
  const invoiceId = attempt.invoice_id;
  if (invoiceId === null) return undefined;
  if (attempt.kind === 'refund') return settleKeyedRefund(context, attempt, invoiceId);
  if (attempt.status === 'done') return invoiceById(db, invoiceId);
  const { invoice } = await lookAtBank(context, invoiceId);
  if (invoice.status !== 'expired') return undefined;
  if (findAttempt(db, attempt.id)?.status === 'in_doubt') concludeAttempt(db, attempt, 'done', now());
  return invoice;
};

const removeUnpaid = (
  context: CancelContext,
  { actor, input, keyed, record }: CancelInput,
  { invoice, token }: BankLook,
): Promise<InvoiceRow> => {
  const { bank } = context;
  const { comment } = input;
  const attempt = journalCancel(context, 'remove', invoice, { actor, keyed }, { comment });
  return runJournaled(
    context,
    attempt.id,
    () => bank.removeInvoice(token, invoice.invoice_id),
    () => {
      const removed = takeOverRemoval(context, invoice, attempt.id);
      record(removed);
      return removed;
    },
  ).catch((error: unknown) => explainRefusal(context, invoice, error));
};

const takeOverRemoval = (
  { db, now, bankNow }: InvoiceContext,
  { id, invoice_id }: InvoiceRow,
  attemptId: number,
): InvoiceRow => {
  settleAttempt(db, attemptId, { status: 'done', settled_at: now(), bank_settled_at: bankNow() ?? null });
  const current = invoiceById(db, id);
  // The watcher may have brought a payment in while the bank was answering us.
  // The sale may also have come to name another of its bank invoices, which this removal did not touch.
  if (current.invoice_id !== invoice_id || !mayBecome(current.status, 'expired')) return current;
  const next_check_at = nextCheck({ ...current, status: 'expired' }, now());
  return changeInvoice(db, current, { status: 'expired', next_check_at }, now());
};
