import { createQueue } from '../../platform/async.ts';
import type { Log } from '../../platform/log.ts';
import { type Db, openForReading } from '../db/connection.ts';
import { lastId } from '../invoices/search/plan.ts';
import type { TaskContext } from './serve-tasks.ts';
import { SHORT_LIVED, startThread, type Thread, ThreadEnded } from './thread.ts';

/** The read functions, by name. */
export type Reads = Readonly<Record<string, (db: Db, ...args: never[]) => unknown>>;

type Arguments<Read> = Read extends (db: Db, ...args: infer Args) => unknown ? Args : never;

export interface ReadTask {
  name: 'runRead';
  args: [file: string, name: string, args: readonly unknown[]];
  result: unknown;
  part: never;
}

/** The code of `ReadTask`: each read runs in its own transaction, on a connection that the thread keeps. */
export const createReadTask = (reads: Reads) => {
  let db: Db | undefined;
  return (...[file, name, args, { isCancelled }]: [...ReadTask['args'], TaskContext]): unknown => {
    db ??= openForReading(file, () => !isCancelled());
    const open = db;
    return open.read(() => reads[name]?.(open, ...(args as never[])));
  };
};

/** Runs slow reads without blocking other requests. */
export interface Reader<All extends Reads> {
  /**
   * Reads one snapshot, which includes everything committed before the call.
   * @param signal of the caller: once aborted, the read is dropped and rejected with its reason
   */
  run<Name extends keyof All & string>(
    name: Name,
    args: Arguments<All[Name]>,
    signal?: AbortSignal,
  ): Promise<ReturnType<All[Name]>>;
  /** Aborts running reads. */
  close(): Promise<void>;
}

interface Options<All extends Reads> {
  db: Db;
  /** Path of the database. */
  file: string;
  reads: All;
  log: Pick<Log, 'error'>;
  /** These three are for tests. */
  path?: string;
  threadsFrom?: number;
  idleMs?: number;
}

/** A search scans 10,000 texts in 7 ms at most: a smaller table does not justify a thread's memory. */
const THREADS_FROM = 10_000;
/** The second lets a quick read pass a slow one; more would only share two cores. */
const MAX_THREADS = 2;
/** An idle thread frees its memory after this time: 40 MB the first, 50 the second. */
const IDLE_MS = 30_000;

export const createReader = <All extends Reads>(options: Options<All>): Reader<All> => {
  const { db, file, reads, threadsFrom = THREADS_FROM } = options;
  const threads = createThreads(options);

  return {
    run: async (name, args, signal) => {
      type Result = ReturnType<All[typeof name]>;
      signal?.throwIfAborted();
      if (Math.max(lastId(db), lastId(db, 'cash_sales')) >= threadsFrom)
        return (await threads.run([file, name, args], signal)) as Result;
      const read = reads[name] as (db: Db, ...args: unknown[]) => unknown;
      return db.read(() => read(db, ...args)) as Result;
    },
    close: () => threads.close(),
  };
};

/** At most MAX_THREADS threads, each with one read at a time; one ends when it has been idle for `idleMs`. */
const createThreads = ({ log, path, idleMs = IDLE_MS }: Options<Reads>) => {
  const inTurn = createQueue(MAX_THREADS);
  const threads = new Set<Thread<ReadTask>>();
  const idle = new Map<Thread<ReadTask>, NodeJS.Timeout>();
  const closing = new AbortController();

  const forget = (thread: Thread<ReadTask>): void => {
    threads.delete(thread);
    clearTimeout(idle.get(thread));
    idle.delete(thread);
  };
  const take = (): Thread<ReadTask> => {
    const [free] = idle.keys();
    const thread = free ?? startThread<ReadTask>({ path, resourceLimits: SHORT_LIVED });
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    if (!free) void thread.exited.then(() => forget(thread));
    threads.add(thread);
    return thread;
  };
  const release = (thread: Thread<ReadTask>): void => {
    const end = () => {
      // At once: an ending thread must get no further read.
      forget(thread);
      void thread.end();
    };
    idle.set(thread, setTimeout(end, idleMs).unref());
  };

  const read = async (args: ReadTask['args'], signal: AbortSignal): Promise<unknown> => {
    const thread = take();
    signal.addEventListener('abort', thread.cancel, { once: true });
    try {
      const result = await thread.run('runRead', args);
      release(thread);
      return result;
    } catch (error) {
      if (error instanceof ThreadEnded) forget(thread);
      else release(thread);
      signal.throwIfAborted();
      if (error instanceof ThreadEnded)
        log.error('The current read is lost; another thread runs the next.', { error });
      throw error;
    } finally {
      signal.removeEventListener('abort', thread.cancel);
    }
  };

  return {
    run: (args: ReadTask['args'], caller: AbortSignal | undefined): Promise<unknown> => {
      const signal = AbortSignal.any([closing.signal, ...(caller ? [caller] : [])]);
      return inTurn(() => read(args, signal), { signal });
    },
    close: async (): Promise<void> => {
      closing.abort(new Error('The service is stopping; nothing more is read.'));
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
};
