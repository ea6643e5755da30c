import { createTask } from 'node-cron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cronSchedule, type Scheduled } from '../../main/jobs/schedule.ts';
import type { Log } from '../../main/platform/log.ts';

vi.mock('node-cron', async (importOriginal) => {
  const original = await importOriginal<typeof import('node-cron')>();
  return { ...original, createTask: vi.fn(original.createTask) };
});

const SECOND = 1000;
const EVERY_SECOND = '* * * * * *';
/** In Kyiv: 10:00 on a winter day. */
const START = Date.parse('2026-01-15T08:00:00.500Z');

const reported: string[] = [];
const log = {
  debug: () => undefined,
  info: (message: string) => reported.push(message),
  warn: (message: string) => reported.push(message),
  error: (message: string) => reported.push(message),
} as unknown as Log;

let scheduled: Scheduled | undefined;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  // No jitter: jitter has its own test.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  scheduled?.stop();
  scheduled = undefined;
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(reported.splice(0)).toEqual([]);
});

const schedule = (expression: string, run: () => Promise<unknown>) => {
  scheduled = cronSchedule(expression, 'Europe/Kyiv', run, log);
  return scheduled;
};
const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('runs a job whenever its time has come', async () => {
  const run = vi.fn(async () => undefined);
  schedule(EVERY_SECOND, run);
  expect(run).not.toHaveBeenCalled();
  await passing(SECOND);
  expect(run).toHaveBeenCalledTimes(1);
  await passing(3 * SECOND);
  expect(run).toHaveBeenCalledTimes(4);
});

test('does not start a job again while its run is under way', async () => {
  let finish = (): void => undefined;
  const run = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  schedule(EVERY_SECOND, run);
  await passing(5 * SECOND);
  expect(run).toHaveBeenCalledTimes(1);
  finish();
  await passing(SECOND);
  expect(run).toHaveBeenCalledTimes(2);
  finish();
});

test('a run that fails is logged, and the next run still starts', async () => {
  const run = vi.fn(() => Promise.reject(new Error('It went wrong.')));
  schedule(EVERY_SECOND, run);
  await passing(2 * SECOND);
  expect(run).toHaveBeenCalledTimes(2);
  expect(new Set(reported.splice(0))).toEqual(new Set(['The schedule met a fault.']));
});

test('shops that lost the bank at the same minute do not all come back in the same second', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  const run = vi.fn(async () => undefined);
  schedule('* * * * *', run);
  await passing(60 * SECOND);
  expect(run).not.toHaveBeenCalled();
  await passing(20 * SECOND);
  expect(run).toHaveBeenCalledTimes(1);
});

test('tasks begin one by one, in turns of the event loop of their own', async () => {
  const begun = vi.mocked(createTask).mock.calls;
  const before = begun.length;
  const all = [1, 2, 3].map(() => cronSchedule('0 3 * * *', 'Europe/Kyiv', async () => undefined, log));
  const counts: number[] = [];
  for (let turn = 0; turn < all.length; turn += 1) {
    await vi.advanceTimersToNextTimerAsync();
    counts.push(begun.length - before);
  }
  for (const one of all) one.stop();
  expect(counts).toEqual([1, 2, 3]);
});

describe('nextRun', () => {
  test('is the next time, in the shop’s own time zone', () => {
    const { nextRun } = schedule('20 3 * * *', async () => undefined);
    expect(nextRun()?.toISOString()).toBe('2026-01-16T01:20:00.000Z');
  });
  test('follows the clock', async () => {
    const { nextRun } = schedule('4-59/15 * * * *', async () => undefined);
    expect(nextRun()?.toISOString()).toBe('2026-01-15T08:04:00.000Z');
    await passing(10 * 60 * SECOND);
    expect(nextRun()?.toISOString()).toBe('2026-01-15T08:19:00.000Z');
  });
});

test('the schedule does not make up for runs missed in sleep; it continues', async () => {
  const run = vi.fn(async () => undefined);
  schedule('0 * * * *', run);
  vi.setSystemTime(START + 8.5 * 3600 * SECOND);
  // The timer that slept with the machine fires and finds its time long past.
  await passing(3600 * SECOND);
  const afterSleep = run.mock.calls.length;
  expect(afterSleep).toBeLessThanOrEqual(1);
  await passing(3600 * SECOND);
  expect(run.mock.calls.length).toBe(afterSleep + 1);
});

test('a stopped schedule runs nothing any more', async () => {
  const run = vi.fn(async () => undefined);
  const { stop } = schedule(EVERY_SECOND, run);
  await passing(SECOND);
  stop();
  await passing(5 * SECOND);
  expect(run).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
