import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import { MAX_TABLE_ROWS, type TableDelimiter } from '../../../shared/api/tables.ts';
import { encodingOf, textPieces } from './decode.ts';
import { createTableSize, LIMITS, overLimit } from './limits.ts';
import { type Reading, refused, type TableFacts, type TableHints, type TableRow } from './table.ts';

/** Characters at the beginning in which the delimiter is detected. */
const HEAD = 64 * 1024;
/** `sep=;` in the first line, a convention of Excel. */
const SEPARATOR_LINE = /^sep=([;,\t|])(\r\n|\n|\r)/i;

type CsvFacts = Pick<TableFacts, 'format' | 'encoding' | 'delimiter'>;

/** @throws ValidationError */
export const readCsv = async (
  file: Buffer,
  hints: TableHints,
  { onProgress }: Reading,
): Promise<{ facts: CsvFacts; rows: TableRow[] }> => {
  const encoded = encodingOf(file, hints.encoding);
  const head = headOf(encoded);
  const [line = '', separator] = SEPARATOR_LINE.exec(head) ?? [];
  const named = NAMES.find((name) => DELIMITERS[name] === separator);
  const delimiter = hints.delimiter ?? named ?? findDelimiter(head.slice(line.length));

  function* text() {
    let skip = line.length;
    for (const piece of textPieces(encoded)) {
      yield piece.text.slice(skip);
      skip = 0;
      onProgress?.(piece.done, encoded.bytes.length);
    }
  }
  const rows = await parseRows(text(), DELIMITERS[delimiter], line === '' ? 0 : 1);
  return { facts: { format: 'csv', encoding: encoded.encoding, delimiter }, rows };
};

const headOf = (encoded: ReturnType<typeof encodingOf>): string => {
  let head = '';
  for (const { text } of textPieces(encoded)) {
    head += text;
    if (head.length >= HEAD) break;
  }
  return head;
};

const parseRows = async (
  text: Iterable<string>,
  delimiter: string,
  linesBefore: number,
): Promise<TableRow[]> => {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Many programs write ТОВ "Зерно" without surrounding quotes.
    relax_quotes: true,
    max_record_size: LIMITS.rowCharacters,
  });
  const rows: TableRow[] = [];
  const size = createTableSize();
  let row = linesBefore;
  const collect = async (records: AsyncIterable<string[]>): Promise<void> => {
    for await (const cells of records) {
      row += 1;
      if (row > LIMITS.lines) throw overLimit('lines');
      if (cells.every(isBlank)) continue;
      if (rows.length > MAX_TABLE_ROWS) throw overLimit('rows');
      const fitting = withinColumns(cells);
      size.addRow(fitting);
      rows.push({ row, cells: fitting });
    }
  };
  try {
    await pipeline(text, parser, collect);
  } catch (error) {
    // Some of the parsed rows may not have arrived here yet.
    throw asRefusal(error, linesBefore + parser.info.records + 1);
  }
  return rows;
};

/** Drops blank cells at the end of a row. */
const withinColumns = (cells: string[]): string[] => {
  if (cells.length <= LIMITS.columns) return cells;
  if (cells.slice(LIMITS.columns).some((cell) => !isBlank(cell))) throw overLimit('columns');
  return cells.slice(0, LIMITS.columns);
};

export const isBlank = (cell: string): boolean => cell.trim() === '';

/** The row is the one after the last complete row: the fault began there. */
const asRefusal = (error: unknown, row: number): unknown => {
  const { code } = error as Partial<CsvError>;
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refused(
      'row_too_long',
      `Row ${row} has more than ${LIMITS.rowCharacters} characters. Most likely a quotation mark opens in row ${row} and is never closed.`,
      { row },
    );
  return refused(
    'quotation_mark',
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? `A quotation mark opens in row ${row} and is never closed: the file is cut off, or the mark should be doubled.`
      : `Row ${row} cannot be read: its quotation marks do not fit together.`,
    { row },
  );
};

const DELIMITERS: Record<TableDelimiter, string> = {
  // In order of preference: a comma is also a decimal separator.
  tab: '\t',
  semicolon: ';',
  pipe: '|',
  comma: ',',
};

const NAMES = Object.keys(DELIMITERS) as TableDelimiter[];
/** Rows examined. */
const ROWS = 50;

/** Number of cells in each of the first rows; ignores delimiters and line breaks in quotes. */
const widths = (text: string, delimiter: string): number[] => {
  // A quote opens only at the start of a cell: elsewhere it is a normal character, as in ТОВ "Зерно".
  const cell = new RegExp(
    `(?:"[^"]*(?:""[^"]*)*(?:"|$))?[^${delimiter}\\r\\n]*([${delimiter}]|\\r\\n?|\\n|$)`,
    'gy',
  );
  const found: number[] = [];
  let cells = 1;
  for (const [match, end] of text.matchAll(cell)) {
    if (end === delimiter) cells += 1;
    else {
      if (cells > 1 || match.trim() !== '') found.push(cells);
      cells = 1;
    }
    if (found.length === ROWS || end === '') break;
  }
  return found;
};

/** Share of rows with the most frequent number of cells; the first row, mostly a header, counts twice. */
const agreement = (rows: readonly number[]): { share: number; width: number } => {
  const counts = new Map<number, number>();
  for (const [index, width] of rows.entries())
    counts.set(width, (counts.get(width) ?? 0) + (index === 0 ? 2 : 1));
  let best = { share: 0, width: 1 };
  for (const [width, count] of counts) {
    const share = count / (rows.length + 1);
    if (share > best.share) best = { share, width };
  }
  return best;
};

/** The delimiter by which the first rows of a file agree most. */
const findDelimiter = (head: string): TableDelimiter => {
  let best: { name: TableDelimiter; share: number } | undefined;
  for (const name of NAMES) {
    const { share, width } = agreement(widths(head, DELIMITERS[name]));
    if (width > 1 && share > (best?.share ?? 0)) best = { name, share };
  }
  return best?.name ?? 'semicolon';
};
