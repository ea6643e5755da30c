import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
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

const over = (code: ProblemCode, limit: number, sentence: (limit: number) => string) => () =>
  refused(code, sentence(limit), { limit });

/** The refusal for each limit. */
export const overLimit = {
  unpackedMegabytes: over(
    'too_large',
    LIMITS.unpackedMegabytes,
    (limit) => `Unpacked, the workbook is larger than ${limit} MB. Split it into several files.`,
  ),
  parts: over(
    'too_complex',
    LIMITS.parts,
    (limit) => `The workbook has more than ${limit} parts. ${NOT_WRITTEN}`,
  ),
  depth: over(
    'too_complex',
    LIMITS.depth,
    (limit) => `The workbook has elements nested more than ${limit} deep. ${NOT_WRITTEN}`,
  ),
  elements: over(
    'too_complex',
    LIMITS.elements,
    (limit) =>
      `A part of the workbook has more than ${limit} elements. Keep only the table in it, or save it as .csv.`,
  ),
  attributes: over(
    'too_complex',
    LIMITS.attributes,
    (limit) => `The workbook has an element with more than ${limit} attributes. ${NOT_WRITTEN}`,
  ),
  markupCharacters: over(
    'too_complex',
    LIMITS.markupCharacters,
    (limit) => `The workbook has an element of more than ${limit} characters. ${NOT_WRITTEN}`,
  ),
  columns: over(
    'too_many_columns',
    LIMITS.columns,
    (limit) => `The table has more than ${limit} columns. Leave out those that are not needed.`,
  ),
  cellCharacters: over(
    'cell_too_long',
    LIMITS.cellCharacters,
    (limit) => `A cell holds more than ${limit} characters. Leave it out.`,
  ),
  cells: over(
    'too_many_cells',
    LIMITS.cells,
    (limit) => `The table has more than ${limit} cells. Split it into several files.`,
  ),
  characters: over(
    'too_large',
    LIMITS.characters,
    (limit) => `The table has more than ${limit} characters. Split it into several files.`,
  ),
  rows: over(
    'too_many_rows',
    MAX_TABLE_ROWS,
    (limit) => `The table has more than ${limit} rows. Split it into several files.`,
  ),
  lines: over(
    'too_many_rows',
    LIMITS.lines,
    (limit) => `The table has more than ${limit} rows, the empty ones included. Leave those out.`,
  ),
  heapMegabytes: over(
    'too_large',
    LIMITS.heapMegabytes,
    (limit) => `To read the file takes more than ${limit} MB of memory. Split it into several files.`,
  ),
  seconds: over(
    'too_slow',
    LIMITS.seconds,
    (limit) => `To read the file takes longer than ${limit} seconds. Split it into several files.`,
  ),
} as const;

/** Counts a table's content, so that it is refused before it fills the memory. */
export const createTableSize = () => {
  let cellCount = 0;
  let characters = 0;
  const addText = (length: number): void => {
    characters += length;
    if (characters > LIMITS.characters) throw overLimit.characters();
  };
  return {
    addText,
    addRow: (cells: readonly string[]): void => {
      cellCount += cells.length;
      if (cellCount > LIMITS.cells) throw overLimit.cells();
      for (const cell of cells) addText(cell.length);
    },
  };
};
