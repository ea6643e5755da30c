import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

interface Running {
  signal: AbortSignal;
  ended: Promise<unknown>;
}

/** A client that cancels its request sends the next at once, before the service sees that the first has hung up. */
const SEEN_WITHIN_MS = 2000;

/** Each holds its request in memory. */
const MAX_WAITING = 8;

/**
 * Admits one work at a time. The next one waits a moment: for a work that ends by then, or whose client has given up,
 * it waits to the end; otherwise it is refused.
 * @param busy the refusal
 * @param seenWithinMs that moment: a hang-up is seen within it
 */
export const createTurns = (busy: () => Error, seenWithinMs = SEEN_WITHIN_MS) => {
  let current: Running | undefined;
  let waiting = 0;
  const isAtWork = (running: Running): boolean => current === running && !running.signal.aborted;

  const waitFor = async (running: Running): Promise<void> => {
    const { signal, ended } = running;
    const moment = delay(seenWithinMs, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([ended, moment]);
    // After a long stop the timer runs first: one turn reads that the connection has ended, another closes it.
    for (let turns = 0; turns < 2 && isAtWork(running); turns += 1) await nextTurn();
    if (isAtWork(running)) throw busy();
    await ended;
  };

  /**
   * @param signal aborted once the client has hung up
   * @throws the refusal, the reason of the signal
   */
  return async <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    if (current && waiting >= MAX_WAITING) throw busy();
    waiting += 1;
    try {
      while (current) await waitFor(current);
    } finally {
      waiting -= 1;
    }
    signal.throwIfAborted();
    const running = work();
    current = { signal, ended: running.catch(() => undefined) };
    try {
      return await running;
    } finally {
      current = undefined;
    }
  };
};
