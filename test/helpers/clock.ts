import { vi } from 'vitest';

/**
 * A clock that stands still until it is moved. A service with it never finds an open invoice due by itself, so that
 * the bank gets only the requests that the test makes.
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

/** The sleep of the watchers of invoices and of sales between two rounds (main/background). */
const ROUNDS_MS = [1000, 2000];

/**
 * Time that passes this many times as fast: a test need not wait for what the service does by itself after seconds.
 * Time limits of calls are real ones.
 */
export const fastClock = (times: number) => {
  const realTimeout = globalThis.setTimeout;
  const realNow = performance.now.bind(performance);
  const begun = Date.now();
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() * times);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: (...values: unknown[]) => void,
    ms = 0,
    ...values: unknown[]
  ) => realTimeout(() => run(...values), ROUNDS_MS.includes(ms) ? ms / times : ms)) as typeof setTimeout);
  return {
    /** Milliseconds UTC. */
    now: () => begun + (Date.now() - begun) * times,
    restore: () => vi.restoreAllMocks(),
  };
};

/** The pauses of what prints and what delivers webhooks between two looks (main/jobs). */
const LOOKS_MS = [250, 500];

/** Prints and deliveries are looked for at once, to the end of the file: a test waits for each of them. */
export const lookAtOnce = (): void => {
  const realTimeout = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: (...values: unknown[]) => void,
    ms = 0,
    ...values: unknown[]
  ) => realTimeout(() => run(...values), LOOKS_MS.includes(ms) ? 10 : ms)) as typeof setTimeout);
};
