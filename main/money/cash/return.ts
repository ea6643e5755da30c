import { atMost } from '../../../shared/api/fields.ts';
import type { ReturnItem } from '../../../shared/api/invoices.ts';
import { lineTotal, QUANTITY_SCALE, returnedAmount, shareOut } from '../../../shared/money.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import type { Action } from '../../shop/actions/record.ts';
import { refusal, ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import { openMoneyOf } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import {
  type CashSaleItemRow,
  type CashSaleRow,
  cashSaleOfAttempt,
  findCashSale,
  insertCashSale,
  itemsOfCashSales,
  returnsOfCashSale,
  type ShiftRow,
} from '../../store/shifts.ts';
import { remainingAmount } from '../bank-state/status.ts';
import {
  inCash,
  type PermittedReturn,
  permitCashBeside,
  permitCashReturn,
  refuseTyped,
} from '../guard/cash.ts';
import type { KeyedRequest } from '../journal/idempotency.ts';
import type { MoneyContext } from '../journal/money-request.ts';
import { requestPlanOf } from '../journal/open-money.ts';
import { type ReturnedPart, requestedReturn, returnOfRest, type SoldLine } from '../refund/refund-lines.ts';
import { cancelInvoice } from '../sale/cancel.ts';
import { currentShift, shiftAction, shiftRefusal, timeInShift } from '../shifts/open-shift.ts';
import { madeUnder, qrPartOf, statusOfCash } from './parts.ts';

/** A line of a sale for cash, with its row. */
type CashLine = SoldLine & { row: CashSaleItemRow };

/** A sale for cash with what is left of it to return. */
export interface CashSold {
  lines: CashLine[];
  /** Minor units of goods, before rounding. */
  left: number;
  /** Minor units of cash. */
  leftCash: number;
  /** The part that goes back by QR, through the bank. */
  qr: { invoice: InvoiceRow; left: number } | undefined;
}

export const cashSold = (db: Db, sale: CashSaleRow): CashSold => {
  const returns = returnsOfCashSale(db, sale.id);
  const items = itemsOfCashSales(db, [sale.id, ...returns.map(({ id }) => id)]);
  const sold = items.get(sale.id) ?? [];
  const back = returns.flatMap(({ id }) => items.get(id) ?? []);
  const total = sale.amount - sale.rounding;
  const qr = qrOf(db, sale);
  // A refund of the invoice itself is of this sale too.
  const refundedBeside = qr
    ? returns.reduce((rest, { qr_amount }) => rest - qr_amount, sale.qr_amount - qr.left)
    : 0;
  const paid = shareOut(
    total,
    sold.map(({ amount }) => amount),
  );
  const leftCash = returns.reduce(
    (rest, each) => rest - (each.amount - each.qr_amount),
    sale.amount - sale.qr_amount,
  );
  const left = returns.reduce(
    (rest, { amount, rounding }) => rest - (amount - rounding),
    total - refundedBeside,
  );
  return {
    lines: sold.map((row, at) => ({
      row,
      id: row.id,
      quantity: row.quantity,
      amount: paid[at] ?? 0,
      unitPrice: Number(lineTotal({ ...row, quantity: 10 ** QUANTITY_SCALE })),
      name: row.name,
      code: '',
      extras: {},
      returned: back.reduce((sum, each) => (each.item_id === row.id ? sum + each.quantity : sum), 0),
    })),
    // What rounding took off the total cannot be given back.
    left: leftCash === 0 && (qr?.left ?? 0) === 0 ? 0 : left,
    leftCash,
    qr,
  };
};

/** What the bank can still refund of the part by QR: not what is under way. */
const qrOf = (db: Db, sale: CashSaleRow): CashSold['qr'] => {
  const invoice = sale.ended ? undefined : qrPartOf(db, sale)?.invoice;
  if (!invoice) return undefined;
  const open = openMoneyOf(db, invoice.id);
  return { invoice, left: Math.max(0, remainingAmount(invoice) - (open ? requestPlanOf(open).amount : 0)) };
};

interface CashReturnInput {
  /** Minor units, before rounding; with items their sum. Neither: all that is left. */
  amount?: number | undefined;
  items: readonly ReturnItem[];
  reason: string;
  comment: string;
}

export interface ReturnCall {
  sale: CashSaleRow;
  input: CashReturnInput;
  /** A second person's consent. */
  approval: string | undefined;
  keyed: KeyedRequest | undefined;
  /** Stores the answer of the key: runs in the transaction that gives back cash alone. */
  keep(row: CashSaleRow): void;
}

/**
 * Gives money back for goods of a sale, out of the till of the open shift; never more than was paid. Of a sale in parts the
 * cash goes back first; what is more is a refund of the invoice, and the cash of that return counts once the bank has taken
 * the refund.
 * @throws ForbiddenError, BankError, ValidationError no_shift, voided, nothing_left, or what is wrong with the lines or the sum
 */
export const returnForCash = async (
  context: MoneyContext,
  actor: Actor,
  call: ReturnCall,
): Promise<CashSaleRow> => {
  const { db } = context;
  const { sale, keyed } = call;
  const made = madeUnder(db, keyed);
  if (made) return made;
  // An earlier request under the key: the bank may have taken it.
  const earlier = keyed?.attempt && cashSaleOfAttempt(db, keyed.attempt.id);
  const done = earlier ?? db.transaction(() => returnInCash(context, actor, call));
  if ('id' in done && !earlier) return done;
  const invoice = qrOf(db, sale)?.invoice;
  if (!invoice) throw new Error(`Cash sale ${sale.id} has no invoice.`);
  let row: CashSaleRow | undefined = earlier;
  await cancelInvoice(context, {
    actor,
    invoice,
    keyed,
    approval: call.approval,
    expected: { reason: call.input.reason },
    input: { amount: done.qr_amount, comment: call.input.comment, items: [] },
    ofSale: {
      row: sale,
      cash: done.amount - done.qr_amount,
      prepare: () => {
        const plan = planReturn(db, actor, call);
        if (plan.amount !== done.amount || plan.qr_amount !== done.qr_amount)
          throw refusal('not_as_expected', 'Part of it was returned meanwhile. Nothing was given back.');
        return (journaled) => {
          const cash = plan.amount - plan.qr_amount;
          const permitted = permitCashBeside(context, journaled, cash, actionOf(call, plan));
          row = writeReturn(context, actor, call, plan, permitted, journaled.attempt.id);
        };
      },
    },
  });
  if (!row) throw new Error(`The return of cash sale ${sale.id} is gone.`);
  return row;
};

interface PlannedReturn {
  shift: ShiftRow;
  sold: CashSold;
  parts: readonly ReturnedPart<CashLine>[];
  /** Of goods, minor units. */
  value: number;
  /** What is given back: in all, and of that by QR; minor units. */
  amount: number;
  qr_amount: number;
}

/** @throws ValidationError */
const planReturn = (db: Db, actor: Actor, { sale: { id }, input }: ReturnCall): PlannedReturn => {
  const shift = currentShift(db);
  const sold = cashSold(db, saleNow(db, id));
  if (sold.left === 0) throw refusal('nothing_left', 'All of this sale was returned already.');
  const { amount: value, parts } = wanted(sold, input);
  const { cash, qr_amount } = splitReturn(sold, value, (sum) => inCash(db, sum));
  if (cash + qr_amount === 0) throw refusal('nothing_left', 'Rounded to cash, nothing is left of this sum.');
  refuseTyped(actor, isTyped(input, sold));
  return { shift, sold, parts, value, amount: cash + qr_amount, qr_amount };
};

/**
 * Of goods that come back, what is given back in cash and what by QR, minor units: the cash first, and with the last of the
 * goods all that is left of both. Pure.
 */
export const splitReturn = (
  { left, leftCash, qr }: Pick<CashSold, 'left' | 'leftCash'> & { qr: { left: number } | undefined },
  value: number,
  rounded: (sum: number) => number,
): { cash: number; qr_amount: number } => {
  if (value === left) return { cash: leftCash, qr_amount: qr?.left ?? 0 };
  const beyondCash = Math.max(0, value - leftCash);
  return { cash: Math.min(rounded(value), leftCash), qr_amount: Math.min(qr?.left ?? 0, beyondCash) };
};

const isTyped = ({ amount, items }: CashReturnInput, { lines }: CashSold): boolean =>
  amount !== undefined && items.length === 0 && lines.length > 0;

/** Gives it back at once, if all of it is cash; else only plans it. */
const returnInCash = (context: MoneyContext, actor: Actor, call: ReturnCall): CashSaleRow | PlannedReturn => {
  const plan = planReturn(context.db, actor, call);
  if (plan.qr_amount > 0) return plan;
  const permitted = permitCashReturn(context, {
    by: actor,
    sale: call.sale,
    amount: plan.amount,
    isTyped: isTyped(call.input, plan.sold),
    reason: call.input.reason,
    approval: call.approval,
    action: actionOf(call, plan),
  });
  const row = writeReturn(context, actor, call, plan, permitted, null);
  call.keep(row);
  return row;
};

const actionOf = ({ input: { reason } }: ReturnCall, { shift, amount, qr_amount }: PlannedReturn): Action =>
  shiftAction(shift.id, 'cash_refund_entered', { amount: amount - qr_amount, ...(reason && { reason }) });

const writeReturn = (
  { db, now }: MoneyContext,
  actor: Actor,
  { sale, input: { comment, reason } }: ReturnCall,
  { shift, parts, value, amount, qr_amount }: PlannedReturn,
  { permit, approved_by }: PermittedReturn,
  attempt_id: number | null,
): CashSaleRow =>
  insertCashSale(
    db,
    {
      shift_id: shift.id,
      amount,
      qr_amount,
      is_refund: 1,
      remark: comment,
      made_by: actor.id,
      made_at: timeInShift(db, shift, now()),
      rounding: amount - value,
      return_of: sale.id,
      reason,
      approved_by,
      attempt_id,
    },
    returnedRows(parts, value),
    permit,
  );

const saleNow = (db: Db, id: number): CashSaleRow => {
  const sale = findCashSale(db, id);
  if (!sale) throw new Error(`Cash sale ${id} is missing.`);
  if (statusOfCash(sale, qrPartOf(db, sale)) !== 'done')
    throw refusal(
      'sale_open',
      'The QR of this sale is not paid: there is nothing to return. Nothing was changed.',
    );
  const { voided_by, voided_at } = sale;
  if (voided_by !== null && voided_at !== null)
    throw shiftRefusal(db, 'voided', 'This sale is voided', voided_by, voided_at);
  return sale;
};

/** What of the goods comes back; a sum without lines is of none of them. @throws ValidationError */
const wanted = (
  { lines, left }: CashSold,
  { items, amount }: CashReturnInput,
): { amount: number; parts: readonly ReturnedPart<CashLine>[] } => {
  if (items.length > 0) return requestedReturn(lines, { items, amount }, left);
  if (amount === undefined) return { amount: left, parts: returnOfRest(lines).parts };
  if (amount > left) throw new ValidationError({ amount: [atMost(left)] });
  return { amount, parts: [] };
};

const returnedRows = (parts: readonly ReturnedPart<CashLine>[], value: number) => {
  const amounts = shareOut(
    value,
    parts.map(({ line, quantity }) => returnedAmount(line, quantity)),
  );
  return parts.map(({ line: { row }, quantity }, at) => {
    const { id: item_id, name, price, unit, product_id, discount } = row;
    return { name, price, quantity, unit, product_id, discount, amount: amounts[at] ?? 0, item_id };
  });
};
