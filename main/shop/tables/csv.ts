import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { type CsvError, parse } from 'csv-parse';
import { MAX_TABLE_ROWS, type TableDelimiter, type TableEncoding } from '../../../shared/api/tables.ts';
import { createTableSize, LIMITS, overLimit } from './limits.ts';
import {
  type Reading,
  refused,
  type TableFacts,
  type TableHints,
  type TableRow,
  unreadable,
} from './table.ts';

/**
 * The upper half of windows-1251 (https://encoding.spec.whatwg.org/index-windows-1251.txt): some builds of Node,
 * Electron's among them, lack the tables for a TextDecoder.
 */
const UPPER =
  'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя';

const CP866 =
  'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u00a0';
/** The Ukrainian variant (CP1125) differs from 0xF2 on; Ў and ў of CP866 stand where its І and і do. */
const CP1125 = `${CP866.slice(0, 0x72)}ҐґЄєІіЇї·√№¤■\u00a0`;
const isUkrainianDos = (file: Buffer): boolean => file.includes(0xf6) || file.includes(0xf7);

const decodeBy =
  (upper: string) =>
  (bytes: Buffer): string =>
    bytes.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, (one) => upper.charAt(one.charCodeAt(0) - 0x80));

interface Encoded {
  encoding: TableEncoding;
  /** Without a byte order mark. */
  bytes: Buffer;
}

const BYTE_ORDER_MARKS: readonly [mark: Buffer, encoding: TableEncoding, swapped: boolean][] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8', false],
  [Buffer.from([0xff, 0xfe]), 'utf-16', false],
  [Buffer.from([0xfe, 0xff]), 'utf-16', true],
];

/** A byte order mark is certain, valid UTF-8 nearly so; otherwise the Windows encoding used in Ukraine. */
const encodingOf = (file: Buffer, wish: TableEncoding | undefined): Encoded => {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => file.subarray(0, mark.length).equals(mark));
  if (marked) {
    const [mark, encoding, swapped] = marked;
    if (wish === undefined || wish === encoding) {
      const rest = file.subarray(mark.length, evenEnd(file.length, encoding));
      return { encoding, bytes: swapped ? Buffer.from(rest).swap16() : rest };
    }
  }
  if (wish !== 'utf-16' && file.includes(0)) throw unreadable('no_text', 'This is no text.');
  return { encoding: wish ?? (isUtf8(file) ? 'utf-8' : oneByteEncoding(file)), bytes: file };
};

/** Bytes looked at. */
const LOOKED_AT = 64 * 1024;

/** Ґ, Є, « and Ї begin words in windows-1251; in CP866 they are е, к, л and п. */
const BEGINS_WORDS = new Set([0xa5, 0xaa, 0xab, 0xaf]);

/**
 * The letters of CP866 lie in 0x80 to 0xAF, where windows-1251 has quotation marks and rare letters; from 0xB0 to 0xDF it has
 * lines of tables, where windows-1251 has і, ї, є, ґ and the capitals.
 */
const oneByteEncoding = (file: Buffer): 'windows-1251' | 'cp866' => {
  let [dos, windows] = [0, 0];
  let isInWord = false;
  for (const byte of file.subarray(0, LOOKED_AT)) {
    if (!isInWord && BEGINS_WORDS.has(byte)) continue;
    isInWord = byte >= 0x80;
    if (byte >= 0x80 && byte <= 0xaf) dos += 1;
    else if (byte >= 0xb0 && (byte < 0xe0 || byte >= 0xf0)) windows += 1;
  }
  return dos > windows ? 'cp866' : 'windows-1251';
};

/** Half a character at the end of a file cannot be swapped. */
const evenEnd = (length: number, encoding: TableEncoding): number =>
  encoding === 'utf-16' ? length - (length % 2) : length;

/** Small enough not to block other requests, large enough to be quick. */
const SLICE = 32 * 1024;

/** Yields the text in pieces; no character is cut in two. */
function* textPieces({ bytes, encoding }: Encoded): Generator<{ text: string; done: number }> {
  const decoder = new StringDecoder(encoding === 'utf-16' ? 'utf16le' : 'utf8');
  const oneByte = encoding === 'cp866' ? decodeBy(isUkrainianDos(bytes) ? CP1125 : CP866) : decodeBy(UPPER);
  const isOneByte = encoding === 'cp866' || encoding === 'windows-1251';
  for (let start = 0; start < bytes.length; start += SLICE) {
    const slice = bytes.subarray(start, start + SLICE);
    const text = isOneByte ? oneByte(slice) : decoder.write(slice);
    yield { text, done: start + slice.length };
  }
  const rest = decoder.end();
  if (rest !== '') yield { text: rest, done: bytes.length };
}

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
