import { createTask } from 'node-cron';
import type { Log } from '../platform/log.ts';

/** Shops that lost the bank at the same minute must not all come back in the same second. */
const MAX_JITTER_MS = 20_000;

export interface Scheduled {
  /** Null when it is stopped. */
  nextRun(): Date | null;
  stop(): void;
}

/** Calls `run` whenever the time has come. @param expression cron(8) @param timeZone IANA */
export type Schedule = (
  expression: string,
  timeZone: string,
  run: () => Promise<unknown>,
  log: Log,
) => Scheduled;

/** A shop that opens asks first: what cron needs of the calendar takes a tenth of a start. */
const BEGIN_AFTER_MS = 300;

export const cronSchedule: Schedule = (expression, timeZone, run, log) => {
  let isStopped = false;
  let task: ReturnType<typeof begun> | undefined;
  const begin = () => {
    task ??= begun(expression, timeZone, run, log);
    return task;
  };
  const later = setTimeout(begin, BEGIN_AFTER_MS);
  later.unref();
  return {
    nextRun: () => (isStopped ? null : begin().getNextRun()),
    stop: () => {
      isStopped = true;
      clearTimeout(later);
      void task?.destroy();
    },
  };
};

const begun = (...[expression, timeZone, run, log]: Parameters<Schedule>) => {
  const task = createTask(expression, run, {
    timezone: timeZone,
    noOverlap: true,
    maxRandomDelay: MAX_JITTER_MS,
    // A run missed while the PC slept is made up for by what is stored, not by cron.
    suppressMissedWarning: true,
    unref: true,
    logger: {
      info: (message) => log.debug(message),
      debug: (message) => log.debug(String(message)),
      warn: (message) => log.debug(message),
      error: (message, error) => log.error('The schedule met a fault.', { fault: String(message), error }),
    },
  });
  void task.start();
  return task;
};

const LOOK_EVERY_MS = 5_000;
/** Less is a busy machine. */
const JUMP_MS = 60_000;

/**
 * Notices that the PC has slept, or that its clock was set: then more time has passed by the clock than between
 * two looks (Linux's monotonic clock, which timers go by, stands still in sleep). Returns what ends the looking.
 * @param now milliseconds UTC
 */
export const onWake = (
  wake: () => void,
  now: () => number = Date.now,
  lookEveryMs = LOOK_EVERY_MS,
): (() => void) => {
  let last = now();
  const timer = setInterval(() => {
    const passed = now() - last;
    last += passed;
    if (Math.abs(passed - lookEveryMs) > JUMP_MS) wake();
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
};
