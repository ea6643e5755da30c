import type { ExportFormat } from '../../../shared/api/tables.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { unreadable } from './refuse.ts';

/** How files begin that are often sent in place of a table. */
const OTHERS: readonly [start: string | number[], code: ProblemCode, what: string][] = [
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

/** With something in it, and empty. */
const ZIPS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];
/** Enough for what a page or an XML file begins with. */
const HEAD = 1024;

const begins = (bytes: Buffer, start: string | number[]): boolean => {
  const mark = Buffer.from(start as string);
  return bytes.subarray(0, mark.length).equals(mark);
};

/**
 * What the file is, by its content: its name and its media type are only claims.
 * @throws ValidationError
 */
export const formatOf = (bytes: Buffer): ExportFormat => {
  if (ZIPS.some((mark) => begins(bytes, mark))) return 'xlsx';
  const other = OTHERS.find(([start]) => begins(bytes, start));
  if (other) throw unreadable(other[1], other[2]);
  const head = bytes.subarray(0, HEAD).toString('latin1').trimStart().toLowerCase();
  if (/^(\xef\xbb\xbf)?\s*<(!doctype html|html|table|\?xml)/.test(head))
    throw unreadable('web_page', 'This is a web page or an XML file, even if it is named as a table.');
  return 'csv';
};
