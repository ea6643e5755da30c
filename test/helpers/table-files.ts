import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A CSV file as RFC 4180 has it, with semicolons: every cell as text, the byte order mark left out. */
export const readCsv = (file: Buffer): string[][] => {
  const text = file.toString('utf8').replace(/^\uFEFF/, '');
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^;"\r\n]*))(;|\r\n)/gy;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ';') continue;
    rows.push(row);
    row = [];
    if (cell.lastIndex === text.length) return rows;
  }
  throw new Error(`No CSV: ${text.slice(0, 500)}`);
};

/** A cell as Python's XML parser finds it. */
interface SheetCell {
  ref: string;
  /** inlineStr, or n for a number. */
  type: string;
  /** Of its style: numFmtId, and whether the font is bold. */
  format: number;
  bold: boolean;
  value: string;
}

export interface Sheet {
  names: string[];
  sheetName: string;
  formats: Record<string, string>;
  frozen: string;
  filter: string;
  widths: number[];
  formulas: number;
  rows: SheetCell[][];
}

const READER = fileURLToPath(new URL('./xlsx.py', import.meta.url));

/** Another program's reading of a workbook: a fault in the zip or in the XML throws. @param sheet from 1 */
export const readXlsx = (file: Buffer, sheet = 1): Sheet =>
  JSON.parse(
    execFileSync('python3', [READER, String(sheet)], { input: file, maxBuffer: 256 * 1024 * 1024 }).toString(
      'utf8',
    ),
  ) as Sheet;
