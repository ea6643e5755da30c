import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { refused } from './table.ts';

/**
 * How large a table file may be in every respect in which a small file can be made to fill the memory or to be read
 * forever. Tables of shops stay below a tenth of each.
 */
export const LIMITS = {
  /** Unpacked: 16 MB of a real workbook come to less. A bomb unpacks to a thousand times its size. */
  unpackedMegabytes: 128,
  /** Files in the archive. */
  parts: 10_000,
  /** Of elements in elements; a table program writes 10. */
  depth: 100,
  /** Of one part; 50,000 rows of 39 columns have as many. */
  elements: 4_000_000,
  /** Of one element. */
  attributes: 200,
  /** Between one tag and the next, which the parser collects. */
  markupCharacters: 1024 * 1024,
  columns: 256,
  /** What a table program lets into a cell; the same text may stand in every cell. */
  cellCharacters: 32_767,
  /** 60 in each of 50,000 rows. */
  cells: 3_000_000,
  /** Of all cells. */
  characters: 32 * 1024 * 1024,
  /** Of CSV: a longer row is mostly one whose quote was never closed. */
  rowCharacters: 256 * 1024,
  /** Of CSV, the empty ones among them: as many as a sheet can have. */
  lines: 1_048_576,
  /** The heap of the thread that reads; a table at every other limit takes half of it. */
  heapMegabytes: 512,
  /** A table at every other limit takes 20. */
  seconds: 120,
} as const;

const NOT_WRITTEN = 'No table program writes that. Save the table anew as .csv.';

const over = (code: ProblemCode, limit: number, sentence: (limit: number) => string) => () =>
  refused(code, sentence(limit), { limit });

/** Why a file that is beyond a limit is refused, by the limit. */
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

/** Adds up what a table holds, so that it is refused before it fills the memory. */
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
