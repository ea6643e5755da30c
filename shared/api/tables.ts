import * as v from 'valibot';
import { choice, flag, nullable } from './answers.ts';
import { described } from './described.ts';
import { booleanParam, choiceParam } from './query.ts';

/** Tables as files: their formats and how they are read. */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const TABLE_ENCODINGS = ['utf-8', 'windows-1251', 'cp866', 'utf-16'] as const;
export type TableEncoding = (typeof TABLE_ENCODINGS)[number];
export const TABLE_DELIMITERS = ['semicolon', 'comma', 'tab', 'pipe'] as const;
export type TableDelimiter = (typeof TABLE_DELIMITERS)[number];

/** How to read a table that does not say it; an absent hint is detected. */
export const tableHints = {
  encoding: choiceParam(TABLE_ENCODINGS, 'Character encoding of a CSV file. Absent: it is detected.'),
  delimiter: choiceParam(TABLE_DELIMITERS, 'Separator of the cells of a CSV file. Absent: it is detected.'),
  has_header: booleanParam(
    'true: the first row names the columns; false: it does not. Absent: it is detected.',
  ),
};

/** How a table was read. */
export const tableFacts = {
  format: choice(EXPORT_FORMATS, 'The detected format of the file.'),
  encoding: nullable(
    choice(TABLE_ENCODINGS),
    'Character encoding of a CSV file; null for a workbook.',
    'utf-8',
  ),
  delimiter: nullable(
    choice(TABLE_DELIMITERS),
    'Separator of the cells of a CSV file; null for a workbook.',
    'semicolon',
  ),
  has_header: flag('Whether a row names the columns.', true),
  header: described(
    v.array(v.string()),
    'Names of the columns as they stand there; empty where there is none.',
    ['Код', 'Назва', 'Ціна'],
  ),
};

/** Rows of one file, and its size in bytes. */
export const MAX_TABLE_ROWS = 50_000;
export const MAX_TABLE_BYTES = 16 * 1024 * 1024;
