import { Readable } from 'node:stream';
import { SHORT_LIVED, startThread } from '../../store/threads/thread.ts';
import { type ExportRequest, type ExportTask, PIECE_BYTES } from './write-export.ts';

export interface UnderWay {
  /** Rows. Refused when the body ends before it is told. */
  count: Promise<number>;
  /** Closed once the thread has ended, and nothing reads from the database any more. */
  body: Readable;
}

/** A file that is made by a thread of its own, from one snapshot, as it is read. */
export const exportInThread = (request: ExportRequest, stalledMs: number, stalled: () => Error): UnderWay => {
  const thread = startThread<ExportTask>({ resourceLimits: SHORT_LIVED });
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
    const onPart = (part: ExportTask['part']): void => {
      if ('count' in part) {
        resolve(part.count);
        return;
      }
      clearTimeout(waiting);
      waiting = setTimeout(() => body.destroy(stalled()), stalledMs).unref();
      body.push(part.piece);
    };
    thread.run('writeExport', [request], onPart).then(
      () => body.push(null),
      (error: Error) => body.destroy(error),
    );
  });
  return { count, body };
};
