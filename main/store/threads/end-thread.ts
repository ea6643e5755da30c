import type { Worker } from 'node:worker_threads';

/** What a thread is sent for it to end itself, with `process.exit()`, once it has done what it is at. */
export const END = 'end';

/**
 * Ends a thread that has been told that nobody waits for it any more (`still_wanted`). Not by terminate(): in the middle
 * of a query SQLite could then ask nothing any more, for no JavaScript runs, and would read on to the end of it.
 */
export const endThread = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    // It has ended by itself.
    if (worker.threadId === -1) return resolve();
    worker.once('exit', () => resolve());
    worker.postMessage(END);
  });
