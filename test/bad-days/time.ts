import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { vi } from 'vitest';
import type { Schedule } from '../../main/jobs/schedule.ts';

/** The watcher's sleep between two rounds (main/jobs/poll-invoices.ts). */
const ROUND_MS = 1000;
/** The longest wait of a call for its turn (main/bank/pace.ts). */
const MAX_TURN_MS = 2000;

/** While time stands still, the rounds go on, so that the next second need not be waited for. */
const IDLE_MS = 20;

/**
 * Time that stands still until the test lets it pass, and then passes as fast as the watcher makes its rounds: a
 * second of the service's clocks, the wall clock and the monotonic one, is one round. A call to the bank does
 * not wait for its turn (main/bank/pace.ts): it makes that time pass.
 */
export const watchersTime = (start = Math.floor(Date.now() / 1000) * 1000) => {
  const realNow = performance.now.bind(performance);
  const realTimeout = globalThis.setTimeout;
  let passed = 0;
  /** How far the PC's own clock has been set off. */
  let off = 0;
  let until = 0;
  let arrived: () => void = () => undefined;

  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: (...values: unknown[]) => void,
    ms?: number,
    ...values: unknown[]
  ) => {
    if (ms !== ROUND_MS) return realTimeout(() => run(...values), ms);
    const isPassing = passed < until;
    if (isPassing) passed += ROUND_MS;
    if (passed >= until) arrived();
    return realTimeout(() => run(...values), isPassing ? 0 : IDLE_MS);
  }) as typeof setTimeout);

  const realSleep = timers.setTimeout;
  vi.spyOn(timers, 'setTimeout').mockImplementation((async (ms = 0, value?: unknown, options?: object) => {
    if (options || ms > MAX_TURN_MS) return realSleep(ms, value, options);
    // Whole milliseconds: the tables take no fraction of one.
    const end = passed + Math.ceil(ms);
    await realSleep(0);
    passed = Math.max(passed, end);
    return value;
  }) as typeof timers.setTimeout);
  syncBuiltinESMExports();

  return {
    /** Milliseconds UTC, for the service. */
    now: () => start + passed + off,
    /** The same for the bank, whose clock is right. */
    bankNow: () => start + passed,
    /** The PC's clock is set: seconds ahead of the right time, or behind it. */
    set: (seconds: number) => {
      off = seconds * 1000;
    },
    /** Nothing happens meanwhile: the PC sleeps. */
    skip: (seconds: number) => {
      passed += seconds * 1000;
    },
    /** Lets the watcher make the rounds of that time. */
    pass: (seconds: number): Promise<void> =>
      new Promise((resolve) => {
        until = passed + seconds * 1000;
        arrived = resolve;
      }),
    restore: () => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    },
  };
};
export type WatchersTime = ReturnType<typeof watchersTime>;

/** The minute field of a cron expression: `*`, `7` or `4-59/15`. */
const rings = (expression: string, minute: number): boolean => {
  const [field = ''] = expression.split(' ');
  const [, from = '', to, every = '1'] = /^(\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(field) ?? [];
  if (field === '*') return true;
  return (
    minute >= Number(from) && minute <= Number(to ?? from) && (minute - Number(from)) % Number(every) === 0
  );
};

/** The jobs that cron would start: all of them at once, or those of a minute of the hour. */
export const handCron = () => {
  const bells = new Map<() => Promise<unknown>, string>();
  const schedule: Schedule = (expression, _zone, run) => {
    bells.set(run, expression);
    return { nextRun: () => null, stop: () => void bells.delete(run) };
  };
  return {
    schedule,
    strike: (minute?: number): Promise<unknown> =>
      Promise.all(
        [...bells]
          .filter(([, expression]) => minute === undefined || rings(expression, minute))
          .map(([run]) => run()),
      ),
  };
};
