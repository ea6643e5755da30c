import { posix } from 'node:path';
import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import { isBlank } from './csv.ts';
import { createTableSize, LIMITS, overLimit } from './limits.ts';
import { type Reading, refused, type TableRow, unreadable } from './table.ts';
import { currencyInTitle, HRYVNIA } from './typed-amount.ts';
import { readXml, type XmlHandlers } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/** Paths of a workbook's parts: ECMA-376, parts 1 and 2. */
interface Workbook {
  sheet: string;
  /** Absent: it has no texts, or only inline ones. */
  sharedStrings: string | undefined;
  /** Absent: its cells have no formats. */
  styles: string | undefined;
}

interface Relation {
  id: string;
  type: string;
  /** Path from the root of the archive. */
  target: string;
}

/** The relations of a part. The standard's two editions have different type URLs with the same last segment. */
const relationsOf = async (archive: Archive, part: string): Promise<Relation[]> => {
  const { dir, base } = posix.parse(part);
  const relations: Relation[] = [];
  await readXml(archive.read(posix.join(dir, '_rels', `${base}.rels`)), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return;
      const target = posix.resolve('/', dir, Target.replaceAll('\\', '/')).slice(1);
      relations.push({ id: Id, type: posix.basename(Type), target });
    },
  });
  return relations;
};

const noWorkbook = (archive: Archive) => {
  if (archive.has('content.xml'))
    return unreadable(
      'open_document',
      'This is a document of LibreOffice (.ods, .odt). Save it as .xlsx or .csv.',
    );
  if (archive.has('xl/workbook.bin'))
    return unreadable('old_excel', 'This is a binary workbook of Excel (.xlsb). Save it as .xlsx.');
  return unreadable('document', 'This is an archive or another document, and no workbook.');
};

/** @throws ValidationError */
const openWorkbook = async (archive: Archive): Promise<Workbook> => {
  const roots = archive.has('_rels/.rels') ? await relationsOf(archive, '') : [];
  const workbook = roots.find(({ type }) => type === 'officeDocument')?.target;
  if (workbook === undefined || !archive.has(workbook) || !/workbook\.xml$/i.test(workbook))
    throw noWorkbook(archive);
  const id = await firstVisibleSheet(archive, workbook);
  const relations = await relationsOf(archive, workbook);
  const sheet = relations.find((relation) => relation.id === id && relation.type === 'worksheet')?.target;
  if (sheet === undefined || !archive.has(sheet))
    throw refused(
      'no_sheet',
      'The workbook has no sheet that can be seen. Put the table on the first sheet.',
    );
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  return { sheet, sharedStrings: partOf('sharedStrings'), styles: partOf('styles') };
};

