import { fold } from '../store/fold.ts';
import type { TillLine } from './reconciliation-match.ts';
import { countTillNames, type TillColumns, tillColumns } from './reconciliation-till-columns.ts';
import { readTable } from './table-file/read-table.ts';
import type { TableFacts, TableHints, TableRow } from './table-file/table.ts';
import { parseTypedAmount } from './typed-amount.ts';

/** A row that says nothing. */
interface UnreadRow {
  row: number;
  detail: string;
}

/** The till's book: what it takes for paid. */
export interface TillBook {
  facts: TableFacts;
  columns: TillColumns;
  lines: TillLine[];
  unread: UnreadRow[];
}

interface TillHints extends TableHints {
  columns?: string | undefined;
}

/** @throws ValidationError `errors.file`, `errors.columns` */
export const readTill = async (file: Buffer, hints: TillHints, signal: AbortSignal): Promise<TillBook> => {
  const { facts, rows } = await readTable(file, hints, { signal }, countTillNames);
  // A column may have no name.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), facts.header.length);
  const columns = tillColumns(facts, width, hints.columns);
  const read = rows.map((row) => tillLine(row, columns));
  return {
    facts,
    columns,
    lines: read.filter((line): line is TillLine => 'reference' in line),
    unread: read.filter((line): line is UnreadRow => 'detail' in line),
  };
};

/** The last row of a till's file is often the sum of the others. */
const TOTALS = new Set(['разом', 'всього', 'усього', 'підсумок', 'total', 'totals', 'grand total']);

/** Exported for its test. */
export const tillLine = (
  { row, cells }: Pick<TableRow, 'row' | 'cells'>,
  { reference: at, amount: amountAt }: TillColumns,
): TillLine | UnreadRow => {
  const reference = (cells[at] ?? '').trim();
  if (reference === '') return { row, detail: 'It has no order number.' };
  if (TOTALS.has(fold(reference).replace(/:$/, ''))) return { row, detail: 'It is a sum of other rows.' };
  const typed = amountAt === null ? '' : (cells[amountAt] ?? '').trim();
  if (typed === '') return { row, reference, amount: null };
  const amount = parseTypedAmount(typed);
  if (amount === undefined) return { row, detail: `"${typed}" is no amount.` };
  return { row, reference, amount };
};
