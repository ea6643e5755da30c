import type { TableFacts, TableRow } from '../../tables/table.ts';
import { textOf } from './cells.ts';
import type { Columns } from './columns.ts';

/** Price lists of accounting programs have rows that name the group of the goods below them. Pure. */

export interface GroupedRow extends TableRow {
  /** The name of its group; undefined: none. */
  group?: string;
}

interface Grouped {
  /** The rows of products. */
  rows: GroupedRow[];
  groups: number;
  /** Rows below the list: a total, places for signatures. */
  leftOut: number;
}

interface List {
  rows: readonly TableRow[];
  columns: Columns;
  facts: Pick<TableFacts, 'is_below_other_rows'>;
  /** Whether the catalog has a product of this name, which then is no group. */
  isProduct(name: string): boolean;
}

const TOTAL =
  /^(?:разом|всього|усього|підсумок|итого|всего|total|totals|grand total)(?: (?:з пдв|с ндс|позицій|товарів|позиций|товаров))?[^\p{L}]*$/iu;

/** The only text of a row without a price, beside a code; undefined: it is a row of another kind. */
const groupOf = ({ cells }: TableRow, { columns, isProduct }: List): string | undefined => {
  if ((cells[columns.get('price') ?? -1] ?? '').trim() !== '') return undefined;
  const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ at, text: textOf(cell) }]));
  const isCode = (at: number): boolean =>
    columns.has('unit') && (at === columns.get('code') || at === columns.get('external_code'));
  const [first, ...more] = filled.filter(({ at }) => filled.length === 1 || !isCode(at));
  if (!first || more.length > 0) return undefined;
  return /\p{L}/u.test(first.text) && !isProduct(first.text) ? first.text : undefined;
};

/** Groups for each product, at most. */
const MOST_GROUPS = 3;

/**
 * A list is grouped if it begins with the name of a group, and is a list for printing, has columns that such rows leave
 * empty, or has another group. A name without a price elsewhere is a product whose price is missing.
 */
const isGroupedList = (list: List): boolean => {
  const { rows, columns, facts } = list;
  const isGroup = rows.map((row) => groupOf(row, list) !== undefined);
  const groups = isGroup.filter(Boolean).length;
  const products = rows.length - groups;
  const isLikely = facts.is_below_other_rows || columns.size > 2 || groups > 1;
  // With many more names than prices the prices are missing.
  return isGroup[0] === true && isLikely && groups <= MOST_GROUPS * products;
};

/** @param isWanted false: no row is a group */
export const splitGroups = (list: List, isWanted: boolean): Grouped => {
  const { rows, facts } = list;
  if (!isWanted) return { rows: [...rows], groups: 0, leftOut: 0 };
  const isGrouped = isGroupedList(list);
  const end = endOf(list, facts.is_below_other_rows || isGrouped);
  const products: GroupedRow[] = [];
  let group: string | undefined;
  for (const row of rows.slice(0, end)) {
    const name = isGrouped ? groupOf(row, list) : undefined;
    if (name !== undefined) group = name;
    else products.push(group === undefined ? row : { ...row, group });
  }
  return { rows: products, groups: end - products.length, leftOut: rows.length - end };
};

/** Where the list ends: totals follow, or, in a list for printing, single texts. */
const endOf = (list: List, isPrinted: boolean): number => {
  const isBelow = (row: TableRow): boolean => {
    const texts = row.cells.map((cell) => cell.trim()).filter((cell) => /\p{L}/u.test(cell));
    if (texts.length === 1 && TOTAL.test(texts[0] ?? '')) return true;
    return isPrinted && groupOf(row, list) !== undefined;
  };
  return list.rows.findLastIndex((row) => !isBelow(row)) + 1;
};
