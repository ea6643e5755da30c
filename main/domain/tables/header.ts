import type { TableHints, TableRow } from './table.ts';

/** Rows among which the header is looked for: price lists like to begin with the name of the firm. */
const ROWS = 10;

/** How many columns' names somebody knows in a row. */
export type CountNames = (cells: readonly string[]) => number;

/** A header has no figures in it; it is a guess for tables of which nobody knows the names. */
const looksLikeNames = ({ cells }: TableRow): boolean => !cells.some((cell) => /\d/.test(cell));

/** The index of the header among the rows; undefined: there is none. */
export const findHeader = (
  rows: readonly TableRow[],
  hint: TableHints['has_header'],
  countNames: CountNames,
): number | undefined => {
  if (hint === false || rows.length === 0) return undefined;
  const counts = rows.slice(0, ROWS).map(({ cells }) => countNames(cells));
  const most = Math.max(...counts);
  // One name alone may stand in the first row; below it, it may as well be the name of an article.
  if (most > 1 || (counts[0] ?? 0) > 0) return counts.indexOf(most);
  const [first] = rows;
  return hint || (first && rows.length > 1 && looksLikeNames(first)) ? 0 : undefined;
};
