import type { ExportFormat } from '../../../shared/api/tables.ts';
import type { FileAnswer } from '../files.ts';
import { csvWriter } from './csv.ts';
import type { Cell, Column, TableWriter } from './table.ts';
import { xlsxWriter } from './xlsx.ts';

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
