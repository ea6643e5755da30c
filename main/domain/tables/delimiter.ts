import type { TableDelimiter } from '../../../shared/api/tables.ts';

export const DELIMITERS: Record<TableDelimiter, string> = {
  // In the order in which they are preferred: a comma is also what a price is written with.
  tab: '\t',
  semicolon: ';',
  pipe: '|',
  comma: ',',
};

const NAMES = Object.keys(DELIMITERS) as TableDelimiter[];
/** Rows that are looked at. */
const ROWS = 50;

/** How many cells each of the first rows would have; a delimiter or a line break in quotes is none. */
const widths = (text: string, delimiter: string): number[] => {
  // A quote opens only at the start of a cell: elsewhere it is a character like any other, as in ТОВ "Зерно".
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

/** Rows that have as many cells as most of them have, as a share; the first row, mostly a header, counts twice. */
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

/** What tells the cells apart in the beginning of a file: that by which its rows agree most. */
export const findDelimiter = (head: string): TableDelimiter => {
  let best: { name: TableDelimiter; share: number } | undefined;
  for (const name of NAMES) {
    const { share, width } = agreement(widths(head, DELIMITERS[name]));
    if (width > 1 && share > (best?.share ?? 0)) best = { name, share };
  }
  return best?.name ?? 'semicolon';
};