/** Returns its relation's id. */
const firstVisibleSheet = async (archive: Archive, workbook: string): Promise<string | undefined> => {
  let found: string | undefined;
  await readXml(archive.read(workbook), {
    open: (name, { state = 'visible', ...attributes }) => {
      if (name !== 'sheet' || state !== 'visible') return;
      // The attribute's prefix varies by program.
      found ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  return found;
};

const fitting = (text: string): string => {
  if (text.length <= LIMITS.cellCharacters) return text;
  throw overLimit('cellCharacters');
};

/** Reads the first visible sheet. @throws ValidationError */
export const readXlsx = async (file: Buffer, reading: Reading): Promise<TableRow[]> => {
  const archive = await openArchive(file, reading);
  const { sheet, sharedStrings, styles } = await openWorkbook(archive);
  const shared = sharedStrings === undefined ? [] : await readSharedStrings(archive, sharedStrings);
  const rows: TableRow[] = [];
  const currencies =
    styles === undefined || !archive.has(styles) ? [] : await readCurrencies(archive, styles);
  await readXml(archive.read(sheet), sheetHandlers(rows, shared, currencies));
  return rows;
};

/** The texts in the order of the cells' references. A rich text has several runs; phonetic hints are skipped. */
const readSharedStrings = async (archive: Archive, part: string): Promise<string[]> => {
  const size = createTableSize();
  const found: string[] = [];
  let text = '';
  let [isText, isSpoken] = [false, false];
  await readXml(archive.read(part), {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isSpoken = true;
      isText = name === 't' && !isSpoken;
    },
    text: (piece) => {
      if (isText) text = fitting(text + piece);
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isSpoken = false;
      if (name !== 'si') return;
      size.addText(text.length);
      found.push(plainText(text));
    },
  });
  return found;
};

/**
 * The foreign currency of each format of cells, as ` USD`: the number alone does not say that its format shows a $.
 * Formats with the sign of the computer's own currency (numbers below 164) say nothing.
 */
const readCurrencies = async (archive: Archive, part: string): Promise<string[]> => {
  const codes = new Map<string, string>();
  const found: string[] = [];
  let isCell = false;
  await readXml(archive.read(part), {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'cellXfs') isCell = true;
      if (name === 'numFmt') codes.set(numFmtId, formatCode.slice(0, MAX_FORMAT));
      if (name !== 'xf' || !isCell) return;
      // `[$$-409]` is a $ in the way of a country; the rest is digits, colours and texts in quotes.
      const [positive = ''] = (codes.get(numFmtId) ?? '').split(';');
      const currency = currencyInTitle(positive.replaceAll(/\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]/g, ' $1 '));
      found.push(currency === undefined || currency === HRYVNIA ? '' : ` ${currency}`);
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return found;
};
/** No format of numbers is longer. */
const MAX_FORMAT = 255;

/** A row or cell without a reference follows the previous one. */
const sheetHandlers = (
  rows: TableRow[],
  shared: readonly string[],
  currencies: readonly string[],
): XmlHandlers => {
  const size = createTableSize();
  let row = 0;
  let column = -1;
  let cells: string[] = [];
  let type = 'n';
  let style = 0;
  let value = '';
  let [isValue, isSpoken] = [false, false];

  const place = (text: string): void => {
    if (text === '') return;
    if (column >= LIMITS.columns) throw overLimit('columns');
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const endRow = (): void => {
    if (cells.every(isBlank)) return;
    if (rows.length > MAX_TABLE_ROWS) throw overLimit('rows');
    size.addRow(cells);
    rows.push({ row, cells });
  };
  return {
    open: (name, { r, t = 'n', s = '0' }) => {
      if (name === 'row') {
        row = /^\d{1,7}$/.test(r ?? '') ? Number(r) : row + 1;
        [column, cells] = [-1, []];
      } else if (name === 'c') {
        column = columnOf(r) ?? column + 1;
        [type, value, style] = [t, '', Number(s)];
      } else if (name === 'rPh') isSpoken = true;
      // Skips the formula (f): v holds its result.
      isValue = name === 'v' || (name === 't' && !isSpoken);
    },
    text: (piece) => {
      if (isValue) value = fitting(value + piece);
    },
    close: (name) => {
      isValue = false;
      if (name === 'rPh') isSpoken = false;
      if (name === 'c')
        place(
          cellText(type, value, shared) + (type === 'n' && value !== '' ? (currencies[style] ?? '') : ''),
        );
      if (name === 'row') endRow();
    },
  };
};

/** Cell contents in a sheet: ECMA-376, part 1, 18.3.1.4 and 18.18.11. */

/** Excel's own precision: 12.300000000000001 was typed as 12.3. */
const DIGITS = 15;

/** A number as typed: without an exponent, and without rounding errors at its end. */
const typedNumber = (value: string): string => {
  const number = Number(Number(value).toPrecision(DIGITS));
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const text = String(number);
  if (!text.includes('e')) return text;
  return number.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: DIGITS });
};

/** `_x000D_` encodes characters that XML cannot contain (18.18.94, ST_Xstring). */
const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** `AB12` → 27; undefined if it names no cell. */
const columnOf = (place: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

/** A cell's content as text. */
const cellText = (type: string, value: string, shared: readonly string[]): string => {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
  if (type === 'inlineStr' || type === 'str') return plainText(value);
  // Errors (#N/A) and dates are returned as they are.
  return type === 'n' ? typedNumber(value) : value;
};
