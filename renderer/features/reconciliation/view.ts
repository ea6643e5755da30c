import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Reconciliation, ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import { refundedOf } from '../../lib/invoices.ts';

/** What is shown of an answer, and how it goes on from there while its differences are worked off: pure. */

export interface Line {
  /** The same payment has the same key in the next answer. */
  key: string;
  row: ReconciliationRow;
  /** It was a difference, and is none any more: it stays where it was until everything is compared anew. */
  isSettled: boolean;
}

export interface View {
  answer: Reconciliation;
  lines: readonly Line[];
  agreeing: readonly Line[];
}

const baseKey = ({ invoice_id, till, here }: ReconciliationRow): string => {
  if (invoice_id !== '') return `bank ${invoice_id}`;
  return here === null ? `till ${till?.row ?? 0}` : `here ${here.invoice}`;
};

/** A payment may stand in two rows: the till's file has it twice. */
const keyed = (rows: readonly ReconciliationRow[]): Line[] => {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const base = baseKey(row);
    const times = (seen.get(base) ?? 0) + 1;
    seen.set(base, times);
    return { key: times === 1 ? base : `${base} #${times}`, row, isSettled: false };
  });
};

export const viewOf = (answer: Reconciliation): View => {
  const all = keyed(answer.results);
  return {
    answer,
    lines: all.filter(({ row }) => row.difference !== null),
    agreeing: all.filter(({ row }) => row.difference === null),
  };
};

/** The same compared anew: what was a difference keeps its place, settled or not; new ones come behind. */
export const renewed = (before: View, answer: Reconciliation): View => {
  const { lines, agreeing } = viewOf(answer);
  const now = new Map([...lines, ...agreeing].map((line) => [line.key, line]));
  const kept = before.lines.flatMap(({ key }) => {
    const line = now.get(key);
    return line ? [{ ...line, isSettled: line.row.difference === null }] : [];
  });
  const isKept = new Set(kept.map(({ key }) => key));
  return {
    answer,
    lines: [...kept, ...lines.filter(({ key }) => !isKept.has(key))],
    agreeing: agreeing.filter(({ key }) => !isKept.has(key)),
  };
};

const isPaid = (status: Invoice['status']): boolean => status === 'success' || status === 'reversed';

/** A payment was brought in from the statement: its row says so, and the sums follow. */
export const adopted = (view: View, key: string, invoice: Invoice): View => {
  const line = view.lines.find((each) => each.key === key);
  if (!line) return view;
  const here = hereOf(invoice);
  const difference = differenceAfter({ ...line.row, here }, view.answer.till !== null);
  const row = { ...line.row, here, difference, next: difference === null ? null : ('look' as const) };
  const { here: book, counts } = view.answer;
  const isNew = isPaid(here.status) && !(line.row.here && isPaid(line.row.here.status));
  const settled = difference === null && !line.isSettled ? 1 : 0;
  return {
    ...view,
    answer: {
      ...view.answer,
      here: isNew
        ? {
            count: book.count + 1,
            amount: book.amount + here.amount,
            refunded: book.refunded + here.refunded,
          }
        : book,
      counts: { differences: counts.differences - settled, agreeing: counts.agreeing + settled },
    },
    lines: view.lines.map((each) => (each.key === key ? { key, row, isSettled: difference === null } : each)),
  };
};

const hereOf = (invoice: Invoice): NonNullable<ReconciliationRow['here']> => ({
  invoice: invoice.id,
  number_display: invoice.number_display,
  status: invoice.status,
  amount: invoice.amount,
  refunded: refundedOf(invoice),
  at: invoice.paid_date ?? invoice.created_date,
});

/** What is left to tell of a payment that came here from the bank's own words: those are the same by now. */
const differenceAfter = (
  { here, till }: ReconciliationRow,
  hasTill: boolean,
): ReconciliationRow['difference'] => {
  if (!hasTill || here === null) return null;
  if (till === null) return 'not_in_till';
  return till.amount !== null && till.amount !== here.amount ? 'till_amount' : null;
};

/** What is still to be done. */
export const isOpen = ({ isSettled }: Line): boolean => !isSettled;
