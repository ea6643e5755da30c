import { Zip, ZipDeflate } from 'fflate';
import { printable } from '../../../shared/printable.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { type Cell, type Column, FILE_TYPES, numberText, type TableWriter } from './table.ts';
import { escapeXml, fixedParts, SHEET, STYLES, sheetFoot, sheetHead } from './xlsx-parts.ts';

/** What a sheet can hold, its header row included. */
export const MAX_SHEET_ROWS = 1_048_576;
/** What a cell can hold. */
const MAX_CELL_CHARACTERS = 32_767;
/** 1 January 1970, as Excel counts days. */
const EPOCH_DAY = 25_569;
/** Quick, and still a tenth of the size. */
const LEVEL = 4;

/** 0 → A, 25 → Z, 26 → AA */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** `_x0041_` in a text would be read as an A (ECMA-376, ST_Xstring); a bare CR would be read as LF anyway. */
const textXml = (text: string): string =>
  escapeXml(
    printable(text.slice(0, MAX_CELL_CHARACTERS))
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'),
  );

const textCell = (place: string, style: number, text: string): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`;

const cellXml = (place: string, kind: Column['kind'], cell: Cell): string => {
  if (cell === null || cell === '') return '';
  // An inline string is text whatever it begins with: no program takes it for a formula.
  if (typeof cell === 'string') return textCell(place, STYLES.text, cell);
  return `<c r="${place}" s="${STYLES[kind]}"><v>${numberXml(kind, cell)}</v></c>`;
};

const numberXml = (kind: Column['kind'], value: number): string | number => {
  if (kind === 'time') return EPOCH_DAY + value / DAY_MS;
  return kind === 'date' ? EPOCH_DAY + value : numberText(kind, value, '.');
};

/** A workbook of one sheet, for Excel and LibreOffice. */
export const xlsxWriter = (sheetName: string, columns: readonly Column[]): TableWriter => {
  let made: Uint8Array[] = [];
  let fault: Error | null = null;
  const zip = new Zip((error, piece) => {
    fault ??= error;
    made.push(piece);
  });
  const sheet = new ZipDeflate(SHEET, { level: LEVEL });
  const names = columns.map((_, index) => columnName(index));
  let count = 0;

  const taken = (): Uint8Array => {
    if (fault) throw fault;
    const pieces = Buffer.concat(made);
    made = [];
    return pieces;
  };
  const row = (cells: string): string => `<row r="${count}">${cells}</row>`;
  const add = (name: string, content: string): void => {
    const part = new ZipDeflate(name, { level: LEVEL });
    zip.add(part);
    part.push(Buffer.from(content), true);
  };

  return {
    type: FILE_TYPES.xlsx,
    begin: () => {
      for (const [name, content] of fixedParts(sheetName)) add(name, content);
      zip.add(sheet);
      count = 1;
      const titles = columns.map(({ title }, index) => textCell(`${names[index]}1`, STYLES.header, title));
      sheet.push(Buffer.from(sheetHead(columns) + row(titles.join(''))));
      return taken();
    },
    rows: (rows) => {
      let xml = '';
      for (const cells of rows) {
        count += 1;
        const cell = ({ kind }: Column, index: number) =>
          cellXml(`${names[index]}${count}`, kind, cells[index] ?? null);
        xml += row(columns.map(cell).join(''));
      }
      sheet.push(Buffer.from(xml));
      return taken();
    },
    end: () => {
      sheet.push(Buffer.from(sheetFoot(`A1:${names.at(-1)}${count}`)), true);
      zip.end();
      return taken();
    },
  };
};
