import { dirname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { WORKER, WORKER_DIGESTS } from '../../platform/places-on-disk.ts';
import { findChangedModule } from '../../platform/thread-modules.ts';
import { END, type Failure, type FromThread, LOADED, MORE, type Task, type ToThread } from './serve-tasks.ts';

/** The task threw; the error itself cannot be copied between threads. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  /** That of the error; "" without one. */
  readonly code: string;
  /** The error's own properties. */
  readonly facts: Record<string, unknown>;

  constructor({ message, code, facts, stack }: Failure) {
    super(message, { cause: stack });
    this.code = code;
    this.facts = facts;
  }
}

/** The thread ended before its task did. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly why: 'aborted' | 'time' | 'memory' | 'crash';

  constructor(why: ThreadEnded['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** For tasks whose rows are garbage at once: 80 MB stay allocated after sums over all sales, without it 450. */
export const SHORT_LIVED: ResourceLimits = { maxYoungGenerationSizeMb: 8 };

interface ThreadOptions {
  resourceLimits?: ResourceLimits;
  /** The module that the thread runs, for tests. */
  path?: string | undefined;
  /** The list of digests by which it is checked, for tests. */
  digests?: string;
  /** It does not keep the process alive. */
  isUnref?: boolean;
}

export interface Thread<All extends Task> {
  /**
   * One task at a time.
   * @throws TaskFailed, ThreadEnded, OwnerError PROGRAM_CHANGED
   */
  run<T extends All>(
    name: T['name'],
    args: T['args'],
    onPart?: (part: T['part']) => void,
  ): Promise<T['result']>;
  /** Lets the task send one more part. */
  more(): void;
  /** Sets the flag that the task checks. */
  cancel(): void;
  /**
   * Cancels the task and lets the thread end itself. In the middle of a query terminate() would wait for its end: SQLite
   * could no longer check the flag, because no JavaScript runs.
   */
  end(): Promise<void>;
  /** Ends a task that may never check the flag. */
  terminate(reason: ThreadEnded): void;
  exited: Promise<void>;
}

/** Starts a thread that keeps what it has loaded and opened between two tasks. */
export const startThread = <All extends Task>(options: ThreadOptions = {}): Thread<All> => {
  const { path = WORKER, digests = WORKER_DIGESTS, resourceLimits = {}, isUnref = false } = options;
  const changed = digests === undefined ? undefined : findChangedModule(dirname(path), digests);
  if (changed) return refusedThread(changed);
  const cancelled = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(path, { workerData: cancelled, resourceLimits });
  if (isUnref) worker.unref();
  const post = (message: ToThread) => worker.postMessage(message);
  let reason: ThreadEnded | undefined;
  let running:
    | { onPart(part: unknown): void; resolve(result: unknown): void; reject(error: Error): void }
    | undefined;

  const { promise: loaded, resolve: onLoaded } = Promise.withResolvers<void>();
  worker.on('message', (message: FromThread) => {
    if (message === LOADED) return onLoaded();
    if ('part' in message) return running?.onPart(message.part);
    if ('result' in message) running?.resolve(message.result);
    else running?.reject(new TaskFailed(message.failure));
    running = undefined;
  });
  worker.once('error', (error: NodeJS.ErrnoException) => {
    reason ??= crash(error.message, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error);
  });
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      reason ??= crash(`exit code ${code}`);
      running?.reject(reason);
      running = undefined;
      resolve();
    });
  });

  return {
    run: (name, args, onPart = () => undefined) =>
      new Promise((resolve, reject) => {
        if (worker.threadId === -1) return reject(reason ?? crash('it is gone'));
        Atomics.store(cancelled, 0, 0);
        running = { onPart, resolve, reject };
        post({ name, args });
      }),
    more: () => post(MORE),
    cancel: () => {
      Atomics.store(cancelled, 0, 1);
    },
    end: () => {
      Atomics.store(cancelled, 0, 1);
      post(END);
      return exited;
    },
    terminate: (why) => {
      reason ??= why;
      void loaded.then(() => worker.terminate());
    },
    exited,
  };
};

/** A thread that was not started: each task fails. */
const refusedThread = <All extends Task>(error: Error): Thread<All> => ({
  run: () => Promise.reject(error),
  more: () => undefined,
  cancel: () => undefined,
  end: () => Promise.resolve(),
  terminate: () => undefined,
  exited: Promise.resolve(),
});

const crash = (message: string, why: 'crash' | 'memory' = 'crash', cause?: Error) =>
  new ThreadEnded(why, `the thread ended in the middle (${message})`, { cause });

interface RunOptions<Part> extends ThreadOptions {
  /** The thread is terminated when it is aborted. */
  signal?: AbortSignal | undefined;
  /** The thread is terminated after so long. */
  timeMs?: number | undefined;
  onPart?: (part: Part) => void;
}

/**
 * Runs one task in a thread of its own. Settles once the thread has exited: until then it may hold files that the
 * caller is about to remove.
 * @throws TaskFailed, ThreadEnded, OwnerError PROGRAM_CHANGED
 */
export const runInThread = async <T extends Task>(
  name: T['name'],
  args: T['args'],
  { signal, timeMs, onPart, ...options }: RunOptions<T['part']> = {},
): Promise<T['result']> => {
  const aborted = new ThreadEnded('aborted', 'it was broken off');
  if (signal?.aborted) throw aborted;
  const thread = startThread<T>(options);
  const onAbort = () => thread.terminate(aborted);
  const onTime = () =>
    thread.terminate(new ThreadEnded('time', `it took more than ${(timeMs ?? 0) / 1000} seconds`));
  const timer = timeMs === undefined ? undefined : setTimeout(onTime, timeMs);
  signal?.addEventListener('abort', onAbort);
  try {
    return await thread.run<T>(name, args, (part) => {
      onPart?.(part);
      thread.more();
    });
  } finally {
    signal?.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    await thread.end();
  }
};
