import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import { isBlank } from './csv.ts';
import { createTableSize, LIMITS, overLimit } from './limits.ts';
import type { Reading, TableRow } from './table.ts';
import { cellText, columnOf, plainText } from './xlsx-cells.ts';
import { openWorkbook } from './xlsx-workbook.ts';
import { readXml, type XmlHandlers } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

const fitting = (text: string): string => {
  if (text.length <= LIMITS.cellCharacters) return text;
  throw overLimit.cellCharacters();
};

/** The first sheet that can be seen. @throws ValidationError */
export const readXlsx = async (file: Buffer, reading: Reading): Promise<TableRow[]> => {
  const archive = openArchive(file, reading);
  const { sheet, sharedStrings } = await openWorkbook(archive);
  const shared = sharedStrings === undefined ? [] : await readSharedStrings(archive, sharedStrings);
  const rows: TableRow[] = [];
  await readXml(archive.read(sheet), sheetHandlers(rows, shared));
  return rows;
};

/** The texts in the order in which cells refer to them. A rich text is in several runs; how it is spoken is not read. */
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

/** Where a row or a cell does not say its place, it is the one behind the last. */
const sheetHandlers = (rows: TableRow[], shared: readonly string[]): XmlHandlers => {
  const size = createTableSize();
  let row = 0;
  let column = -1;
  let cells: string[] = [];
  let type = 'n';
  let value = '';
  let [isValue, isSpoken] = [false, false];

  const place = (text: string): void => {
    if (text === '') return;
    if (column >= LIMITS.columns) throw overLimit.columns();
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const endRow = (): void => {
    if (cells.every(isBlank)) return;
    if (rows.length > MAX_TABLE_ROWS) throw overLimit.rows();
    size.addRow(cells);
    rows.push({ row, cells });
  };
  return {
    open: (name, { r, t = 'n' }) => {
      if (name === 'row') {
        row = /^\d{1,7}$/.test(r ?? '') ? Number(r) : row + 1;
        [column, cells] = [-1, []];
      } else if (name === 'c') {
        column = columnOf(r) ?? column + 1;
        [type, value] = [t, ''];
      } else if (name === 'rPh') isSpoken = true;
      // The formula itself (f) is not read: v beside it is what came of it.
      isValue = name === 'v' || (name === 't' && !isSpoken);
    },
    text: (piece) => {
      if (isValue) value = fitting(value + piece);
    },
    close: (name) => {
      isValue = false;
      if (name === 'rPh') isSpoken = false;
      if (name === 'c') place(cellText(type, value, shared));
      if (name === 'row') endRow();
    },
  };
};
