import { stringify } from 'csv-stringify/sync';
import type { ExportFormat } from '../../../shared/api/tables.ts';
import { printable } from '../../../shared/text.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { FileAnswer } from '../files.ts';
import { type Cell, type CellKind, type Column, FILE_TYPES, numberText, type TableWriter } from './table.ts';
import { xlsxWriter } from './xlsx.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const two = (part: number): string => String(part).padStart(2, '0');

/** `dd.MM.yyyy` */
const dateText = (at: Date): string =>
  [two(at.getUTCDate()), two(at.getUTCMonth() + 1), at.getUTCFullYear()].join('.');

/** `dd.MM.yyyy HH:mm:ss` */
const timeText = (at: Date): string =>
  `${dateText(at)} ${[at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')}`;

const shown = (cell: Cell, kind: CellKind = 'text'): Cell => {
  if (typeof cell === 'string') return printable(cell);
  if (cell === null) return null;
  if (kind === 'time') return timeText(new Date(cell));
  return kind === 'date' ? dateText(new Date(cell * DAY_MS)) : cell;
};

const lines = (rows: readonly (readonly Cell[])[], columns: readonly Column[]): string =>
  stringify(rows as Cell[][], {
    delimiter: ';',
    record_delimiter: '\r\n',
    // Text is quoted, so that 0012 stays different from 12.
    cast: { number: (value, { index }) => numberText(columns[index]?.kind ?? 'count', value, ',') },
    quoted_string: true,
    quoted_empty: false,
    // Text of a payer or a cashier must not run as a formula in the program that opens the file.
    escape_formulas: true,
  });

/** Writes what Excel expects in Ukraine: the byte order mark marks the file as UTF-8. */
export const csvWriter = (columns: readonly Column[]): TableWriter => ({
  type: FILE_TYPES.csv,
  begin: () => Buffer.from(BYTE_ORDER_MARK + lines([columns.map(({ title }) => title)], columns)),
  rows: (rows) =>
    Buffer.from(
      lines(
        rows.map((row) => row.map((cell, index) => shown(cell, columns[index]?.kind))),
        columns,
      ),
    ),
  end: () => Buffer.alloc(0),
});

/** A table of a few rows, held in memory. */
export interface Table {
  /** File name without the extension. */
  name: string;
  sheetName: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

export const writerOf = (format: ExportFormat, sheetName: string, columns: readonly Column[]): TableWriter =>
  format === 'csv' ? csvWriter(columns) : xlsxWriter(sheetName, columns);

export const tableFile = ({ name, sheetName, columns, rows }: Table, format: ExportFormat): FileAnswer => {
  const writer = writerOf(format, sheetName, columns);
  return {
    type: writer.type,
    name: `${name}.${format}`,
    body: Buffer.concat([writer.begin(), writer.rows(rows), writer.end()]),
  };
};
