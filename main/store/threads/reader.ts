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

interface Request {
  args: ReadTask['args'];
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface PooledThread extends Thread<ReadTask> {
  request?: Request | undefined;
  idle?: NodeJS.Timeout | undefined;
}

const createThreads = ({ log, path, idleMs = IDLE_MS }: Options<Reads>) => {
  const pool = createPool(path, idleMs);
  const waiting: Request[] = [];
  let isClosed = false;

  const read = async (thread: PooledThread, request: Request): Promise<void> => {
    thread.request = request;
    try {
      request.resolve(await thread.run('runRead', request.args));
      pool.release(thread);
    } catch (error) {
      request.reject(error);
      if (error instanceof ThreadEnded) {
        if (!isClosed) log.error('The current read is lost; another thread runs the next.', { error });
        pool.drop(thread);
      } else pool.release(thread);
    }
    next();
  };

  const next = (): void => {
    while (waiting.length > 0 && !isClosed) {
      const thread = pool.take();
      const request = thread && waiting.shift();
      if (!thread || !request) return;
      void read(thread, request);
    }
  };

  /** The caller is gone: the read is not started, or aborted. */
  const cancel = (request: Request): void => {
    const at = waiting.indexOf(request);
    if (at >= 0) waiting.splice(at, 1);
    pool.cancel(request);
  };

  const run = (args: ReadTask['args'], signal: AbortSignal | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(stopping());
      const request = { args, resolve, reject };
      const onAbort = () => {
        cancel(request);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(request);
      next();
    });

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const { reject } of waiting.splice(0)) reject(stopping());
    await pool.close();
  };

  return { run, close };
};

/** At most MAX_THREADS threads; each ends when it has been idle for `idleMs`. */
const createPool = (path: string | undefined, idleMs: number) => {
  const threads = new Set<PooledThread>();

  const start = (): PooledThread => {
    const thread: PooledThread = startThread<ReadTask>({ path, resourceLimits: SHORT_LIVED });
    threads.add(thread);
    void thread.exited.then(() => threads.delete(thread));
    return thread;
  };

  return {
    /** A free thread; undefined: all are busy. */
    take: (): PooledThread | undefined => {
      const free = [...threads].find(({ request }) => !request);
      const thread = free ?? (threads.size < MAX_THREADS ? start() : undefined);
      clearTimeout(thread?.idle);
      return thread;
    },
    release: (thread: PooledThread): void => {
      thread.request = undefined;
      thread.idle = setTimeout(() => {
        // At once: an ending thread must get no further task.
        threads.delete(thread);
        void thread.end();
      }, idleMs).unref();
    },
    drop: (thread: PooledThread): void => {
      threads.delete(thread);
    },
    cancel: (request: Request): void => {
      for (const thread of threads) if (thread.request === request) thread.cancel();
    },
    close: async (): Promise<void> => {
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
};

const stopping = () => new Error('The service is stopping; nothing more is read.');
