import type { ExportFormat } from '../../../shared/api/tables.ts';
import { openSnapshot } from '../../store/db/snapshot.ts';
import type { TaskContext } from '../../store/threads/serve-tasks.ts';
import { type ExportSubject, type ReaderLocale, sourceOf } from './sources.ts';
import type { Cell, TableWriter } from './table.ts';
import { writerOf } from './table-file.ts';

/** Bytes per piece: a connection gets each at once. */
export const PIECE_BYTES = 64 * 1024;

export interface ExportRequest {
  /** Path of the database. */
  file: string;
  subject: ExportSubject;
  locale: ReaderLocale;
  format: ExportFormat;
}

/** First the count of rows, then the file. */
export type ExportPart = { count: number } | { piece: Uint8Array };

export interface ExportTask {
  name: 'writeExport';
  args: [request: ExportRequest];
  result: undefined;
  part: ExportPart;
}

/** Writes one export from one snapshot, at the speed of its consumer: the client's speed is unknown. */
export const writeExport = async (
  { file, subject, locale, format }: ExportRequest,
  { isCancelled, report, send }: TaskContext<ExportPart>,
): Promise<undefined> => {
  const snapshot = openSnapshot(file, () => !isCancelled());
  const { sheetName, columns, count, rows } = sourceOf(snapshot, subject, locale);
  report({ count });
  const begun = () => (bytes: number) => bytes >= PIECE_BYTES;
  for (const piece of piecesOf(rows(), writerOf(format, sheetName, columns), begun)) {
    if (piece.length === 0) continue;
    // A copy: a small piece may share its buffer with others, which a transfer would move too.
    const own = new Uint8Array(piece);
    await send({ piece: own }, [own.buffer]);
  }
  snapshot.close();
};

export const SLICE_ROWS = 50;

/** The next rows; fewer than SLICE_ROWS at the end. */
export const nextRows = (rows: Iterator<Cell[], undefined>): Cell[][] => {
  const found: Cell[][] = [];
  while (found.length < SLICE_ROWS) {
    const { done, value } = rows.next();
    if (done || value === undefined) break;
    found.push(value);
  }
  return found;
};

/**
 * Yields the file piece by piece. A piece may be empty: a workbook is compressed, and its compressor chooses when to
 * emit.
 * @param begun called at the start of each piece; its result decides from the bytes so far whether the piece is complete
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
      const found = nextRows(rows);
      isLast = found.length < SLICE_ROWS;
      const written = found.length > 0 ? writer.rows(found) : undefined;
      if (written) made.push(written);
      bytes += written?.length ?? 0;
    } while (!isLast && !isEnough(bytes));
    yield Buffer.concat(made);
  }
  yield writer.end();
}
