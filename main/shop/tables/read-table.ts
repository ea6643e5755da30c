import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { ExportFormat } from '../../../shared/api/tables.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { readCsv } from './csv.ts';
import {
  type Reading,
  type Table,
  type TableFacts,
  type TableHints,
  type TableRow,
  unreadable,
} from './table.ts';
import { readXlsx } from './xlsx.ts';

interface Raw {
  facts: Pick<TableFacts, 'format' | 'encoding' | 'delimiter'>;
  rows: TableRow[];
}

/**
 * Reads a table file, CSV or XLSX, whatever its name. `countNames` counts known column names in a row, which identifies
 * the header.
 * @throws ValidationError `errors.file`: what the file is, and what was expected
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
      header: at === undefined ? namelessOf(rows) : namesOf(header),
      width: header.length,
      is_below_other_rows: (at ?? 0) > 0,
    },
    rows: at === undefined ? rows : rows.slice(at + 1),
  };
};

const readRows = async (bytes: Buffer, hints: TableHints, reading: Reading): Promise<Raw> => {
  if (formatOf(bytes) === 'csv') return readCsv(bytes, hints, reading);
  const facts = { format: 'xlsx', encoding: null, delimiter: null } as const;
  return { facts, rows: await readXlsx(bytes, reading) };
};

/** Without blank ends; truncates long names: patterns are searched in each, and no known name of a column is longer. */
const namesOf = (header: readonly string[]): string[] => {
  const names = header.map((name) => name.trim().slice(0, MAX_LENGTH.name));
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
};

/** Empty names, one per column of the first row. */
const namelessOf = ([first]: readonly TableRow[]): string[] => (first?.cells ?? []).map(() => '');

/** Rows searched for the header: price lists often begin with the company's name, its address and the date. */
const ROWS = 25;

/** Counts the known column names in a row. */
type CountNames = (cells: readonly string[]) => number;

/** A guess for tables without known names: a header contains no digits. */
const looksLikeNames = ({ cells }: TableRow): boolean => !cells.some((cell) => /\d/.test(cell));

/** The index of the header among the rows; undefined: there is none. */
const findHeader = (
  rows: readonly TableRow[],
  hint: TableHints['has_header'],
  countNames: CountNames,
): number | undefined => {
  if (hint === false || rows.length === 0) return undefined;
  const counts = rows.slice(0, ROWS).map(({ cells }) => countNames(cells));
  const most = Math.max(...counts);
  // A single known name is reliable only in the first row; below it, it may be the name of a product.
  if (most > 1 || (counts[0] ?? 0) > 0) return counts.indexOf(most);
  const [first] = rows;
  return hint || (first && rows.length > 1 && looksLikeNames(first)) ? 0 : undefined;
};

/** First bytes of files that are often sent instead of a table. */
const OTHERS: readonly [start: string | number[], code: ProblemCode, what: string][] = [
  // Excel 2 to 4: a file that begins with a BOF record of BIFF.
  ...([0x00, 0x02, 0x04] as const).map((version): [number[], ProblemCode, string] => [
    [0x09, version, version === 0 ? 0x04 : 0x06, 0x00],
    'old_excel',
    'This is a workbook in the oldest format of Excel (.xls). Save it as .xlsx.',
  ]),
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'old_excel',
    'This is a workbook in the old format of Excel (.xls), or one under a password. Save it as .xlsx, without a password.',
  ],
  ['%PDF', 'document', 'This is a PDF document, from which a table cannot be read.'],
  ['{\\rtf', 'document', 'This is a text document (RTF).'],
  [[0x1f, 0x8b], 'packed', 'This is a packed file (gzip). Unpack it first.'],
  ['Rar!', 'packed', 'This is a packed file (RAR). Unpack it first.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'packed', 'This is a packed file (7z). Unpack it first.'],
  [[0x89, 0x50, 0x4e, 0x47], 'picture', 'This is a picture (PNG).'],
  [[0xff, 0xd8, 0xff], 'picture', 'This is a picture (JPEG).'],
];

/** Non-empty and empty archives. */
const ZIPS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];
/** Enough to recognise a web page or an XML file. */
const HEAD = 1024;

const begins = (bytes: Buffer, start: string | number[]): boolean => {
  const mark = Buffer.from(start as string);
  return bytes.subarray(0, mark.length).equals(mark);
};

/**
 * The format by the file's content: its name and media type are only claims.
 * @throws ValidationError
 */
const formatOf = (bytes: Buffer): ExportFormat => {
  if (ZIPS.some((mark) => begins(bytes, mark))) return 'xlsx';
  const other = OTHERS.find(([start]) => begins(bytes, start));
  if (other) throw unreadable(other[1], other[2]);
  const head = bytes.subarray(0, HEAD).toString('latin1').trimStart().toLowerCase();
  if (/^(\xef\xbb\xbf)?\s*<(!doctype html|html|table|\?xml)/.test(head))
    throw unreadable('web_page', 'This is a web page or an XML file, even if it is named as a table.');
  return 'csv';
};
