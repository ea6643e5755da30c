import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { BankError } from '../../bank/errors.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import { settleAttempt } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { changeInvoice } from '../bank-state/apply-bank.ts';
import { nextCheck } from '../bank-state/poll-interval.ts';
import { isUnpaid, mayBecome, remainingAmount } from '../bank-state/status.ts';
import { recordOutcome } from '../guard/attempt-actions.ts';
import { checkMoney } from '../guard/guard.ts';
import { type MoneyCall, type MoneyContext, type MoneyKind, requestMoney } from '../journal/money-request.ts';
import { underWay } from '../journal/open-money.ts';
import { REFUND, statusProblem } from '../refund/refund.ts';
import { checkSiblings, isAboutPayment } from './sale-siblings.ts';

/**
 * Invalidates an unpaid invoice, also one whose payment failed, since the payer may try again; or refunds a paid one in
 * full, by an amount or by lines, unless it is a withdrawal. The invoice is what it was when the request came, or nothing
 * is done: so that a cancel never becomes an unintended refund.
 * @returns the updated invoice
 * @throws ForbiddenError, ValidationError, NotFoundError, BankError
 */
export const cancelInvoice = (context: MoneyContext, call: MoneyCall): Promise<InvoiceRow> => {
  const { invoice, isWithdrawal, input } = call;
  if (invoice.status !== 'success' || isWithdrawal) return requestMoney(context, REMOVE, call);
  const amount = input.amount ?? remainingAmount(invoice);
  return requestMoney(context, REFUND, call, () => underWay('refund', amount, false));
};

/** A withdrawal ends whatever is unpaid: one that fails meanwhile, too. */
const isOther = (status: InvoiceStatus, { invoice, isWithdrawal }: MoneyCall): boolean =>
  status !== invoice.status && !(isWithdrawal && isUnpaid(status) && isUnpaid(invoice.status));

const declared = ({ actor: by, isWithdrawal = false }: MoneyCall, invoice: InvoiceRow) => ({
  kind: 'remove' as const,
  by,
  invoice,
  isWithdrawal,
});

/** Ends the chance to pay an invoice. */
const REMOVE: MoneyKind<'remove'> = {
  check: (context, call, { invoice, hold }) => {
    const { status } = invoice;
    const { input, expected } = call;
    if (isOther(status, call)) throw statusProblem(status);
    if (status === 'processing' && hold?.state === 'held') throw IS_HELD;
    if ((expected.expected_status ?? status) !== status || !isUnpaid(status)) throw statusProblem(status);
    checkMoney(context, declared(call, invoice));
    if (input.amount !== undefined) throw notInParts('amount');
    else if (input.items.length > 0) throw notInParts('items');
  },
  // The siblings go first: the sale must not read as over while one of them can be paid.
  prepare: (context, invoiceId) => checkSiblings(context, invoiceId, true),
  plan: (call, { invoice }) => {
    if (isOther(invoice.status, call)) throw statusProblem(invoice.status);
    return {
      wanted: declared(call, invoice),
      journal: { comment: call.input.comment },
      send: async (bank, token, { permit }) => {
        await bank.removeInvoice(token, invoice.invoice_id, permit);
        return { isAccepted: true };
      },
    };
  },
  settle: ({ db, now, bankNow }, { invoice, attempt, wanted }) => {
    recordOutcome(db, now(), attempt, 'done', '', invoice);
    settleAttempt(db, attempt.id, { status: 'done', settled_at: now(), bank_settled_at: bankNow() ?? null });
    // A payment may have been recorded while the bank was answering. The sale's invoice may also name another bank
    // invoice now, which this removal did not affect.
    if (invoice.invoice_id !== wanted.invoice.invoice_id || !mayBecome(invoice.status, 'expired'))
      return invoice;
    const next_check_at = nextCheck({ ...invoice, status: 'expired' }, now());
    return changeInvoice(db, invoice, { status: 'expired', next_check_at }, now());
  },
  explain: (before, { invoice }, _planned, refusal) => {
    if (invoice.status !== before.invoice.status) throw statusProblem(invoice.status);
    // The bank invalidates no failed payment that cannot be tried again, and none that is being paid right now.
    if (before.invoice.status === 'failure' && isAboutPayment(refusal)) throw notPayable(refusal);
  },
  isAnsweredInPart: false,
};

const IS_HELD = fieldRefusal(
  'status',
  'is_held',
  'The money is held, not taken: capture it, or release the hold. Nothing was cancelled.',
);

const notInParts = (field: 'amount' | 'items') =>
  fieldRefusal(field, 'only_whole', `An unpaid invoice is cancelled whole: no ${field} may be passed.`);

const notPayable = ({ message: words }: BankError) =>
  fieldRefusal(
    'status',
    'not_payable',
    `The bank says: ${words} Nothing was changed; it expires with its validity.`,
    { words },
  );
