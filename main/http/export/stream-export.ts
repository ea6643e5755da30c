import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SLICE_MS } from '../../platform/async.ts';
import type { MonthTask } from '../../shop/reports/month-archive.ts';
import type { Snapshot } from '../../store/db/snapshot.ts';
import { SHORT_LIVED, startThread } from '../../store/threads/thread.ts';

import { sourceOf } from './sources.ts';
import type { Cell, TableWriter } from './table.ts';
import { writerOf } from './table-file.ts';
import {
  type ExportPart,
  type ExportRequest,
  type ExportTask,
  PIECE_BYTES,
  piecesOf,
} from './write-export.ts';

/** Streams a file made on this thread, in between other work. The body closes the snapshot, rows are read as it flows. */
export const exportOnThisThread = (
  snapshot: Snapshot,
  { subject, format, locale }: ExportRequest,
  stalledMs: number,
): { count: number; start(): Readable } => {
  const { sheetName, columns, count, rows } = sourceOf(snapshot, subject, locale);
  const start = (): Readable => {
    const giveUpLater = () => setTimeout(() => body.destroy(stalled()), stalledMs);
    const pieces = piecesOnDemand(rows(), writerOf(format, sheetName, columns), giveUpLater);
    const body: Readable = Readable.from(pieces, { objectMode: false });
    body.once('close', () => snapshot.close());
    return body;
  };
  return { count, start };
};

/** Yields the file piece by piece. The next piece is made only when the consumer takes it. */
async function* piecesOnDemand(
  rows: Iterator<Cell[], undefined>,
  writer: TableWriter,
  giveUpLater: () => NodeJS.Timeout,
): AsyncGenerator<Uint8Array, void, undefined> {
  const waiting = giveUpLater();
  waiting.unref();
  const startPiece = () => {
    const until = performance.now() + SLICE_MS;
    return () => performance.now() >= until;
  };
  try {
    for (const piece of piecesOf(rows, writer, startPiece)) {
      waiting.refresh();
      if (piece.length > 0) yield piece;
      await nextTurn();
    }
  } finally {
    clearTimeout(waiting);
  }
}

/**
 * Streams a file made by a worker from one snapshot. The count, in rows, rejects when the body ends before it is known;
 * the body closes once the worker has ended and reads nothing more from the database.
 */
export const exportInWorker = <T extends ExportTask | MonthTask>(
  name: T['name'],
  args: T['args'],
  stalledMs: number,
): { count: Promise<number>; body: Readable } => {
  const thread = startThread<T>({ resourceLimits: SHORT_LIVED });
  let waiting: NodeJS.Timeout | undefined;
  const body = new Readable({
    highWaterMark: 2 * PIECE_BYTES,
    read: () => {
      clearTimeout(waiting);
      thread.more();
    },
    destroy: (error, done) => {
      clearTimeout(waiting);
      void thread.end().then(() => done(error));
    },
  });
  const count = new Promise<number>((resolve, reject) => {
    body.once('error', reject);
    body.once('close', () => reject(new Error('The export was broken off.')));
    const onPart = (part: ExportPart): void => {
      if ('count' in part) {
        resolve(part.count);
        return;
      }
      clearTimeout(waiting);
      waiting = setTimeout(() => body.destroy(stalled()), stalledMs).unref();
      body.push(part.piece);
    };
    thread.run<T>(name, args, onPart).then(
      () => body.push(null),
      (error: Error) => body.destroy(error),
    );
  });
  return { count, body };
};

const stalled = () => new Error('The client of an export took nothing for too long.');
