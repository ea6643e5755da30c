import { strToU8, unzipSync, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const zipOf = (parts: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );

const relations = (list: readonly [id: string, type: string, target: string][]): string =>
  `<Relationships xmlns="${PACKAGE}">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** The same workbook, its parts under other names. */
export const renamedParts = (book: Buffer, rename: (name: string) => string): Buffer =>
  zipOf(Object.fromEntries(Object.entries(unzipSync(book)).map(([name, part]) => [rename(name), part])));

/** A workbook as Excel writes it: a hidden sheet before the visible one, texts shared, absolute targets. @param styles what its part of styles holds */
export const excelBook = (rows: string, strings: readonly string[] = [], styles = ''): Buffer =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Довідник" sheetId="4" state="veryHidden" r:id="rId9"/><sheet name="Товари" sheetId="1" r:id="rId1"/><sheet name="Інше" sheetId="2" r:id="rId9"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId9', 'worksheet', 'worksheets/sheet2.xml'],
      ['rId1', 'worksheet', '/xl/worksheets/sheet1.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId4', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><v>666</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}" xmlns:x14ac="urn:x"><dimension ref="A1:C9"/><sheetData>${rows}</sheetData><pageMargins left="0.7"/></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}" count="1">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  });

/** As other programs write it: a prefix for every name, cells without references, inline texts. */
export const prefixedBook = (rows: string): Buffer =>
  zipOf({
    '_rels/.rels': relations([['r', 'officeDocument', '/book/workbook.xml']]),
    'book/workbook.xml': `<x:workbook xmlns:x="${MAIN}" xmlns:rel="${OFFICE}"><x:sheets><x:sheet name="1" sheetId="1" rel:id="s"/></x:sheets></x:workbook>`,
    'book/_rels/workbook.xml.rels': relations([['s', 'worksheet', 'sheets/one.xml']]),
    'book/sheets/one.xml': `<x:worksheet xmlns:x="${MAIN}"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
  });
