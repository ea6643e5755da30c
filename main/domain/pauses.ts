import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long enough to get on with the work, short enough that nobody else notices. */
const AT_WORK_MS = 8;

/** For long work on the one thread that answers everybody. */
export interface Pauses {
  /** Whether it has been at work for long enough. */
  isDue(): boolean;
  /** Lets others be answered. Throws the signal's reason once that is aborted. */
  take(): Promise<void>;
}

export const createPauses = (signal?: AbortSignal): Pauses => {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > AT_WORK_MS,
    take: async () => {
      await nextTurn();
      signal?.throwIfAborted();
      since = performance.now();
    },
  };
};
