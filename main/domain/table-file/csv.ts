import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvError, parse } from 'csv-parse';
import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import { encodingOf, textPieces } from './decode.ts';
import { DELIMITERS, findDelimiter } from './delimiter.ts';
import { refused } from './refuse.ts';
import type { Reading, TableFacts, TableHints, TableRow } from './table.ts';

/** A row longer than that is one whose quote was never closed. */
const MAX_ROW_CHARACTERS = 256 * 1024;
/** Of the beginning, to find the delimiter in. */
const HEAD = 64 * 1024;
/** `sep=;` in the first line, as Excel reads and writes it. */
const SEPARATOR_LINE = /^sep=([;,\t|])(\r\n|\n|\r)/i;

type CsvFacts = Pick<TableFacts, 'format' | 'encoding' | 'delimiter'>;

export const tooManyRows = () =>
  refused(`The table has more than ${MAX_TABLE_ROWS} rows. Split it into several files.`);

/** @throws ValidationError */
export const readCsv = async (
  file: Buffer,
  hints: TableHints,
  { signal, onProgress }: Reading,
): Promise<{ facts: CsvFacts; rows: TableRow[] }> => {
  const encoded = encodingOf(file, hints.encoding);
  const head = headOf(encoded);
  const [line = '', separator] = SEPARATOR_LINE.exec(head) ?? [];
  const named = (Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[]).find(
    (name) => DELIMITERS[name] === separator,
  );
  const delimiter = hints.delimiter ?? named ?? findDelimiter(head.slice(line.length));

  async function* text() {
    let skip = line.length;
    for (const piece of textPieces(encoded)) {
      yield piece.text.slice(skip);
      skip = 0;
      onProgress?.(piece.done, encoded.bytes.length);
      await nextTurn(undefined, { signal });
    }
  }
  const rows = await parseRows(text(), DELIMITERS[delimiter], line === '' ? 0 : 1, signal);
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
  text: AsyncIterable<string>,
  delimiter: string,
  linesBefore: number,
  signal: AbortSignal | undefined,
): Promise<TableRow[]> => {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // ТОВ "Зерно" is written without quotes around it by many a program.
    relax_quotes: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  const rows: TableRow[] = [];
  let row = linesBefore;
  const collect = async (records: AsyncIterable<string[]>): Promise<void> => {
    for await (const cells of records) {
      row += 1;
      if (cells.every(isBlank)) continue;
      if (rows.length > MAX_TABLE_ROWS) throw tooManyRows();
      rows.push({ row, cells });
    }
  };
  try {
    await pipeline(text, parser, collect, ...(signal ? [{ signal }] : []));
  } catch (error) {
    signal?.throwIfAborted();
    // Of the rows that were read some may still be on their way here.
    throw asRefusal(error, linesBefore + parser.info.records + 1);
  }
  return rows;
};

export const isBlank = (cell: string): boolean => cell.trim() === '';

const OPEN_QUOTE: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

/** Row is the one behind the last that was read whole: what is wrong began there. */
const asRefusal = (error: unknown, row: number): unknown => {
  const { code } = error as Partial<CsvError>;
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error;
  return refused(
    OPEN_QUOTE.has(code)
      ? `A quotation mark opens in row ${row} and is never closed: the file is cut off, or the mark should be doubled.`
      : `Row ${row} cannot be read: its quotation marks do not fit together.`,
  );
};
