import { type ResourceLimits, Worker } from 'node:worker_threads';

/** Why a thread did not come to its end. */
type Cause = 'aborted' | 'time' | 'memory' | 'crash';

export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly why: Cause;

  constructor(why: Cause, message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

export interface ThreadTask<Message> {
  /** The module that the thread runs (main/platform/places-on-disk.ts). */
  path: string;
  /** Copied to the thread, which reads it as `workerData`. */
  data: unknown;
  /** The thread is ended when it is aborted. */
  signal?: AbortSignal | undefined;
  resourceLimits?: ResourceLimits;
  /** The thread is ended after so long. */
  timeMs?: number | undefined;
  onMessage(message: Message, worker: Worker): void;
}

/**
 * Runs one task in a thread of its own. Settles once the thread has exited: until then it may hold files that the
 * caller is about to remove.
 * @throws ThreadEnded
 */
export const runThread = <Message>(task: ThreadTask<Message>): Promise<void> =>
  new Promise((resolve, reject) => {
    const { path, data, signal, resourceLimits = {}, timeMs, onMessage } = task;
    if (signal?.aborted) return reject(new ThreadEnded('aborted', 'aborted'));
    const worker = new Worker(path, { workerData: data, resourceLimits });
    let ended: ThreadEnded | undefined;
    const end = (reason: ThreadEnded) => {
      ended ??= reason;
      void worker.terminate();
    };
    const onAbort = () => end(new ThreadEnded('aborted', 'aborted'));
    signal?.addEventListener('abort', onAbort);
    const timer =
      timeMs === undefined
        ? undefined
        : setTimeout(() => end(new ThreadEnded('time', `more than ${timeMs / 1000} seconds`)), timeMs);
    worker.on('message', (message: Message) => onMessage(message, worker));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash';
      ended ??= new ThreadEnded(why, error.message, { cause: error });
    });
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      if (ended) reject(ended);
      else if (code !== 0) reject(new ThreadEnded('crash', `exit code ${code}`));
      else resolve();
    });
  });
