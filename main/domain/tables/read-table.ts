import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { readCsv } from './csv.ts';
import { type CountNames, findHeader } from './header.ts';
import { formatOf } from './kind.ts';
import { unreadable } from './refuse.ts';
import type { Reading, Table, TableFacts, TableHints, TableRow } from './table.ts';
import { readXlsx } from './xlsx.ts';

interface Raw {
  facts: Pick<TableFacts, 'format' | 'encoding' | 'delimiter'>;
  rows: TableRow[];
}

/**
 * Reads a table file, CSV or XLSX, whatever it is called. `countNames` knows the names of the columns that are looked
 * for, by which the header is found.
 * @throws ValidationError `errors.file`: what it is, and what was expected
 */
export const readTable = async (
  bytes: Buffer,
  hints: TableHints = {},
  reading: Reading = {},
  countNames: CountNames = () => 0,
): Promise<Table> => {
  const { facts, rows } = await readRows(bytes, hints, reading);
  if (rows.length === 0) throw unreadable('empty', 'The file is empty.');
  const at = findHeader(rows, hints.has_header, countNames);
  const header = at === undefined ? [] : (rows[at]?.cells ?? []);
  return {
    facts: {
      ...facts,
      has_header: at !== undefined,
      header: at === undefined ? namelessOf(rows) : withoutBlankEnd(header),
    },
    rows: at === undefined ? rows : rows.slice(at + 1),
  };
};

const readRows = async (bytes: Buffer, hints: TableHints, reading: Reading): Promise<Raw> => {
  if (formatOf(bytes) === 'csv') return readCsv(bytes, hints, reading);
  const facts = { format: 'xlsx', encoding: null, delimiter: null } as const;
  return { facts, rows: await readXlsx(bytes, reading) };
};

/** Longer names are cut: patterns are looked for in each, and no known name of a column is longer. */
const withoutBlankEnd = (header: readonly string[]): string[] => {
  const names = header.map((name) => name.trim().slice(0, MAX_LENGTH.name));
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
};

/** As many columns as the first row has. */
const namelessOf = ([first]: readonly TableRow[]): string[] => (first?.cells ?? []).map(() => '');
