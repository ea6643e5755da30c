import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { ValidationError } from '../errors.ts';
import { TABLE_KINDS } from './kinds.ts';
import type { TableMessage, TableRequest } from './parser.ts';

/** The thread that reads one table file (table-parser.ts): whoever sent it may have made it to fill the memory. */

/** More often no screen shows it. */
const PROGRESS_EVERY_MS = 100;
/** Of one message, as JSON: the service unpacks it in 1 ms. */
const MESSAGE_CHARACTERS = 64 * 1024;

const post = (message: TableMessage): void => parentPort?.postMessage(message);

const createProgress = () => {
  let last = Number.NEGATIVE_INFINITY;
  return (done: number, total: number): void => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    post({ progress: { done, total } });
  };
};

function* inMessages<Row>(rows: readonly Row[]): Generator<Row[], void, undefined> {
  let part: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    characters += JSON.stringify(row).length;
    if (characters < MESSAGE_CHARACTERS) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  yield part;
}

const { kind, file, hints } = workerData as TableRequest;
const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
try {
  const { head, rows } = await TABLE_KINDS[kind](bytes, hints, { onProgress: createProgress() });
  for (const part of inMessages<unknown>(rows)) {
    post({ rows: part });
    // Otherwise all messages would be unpacked in one turn of the service's event loop.
    if (parentPort) await once(parentPort, 'message');
  }
  post({ head });
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  post({ refusal: error.problems });
}
parentPort?.close();
