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
 * Runs one task at a time. The next one waits up to `seenWithinMs` for the running one to end, and further if the client of
 * that has hung up; otherwise it is refused.
 * @param busy makes the refusal
 * @param seenWithinMs time within which a hang-up is seen
 */
export const createTurns = (busy: () => Error, seenWithinMs = SEEN_WITHIN_MS) => {
  let current: Running | undefined;
  let waiting = 0;
  const isWanted = (running: Running): boolean => current === running && !running.signal.aborted;

  const waitFor = async (running: Running): Promise<void> => {
    const { signal, ended } = running;
    const timeIsUp = delay(seenWithinMs, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([ended, timeIsUp]);
    // After a long stop the timer runs first: one turn reads that the connection has ended, another closes it.
    for (let turns = 0; turns < 2 && isWanted(running); turns += 1) await nextTurn();
    if (isWanted(running)) throw busy();
    await ended;
  };

  /**
   * @param signal aborted once the client has hung up
   * @throws the refusal, the reason of the signal
   */
  return async <Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> => {
    if (current && waiting >= MAX_WAITING) throw busy();
    waiting += 1;
    try {
      while (current) await waitFor(current);
    } finally {
      waiting -= 1;
    }
    signal.throwIfAborted();
    const running = task();
    current = { signal, ended: running.catch(() => undefined) };
    try {
      return await running;
    } finally {
      current = undefined;
    }
  };
};
