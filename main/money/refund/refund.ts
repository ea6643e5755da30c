import { atMost } from '../../../shared/api/fields.ts';
import type { InvoiceCancel } from '../../../shared/api/invoices.ts';
import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import type { CancelItem, CancelRequest } from '../../bank/requests.ts';
import { fieldRefusal, ValidationError } from '../../shop/errors.ts';
import { acceptAttempt, settleAttempt } from '../../store/invoices/attempts.ts';
import { type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import { changeInvoice } from '../bank-state/apply-bank.ts';
import { nextCheck } from '../bank-state/poll-interval.ts';
import type { InvoiceContext } from '../bank-state/refresh.ts';
import { refundable, remainingAmount as remainingHere, settledAmount } from '../bank-state/status.ts';
import { recordOutcome } from '../guard/attempt-actions.ts';
import { checkMoney, type GiveBackRequest } from '../guard/guard.ts';
import { type InvoiceMoney, openMoneyIn } from '../journal/invoice-money.ts';
import { type Answered, cancelFailed, type MoneyCall, type MoneyKind } from '../journal/money-request.ts';
import { refuseBesideBankRefund, refuseSecondRequest } from '../journal/open-money.ts';
import { lineOfAmount } from '../sale/basket.ts';
import { refuseUnfit, type Sold, soldLines } from '../sale/sold-lines.ts';
import { requestedReturn, returnOfRest } from './refund-lines.ts';

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
  fieldRefusal('status', `is_${status}`, STATUS_MESSAGES[status]);

const amountProblem = (found: Problem) => new ValidationError({ amount: [found] });

/** What a refund declares to the guard. @param left everything that may be refunded, minor units */
const declared = (
  { actor: by, input, expected, approval, ofSale }: MoneyCall,
  invoice: InvoiceRow,
  amount: number,
  left: number,
): GiveBackRequest<'refund'> => ({
  kind: 'refund',
  by,
  invoice,
  amount,
  approval,
  reason: expected.reason,
  ofSale,
  isTyped: input.items.length === 0 && amount !== left,
});

/** 0, which any limit allows, where the amount is not possible: the bank's state then says so. */
const plannedAmount = (money: InvoiceMoney, sold: Sold, input: InvoiceCancel, left: number): number => {
  try {
    return whatToReturn(money, sold, input, left).amount;
  } catch (error) {
    if (error instanceof ValidationError) return 0;
    throw error;
  }
};

/** Gives back money that was taken, in full, by an amount or by lines. */
export const REFUND: MoneyKind<'refund'> = {
  // What the bank's state alone decides is left to it: whether the amount is possible at all.
  check: (context, call, money, sold) => {
    const { invoice } = money;
    const { input, expected } = call;
    if (invoice.status !== call.invoice.status || (expected.expected_status ?? 'success') !== 'success')
      throw statusProblem(invoice.status);
    refuseSecondRequest(openMoneyIn(money));
    const left = remainingHere(invoice);
    checkMoney(context, declared(call, invoice, plannedAmount(money, sold(), input, left), left));
    refuseUnfit(money, sold(), input);
  },
  plan: (call, money, sold, bankInvoice) => {
    const { invoice } = money;
    const { input, expected } = call;
    if (invoice.status !== call.invoice.status) throw statusProblem(invoice.status);
    refuseBesideBankRefund(bankInvoice);
    refuseSecondRequest(openMoneyIn(money));
    // The bank may list a confirmed refund late, so Kramar's own refunds count as well.
    const left = Math.min(refundable(bankInvoice), remainingHere(invoice));
    if (expected.expected_left !== undefined && expected.expected_left !== left)
      throw fieldRefusal(
        'expected_left',
        'not_as_expected',
        `${left} is left to refund. Nothing was refunded.`,
        { left },
      );
    const { amount, lines } = whatToReturn(money, sold(), input, left);
    // Without an amount the bank refunds everything, so it is sent unless the request is for exactly everything.
    const isWhole = amount === bankInvoice.amount && input.amount === undefined && input.items.length === 0;
    return {
      wanted: declared(call, invoice, amount, left),
      journal: { amount, comment: input.comment, items: input.items, lines },
      send: async (bank, token, { attempt, permit }) => {
        const message: CancelRequest = {
          invoiceId: invoice.invoice_id,
          extRef: attempt.tag,
          ...(isWhole ? {} : { amount }),
          items: lines,
        };
        const { status, modifiedDate } = await bank.cancelInvoice(token, message, permit);
        if (status === 'failure') throw cancelFailed('refund');
        return { isAccepted: status === 'processing', modifiedDate };
      },
    };
  },
  settle: (context, answered) =>
    answered.answer.isAccepted ? takeAccepted(context, answered) : takeRefund(context, answered),
  explain: (before, { invoice, bankInvoice }, { wanted }) => {
    if (invoice.status !== before.invoice.status) throw statusProblem(invoice.status);
    if (refundable(bankInvoice) < wanted.amount) throw amountProblem(atMost(refundable(bankInvoice)));
  },
  // The answer lacks the remaining amount, which another refund at the bank may have changed.
  isAnsweredInPart: true,
};

/** While the bank works on it, the invoice stays unchanged. */
const takeAccepted = ({ db, now }: InvoiceContext, { invoice, attempt }: Answered<'refund'>): InvoiceRow => {
  // Another request may have brought the outcome before this answer.
  if (attempt.status !== 'pending') return invoice;
  acceptAttempt(db, attempt.id, now());
  const next_check_at = nextCheck(invoice, now(), now());
  scheduleCheck(db, invoice.id, next_check_at);
  return { ...invoice, next_check_at };
};

const takeRefund = (
  { db, now, bankNow }: InvoiceContext,
  { invoice, attempt, wanted, bankInvoice, answer }: Answered<'refund'>,
): InvoiceRow => {
  recordOutcome(db, now(), attempt, 'done', '', invoice);
  settleAttempt(db, attempt.id, { status: 'done', settled_at: now(), bank_settled_at: bankNow() ?? null });
  const modified_date = answer.modifiedDate ?? invoice.modified_date;
  // A concurrent refresh has applied this refund already, and perhaps more.
  if (invoice.modified_date !== null && modified_date !== null && invoice.modified_date > modified_date)
    return invoice;
  // The bank may not have listed an earlier refund yet when this one was planned.
  const before = Math.min(settledAmount(bankInvoice), remainingHere(wanted.invoice));
  const final_amount = before - wanted.amount;
  const status = final_amount === 0 ? ('reversed' as const) : invoice.status;
  const refunds = { listed: [], otherwise: answer.modifiedDate ?? now() };
  return changeInvoice(db, invoice, { final_amount, status, modified_date }, now(), refunds);
};

/**
 * The amount and the receipt's lines: the requested items; everything left; or one line. Pure.
 * @param left may still be refunded, minor units
 * @throws ValidationError
 */
export const whatToReturn = (
  money: InvoiceMoney,
  sold: Sold,
  { amount, items }: InvoiceCancel,
  left: number,
): { amount: number; lines: CancelItem[] } => {
  if (left === 0) throw amountProblem(problem('nothing_left', 'Nothing is left to refund.'));
  const lines = soldLines(money, sold);
  if (items.length > 0) return requestedReturn(lines, { amount, items }, left);
  const wanted = amount ?? left;
  if (wanted > left) throw amountProblem(atMost(left));
  const rest = returnOfRest(lines);
  if (wanted === left && rest.amount === left) return rest;
  return { amount: wanted, lines: [lineOfAmount(sold.whole, wanted)] };
};
