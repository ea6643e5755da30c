import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import { isBlank, tooManyRows } from './csv.ts';
import { refused } from './refuse.ts';
import type { Reading, TableRow } from './table.ts';
import { cellText, columnOf, plainText } from './xlsx-cells.ts';
import { openWorkbook } from './xlsx-workbook.ts';
import { readXml, type XmlHandlers } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/** A table of a shop has a tenth of it: an entry at the far end of every row would fill the memory with nothing. */
const MAX_COLUMNS = 256;
/** What a table program lets into a cell; the same text may stand in every cell. */
const MAX_CELL_CHARACTERS = 32_767;

const tooWide = () =>
  refused(`The sheet has more than ${MAX_COLUMNS} columns. Leave out those that are not needed.`);

const fitting = (text: string): string => {
  if (text.length <= MAX_CELL_CHARACTERS) return text;
  throw refused(`A cell holds more than ${MAX_CELL_CHARACTERS} characters. Leave it out.`);
};

/** The first sheet that can be seen. @throws ValidationError */
export const readXlsx = async (file: Buffer, { signal, onProgress }: Reading): Promise<TableRow[]> => {
  const archive = openArchive(file);
  const { sheet, sharedStrings } = await openWorkbook(archive);
  const shared = sharedStrings === undefined ? [] : await readSharedStrings(archive, sharedStrings, signal);
  onProgress?.(Math.floor(file.length / 2), file.length);
  const rows: TableRow[] = [];
  await readXml(archive.read(sheet), sheetHandlers(rows, shared), signal);
  onProgress?.(file.length, file.length);
  return rows;
};

/** The texts in the order in which cells refer to them. A rich text is in several runs; how it is spoken is not read. */
const readSharedStrings = async (
  archive: Archive,
  part: string,
  signal: AbortSignal | undefined,
): Promise<string[]> => {
  const found: string[] = [];
  let text = '';
  let [isText, isSpoken] = [false, false];
  await readXml(
    archive.read(part),
    {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') isSpoken = true;
        isText = name === 't' && !isSpoken;
      },
      text: (piece) => {
        if (isText) text += piece;
      },
      close: (name) => {
        isText = false;
        if (name === 'rPh') isSpoken = false;
        if (name === 'si') found.push(plainText(fitting(text)));
      },
    },
    signal,
  );
  return found;
};

/** Where a row or a cell does not say its place, it is the one behind the last. */
const sheetHandlers = (rows: TableRow[], shared: readonly string[]): XmlHandlers => {
  let row = 0;
  let column = -1;
  let cells: string[] = [];
  let type = 'n';
  let value = '';
  let [isValue, isSpoken] = [false, false];

  const place = (text: string): void => {
    if (text === '') return;
    if (column >= MAX_COLUMNS) throw tooWide();
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const endRow = (): void => {
    if (cells.every(isBlank)) return;
    if (rows.length > MAX_TABLE_ROWS) throw tooManyRows();
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
      if (isValue) value += piece;
    },
    close: (name) => {
      isValue = false;
      if (name === 'rPh') isSpoken = false;
      if (name === 'c') place(cellText(type, fitting(value), shared));
      if (name === 'row') endRow();
    },
  };
};
