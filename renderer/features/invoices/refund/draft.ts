import type { Invoice, InvoiceItem } from '../../../../shared/api/invoices.ts';
import type { InvoiceRefunds } from '../../../../shared/api/refunds.ts';
import { groupedAmount, QUANTITY_SCALE, returnedAmount } from '../../../../shared/money.ts';
import type { Refund } from '../../../api/mutations.ts';
import { formatScaled, readScaled } from '../../../lib/decimals.ts';
import { type AmountFault, parseAmount } from '../../../lib/money.ts';

/** A refund's form and its result: pure. Amounts in minor units, quantities in thousandths. */

export interface RefundDraft {
  by: 'amount' | 'lines';
  /** As typed. */
  amount: string;
  /** As typed, by item id; absent or "": none. */
  quantities: Readonly<Record<number, string>>;
  /** One of the owner's list; "": none. */
  reason: string;
  comment: string;
}

/** A line that can still be returned. */
export interface ReturnableLine {
  item: InvoiceItem;
  /** What was paid for it: with its share of the basket's discounts. */
  amount: number;
  quantity: number;
  returned: number;
}

const scaled = (quantity: number): number => Math.round(quantity * 10 ** QUANTITY_SCALE);

export const returnableLines = (
  { items }: Pick<Invoice, 'items'>,
  refunds: Pick<InvoiceRefunds, 'items'> | undefined,
): ReturnableLine[] =>
  items.flatMap((item) => {
    const known = refunds?.items.find((each) => each.item === item.id);
    if (!known || known.returned >= known.quantity) return [];
    const { amount, quantity, returned } = known;
    return [{ item, amount, quantity: scaled(quantity), returned: scaled(returned) }];
  });

export const emptyDraft = (lines: readonly ReturnableLine[]): RefundDraft => ({
  by: lines.length > 0 ? 'lines' : 'amount',
  amount: '',
  quantities: {},
  reason: '',
  comment: '',
});

const remaining = ({ quantity, returned }: ReturnableLine): number => quantity - returned;

/** `1,5`: as it is typed. */
export const remainingTyped = (line: ReturnableLine): string => formatScaled(remaining(line), QUANTITY_SCALE);

type LineRead = { part: number; amount: number } | { fault: 'format' | 'tooMuch' };

export const readLine = (line: ReturnableLine, { quantities }: Pick<RefundDraft, 'quantities'>): LineRead => {
  const typed = quantities[line.item.id] ?? '';
  if (typed.trim() === '') return { part: 0, amount: 0 };
  const part = readScaled(typed, QUANTITY_SCALE);
  if (part === undefined) return { fault: 'format' };
  if (part > remaining(line)) return { fault: 'tooMuch' };
  return { part, amount: returnedAmount(line, part) };
};

/** One piece more or less, within the returnable quantity. */
export const stepLine = (line: ReturnableLine, draft: RefundDraft, by: 1 | -1): RefundDraft => {
  const read = readLine(line, draft);
  const from = 'part' in read ? read.part : 0;
  const part = Math.min(remaining(line), Math.max(0, from + by * 10 ** QUANTITY_SCALE));
  const typed = part === 0 ? '' : formatScaled(part, QUANTITY_SCALE);
  return { ...draft, quantities: { ...draft.quantities, [line.item.id]: typed } };
};

export type DraftFault = AmountFault | 'noLines' | 'tooMuch' | 'line';
export interface ReturnedLine {
  line: ReturnableLine;
  part: number;
  amount: number;
}
type DraftRead = { amount: number; lines: ReturnedLine[] } | { fault: DraftFault };

/** @param left the refundable amount */
export const readDraft = (draft: RefundDraft, lines: readonly ReturnableLine[], left: number): DraftRead => {
  const read = draft.by === 'lines' ? readLines(draft, lines) : readAmount(draft);
  return 'amount' in read && read.amount > left ? { fault: 'tooMuch' } : read;
};

const readAmount = ({ amount: typed }: RefundDraft): DraftRead => {
  const parsed = parseAmount(typed);
  return parsed.fault ? { fault: parsed.fault } : { amount: parsed.minor, lines: [] };
};

const readLines = (draft: RefundDraft, lines: readonly ReturnableLine[]): DraftRead => {
  const returned: ReturnedLine[] = [];
  for (const line of lines) {
    const read = readLine(line, draft);
    if ('fault' in read) return { fault: 'line' };
    if (read.part > 0) returned.push({ line, ...read });
  }
  const amount = returned.reduce((sum, each) => sum + each.amount, 0);
  return amount === 0 ? { fault: 'noLines' } : { amount, lines: returned };
};

/** Fills in the full refund: by lines if they add up to it, else as an amount. */
export const wholeDraft = (
  draft: RefundDraft,
  lines: readonly ReturnableLine[],
  left: number,
): RefundDraft => {
  const quantities = Object.fromEntries(lines.map((line) => [line.item.id, remainingTyped(line)]));
  const byLines = { ...draft, quantities };
  const read = readDraft(byLines, lines, left);
  if (draft.by === 'lines' && 'amount' in read && read.amount === left) return byLines;
  // `1 234,50`: as a user would type it.
  return { ...draft, by: 'amount', amount: groupedAmount(left) };
};

/** Why money is given back. */
export const reasonOf = ({
  comment,
  reason,
}: Pick<RefundDraft, 'comment' | 'reason'>): Pick<Refund, 'comment' | 'reason'> => ({
  ...(reason === '' ? {} : { reason }),
  ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
});

export const refundOf = (
  { amount, lines }: { amount: number; lines: readonly ReturnedLine[] },
  { comment, reason }: Pick<RefundDraft, 'comment' | 'reason'>,
): Refund => ({
  amount,
  ...reasonOf({ comment, reason }),
  ...(lines.length === 0
    ? {}
    : {
        items: lines.map(({ line, part }) => ({
          item: line.item.id,
          quantity: formatScaled(part, QUANTITY_SCALE, '.'),
        })),
      }),
});
