import { countProductNames } from '../catalog/import/columns.ts';
import { parseTill } from '../reconciliation/till.ts';
import { readTable } from './read-table.ts';
import type { Reading, TableHints } from './table.ts';

/**
 * What is read from table files: named, because a thread cannot be sent a function. The rows are sent in parts,
 * the rest of the result at the end.
 */
export const TABLE_KINDS = {
  products: async (file: Buffer, hints: TableHints, reading: Reading) => {
    const { facts, rows } = await readTable(file, hints, reading, countProductNames);
    return { head: facts, rows };
  },
  till: async (file: Buffer, hints: TableHints & { columns?: string | undefined }, reading: Reading) => {
    const { rows, ...head } = await parseTill(file, hints, reading);
    return { head, rows };
  },
};
