import type { Failure } from '../data/failure.ts';

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
  lines: /rows, the empty ones included/,
  rows: /more than \d+ rows/,
  columns: /more than \d+ columns/,
  large: /larger than \d+ MB/,
  cell: /A cell holds more/,
  cells: /more than \d+ cells/,
  characters: /table has more than \d+ characters/,
  complex: /parts|nested|elements|attributes|element of more/,
  memory: /MB of memory/,
  time: /longer than \d+ seconds/,
  crashed: /Reading the file failed/,
  sheet: /no sheet that can be seen/,
} as const;
export type TableFault = keyof typeof FAULTS;

interface Found {
  fault: TableFault;
  /** Where; "" where it is not said. */
  row: string;
  /** Which limit is exceeded; NaN where none is. */
  limit: number;
}

/** @returns undefined: it is not about the file, or not known */
export const tableFaultOf = (failure: Failure): Found | undefined => {
  const words = failure.kind === 'invalid' ? failure.errors.file : undefined;
  if (words === undefined) return undefined;
  const fault = (Object.keys(FAULTS) as TableFault[]).find((name) => FAULTS[name].test(words));
  const limit = Number(/(?:more|larger|longer) than (\d+)/.exec(words)?.[1]);
  return fault && { fault, row: /\brow (\d+)/i.exec(words)?.[1] ?? '', limit };
};
