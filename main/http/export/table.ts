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
