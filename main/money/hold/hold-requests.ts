import type { HoldCapture, HoldExpectation } from '../../../shared/api/holds.ts';
import type { HoldRequest } from '../../../shared/api/statuses.ts';
import { problem } from '../../../shared/errors.ts';
import { BankError } from '../../bank/errors.ts';
import type { CancelItem } from '../../bank/requests.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import { type AttemptRow, acceptAttempt, findAttempt } from '../../store/invoices/attempts.ts';
import { findHold, type HoldRow } from '../../store/invoices/holds.ts';
import { type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import { flushDeferred } from '../bank-state/deferred-writes.ts';
import { type BankLook, invoiceById, lookAtBank, refreshInvoice } from '../bank-state/refresh.ts';
import { type CaptureRequest, checkMoney, type GiveBackRequest, journalMoney } from '../guard/guard.ts';
import { attemptById, runJournaled } from '../journal/attempts.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import { settleKeyedRequest, whatToReturn } from '../refund/refund.ts';
import { aloneWithMoney, isConfirmed, refuseBesideBankRefund } from '../refund/refund-journal.ts';
import type { CancelContext } from '../sale/cancel.ts';
import { holdRequestUnderWay, notHeld, refuseSecondHoldRequest } from './hold-journal.ts';

/** A request that ends a hold. */
export interface HoldRequestInput {
  kind: HoldRequest;
  actor: Actor;
  /** The invoice's id. */
  id: number;
  /** A release takes no amount and no items. */
  input: HoldCapture;
  expected: HoldExpectation;
  keyed?: KeyedRequest | undefined;
  /** A second person's consent to what is given up. */
  approval?: string | undefined;
  /** Stores the answer under the Idempotency-Key; runs in the transaction that writes the result. */
  record: (invoice: InvoiceRow) => void;
}

/** What is captured, or given up by a release, with its receipt lines. */
interface HoldPart {
  amount: number;
  lines: CancelItem[];
}

/**
 * Captures held money, in full, by an amount or by lines, or releases it; one request at a time for an invoice. Reads the
 * bank's state first. While the outcome of a request is unknown, others are refused; a request under its own
 * Idempotency-Key settles it.
 * @returns the updated invoice: paid or released, or still held while the bank works on it
 * @throws ValidationError, NotFoundError, BankError
 */
export const endHold = (context: CancelContext, request: HoldRequestInput): Promise<InvoiceRow> => {
  const { db, exclusive } = context;
  const { id, input, keyed } = request;
  const run = () => exclusive(id, () => endHoldNow(context, request));
  // Settles its own earlier attempt instead of making another.
  if (keyed?.attempt) return run();
  const amount = input.amount ?? findHold(db, id)?.amount ?? 0;
  return aloneWithMoney(db, id, () => holdRequestUnderWay(amount, false), run);
};

const endHoldNow = async (context: CancelContext, request: HoldRequestInput): Promise<InvoiceRow> => {
  const { db } = context;
  const { id, keyed, record } = request;
  flushDeferred(db);
  const earlier = keyed?.attempt;
  const settled = earlier && (await settleKeyedRequest(context, earlier, id, requestFailed));
  if (settled) {
    db.transaction(() => record(settled));
    return settled;
  }
  const invoice = invoiceById(db, id);
  const hold = heldNow(db, id);
  checkMoney(context, declared(request, invoice, hold, partOf(db, invoice, hold, request)));
  refuseSecondHoldRequest(db, id);
  const look = await lookAtBank(context, id);
  return startRequest(context, request, look);
};

/** @throws ValidationError when nothing is held */
const heldNow = (db: Db, id: number): HoldRow => {
  const hold = findHold(db, id);
  if (hold?.state !== 'held') throw notHeld(hold?.state);
  return hold;
};

/** @throws ValidationError for what cannot be captured of the hold */
const partOf = (db: Db, invoice: InvoiceRow, hold: HoldRow, request: HoldRequestInput): HoldPart => {
  const { input, expected } = request;
  if (expected.expected_held !== undefined && expected.expected_held !== hold.amount)
    throw new ValidationError({
      expected_held: [problem('not_as_expected', `${hold.amount} is held. Nothing was done.`)],
    });
  return whatToReturn(db, invoice, input, hold.amount);
};

/** What the request declares to the guard: the part of a hold that is not captured is given back. */
const declared = (
  { kind, actor, input, expected, approval }: HoldRequestInput,
  invoice: InvoiceRow,
  hold: HoldRow,
  { amount }: HoldPart,
): CaptureRequest | GiveBackRequest => {
  const common = { by: actor, invoice, amount, approval, reason: expected.reason };
  if (kind === 'release') return { ...common, kind, isTyped: false };
  const givesUp = hold.amount - amount;
  return { ...common, kind, givesUp, isTyped: input.items.length === 0 && givesUp > 0 };
};

const startRequest = async (
  context: CancelContext,
  request: HoldRequestInput,
  { invoice, token, bankInvoice }: BankLook,
): Promise<InvoiceRow> => {
  const { db, now } = context;
  const { record } = request;
  const hold = heldNow(db, invoice.id);
  refuseSecondHoldRequest(db, invoice.id);
  refuseBesideBankRefund(bankInvoice);
  const part = partOf(db, invoice, hold, request);
  const { attempt, send } = journal(context, request, { token, invoice, hold, part });
  const accepted = await runJournaled(context, attempt.id, send, () => {
    // A concurrent request may have shown the outcome before this answer.
    if (attemptById(db, attempt.id).status === 'pending') acceptAttempt(db, attempt.id, now());
    scheduleCheck(db, invoice.id, now());
    const current = invoiceById(db, invoice.id);
    record(current);
    return current;
  }).catch((error: unknown) => explainFailure(context, attempt, invoice, error));
  // The answer lacks the outcome. That the bank accepted the request is written, so a failure here changes nothing.
  const refreshed = await refreshInvoice(context, invoice.id).catch(() => accepted);
  db.transaction(() => record(refreshed));
  return refreshed;
};

interface Ending {
  token: string;
  invoice: InvoiceRow;
  hold: HoldRow;
  part: HoldPart;
}

/** Journals the request, and gives what sends it to the bank. */
const journal = (
  context: CancelContext,
  request: HoldRequestInput,
  { token, invoice, hold, part }: Ending,
): { attempt: AttemptRow; send: () => Promise<void> } => {
  const { bank } = context;
  const { invoice_id: invoiceId } = invoice;
  const { comment, items } = request.input;
  const { amount, lines } = part;
  const wanted = declared(request, invoice, hold, part);
  const gives_up = wanted.kind === 'capture' ? wanted.givesUp : amount;
  const plan = { amount, comment, items, lines, gives_up };
  if (wanted.kind === 'capture') {
    const { attempt, permit } = journalMoney(context, wanted, plan, request.keyed);
    // The receipt of the whole has the lines that the invoice was created with.
    const message = { invoiceId, amount, ...(gives_up === 0 ? {} : { items: lines }) };
    return { attempt, send: () => bank.finalizeInvoice(token, message, permit) };
  }
  const { attempt, permit } = journalMoney(context, wanted, plan, request.keyed);
  const message = { invoiceId, extRef: attempt.tag, items: lines };
  return {
    attempt,
    send: async () => {
      const { status } = await bank.cancelInvoice(token, message, permit);
      if (status === 'failure') throw requestFailed();
    },
  };
};

/** The bank reports that a release failed. */
const requestFailed = () =>
  new BankError('CANCEL_FAILED', 'The bank reports that the request failed. The hold is as it was.', {
    inDoubt: false,
  });

/** A concurrent request may have shown the outcome; otherwise the bank's current state explains a refusal. */
const explainFailure = async (
  context: CancelContext,
  { id }: AttemptRow,
  invoice: InvoiceRow,
  error: unknown,
): Promise<InvoiceRow> => {
  const { db, now } = context;
  const current = findAttempt(db, id);
  if (current && isConfirmed(current)) return invoiceById(db, invoice.id);
  if (!(error instanceof BankError)) throw error;
  if (error.inDoubt || error.code === 'CANCEL_FAILED') scheduleCheck(db, invoice.id, now());
  else if (await lookAtBank(context, invoice.id).catch(() => undefined)) heldNow(db, invoice.id);
  throw error;
};
