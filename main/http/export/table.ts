import type { Language, Words } from '../../../shared/action-value-words.ts';
import type { ExportFormat } from '../../../shared/api/tables.ts';

/**
 * money: minor units. quantity: thousandths. time: milliseconds of the shop's wall clock, as if it were UTC. date: days
 * since 1 January 1970. Null is an empty cell, and a text may stand in any column.
 */
export type Cell = string | number | null;
export type CellKind = 'text' | 'money' | 'count' | 'quantity' | 'time' | 'date';

export interface Column {
  title: string;
  kind: CellKind;
  /** In characters. */
  width: number;
}

/** How the rows are written. */
export interface RowLocale {
  language: Language;
  /** Converts a moment (ms UTC) to the shop's wall clock. */
  wall(at: number): number;
}

/** A column of a table that is made row by row: its title, and what stands in it. */
export interface RowColumn<Row, Context> extends Omit<Column, 'title'> {
  title: Words;
  of(row: Row, context: Context): Cell;
}

export const titledIn = (
  language: Language,
  columns: readonly (Omit<Column, 'title'> & { title: Words })[],
): Column[] => columns.map(({ title, kind, width }) => ({ title: title[language], kind, width }));

export const cellsOf = <Row, Context>(
  columns: readonly RowColumn<Row, Context>[],
  row: Row,
  context: Context,
): Cell[] => columns.map(({ of }) => of(row, context));

/** The full media types. */
export const FILE_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Writes a table piece by piece without keeping any. */
export interface TableWriter {
  /** The full media type. */
  type: string;
  begin(): Uint8Array;
  rows(rows: readonly (readonly Cell[])[]): Uint8Array;
  end(): Uint8Array;
}

/** 12345 with 2 digits after the separator: `123,45`, built from the digits, so that no float touches money. */
const formatScaled = (value: number, digits: number, separator: '.' | ','): string => {
  const text = String(Math.abs(value)).padStart(digits + 1, '0');
  return (value < 0 ? '-' : '') + text.slice(0, -digits) + separator + text.slice(-digits);
};

export const decimalText = (minor: number, separator: '.' | ','): string => formatScaled(minor, 2, separator);

/** Whole seconds of a wall clock: a table program would round up the fraction that CSV cuts off. */
export const wholeSeconds = (wall: number): number => Math.floor(wall / 1000) * 1000;

/** Formats a number for a column of its kind. */
export const numberText = (kind: CellKind, value: number, separator: '.' | ','): string => {
  if (kind === 'count') return String(value);
  return kind === 'quantity'
    ? formatScaled(value, 3, separator).replace(/[.,]?0+$/, '')
    : decimalText(value, separator);
};

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
