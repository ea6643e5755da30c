import type { CashRest, CashSaleStatus } from '../../../shared/api/cash-sales.ts';
import type { InvoiceCreate } from '../../../shared/api/invoices.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { refusal, ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import { type AttemptRow, findAttempt } from '../../store/invoices/attempts.ts';
import { findInvoice, type InvoiceRow } from '../../store/invoices/invoices.ts';
import {
  type CashSaleRow,
  cashSaleOfAttempt,
  findCashSale,
  insertCashSale,
  updateCashSale,
} from '../../store/shifts.ts';
import { wasPaid } from '../bank-state/status.ts';
import { inCash, permitCashPart, permitRest } from '../guard/cash.ts';
import type { SaleInParts, SaleOptions } from '../guard/sale.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import type { MoneyContext } from '../journal/money-request.ts';
import { isConfirmed } from '../journal/open-money.ts';
import { statusProblem } from '../refund/refund.ts';
import { soldRows } from '../sale/basket.ts';
import { cancelInvoice } from '../sale/cancel.ts';
import { createInvoice, type SaleContext } from '../sale/create.ts';
import { checkSiblings } from '../sale/sale-siblings.ts';
import { currentShift, timeInShift } from '../shifts/open-shift.ts';
import type { CashSaleInput } from './sell.ts';

/**
 * A sale in parts: one sale, whose total is paid partly in cash and the rest by QR. The cash lies aside until the bank says
 * that the rest is paid. The rest is an ordinary invoice, so its creation, doubt and refunds are those of any invoice.
 */

/** What is taken in cash, minor units, and where the rest is paid. */
export interface PartsInput extends CashSaleInput {
  cash: number;
  terminal: number;
  cash_register: number | null;
  validity: number;
}

/**
 * Begins a sale in parts: it is journaled with the creation of its invoice, in one transaction.
 * @throws ForbiddenError, ValidationError, BankError, all as for an invoice
 */
export const sellInParts = async (
  context: SaleContext,
  actor: Actor,
  { cash, received, ...goods }: PartsInput,
  { keyed, approval }: SaleOptions,
): Promise<CashSaleRow> => {
  const { db, now } = context;
  const input: InvoiceCreate = {
    destination: '',
    reference: '',
    customer_emails: [],
    payment_type: 'debit',
    ...goods,
  };
  const earlier = madeUnder(db, keyed);
  if (earlier) return earlier;
  let attempt = keyed?.attempt;
  const parts: SaleInParts = {
    amountOf: (known, total) => {
      permitCashPart(db, known, total, { cash, received });
      currentShift(db);
      return total - cash;
    },
    write: (journaled, priced, permit) => {
      attempt = journaled;
      const shift = currentShift(db);
      insertCashSale(
        db,
        {
          shift_id: shift.id,
          amount: priced.total,
          qr_amount: priced.total - cash,
          is_refund: 0,
          remark: goods.comment,
          made_by: actor.id,
          made_at: timeInShift(db, shift, now()),
          number: journaled.number,
          received: received ?? null,
          attempt_id: journaled.id,
          approved_by: journaled.approved_by,
        },
        soldRows(priced.items),
        permit,
      );
    },
  };
  const { invoice } = await createInvoice(context, actor, input, { keyed, parts, approval });
  const sale = attempt && cashSaleOfAttempt(db, attempt.id);
  if (!sale) throw new Error(`The sale of invoice ${invoice.id} is gone.`);
  return sale;
};

/**
 * What was sold, or given back, under the key before, whatever became of it since: undefined as long as the bank has not
 * said whether it came about.
 */
export const madeUnder = (db: Db, keyed: KeyedRequest | undefined): CashSaleRow | undefined => {
  const { attempt } = keyed ?? {};
  const isOpen =
    attempt?.accepted_at === null && (attempt.status === 'in_doubt' || attempt.status === 'pending');
  return attempt && !isOpen ? cashSaleOfAttempt(db, attempt.id) : undefined;
};

/** What the part by QR is at. */
export interface QrPart {
  attempt: AttemptRow;
  /** Undefined: the bank has not said that there is one. */
  invoice: InvoiceRow | undefined;
}

export const qrPartOf = (db: Db, { attempt_id }: CashSaleRow): QrPart | undefined => {
  const attempt = attempt_id === null ? undefined : findAttempt(db, attempt_id);
  if (!attempt) return undefined;
  return { attempt, invoice: attempt.invoice_id === null ? undefined : findInvoice(db, attempt.invoice_id) };
};

