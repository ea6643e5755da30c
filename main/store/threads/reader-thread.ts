import { parentPort, workerData } from 'node:worker_threads';
import { type Db, openForReading } from '../db/connection.ts';
import { END } from './end-thread.ts';

/** What can be read: named, for a thread is sent no functions. Arguments and results are copied from thread to thread. */
export type Reads = Readonly<Record<string, (db: Db, ...args: never[]) => unknown>>;

export interface ReadThreadData {
  file: string;
  unwanted: Int32Array;
}

export interface ReadRequest {
  name: string;
  args: readonly unknown[];
}

export type ReadAnswer =
  | { ok: true; result: unknown }
  | { ok: false; message: string; stack: string | undefined };

/** What a thread of the reader does: one request after another, each in a transaction of its own. */
export const serveReads = (reads: Reads): void => {
  const { file, unwanted } = workerData as ReadThreadData;
  const db = openForReading(file, () => Atomics.load(unwanted, 0) === 0);

  const answer = ({ name, args }: ReadRequest): ReadAnswer => {
    try {
      const read = reads[name];
      if (!read) throw new Error(`There is nothing to read by the name of ${name}.`);
      return { ok: true, result: db.read(() => read(db, ...(args as never[]))) };
    } catch (error) {
      // An error itself would lose its code on the way.
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { ok: false, message, stack };
    }
  };

  parentPort?.on('message', (request: ReadRequest | typeof END) => {
    if (request === END) process.exit();
    parentPort?.postMessage(answer(request));
  });
};
