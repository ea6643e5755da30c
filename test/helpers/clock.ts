/**
 * A clock that stands still until it is moved. A service with it never finds an open invoice due by itself, so
 * that what the bank is asked is what the test asked for.
 */
export const stoppedClock = (start = Date.now()) => {
  let at = start;
  return {
    /** Milliseconds UTC. */
    now: () => at,
    forward: (seconds: number) => {
      at += seconds * 1000;
    },
  };
};
