import { Worker } from 'node:worker_threads';
import type { Log } from '../../platform/log.ts';
import { READ_WORKER } from '../../platform/places-on-disk.ts';
import type { Db } from '../db/connection.ts';
import { lastId } from '../invoices/search/plan.ts';
import { endThread } from './end-thread.ts';
import type { ReadAnswer, ReadRequest, Reads, ReadThreadData } from './reader-thread.ts';

type Arguments<Read> = Read extends (db: Db, ...args: infer Args) => unknown ? Args : never;

/** Runs what can take long where it holds up nobody. */
export interface Reader<All extends Reads> {
  /**
   * Reads from one moment, and sees whatever was committed before it was called.
   * @param signal of who waits: nothing is read for who is gone, and they are refused with its reason
   */
  run<Name extends keyof All & string>(
    name: Name,
    args: Arguments<All[Name]>,
    signal?: AbortSignal,
  ): Promise<ReturnType<All[Name]>>;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

interface Options<All extends Reads> {
  db: Db;
  /** Of the database. */
  file: string;
  reads: All;
  log: Pick<Log, 'error'>;
  /** For tests, all of them. */
  worker?: string;
  threadsFrom?: number;
  idleMs?: number;
}

/** A search goes past 10,000 texts in 7 ms at most: of fewer no thread is worth its memory. */
const THREADS_FROM = 10_000;
/** A second one, so that a quick read does not wait for a slow one; more would only share two cores. */
const MAX_THREADS = 2;
/** A thread that nobody needs for so long gives its memory back: 40 MB the first, 50 the second. */
const IDLE_MS = 30_000;
/** What is read is forgotten at once: so, and read in parts, all sales by product leave 80 MB lying about instead of 450. */
const YOUNG_MB = 8;

interface Task {
  request: ReadRequest;
  settle(answer: ReadAnswer): void;
  fail(error: unknown): void;
}

interface Thread {
  worker: Worker;
  /** Its first number says, when it is not 0, that nobody waits any more for what it is at. */
  unwanted: Int32Array;
  /** What it is at. */
  task?: Task | undefined;
  idle?: NodeJS.Timeout | undefined;
}

export const createReader = <All extends Reads>(options: Options<All>): Reader<All> => {
  const { db, reads, threadsFrom = THREADS_FROM } = options;
  const threads = createThreads(options);

  return {
    run: async (name, args, signal) => {
      type Result = ReturnType<All[typeof name]>;
      signal?.throwIfAborted();
      if (lastId(db) >= threadsFrom) return (await threads.run({ name, args }, signal)) as Result;
      const read = reads[name] as (db: Db, ...args: unknown[]) => unknown;
      return db.read(() => read(db, ...args)) as Result;
    },
    close: () => threads.close(),
  };
};

const createThreads = ({ file, log, worker: path = READ_WORKER, idleMs = IDLE_MS }: Options<Reads>) => {
  const threads = new Set<Thread>();
  const waiting: Task[] = [];
  let isClosed = false;

  const start = (): Thread => {
    const unwanted = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(path, {
      workerData: { file, unwanted } satisfies ReadThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: Thread = { worker, unwanted };
    threads.add(thread);
    let crash: Error | undefined;
    worker.on('message', (answer: ReadAnswer) => {
      const { task } = thread;
      thread.task = undefined;
      task?.settle(answer);
      thread.idle = setTimeout(() => {
        // At once: until it has ended it must be given nothing more.
        threads.delete(thread);
        void worker.terminate();
      }, idleMs).unref();
      next();
    });
    worker.once('error', (error) => {
      crash = error;
    });
    worker.once('exit', (code) => {
      threads.delete(thread);
      clearTimeout(thread.idle);
      if (thread.task) {
        const error = new Error(
          `The thread that reads ended in the middle (${crash?.message ?? `exit code ${code}`}).`,
          {
            cause: crash,
          },
        );
        if (!isClosed) log.error('What was being read is lost; another thread reads the next.', { error });
        thread.task.fail(error);
      }
      next();
    });
    return thread;
  };

  const next = (): void => {
    while (waiting.length > 0 && !isClosed) {
      const free =
        [...threads].find(({ task }) => !task) ?? (threads.size < MAX_THREADS ? start() : undefined);
      const task = free && waiting.shift();
      if (!free || !task) return;
      clearTimeout(free.idle);
      free.task = task;
      Atomics.store(free.unwanted, 0, 0);
      free.worker.postMessage(task.request);
    }
  };

  /** Nobody waits for it: it is not begun, or broken off. */
  const drop = (task: Task): void => {
    const at = waiting.indexOf(task);
    if (at >= 0) waiting.splice(at, 1);
    for (const thread of threads) if (thread.task === task) Atomics.store(thread.unwanted, 0, 1);
  };

  const run = (request: ReadRequest, signal: AbortSignal | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(stopping());
      const onAbort = () => {
        drop(task);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener('abort', onAbort);
      const task: Task = {
        request,
        settle: (answer) => {
          settled();
          if (answer.ok) resolve(answer.result);
          else reject(new Error(answer.message, { cause: answer.stack }));
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(task);
      next();
    });

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const { fail } of waiting.splice(0)) fail(stopping());
    await Promise.all(
      [...threads].map(({ worker, unwanted }) => {
        Atomics.store(unwanted, 0, 1);
        return endThread(worker);
      }),
    );
  };

  return { run, close };
};

const stopping = () => new Error('The service is stopping; nothing more is read.');
