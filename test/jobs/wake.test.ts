import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onWake } from '../../main/jobs/schedule.ts';

const SECOND = 1000;
const LOOK = 5 * SECOND;
const HOUR = 3600 * SECOND;

/**
 * The PC's clock: it follows the timers, plus the offset it was set by and the sleep during which timers stand still.
 */
let off = 0;
let woken: ReturnType<typeof vi.fn<() => void>>;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  off = 0;
  woken = vi.fn<() => void>();
  stop = onWake(woken, () => Date.now() + off, LOOK);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('nothing out of the ordinary: no wake is reported', () => {
  vi.advanceTimersByTime(24 * HOUR);
  expect(woken).not.toHaveBeenCalled();
});

test.each([
  ['slept for a night', 8 * HOUR],
  ['its clock set a day ahead', 24 * HOUR],
  ['its clock set back by a day', -24 * HOUR],
  ['its clock set back by two minutes', -120 * SECOND],
])('%s: noticed at the next check, once', (_name, ms) => {
  vi.advanceTimersByTime(HOUR);
  off += ms;
  vi.advanceTimersByTime(LOOK);
  expect(woken).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(HOUR);
  expect(woken).toHaveBeenCalledTimes(1);
});

test('back and forth: noticed each time', () => {
  for (const ms of [24 * HOUR, -24 * HOUR, 24 * HOUR, -24 * HOUR]) {
    off += ms;
    vi.advanceTimersByTime(2 * LOOK);
  }
  expect(woken).toHaveBeenCalledTimes(4);
});

test('a busy machine, a corrected clock: less than a minute is nothing', () => {
  for (const ms of [30 * SECOND, -30 * SECOND, 54 * SECOND, -54 * SECOND]) {
    off += ms;
    vi.advanceTimersByTime(LOOK);
  }
  expect(woken).not.toHaveBeenCalled();
});

test('many small corrections do not add up', () => {
  for (let n = 0; n < 100; n++) {
    off += 5 * SECOND;
    vi.advanceTimersByTime(LOOK);
  }
  expect(woken).not.toHaveBeenCalled();
});

test('after the stop nothing is checked any more', () => {
  stop();
  off += 24 * HOUR;
  vi.advanceTimersByTime(HOUR);
  expect(woken).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

describe('without a clock of its own', () => {
  test('it uses the PC’s own clock', () => {
    const plain = vi.fn<() => void>();
    const end = onWake(plain);
    vi.advanceTimersByTime(LOOK);
    vi.setSystemTime(Date.now() + 24 * HOUR);
    vi.advanceTimersByTime(LOOK);
    end();
    expect(plain).toHaveBeenCalledTimes(1);
  });
});
