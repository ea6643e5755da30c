import type { ExportFormat, TableDelimiter, TableEncoding } from '../../../shared/api/tables.ts';
import { type ProblemCode, problem } from '../../../shared/errors.ts';
import { ValidationError } from '../errors.ts';

/** What is known beforehand; what is absent is found out. */
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
  /** Names of the columns; "" where there is none. */
  header: string[];
}

export interface TableRow {
  /** As a table program counts them, from 1, the header's among them. */
  row: number;
  /** As they are typed: a number as 12.3, whatever its format; never longer than it must be. */
  cells: string[];
}

/** A table without its header and without its empty rows. */
export interface Table {
  facts: TableFacts;
  rows: TableRow[];
}

export interface Reading {
  /** Bytes read so far, of all. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

const EXPECTED = 'Expected a table: CSV, or XLSX as Excel, LibreOffice and Google Sheets save it.';

/** What it is that cannot be read, and what was expected. */
export const unreadable = (code: ProblemCode, what: string): ValidationError =>
  refused(code, `${what} ${EXPECTED}`);

/** It is a table, but not one to go on with. */
export const refused = (
  code: ProblemCode,
  why: string,
  facts?: Readonly<Record<string, number>>,
): ValidationError => new ValidationError({ file: [problem(code, why, facts)] });
