import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { UnreadRowCode } from '../../../shared/api/reconciliation.ts';
import { MAX_AMOUNT } from '../../../shared/money.ts';
import { fold, shortened } from '../../../shared/text.ts';
import { readTable } from './read-table.ts';
import type { Reading, TableFacts, TableHints, TableRow } from './table.ts';
import { countTillNames, type TillColumns, tillColumns } from './till-columns.ts';
import { type DecimalSign, decimalSignOf, parseTypedAmount } from './typed-amount.ts';

/** A line of the till's file. */
export interface TillLine {
  /** Row in the file, from 1. */
  row: number;
  reference: string;
  /** Minor units; null: the file has none. */
  amount: number | null;
}

/** A skipped row. */
export interface UnreadRow {
  row: number;
  code: UnreadRowCode;
  /** The cell that cannot be read; "" where it is not the cause. */
  value: string;
  detail: string;
}

/** The till's book: the sales that it considers paid. */
export interface TillBook {
  facts: TableFacts;
  columns: TillColumns;
  lines: TillLine[];
  unread: UnreadRow[];
}

interface TillHints extends TableHints {
  columns?: string | undefined;
}

interface ParsedTill extends Pick<TillBook, 'facts' | 'columns'> {
  rows: (TillLine | UnreadRow)[];
}

/** @throws ValidationError `errors.file`, `errors.columns` */
export const parseTill = async (file: Buffer, hints: TillHints, reading: Reading): Promise<ParsedTill> => {
  const { facts, rows } = await readTable(file, hints, reading, countTillNames);
  // A column may have no name.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), facts.header.length);
  const columns = tillColumns(facts, width, hints.columns);
  const amounts = rows.map(({ cells }) => cells[columns.amount ?? width] ?? '');
  const decimalSign = facts.format === 'csv' ? decimalSignOf(amounts) : '.';
  return { facts, columns, rows: rows.map((row) => tillLine(row, columns, decimalSign)) };
};

/** @param head of `rows`, which are sent separately (parse-table.ts) */
export const tillBook = ({
  head,
  rows,
}: { head: Omit<ParsedTill, 'rows'> } & Pick<ParsedTill, 'rows'>): TillBook => ({
  ...head,
  lines: rows.filter((line): line is TillLine => 'reference' in line),
  unread: rows.filter((line): line is UnreadRow => 'detail' in line),
});

const SHOWN_CHARACTERS = 50;

/** The last row of a till's file is often the total. */
const TOTALS = new Set([
  ...['разом', 'всього', 'усього', 'підсумок', 'итого', 'всего', 'total', 'totals', 'grand total'],
]);

/** Exported for its test. */
export const tillLine = (
  { row, cells }: Pick<TableRow, 'row' | 'cells'>,
  { reference: at, amount: amountAt, isByCard = false }: TillColumns,
  decimalSign?: DecimalSign,
): TillLine | UnreadRow => {
  const reference = (cells[at] ?? '').trim();
  if (reference === '') return { row, code: 'no_reference', value: '', detail: 'It has no order number.' };
  if (TOTALS.has(fold(reference).replace(/:$/, '')))
    return { row, code: 'total', value: '', detail: 'It is a sum of other rows.' };
  // No invoice has a longer reference; a till's file may hold fifty thousand of them in memory.
  if (reference.length > MAX_LENGTH.reference)
    return {
      row,
      code: 'long_reference',
      value: '',
      detail: `Its order number has more than ${MAX_LENGTH.reference} characters.`,
    };
  const typed = amountAt === null ? '' : (cells[amountAt] ?? '').trim();
  const amount = typed === '' ? null : parseTypedAmount(typed, MAX_AMOUNT, decimalSign);
  if (isByCard && !amount && amount !== undefined)
    return { row, code: 'not_by_card', value: '', detail: 'It was not paid by card.' };
  if (amount === undefined) {
    const value = shortened(typed, SHOWN_CHARACTERS);
    return { row, code: 'no_amount', value, detail: `"${value}" is no amount.` };
  }
  return { row, reference, amount };
};
