import type { ExportFormat, TableDelimiter, TableEncoding } from '../../../shared/api/tables.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { fieldRefusal, type ValidationError } from '../errors.ts';

/** The known properties of a table; absent ones are detected. */
export interface TableHints {
  encoding?: TableEncoding | undefined;
  delimiter?: TableDelimiter | undefined;
  has_header?: boolean | undefined;
}

/** How a table was read: shared/api/tables.ts, tableFacts. */
export interface TableFacts {
  format: ExportFormat;
  encoding: TableEncoding | null;
  delimiter: TableDelimiter | null;
  has_header: boolean;
  /** Names of the columns; "" without one. */
  header: string[];
  /** Cells of the header, those without a name included; 0 without a header. */
  width: number;
  /** The header is not the first row: a list for printing, with its title above and perhaps signatures below. */
  is_below_other_rows: boolean;
}

export interface TableRow {
  /** Row number as in a table program: from 1, header included. */
  row: number;
  /** Text as typed: a number as 12.3, whatever its format; never longer than necessary. */
  cells: string[];
}

/** A table without its header and empty rows. */
export interface Table {
  facts: TableFacts;
  rows: TableRow[];
}

export interface Reading {
  /** Bytes read so far, and in total. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

const EXPECTED = 'Expected a table: CSV, or XLSX as Excel, LibreOffice and Google Sheets save it.';

/** Names the unreadable file, and what was expected. */
export const unreadable = (code: ProblemCode, what: string): ValidationError =>
  refused(code, `${what} ${EXPECTED}`);

/** A table that cannot be processed. */
export const refused = (
  code: ProblemCode,
  why: string,
  facts?: Readonly<Record<string, number>>,
): ValidationError => fieldRefusal('file', code, why, facts);
