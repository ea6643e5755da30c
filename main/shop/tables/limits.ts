import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import type { ValidationError } from '../errors.ts';
import { refused } from './table.ts';

/**
 * Limits of table files, in every respect in which a crafted small file can exhaust memory or time. Tables of shops
 * stay below a tenth of each.
 */
export const LIMITS = {
  /** Unpacked size: a real workbook of 16 MB has less. A zip bomb unpacks to a thousand times its size. */
  unpackedMegabytes: 128,
  /** Files in the archive. */
  parts: 10_000,
  /** Nesting of elements; table programs write 10. */
  depth: 100,
  /** Per part; 50,000 rows of 39 columns have as many. */
  elements: 4_000_000,
  /** Per element. */
  attributes: 200,
  /** Characters between two tags, which the parser buffers. */
  markupCharacters: 1024 * 1024,
  columns: 256,
  /** A table program's limit per cell; the same shared text may appear in every cell. */
  cellCharacters: 32_767,
  /** 60 in each of 50,000 rows. */
  cells: 3_000_000,
  /** Characters of all cells. */
  characters: 32 * 1024 * 1024,
  /** CSV: a longer row mostly has an unclosed quote. */
  rowCharacters: 256 * 1024,
  /** CSV, empty lines included: as many as a sheet can have. */
  lines: 1_048_576,
  /** Heap of the reading thread; a table at every other limit uses half of it. */
  heapMegabytes: 512,
  /** A table at every other limit takes 20. */
  seconds: 120,
} as const;

const NOT_WRITTEN = 'No table program writes that. Save the table anew as .csv.';

const SPLIT = 'Split it into several files.';

/** The refusal for each limit, and what it says. */
const OVER = {
  unpackedMegabytes: (most) => ['too_large', `Unpacked, the workbook is larger than ${most} MB. ${SPLIT}`],
  parts: (most) => ['too_complex', `The workbook has more than ${most} parts. ${NOT_WRITTEN}`],
  depth: (most) => ['too_complex', `The workbook has elements nested more than ${most} deep. ${NOT_WRITTEN}`],
  elements: (most) => [
    'too_complex',
    `A part of the workbook has more than ${most} elements. Keep only the table in it, or save it as .csv.`,
  ],
  attributes: (most) => [
    'too_complex',
    `The workbook has an element with more than ${most} attributes. ${NOT_WRITTEN}`,
  ],
  markupCharacters: (most) => [
    'too_complex',
    `The workbook has an element of more than ${most} characters. ${NOT_WRITTEN}`,
  ],
  columns: (most) => [
    'too_many_columns',
    `The table has more than ${most} columns. Leave out those that are not needed.`,
  ],
  cellCharacters: (most) => ['cell_too_long', `A cell holds more than ${most} characters. Leave it out.`],
  cells: (most) => ['too_many_cells', `The table has more than ${most} cells. ${SPLIT}`],
  characters: (most) => ['too_large', `The table has more than ${most} characters. ${SPLIT}`],
  rows: (most) => ['too_many_rows', `The table has more than ${most} rows. ${SPLIT}`],
  lines: (most) => [
    'too_many_rows',
    `The table has more than ${most} rows, the empty ones included. Leave those out.`,
  ],
  heapMegabytes: (most) => ['too_large', `To read the file takes more than ${most} MB of memory. ${SPLIT}`],
  seconds: (most) => ['too_slow', `To read the file takes longer than ${most} seconds. ${SPLIT}`],
} satisfies Record<string, (most: number) => [ProblemCode, string]>;

export const overLimit = (name: keyof typeof OVER): ValidationError => {
  const limit = { ...LIMITS, rows: MAX_TABLE_ROWS }[name];
  const [code, why] = OVER[name](limit);
  return refused(code, why, { limit });
};

/** Counts a table's content, so that it is refused before it fills the memory. */
export const createTableSize = () => {
  let cellCount = 0;
  let characters = 0;
  const addText = (length: number): void => {
    characters += length;
    if (characters > LIMITS.characters) throw overLimit('characters');
  };
  return {
    addText,
    addRow: (cells: readonly string[]): void => {
      cellCount += cells.length;
      if (cellCount > LIMITS.cells) throw overLimit('cells');
      for (const cell of cells) addText(cell.length);
    },
  };
};
