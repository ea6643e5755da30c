import { invalidPk } from '../../../shared/api/fields.ts';
import type { ReturnItem } from '../../../shared/api/invoices.ts';
import { type Problem, type Problems, problem, WHOLE_OBJECT } from '../../../shared/errors.ts';
import { QUANTITY_SCALE, returnedAmount } from '../../../shared/money.ts';
import type { CancelItem } from '../../bank/requests.ts';
import { fieldRefusal, ValidationError } from '../../shop/errors.ts';
import type { InvoiceItemRow } from '../../store/invoices/invoices.ts';
import { type LineLabel, unitPrices } from '../sale/basket.ts';

/**
 * The lines of a return receipt. The bank requires quantities and unit prices, and a fiscal register adds them up: the
 * unit price is the one paid, after the discount, and the lines add up to the refund to the minor unit. Pure.
 */

const ONE = 10 ** QUANTITY_SCALE;

/** A sold line: `amount` was paid for it, `returned` came back before (thousandths). */
export interface SoldLine extends Pick<InvoiceItemRow, 'id' | 'quantity' | 'amount'>, LineLabel {
  /** Unit price paid, after the discount, minor units; rounded, so that quantity × price may differ from the amount. */
  unitPrice: number;
  returned: number;
}

const linesOf = (line: SoldLine, quantity: number, amount: number): CancelItem[] => {
  const { name, code, unitPrice, extras } = line;
  return unitPrices(quantity, amount, unitPrice).map((each) => ({
    name,
    qty: each.quantity / ONE,
    sum: each.price,
    code,
    ...extras,
  }));
};

/** So much of a line that comes back: thousandths. */
export interface ReturnedPart<Line> {
  line: Line;
  quantity: number;
}

/** The lines and the amount that a refund takes back. */
interface Returned<Line> {
  /** Minor units. */
  amount: number;
  parts: readonly ReturnedPart<Line>[];
  /** For the bank. */
  lines: CancelItem[];
}

const returnOf = <Line extends SoldLine>(parts: readonly ReturnedPart<Line>[]): Returned<Line> => {
  const amounts = parts.map(({ line, quantity }) => returnedAmount(line, quantity));
  return {
    amount: amounts.reduce((sum, amount) => sum + amount, 0),
    parts,
    lines: parts.flatMap(({ line, quantity }, at) => linesOf(line, quantity, amounts[at] ?? 0)),
  };
};

/** Everything not returned yet. */
export const returnOfRest = <Line extends SoldLine>(sold: readonly Line[]): Returned<Line> =>
  returnOf(
    sold
      .map((line) => ({ line, quantity: line.quantity - line.returned }))
      .filter(({ quantity }) => quantity > 0),
  );

/** The requested items; each must be on the invoice, once, with no more than its unreturned quantity. */
export const returnOfItems = <Line extends SoldLine>(
  sold: readonly Line[],
  items: readonly ReturnItem[],
): Returned<Line> | { problems: Problems } => {
  const problems = items.map((item, at) => problemsOf(sold, items, item, at));
  if (problems.some((each) => Object.keys(each).length > 0)) return { problems: { items: problems } };
  const parts = items.flatMap(({ item, quantity }) => {
    const line = sold.find(({ id }) => id === item);
    return line ? [{ line, quantity }] : [];
  });
  const found = returnOf(parts);
  if (found.amount === 0)
    return { problems: { [WHOLE_OBJECT]: [problem('nothing_left', 'These items were paid with 0.')] } };
  return found;
};

/**
 * The same, within what is left, minor units.
 * @param amount where it is given too, the sum of the items
 * @throws ValidationError
 */
export const requestedReturn = <Line extends SoldLine>(
  sold: readonly Line[],
  { amount, items }: { amount?: number | undefined; items: readonly ReturnItem[] },
  left: number,
): Returned<Line> => {
  const found = returnOfItems(sold, items);
  if ('problems' in found) throw new ValidationError(found.problems);
  const sum = `The items add up to ${found.amount}`;
  if (amount !== undefined && amount !== found.amount)
    throw fieldRefusal('amount', 'amount_mismatch', `${sum}. Pass that amount or none.`, {
      amount: found.amount,
    });
  // Part of it may have been given back by an amount before.
  if (found.amount > left)
    throw fieldRefusal('items', 'max_value', `${sum}; ${left} is left.`, { limit: left });
  return found;
};

const problemsOf = (
  sold: readonly SoldLine[],
  items: readonly ReturnItem[],
  { item, quantity }: ReturnItem,
  at: number,
): Record<string, Problem[]> => {
  const line = sold.find(({ id }) => id === item);
  if (!line) return { item: [invalidPk(item)] };
  if (items.findIndex((other) => other.item === item) < at)
    return { item: [problem('duplicate', 'This item is listed twice.')] };
  const left = line.quantity - line.returned;
  if (quantity <= left) return {};
  const limit = left / ONE;
  const message = `Ensure this value is less than or equal to ${limit}: so much is left to return.`;
  return { quantity: [problem('max_value', message, { limit })] };
};

/** The parts of the lines that the items name. */
export const onlyItems = (lines: readonly SoldLine[], items: readonly ReturnItem[]): SoldLine[] =>
  lines.flatMap((line) => {
    const item = items.find(({ item }) => item === line.id);
    if (!item) return [];
    const amount = returnedAmount({ ...line, returned: 0 }, item.quantity);
    return [{ ...line, quantity: item.quantity, amount }];
  });
