import { createTask } from 'node-cron';
import type { Log } from '../platform/log.ts';

/** Shops that lost the bank in the same minute must not all return in the same second. */
const MAX_JITTER_MS = 20_000;

export interface Scheduled {
  /** Null when stopped. */
  nextRun(): Date | null;
  stop(): void;
}

/** Calls `run` at each scheduled time. @param expression cron(8), or six fields of which the first is of seconds @param timeZone IANA */
export type Schedule = (
  expression: string,
  timeZone: string,
  run: () => Promise<unknown>,
  log: Log,
) => Scheduled;

/** An opening shop comes first: building cron's calendar takes a tenth of a start. */
const BEGIN_AFTER_MS = 300;

/**
 * Begins tasks one by one, each in a turn of the event loop of its own: a task builds a calendar (8 ms, measured), and
 * timers that end together run without serving a request in between (12 tasks: a stop of 92 ms).
 */
const createBeginner = () => {
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  const beginNext = (): void => {
    const [begin] = waiting;
    timer = undefined;
    if (!begin) return;
    waiting.delete(begin);
    if (waiting.size > 0) later(1);
    begin();
  };
  const later = (ms: number): void => {
    timer = setTimeout(beginNext, ms).unref();
  };
  return {
    add: (begin: () => void): void => {
      waiting.add(begin);
      if (!timer) later(BEGIN_AFTER_MS);
    },
    remove: (begin: () => void): void => {
      waiting.delete(begin);
      if (waiting.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
  };
};

const beginner = createBeginner();

export const cronSchedule: Schedule = (expression, timeZone, run, log) => {
  let isStopped = false;
  let task: ReturnType<typeof begun> | undefined;
  const begin = () => {
    task ??= begun(expression, timeZone, run, log);
    return task;
  };
  beginner.add(begin);
  return {
    nextRun: () => (isStopped ? null : begin().getNextRun()),
    stop: () => {
      isStopped = true;
      beginner.remove(begin);
      void task?.destroy();
    },
  };
};

const begun = (...[expression, timeZone, run, log]: Parameters<Schedule>) => {
  const task = createTask(expression, run, {
    timezone: timeZone,
    noOverlap: true,
    maxRandomDelay: expression.split(' ').length > 5 ? 0 : MAX_JITTER_MS,
    // The stored state makes up for a run missed in sleep, not cron.
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
/** A smaller gap is a busy machine. */
const JUMP_MS = 60_000;

/**
 * Notices that the PC has slept, or that its clock was set: then the clock has moved further than two checks are apart
 * (Linux's monotonic clock, which drives timers, stands still in sleep). Gives a function that ends the watch.
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