/** What a sale, or a return, is at: its own end, else what the bank says. Pure. */
export const statusOfCash = (
  { ended, is_refund }: Pick<CashSaleRow, 'ended' | 'is_refund'>,
  part: QrPart | undefined,
): CashSaleStatus => {
  if (!part || ended === 'cash') return 'done';
  if (ended === 'given_back') return 'called_off';
  return is_refund === 1 ? statusOfReturn(part) : statusOfSale(part);
};

const statusOfReturn = ({ attempt }: QrPart): CashSaleStatus =>
  isConfirmed(attempt) || attempt.accepted_at !== null ? 'done' : (UNDER_WAY[attempt.status] ?? 'called_off');

const statusOfSale = ({ attempt, invoice }: QrPart): CashSaleStatus => {
  if (!invoice) return UNDER_WAY[attempt.status] ?? 'unpaid';
  if (wasPaid(invoice.status)) return 'done';
  return invoice.status === 'expired' ? 'unpaid' : 'waiting';
};

const UNDER_WAY: Partial<Record<AttemptRow['status'], CashSaleStatus>> = {
  pending: 'waiting',
  in_doubt: 'in_doubt',
};

/** The whole sale in cash, minor units: never less than was taken, whatever rounding was set since. */
const wholeInCash = (db: Db, { amount, qr_amount }: CashSaleRow): number =>
  Math.max(inCash(db, amount), amount - qr_amount);

/** Of the sale's total, what is to be taken if the rest is paid in cash instead, minor units. */
export const restInCash = (db: Db, sale: CashSaleRow): number =>
  wholeInCash(db, sale) - (sale.amount - sale.qr_amount);

/**
 * Ends a sale whose QR was not paid: its rest was taken in cash, or its cash given back. The QR is withdrawn first, and
 * nothing is done unless the bank says that it cannot be paid any more.
 * @returns what ends it, in one transaction; it throws the same
 * @throws ForbiddenError, BankError; ValidationError is_success (paid meanwhile), sale_in_doubt, sale_ended, no_shift
 */
export const endParts = async (
  context: MoneyContext,
  actor: Actor,
  { id }: CashSaleRow,
  by: CashRest['by'],
): Promise<() => CashSaleRow> => {
  const { db, now } = context;
  const { status, part } = openParts(db, id);
  // Before the QR is withdrawn: it may still be paid.
  if (by === 'cash') currentShift(db);
  let isOver = false;
  if (status === 'waiting' && part.invoice) isOver = await withdraw(context, actor, part.invoice);
  if (part.invoice && (await checkSiblings(context, part.invoice.id))) throw statusProblem('processing');
  return () =>
    db.transaction(() => {
      const { sale, part: present, status: reached } = openParts(db, id);
      if (reached === 'waiting' && !isOver && present.invoice) throw statusProblem(present.invoice.status);
      if (by === 'give_back') {
        const permit = permitRest(context, actor, sale, { by, amount: sale.amount - sale.qr_amount });
        const ended = { ended: 'given_back', ended_by: actor.id, ended_at: now() } as const;
        return updateCashSale(db, id, ended, permit);
      }
      const shift = currentShift(db);
      const permit = permitRest(context, actor, sale, { by, amount: restInCash(db, sale) });
      const amount = wholeInCash(db, sale);
      const made_at = timeInShift(db, shift, now());
      return updateCashSale(
        db,
        id,
        {
          ended: 'cash',
          ended_by: actor.id,
          ended_at: made_at,
          amount,
          qr_amount: 0,
          rounding: amount - sale.amount,
          received: null,
          shift_id: shift.id,
          is_carried: 0,
          made_at,
        },
        permit,
      );
    });
};

/** A sale in parts that has not ended. @throws ValidationError */
const openParts = (db: Db, id: number) => {
  const sale = findCashSale(db, id);
  const part = sale && qrPartOf(db, sale);
  if (!part || sale?.ended)
    throw refusal('sale_ended', 'Nothing of this sale is left to be paid. Nothing was changed.');
  const status = statusOfCash(sale, part);
  if (status === 'done') throw statusProblem(part.invoice?.status ?? 'success');
  if (!part.invoice && status !== 'unpaid')
    throw refusal('sale_in_doubt', 'The bank has not said whether the QR exists. Nothing was changed.');
  return { sale, part, status };
};

/**
 * What else the bank says of it is stored, and decides: it may be paid, or over already, as after a withdrawal whose answer
 * was lost.
 * @returns the bank says that it cannot be paid any more, though it does not invalidate it
 */
const withdraw = async (context: MoneyContext, actor: Actor, invoice: InvoiceRow): Promise<boolean> => {
  const input = { amount: undefined, comment: '', items: [] };
  try {
    await cancelInvoice(context, { actor, invoice, input, expected: {}, isWithdrawal: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return (error.problems.status ?? []).some((found) => found.code === 'not_payable');
  }
  return false;
};
