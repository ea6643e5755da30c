import { MAX_TABLE_ROWS } from '../../../shared/api/tables.ts';
import { refused } from './refuse.ts';

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

/** Why a file that is beyond a limit is refused, by the limit. */
export const overLimit = {
  unpackedMegabytes: () =>
    refused(
      `Unpacked, the workbook is larger than ${LIMITS.unpackedMegabytes} MB. Split it into several files.`,
    ),
  parts: () => refused(`The workbook has more than ${LIMITS.parts} parts. ${NOT_WRITTEN}`),
  depth: () => refused(`The workbook has elements nested more than ${LIMITS.depth} deep. ${NOT_WRITTEN}`),
  elements: () =>
    refused(
      `A part of the workbook has more than ${LIMITS.elements} elements. Keep only the table in it, or save it as .csv.`,
    ),
  attributes: () =>
    refused(`The workbook has an element with more than ${LIMITS.attributes} attributes. ${NOT_WRITTEN}`),
  markupCharacters: () =>
    refused(`The workbook has an element of more than ${LIMITS.markupCharacters} characters. ${NOT_WRITTEN}`),
  columns: () =>
    refused(`The table has more than ${LIMITS.columns} columns. Leave out those that are not needed.`),
  cellCharacters: () => refused(`A cell holds more than ${LIMITS.cellCharacters} characters. Leave it out.`),
  cells: () => refused(`The table has more than ${LIMITS.cells} cells. Split it into several files.`),
  characters: () =>
    refused(`The table has more than ${LIMITS.characters} characters. Split it into several files.`),
  rows: () => refused(`The table has more than ${MAX_TABLE_ROWS} rows. Split it into several files.`),
  lines: () =>
    refused(`The table has more than ${LIMITS.lines} rows, the empty ones included. Leave those out.`),
  heapMegabytes: () =>
    refused(
      `To read the file takes more than ${LIMITS.heapMegabytes} MB of memory. Split it into several files.`,
    ),
  seconds: () =>
    refused(`To read the file takes longer than ${LIMITS.seconds} seconds. Split it into several files.`),
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
