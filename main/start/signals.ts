import { constants } from 'node:os';
import { environment } from '../platform/config.ts';

/** npm passes Ctrl+C on to a program that already got it from the terminal: two signals, one key press. */
const SAME_KEY_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** The exit code that shells give a program ended by a signal. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + (constants.signals[signal] ?? 0);

/** Stops at the first signal; ends at once at the next deliberate one. Gives a function that removes the listeners. */
export const onSignals = (
  stop: (signal: NodeJS.Signals) => void,
  endAtOnce: (signal: NodeJS.Signals) => void = (signal) => process.exit(exitCodeOf(signal)),
): (() => void) => {
  let first: number | undefined;
  const listener = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      stop(signal);
    } else if (now - first > SAME_KEY_MS) endAtOnce(signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
};

const PARENT_CHECK_MS = 500;

/**
 * npm does not pass its end on to a child of its shell, so this watches for it. Gives a function that ends the watch.
 */
export const onNpmGone = (stop: () => void): (() => void) => {
  const parent = process.ppid;
  if (environment().npm_lifecycle_event === undefined) return () => undefined;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    stop();
  }, PARENT_CHECK_MS);
  check.unref();
  return () => clearInterval(check);
};
