import { atMost } from '../../../shared/api/fields.ts';
import type { ReturnItem } from '../../../shared/api/invoices.ts';
import { type ProblemCode, problem, WHOLE_OBJECT } from '../../../shared/errors.ts';
import { lineTotal, QUANTITY_SCALE, returnedAmount, shareOut } from '../../../shared/money.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import {
  type CashSaleItemRow,
  type CashSaleRow,
  findCashSale,
  insertCashSale,
  insertCashSaleItems,
  itemsOfCashSales,
  returnsOfCashSale,
} from '../../store/shifts.ts';
import { inCash, permitCashReturn } from '../guard/cash.ts';
import type { LimitContext } from '../guard/limits.ts';
import { returnOfItems, type SoldLine } from '../refund/refund-lines.ts';
import { currentShift, type Keep, shiftAction, shiftRefusal, timeInShift } from '../shifts/open-shift.ts';

/** A line of a sale for cash, with its row. */
type CashLine = SoldLine & { row: CashSaleItemRow };

/** A sale for cash with what is left of it to return. */
export interface CashSold {
  lines: CashLine[];
  /** Minor units of goods, before rounding. */
  left: number;
  /** Minor units of cash. */
  leftCash: number;
}

export const cashSold = (db: Db, sale: CashSaleRow): CashSold => {
  const returns = returnsOfCashSale(db, sale.id);
  const items = itemsOfCashSales(db, [sale.id, ...returns.map(({ id }) => id)]);
  const sold = items.get(sale.id) ?? [];
  const back = returns.flatMap(({ id }) => items.get(id) ?? []);
  const total = sale.amount - sale.rounding;
  const paid = shareOut(
    total,
    sold.map(({ amount }) => amount),
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
    left: returns.reduce((rest, { amount, rounding }) => rest - (amount - rounding), total),
    leftCash: returns.reduce((rest, { amount }) => rest - amount, sale.amount),
  };
};

export interface CashReturnInput {
  /** Minor units, before rounding; with items their sum. Neither: all that is left. */
  amount?: number | undefined;
  items: readonly ReturnItem[];
  reason: string;
  comment: string;
}

/**
 * Gives cash back for goods of a sale, out of the till of the open shift; never more than was paid.
 * @throws ForbiddenError, ValidationError no_shift, voided, nothing_left, or what is wrong with the lines or the sum
 */
export const returnForCash = (
  context: LimitContext,
  actor: Actor,
  { id }: CashSaleRow,
  { amount, items, reason, comment }: CashReturnInput,
  keep: Keep<CashSaleRow>,
): CashSaleRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = currentShift(db);
    const sale = saleNow(db, id);
    const sold = cashSold(db, sale);
    if (sold.leftCash === 0) throw refusal('nothing_left', 'All of this sale was returned already.');
    const { value, parts } = wanted(sold, items, amount);
    const cash = value === sold.left ? sold.leftCash : Math.min(inCash(db, value), sold.leftCash);
    if (cash === 0) throw refusal('nothing_left', 'Rounded to cash, nothing is left of this sum.');
    const permit = permitCashReturn(context, {
      by: actor,
      amount: cash,
      isTyped: amount !== undefined && items.length === 0 && sold.lines.length > 0,
      reason,
      action: shiftAction(shift.id, 'cash_refund_entered', { amount: cash, ...(reason && { reason }) }),
    });
    const row = insertCashSale(
      db,
      {
        shift_id: shift.id,
        amount: cash,
        is_refund: 1,
        remark: comment,
        made_by: actor.id,
        made_at: timeInShift(db, shift, now()),
        rounding: cash - value,
        return_of: sale.id,
        reason,
      },
      permit,
    );
    insertCashSaleItems(db, row.id, returnedRows(parts, value), permit);
    keep(row);
    return row;
  });
};

const refusal = (code: ProblemCode, message: string): ValidationError =>
  new ValidationError({ [WHOLE_OBJECT]: [problem(code, message)] });

const saleNow = (db: Db, id: number): CashSaleRow => {
  const sale = findCashSale(db, id);
  if (!sale) throw new Error(`Cash sale ${id} is missing.`);
  const { voided_by, voided_at } = sale;
  if (voided_by !== null && voided_at !== null)
    throw shiftRefusal(db, 'voided', 'This sale is voided', voided_by, voided_at);
  return sale;
};

interface Part {
  line: CashLine;
  /** Thousandths. */
  quantity: number;
}

/** @throws ValidationError */
const wanted = (
  { lines, left }: CashSold,
  items: readonly ReturnItem[],
  amount: number | undefined,
): { value: number; parts: Part[] } => {
  if (items.length === 0 && amount !== undefined) {
    if (amount > left) throw new ValidationError({ amount: [atMost(left)] });
    return { value: amount, parts: [] };
  }
  if (items.length === 0)
    return {
      value: left,
      parts: lines
        .map((line) => ({ line, quantity: line.quantity - line.returned }))
        .filter(({ quantity }) => quantity > 0),
    };
  const found = returnOfItems(lines, items);
  if ('problems' in found) throw new ValidationError(found.problems);
  // Part of it may have been given back by an amount before.
  if (found.amount > left) throw new ValidationError({ amount: [atMost(left)] });
  if (amount !== undefined && amount !== found.amount)
    throw new ValidationError({
      amount: [problem('amount_mismatch', `The items come to ${found.amount}.`, { amount: found.amount })],
    });
  const parts = items.flatMap(({ item, quantity }) => {
    const line = lines.find(({ id }) => id === item);
    return line ? [{ line, quantity }] : [];
  });
  return { value: found.amount, parts };
};

const returnedRows = (parts: readonly Part[], value: number) => {
  const amounts = shareOut(
    value,
    parts.map(({ line, quantity }) => returnedAmount(line, quantity)),
  );
  return parts.map(({ line: { row }, quantity }, at) => {
    const { id: item_id, name, price, unit, product_id, discount } = row;
    return { name, price, quantity, unit, product_id, discount, amount: amounts[at] ?? 0, item_id };
  });
};
