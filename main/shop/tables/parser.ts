import type { Problems } from '../../../shared/errors.ts';
import { createQueue } from '../../platform/async.ts';
import type { Log } from '../../platform/log.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { runInThread, TaskFailed, ThreadEnded } from '../../store/threads/thread.ts';
import { BusyError, ValidationError } from '../errors.ts';
import { LIMITS, overLimit } from './limits.ts';
import type { TableKinds, TableTask } from './parse-table.ts';
import { type Reading, refused } from './table.ts';

type TableKind = keyof TableKinds;
type Hints<Kind extends TableKind> = Parameters<TableKinds[Kind]>[1];
type Parsed<Kind extends TableKind> = Awaited<ReturnType<TableKinds[Kind]>>;

interface Run extends Reading {
  signal: AbortSignal;
}

/** Reads table files that people upload. */
export interface TableParser {
  /**
   * @throws ValidationError for a faulty file, or a limit that it exceeds; BusyError; the signal's reason once that is
   * aborted
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
  /** Both for tests. */
  path?: string;
  limits?: { heapMegabytes: number; seconds: number };
}

/** Each waiting request holds its file in memory. */
const MAX_WAITING = 8;
const TRY_LATER_S = 10;

/** One file at a time, each in its own thread with limits of memory and time: beyond them only that thread ends. */
export const createTableParser = ({ log, path, limits = LIMITS }: Options): TableParser => {
  const inTurn = createQueue();

  const parse = async (args: TableTask['args'], { signal, onProgress }: Run): Promise<unknown> => {
    const rows: unknown[] = [];
    try {
      const head = await runInThread<TableTask>('parseTable', args, {
        path,
        signal,
        resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
        timeMs: limits.seconds * 1000,
        onPart: (part) => {
          if ('progress' in part) onProgress?.(part.progress.done, part.progress.total);
          else for (const row of part.rows) rows.push(row);
        },
      });
      return { head, rows };
    } catch (error) {
      signal.throwIfAborted();
      throw asRefusal(error, log);
    }
  };

  return {
    parse: <Kind extends TableKind>(kind: Kind, file: Buffer, hints: Hints<Kind>, run: Run) =>
      inTurn(() => parse([kind, file, hints], run), {
        signal: run.signal,
        bound: { waiting: MAX_WAITING, busy },
      }) as Promise<Parsed<Kind>>,
  };
};

const asRefusal = (error: unknown, log: Pick<Log, 'error'>): unknown => {
  if (error instanceof TaskFailed && error.facts.problems)
    return new ValidationError(error.facts.problems as Problems);
  if (error instanceof OwnerError) return error;
  if (error instanceof ThreadEnded && error.why === 'memory') return overLimit('heapMegabytes');
  if (error instanceof ThreadEnded && error.why === 'time') return overLimit('seconds');
  log.error('The thread that reads a table file ended in the middle; the file is refused.', { error });
  return refused(
    'unreadable',
    'Reading the file failed. Nothing was changed. Save the table anew as .csv, and send that.',
  );
};

const busy = () =>
  new BusyError(
    `${MAX_WAITING} other files wait to be read. Nothing of this one was done. Try again in a moment.`,
    TRY_LATER_S,
  );
