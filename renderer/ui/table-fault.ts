import type { Failure } from '../api/failure.ts';

/** What the service says of a file that is no table to it (main/domain/table-file), told again in the shop's words. */
const FAULTS = {
  oldExcel: /old format of Excel/,
  password: /under a password/,
  openDocument: /document of LibreOffice/,
  packed: /packed file/,
  picture: /picture/,
  web: /web page or an XML file/,
  document: /PDF document|text document|another document/,
  empty: /file is empty/,
  noText: /This is no text/,
  cutOff: /cut off or damaged|workbook is damaged/,
  quote: /quotation mark/,
  rows: /more than \d+ rows/,
  columns: /more than \d+ columns/,
  large: /larger than any table/,
  sheet: /no sheet that can be seen/,
} as const;
export type TableFault = keyof typeof FAULTS;

/** @returns undefined: it is not about the file, or not known; `row`: where, if it says so */
export const tableFaultOf = (failure: Failure): { fault: TableFault; row: string } | undefined => {
  const words = failure.kind === 'invalid' ? failure.errors.file : undefined;
  if (words === undefined) return undefined;
  const fault = (Object.keys(FAULTS) as TableFault[]).find((name) => FAULTS[name].test(words));
  return fault && { fault, row: /\brow (\d+)/i.exec(words)?.[1] ?? '' };
};
