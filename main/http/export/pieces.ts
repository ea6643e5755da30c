import type { Cell, TableWriter } from './table.ts';

/** Rows written at a time. */
const SLICE_ROWS = 50;

const slice = (rows: Iterator<Cell[], undefined>): Cell[][] => {
  const found: Cell[][] = [];
  while (found.length < SLICE_ROWS) {
    const { done, value } = rows.next();
    if (done || value === undefined) break;
    found.push(value);
  }
  return found;
};

/**
 * The file, piece by piece. One may be empty: a workbook is compressed, and gives what it has when it likes.
 * @param begun called at the beginning of each piece; the given function says, told the bytes it has so far, whether it is long enough
 */
export function* piecesOf(
  rows: Iterator<Cell[], undefined>,
  writer: TableWriter,
  begun: () => (bytes: number) => boolean,
): Generator<Uint8Array, void, undefined> {
  yield writer.begin();
  for (let isLast = false; !isLast; ) {
    const isEnough = begun();
    const made: Uint8Array[] = [];
    let bytes = 0;
    do {
      const found = slice(rows);
      isLast = found.length < SLICE_ROWS;
      const written = found.length > 0 ? writer.rows(found) : undefined;
      if (written) made.push(written);
      bytes += written?.length ?? 0;
    } while (!isLast && !isEnough(bytes));
    yield Buffer.concat(made);
  }
  yield writer.end();
}
