import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Reconciliation, ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import { refundedOf } from '../../lib/invoices.ts';

/** The shown answer, and how it changes while differences are resolved: pure. */

export interface Line {
  /** The same payment keeps its key in the next answer. */
  key: string;
  row: ReconciliationRow;
  /** Resolved; it keeps its place until the next comparison. */
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

/** A payment has two rows if the till's file contains it twice. */
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

/** Merges a new answer: earlier differences keep their place, resolved or not; new ones follow. */
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

/** Applies an adopted payment to its row and to the sums. */
export const adopted = (view: View, key: string, invoice: Invoice): View => {
  const line = view.lines.find((each) => each.key === key);
  if (!line) return view;
  const here = hereOf(invoice);
  const difference = differenceAfter({ ...line.row, here }, view.answer.till !== null);
  const row = { ...line.row, here, difference, next: difference === null ? null : ('look' as const) };
  const { counts } = view.answer;
  const isNew = isPaid(here.status) && !(line.row.here && isPaid(line.row.here.status));
  const settled = difference === null && !line.isSettled ? 1 : 0;
  return {
    ...view,
    answer: {
      ...view.answer,
      ...(isNew ? withPayment(view.answer, here) : {}),
      counts: { differences: counts.differences - settled, agreeing: counts.agreeing + settled },
    },
    lines: view.lines.map((each) => (each.key === key ? { key, row, isSettled: difference === null } : each)),
  };
};

type Book = Reconciliation['here'];

/** The sums of our book with one more payment, among those of its currency. */
const withPayment = (
  { here: hryvnia, other_currencies: others }: Reconciliation,
  { ccy, amount, refunded }: NonNullable<ReconciliationRow['here']>,
): Pick<Reconciliation, 'here' | 'other_currencies'> => {
  const plus = (book: Book): Book => ({
    count: book.count + 1,
    amount: book.amount + amount,
    refunded: book.refunded + refunded,
  });
  return ccy === CURRENCY_UAH
    ? { here: plus(hryvnia), other_currencies: others }
    : {
        here: hryvnia,
        // The payment is in the bank's book of this currency already.
        other_currencies: others.map((each) =>
          each.ccy === ccy ? { ...each, here: plus(each.here) } : each,
        ),
      };
};

const hereOf = (invoice: Invoice): NonNullable<ReconciliationRow['here']> => ({
  invoice: invoice.id,
  number_display: invoice.number_display,
  status: invoice.status,
  amount: invoice.amount,
  ccy: invoice.ccy,
  refunded: refundedOf(invoice),
  at: invoice.paid_date ?? invoice.created_date,
});

/** The remaining difference of an adopted payment: it equals the bank's data by now. */
const differenceAfter = (
  { here, till }: ReconciliationRow,
  hasTill: boolean,
): ReconciliationRow['difference'] => {
  if (!hasTill || here === null) return null;
  if (till === null) return 'not_in_till';
  return till.amount !== null && till.amount !== here.amount ? 'till_amount' : null;
};

/** Whether the line is unresolved. */
export const isOpen = ({ isSettled }: Line): boolean => !isSettled;
