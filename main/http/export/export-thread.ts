import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ExportFormat } from '../../../shared/api/tables.ts';
import { EXPORT_WORKER } from '../../platform/places-on-disk.ts';
import { endThread } from '../../store/threads/end-thread.ts';
import type { Asked, Reading } from './sources.ts';

export interface ExportTask {
  file: string;
  asked: Asked;
  reading: Reading;
  format: ExportFormat;
  /** Its first number says, when it is not 0, that nobody waits for the file any more. */
  unwanted: Int32Array;
}

/** First the count; at last that it is over. Each word from the other side makes room for one more piece. */
export type Told = { count: number } | { piece: Uint8Array<ArrayBuffer> } | { isOver: true };

/** Of a piece, bytes: a connection is given it at once. */
export const PIECE_BYTES = 64 * 1024;
/** What is read is forgotten at once: the thread is to leave little lying about (store/threads/reader.ts). */
const YOUNG_MB = 8;

export interface UnderWay {
  /** Rows. Refused when the body ends before it is told. */
  count: Promise<number>;
  /** Closed once the thread has ended, and nothing reads from the database any more. */
  body: Readable;
}

/** A file that is made by a thread of its own, from one snapshot; what it is told is that there is room for more. */
export const exportInThread = (
  task: Omit<ExportTask, 'unwanted'>,
  stalledMs: number,
  stalled: () => Error,
): UnderWay => {
  const unwanted = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(EXPORT_WORKER, {
    workerData: { ...task, unwanted } satisfies ExportTask,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  let isOver = false;
  let waiting: NodeJS.Timeout | undefined;
  const body = new Readable({
    highWaterMark: 2 * PIECE_BYTES,
    read: () => {
      clearTimeout(waiting);
      worker.postMessage('more');
    },
    destroy: (error, done) => {
      clearTimeout(waiting);
      Atomics.store(unwanted, 0, 1);
      void endThread(worker).then(() => done(error));
    },
  });
  const count = new Promise<number>((resolve, reject) => {
    body.once('error', reject);
    body.once('close', () => reject(new Error('The export was broken off.')));
    worker.on('message', (told: Told) => {
      if ('count' in told) return resolve(told.count);
      if ('isOver' in told) isOver = true;
      else waiting = giveUpLater();
      body.push('piece' in told ? told.piece : null);
    });
  });
  const giveUpLater = () => {
    clearTimeout(waiting);
    return setTimeout(() => body.destroy(stalled()), stalledMs).unref();
  };
  worker.once('error', (error) => body.destroy(error));
  worker.once('exit', (code) => {
    if (!isOver) body.destroy(new Error(`The thread of an export ended in the middle (exit code ${code}).`));
  });
  return { count, body };
};
