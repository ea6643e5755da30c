import { atMost } from '../../shared/api/fields.ts';
import type { CancelExpectation, InvoiceCancel, InvoiceStatus } from '../../shared/api/invoices.ts';
import type { Bank, CancelRequest } from '../bank/client.ts';
import { BankError } from '../bank/errors.ts';
import type { BankInvoice, CancelAnswer } from '../bank/wire.ts';
import { insertAttempt, settleAttempt } from '../store/attempts.ts';
import { type InvoiceRow, itemsOfInvoices, scheduleCheck } from '../store/invoices.ts';
import { findProducts } from '../store/products.ts';
import { attempted, newTag } from './attempts.ts';
import { cancelItem } from './bank-requests.ts';
import { ValidationError } from './errors.ts';
import type { Exclusive } from './exclusive.ts';
import { changeInvoice } from './invoice-change.ts';
import { isCancellable, mayBecome, refundable, settledAmount } from './invoice-status.ts';
import { askBank, type InvoiceContext, invoiceById, refreshInvoice } from './invoices.ts';
import type { Actor } from './sessions.ts';
import { writeOutcomes } from './unwritten.ts';
import { nextCheck } from './watching.ts';

type Asked = Awaited<ReturnType<typeof askBank>>;

const amountProblem = (message: string) => new ValidationError({ amount: [message] });

const STATUS_PROBLEMS: Record<InvoiceStatus, string> = {
  created: 'The invoice is waiting for payment.',
  processing: 'The payment is being processed; wait for its outcome.',
  success: 'The invoice has been paid meanwhile. Nothing was refunded.',
  failure: 'The payment failed; there is nothing to cancel.',
  reversed: 'The payment has been refunded already.',
  expired: 'The invoice has been cancelled or has expired.',
};
const statusProblem = (status: InvoiceStatus) => new ValidationError({ status: [STATUS_PROBLEMS[status]] });

/** One at a time for each invoice. */
export type CancelContext = InvoiceContext & { exclusive: Exclusive };

/**
 * Invalidates an unpaid invoice, or refunds a paid one in full or by an amount (minor units). What the bank
 * says is taken over first, so that nothing is refunded which was only meant to be cancelled.
 * @param expected what the invoice must be for anything to be done
 * @throws ValidationError, NotFoundError, BankError
 */
export const cancelInvoice = (
  context: CancelContext,
  actor: Actor,
  id: number,
  input: InvoiceCancel,
  expected: CancelExpectation = {},
): Promise<InvoiceRow> =>
  context.exclusive(id, async () => {
    writeOutcomes(context.db);
    const known = invoiceById(context.db, id);
    const isExpected = (expected.expected_status ?? known.status) === known.status;
    if (!isExpected || !isCancellable(known.status)) throw statusProblem(known.status);
    if (known.status === 'created' && input.amount !== undefined)
      throw amountProblem('An unpaid invoice is cancelled whole: no amount may be passed.');

    const asked = await askBank(context, id);
    if (asked.invoice.status !== known.status) throw statusProblem(asked.invoice.status);
    return known.status === 'created'
      ? removeUnpaid(context, actor, asked, input)
      : refundPaid(context, actor, asked, input, expected.expected_left);
  });

const beginAttempt = (
  { db, now }: InvoiceContext,
  kind: 'remove' | 'refund',
  actor: Actor,
  invoice: InvoiceRow,
  request: object,
) =>
  insertAttempt(db, {
    kind,
    tag: newTag(),
    terminal_id: invoice.terminal_id,
    invoice_id: invoice.id,
    account_id: actor.id,
    number: null,
    request: JSON.stringify(request),
    created_at: now(),
  });

const removeUnpaid = async (
  context: CancelContext,
  actor: Actor,
  { invoice, token }: Asked,
  input: InvoiceCancel,
): Promise<InvoiceRow> => {
  const { bank } = context;
  const attempt = beginAttempt(context, 'remove', actor, invoice, input);
  return attempted(
    context,
    attempt.id,
    () => bank.removeInvoice(token, invoice.invoice_id),
    () => takeOverRemoval(context, invoice.id, attempt.id),
  ).catch((error: unknown) => explainRefusal(context, invoice, error));
};

const takeOverRemoval = ({ db, now }: InvoiceContext, id: number, attemptId: number): InvoiceRow => {
  settleAttempt(db, attemptId, { status: 'done', settled_at: now() });
  const current = invoiceById(db, id);
  // The watcher may have brought a payment in while the bank was answering us.
  if (!mayBecome(current.status, 'expired')) return current;
  const next_check_at = nextCheck({ ...current, status: 'expired' }, now());
  return changeInvoice(db, current, { status: 'expired', next_check_at }, now());
};

