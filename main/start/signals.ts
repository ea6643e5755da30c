import { constants } from 'node:os';
import { environment } from '../platform/config.ts';

/** npm passes Ctrl+C on to a program that has it from the terminal already: two signals, one key. */
const SAME_KEY_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** What a shell calls the end of a program that a signal ended. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + (constants.signals[signal] ?? 0);

/** The first signal asks to stop; the next one that somebody means does not ask. Gives what ends that. */
export const onSignals = (
  stop: (signal: NodeJS.Signals) => void,
  insist: (signal: NodeJS.Signals) => void = (signal) => process.exit(exitCodeOf(signal)),
): (() => void) => {
  let first: number | undefined;
  const listener = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      stop(signal);
    } else if (now - first > SAME_KEY_MS) insist(signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
};

const PARENT_CHECK_MS = 500;

/** Who ends npm means what npm started; npm does not pass that on to a child of its shell. Gives what ends the watch. */
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
