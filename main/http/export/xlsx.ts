import { printable } from '../../../shared/text.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { createZip } from '../../platform/zip-writer.ts';
import { type Cell, type Column, escapeXml, FILE_TYPES, numberText, type TableWriter } from './table.ts';

/** Rows of a sheet, header included: Excel's limit. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Excel's limit. */
const MAX_CELL_CHARACTERS = 32_767;
/** 1 January 1970 in Excel's count of days. */
const EPOCH_DAY = 25_569;
/** Fast, and still a tenth of the size. */
const LEVEL = 4;

/** 0 → A, 25 → Z, 26 → AA */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** A reader would take `_x0041_` in a text for an A (ECMA-376, ST_Xstring), and a bare CR for LF. */
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
  const { begin, startSheet, rows, end } = xlsxWorkbook([{ sheetName, columns }]);
  return { type: FILE_TYPES.xlsx, begin: () => Buffer.concat([begin(), startSheet()]), rows, end };
};

/** Writes a workbook piece by piece without keeping any, one sheet after another. */
export interface WorkbookWriter {
  begin(): Uint8Array;
  /** Ends the sheet before. */
  startSheet(): Uint8Array;
  rows(rows: readonly (readonly Cell[])[]): Uint8Array;
  end(): Uint8Array;
}

export const xlsxWorkbook = (
  sheets: readonly { sheetName: string; columns: readonly Column[] }[],
): WorkbookWriter => {
  const zip = createZip(LEVEL);
  let [sheet, count] = [-1, 0];
  const columns = () => sheets[sheet]?.columns ?? [];
  const row = (cells: string): string => `<row r="${count}">${cells}</row>`;
  const endSheet = (): void => {
    if (sheet < 0) return;
    const range = `A1:${columnName(columns().length - 1)}${count}`;
    zip.push(Buffer.from(`</sheetData><autoFilter ref="${range}"/></worksheet>`));
    zip.endFile();
  };

  return {
    begin: () => {
      for (const [name, content] of fixedParts(sheets.map(({ sheetName }) => sheetName))) {
        zip.startFile(name);
        zip.push(Buffer.from(content));
        zip.endFile();
      }
      return zip.taken();
    },
    startSheet: () => {
      endSheet();
      sheet += 1;
      count = 1;
      zip.startFile(`xl/${sheetPath(sheet)}`);
      const titles = columns().map(({ title }, index) =>
        textCell(`${columnName(index)}1`, STYLES.header, title),
      );
      zip.push(Buffer.from(sheetHead(columns()) + row(titles.join(''))));
      return zip.taken();
    },
    rows: (rows) => {
      const names = columns().map((_, index) => columnName(index));
      let xml = '';
      for (const cells of rows) {
        count += 1;
        const cell = ({ kind }: Column, index: number) =>
          cellXml(`${names[index]}${count}`, kind, cells[index] ?? null);
        xml += row(columns().map(cell).join(''));
      }
      zip.push(Buffer.from(xml));
      return zip.taken();
    },
    end: () => {
      endSheet();
      zip.end();
      return zip.taken();
    },
  };
};

/** Parts of a workbook that do not depend on its rows: ECMA-376, part 1. */

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes into cellXfs below. */
const STYLES = { count: 0, quantity: 0, header: 1, money: 2, time: 3, text: 4, date: 5 } as const;

const sheetPath = (index: number): string => `worksheets/sheet${index + 1}.xml`;

const types = (names: readonly string[]): string => {
  const sheets = names.map(
    (_, index) => `<Override PartName="/xl/${sheetPath(index)}" ContentType="${SHEET_ML}.worksheet+xml"/>`,
  );
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.sheet.main+xml"/>${sheets.join('')}<Override PartName="/xl/styles.xml" ContentType="${SHEET_ML}.styles+xml"/></Types>`;
};

const relations = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbookRelations = (names: readonly string[]): string => {
  const sheets = names.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="${sheetPath(index)}"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
};

const workbook = (names: readonly string[]): string => {
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
};

/** 4 is #,##0.00 and 49 is text, by number; the program owns the first two fills. */
const styles = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Name and content, in the order of the file. */
const fixedParts = (sheetNames: readonly string[]): [string, string][] => [
  ['[Content_Types].xml', types(sheetNames)],
  ['_rels/.rels', relations],
  ['xl/workbook.xml', workbook(sheetNames)],
  ['xl/_rels/workbook.xml.rels', workbookRelations(sheetNames)],
  ['xl/styles.xml', styles],
];

/** The sheet up to its rows; the first row stays in sight. */
const sheetHead = (columns: readonly Column[]): string => {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
};
