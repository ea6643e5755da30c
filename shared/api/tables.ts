import * as v from 'valibot';
import { booleanParam, choiceParam } from './query.ts';

/** Tables as files: what they are written as, and how they are read. */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const TABLE_ENCODINGS = ['utf-8', 'windows-1251', 'utf-16'] as const;
export type TableEncoding = (typeof TABLE_ENCODINGS)[number];
export const TABLE_DELIMITERS = ['semicolon', 'comma', 'tab', 'pipe'] as const;
export type TableDelimiter = (typeof TABLE_DELIMITERS)[number];

/** How a table is to be read where it does not tell; what is absent is found out. */
export const tableHints = {
  encoding: choiceParam(TABLE_ENCODINGS),
  delimiter: choiceParam(TABLE_DELIMITERS),
  /** Whether the first row names the columns. */
  has_header: booleanParam(),
};

/** How a table was read. */
export const tableFacts = {
  format: v.picklist(EXPORT_FORMATS),
  /** Null for xlsx, which tells it by itself; so is the delimiter. */
  encoding: v.nullable(v.picklist(TABLE_ENCODINGS)),
  delimiter: v.nullable(v.picklist(TABLE_DELIMITERS)),
  has_header: v.boolean(),
  /** Names of the columns; "" where there is none. */
  header: v.array(v.string()),
};

/** Rows of one file, and its size in bytes. */
export const MAX_TABLE_ROWS = 50_000;
export const MAX_TABLE_BYTES = 16 * 1024 * 1024;
