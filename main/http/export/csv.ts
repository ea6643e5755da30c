import { stringify } from 'csv-stringify/sync';
import { type Cell, type Column, decimalText, printable, type TableWriter } from './table.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const two = (part: number): string => String(part).padStart(2, '0');

/** `dd.MM.yyyy HH:mm:ss` */
const timeText = (wall: number): string => {
  const at = new Date(wall);
  const day = [two(at.getUTCDate()), two(at.getUTCMonth() + 1), at.getUTCFullYear()].join('.');
  return `${day} ${[at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')}`;
};

const lines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(rows as Cell[][], {
    delimiter: ';',
    record_delimiter: '\r\n',
    // Only money is a number here; text is quoted, so that a reader can tell 0012 from 12.
    cast: { number: (minor) => decimalText(minor, ',') },
    quoted_string: true,
    quoted_empty: false,
    // What a payer or a cashier wrote must not be run by the program that opens the file.
    escape_formulas: true,
  });

/** As Excel expects it in Ukraine: the byte order mark tells it that this is UTF-8. */
export const csvWriter = (columns: readonly Column[]): TableWriter => {
  const shown = (row: readonly Cell[]): Cell[] =>
    row.map((cell, index) => {
      if (typeof cell === 'string') return printable(cell);
      return cell !== null && columns[index]?.kind === 'time' ? timeText(cell) : cell;
    });
  return {
    type: 'text/csv; charset=utf-8',
    begin: () => Buffer.from(BYTE_ORDER_MARK + lines([columns.map(({ title }) => title)])),
    rows: (rows) => Buffer.from(lines(rows.map(shown))),
    end: () => Buffer.alloc(0),
  };
};
