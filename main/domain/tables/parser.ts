import type { Problems } from '../../../shared/errors.ts';
import type { Log } from '../../platform/log.ts';
import { TABLE_WORKER } from '../../platform/places-on-disk.ts';
import { runThread, ThreadEnded } from '../../store/threads/run-thread.ts';
import { BusyError, ValidationError } from '../errors.ts';
import type { TABLE_KINDS } from './kinds.ts';
import { LIMITS, overLimit } from './limits.ts';
import { refused } from './refuse.ts';
import type { Reading } from './table.ts';

type Kinds = typeof TABLE_KINDS;
type TableKind = keyof Kinds;
type Hints<Kind extends TableKind> = Parameters<Kinds[Kind]>[1];
type Parsed<Kind extends TableKind> = Awaited<ReturnType<Kinds[Kind]>>;

export interface TableRequest {
  kind: TableKind;
  file: Uint8Array;
  hints: Hints<TableKind>;
}

/** `rows` are answered with a message when the next may come; `head` or `refusal` is the last. */
export type TableMessage =
  | { progress: { done: number; total: number } }
  | { rows: unknown[] }
  | { head: unknown }
  | { refusal: Problems };

interface Run extends Reading {
  signal: AbortSignal;
}

/** Reads table files that people send. */
export interface TableParser {
  /**
   * @throws ValidationError what is wrong with the file, or which limit it exceeds; BusyError; the signal's reason once
   * that is aborted
   */
  parse<Kind extends TableKind>(
    kind: Kind,
    file: Buffer,
    hints: Hints<Kind>,
    run: Run,
  ): Promise<Parsed<Kind>>;
}

interface Options {
  log: Pick<Log, 'error'>;
  /** For tests, both. */
  path?: string;
  limits?: { heapMegabytes: number; seconds: number };
}

/** Each waits with its file in memory. */
const MAX_WAITING = 8;
const TRY_LATER_S = 10;

/**
 * One file at a time, each in a thread of its own with a limit of memory and time: a file that exceeds them ends that
 * thread, and nothing else.
 */
export const createTableParser = ({ log, path = TABLE_WORKER, limits = LIMITS }: Options): TableParser => {
  const inTurn = createQueue();

  const parse = async (request: TableRequest, { signal, onProgress }: Run): Promise<unknown> => {
    const rows: unknown[] = [];
    let last: Extract<TableMessage, { head: unknown } | { refusal: Problems }> | undefined;
    try {
      await runThread<TableMessage>({
        path,
        data: request,
        signal,
        resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
        timeMs: limits.seconds * 1000,
        onMessage: (message, worker) => {
          if ('progress' in message) onProgress?.(message.progress.done, message.progress.total);
          else if ('rows' in message) {
            for (const row of message.rows) rows.push(row);
            worker.postMessage('more');
          } else last = message;
        },
      });
    } catch (error) {
      signal.throwIfAborted();
      throw asRefusal(error, log);
    }
    if (!last) throw asRefusal(new ThreadEnded('crash', 'it ended without an answer'), log);
    if ('refusal' in last) throw new ValidationError(last.refusal);
    return { head: last.head, rows };
  };

  return {
    parse: <Kind extends TableKind>(kind: Kind, file: Buffer, hints: Hints<Kind>, run: Run) =>
      inTurn(run.signal, () => parse({ kind, file, hints }, run)) as Promise<Parsed<Kind>>,
  };
};

const asRefusal = (error: unknown, log: Pick<Log, 'error'>): unknown => {
  if (!(error instanceof ThreadEnded)) return error;
  if (error.why === 'memory') return overLimit.heapMegabytes();
  if (error.why === 'time') return overLimit.seconds();
  log.error('The thread that reads a table file ended in the middle; the file is refused.', { error });
  return refused(
    'unreadable',
    'Reading the file failed. Nothing was changed. Save the table anew as .csv, and send that.',
  );
};

/** One after another. Who waits and is aborted leaves the queue when its turn comes. */
const createQueue = () => {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    if (waiting > MAX_WAITING) throw busy();
    waiting += 1;
    const run = last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    last = run.catch(() => undefined);
    try {
      return await run;
    } finally {
      waiting -= 1;
    }
  };
};

const busy = () =>
  new BusyError(
    `${MAX_WAITING} other files wait to be read. Nothing of this one was done. Try again in a moment.`,
    TRY_LATER_S,
  );