const refundPaid = async (
  context: CancelContext,
  actor: Actor,
  { invoice, token, told }: Asked,
  input: InvoiceCancel,
  expectedLeft: number | undefined,
): Promise<InvoiceRow> => {
  const { bank } = context;
  const left = refundable(told);
  if (expectedLeft !== undefined && expectedLeft !== left)
    throw new ValidationError({ expected_left: [`${left} is left to refund. Nothing was refunded.`] });
  const amount = input.amount ?? left;
  if (left === 0) throw amountProblem('Nothing is left to refund.');
  if (amount > left) throw amountProblem(atMost(left));

  const isWhole = amount === told.amount;
  const attempt = beginAttempt(context, 'refund', actor, invoice, { ...input, amount });
  const request = {
    invoiceId: invoice.invoice_id,
    extRef: attempt.tag,
    // Without an amount the bank refunds all; it is named whenever that is not exactly what was asked.
    ...(isWhole && input.amount === undefined ? {} : { amount }),
    ...(isWhole ? returnedItems(context, invoice) : {}),
  };
  const refunded = await attempted(
    context,
    attempt.id,
    () => refund(bank, token, request),
    (answer) => takeOverRefund(context, invoice.id, told, attempt.id, amount, answer),
  ).catch((error: unknown) => explainRefusal(context, invoice, error, amount));
  // The answer does not say what is left: another refund may have been made at the bank in that moment. What
  // was done is written already, so a failure to hear more changes nothing.
  return refreshInvoice(context, invoice.id).catch(() => refunded);
};

/** @throws BankError CANCEL_FAILED when the bank says that the refund failed */
const refund = async (bank: Bank, token: string, request: CancelRequest): Promise<CancelAnswer> => {
  const answer = await bank.cancelInvoice(token, request);
  if (answer.status === 'failure')
    throw new BankError('CANCEL_FAILED', 'The bank reports that the refund failed.', { inDoubt: false });
  return answer;
};

const returnedItems = ({ db }: InvoiceContext, invoice: InvoiceRow) => {
  const items = itemsOfInvoices(db, [invoice.id]).get(invoice.id) ?? [];
  if (items.length === 0) return {};
  const products = findProducts(
    db,
    items.map(({ product_id }) => product_id),
  );
  return {
    items: items.map((item) => cancelItem(item, products.get(item.product_id))),
  };
};

/** Writes what the bank answered to a refund; while it still works on it, the invoice stays as it is. */
const takeOverRefund = (
  { db, now }: InvoiceContext,
  id: number,
  told: BankInvoice,
  attemptId: number,
  amount: number,
  answer: CancelAnswer,
): InvoiceRow => {
  const current = invoiceById(db, id);
  settleAttempt(db, attemptId, { status: 'done', settled_at: now() });
  if (answer.status === 'processing') {
    const next_check_at = nextCheck(current, now(), true);
    scheduleCheck(db, id, next_check_at);
    return { ...current, next_check_at };
  }
  const modified_date = answer.modifiedDate ?? current.modified_date;
  // A refresh that ran meanwhile has brought this refund already, and perhaps more.
  if (current.modified_date !== null && modified_date !== null && current.modified_date > modified_date)
    return current;
  const final_amount = settledAmount(told) - amount;
  const status = final_amount === 0 ? ('reversed' as const) : current.status;
  const refunds = { listed: [], otherwise: answer.modifiedDate ?? now() };
  return changeInvoice(db, current, { final_amount, status, modified_date }, now(), refunds);
};

/**
 * A refusal may mean that the bank's state is another than ours: it is asked once more, and the answer is then
 * a 400 that says so. Otherwise the error stays what it was. Either way the invoice is looked at again soon.
 */
const explainRefusal = async (
  context: InvoiceContext,
  invoice: InvoiceRow,
  error: unknown,
  amount = 0,
): Promise<never> => {
  const { db, now } = context;
  const refused = error instanceof BankError && !error.inDoubt && error.code !== 'CANCEL_FAILED';
  if (refused) {
    const asked = await askBank(context, invoice.id).catch(() => undefined);
    if (asked && asked.invoice.status !== invoice.status) throw statusProblem(asked.invoice.status);
    if (asked && invoice.status === 'success' && refundable(asked.told) < amount)
      throw amountProblem(atMost(refundable(asked.told)));
  } else {
    scheduleCheck(db, invoice.id, now());
  }
  throw error;
};
