import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBankClock, readDate } from '../../main/bank/clock.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const T0 = Date.parse('2026-03-02T10:00:00Z');

const headers = (date?: string, age?: string) =>
  new Headers({ ...(date === undefined ? {} : { date }), ...(age === undefined ? {} : { age }) });
const dated = (at: number, age?: string) => headers(new Date(at).toUTCString(), age);

const seconds = (max: number) => fc.nat(max).map((each) => each * SECOND);

/** A clock over a monotonic clock that the test controls. */
const clockAt = () => {
  let monotonic = 5000;
  const clock = createBankClock(() => monotonic);
  return {
    clock,
    pass: (ms: number) => {
      monotonic += ms;
    },
  };
};

describe('the Date header', () => {
  test('each second that an IMF-fixdate can name is read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_500_000_000, max: 4_000_000_000 }), (seconds) => {
        expect(readDate(new Date(seconds * SECOND).toUTCString())).toBe(seconds * SECOND);
      }),
    );
  });
  test.each([
    [null],
    [''],
    ['now'],
    ['2026-03-02T10:00:00Z'],
    ['Mon, 02 Mar 2026 10:00:00 +0200'],
    ['Monday, 02-Mar-26 10:00:00 GMT'],
    ['Mon, 02 Mar 2026 10:00:00 GMT, Mon, 02 Mar 2026 10:00:01 GMT'],
    ['Mon, 02 Mar 2026 30:00:00 GMT'],
    ['Thu, 01 Jan 1970 00:00:00 GMT'],
    ['Fri, 01 Jan 2199 00:00:00 GMT'],
  ])('%s names no time', (date) => {
    expect(readDate(date)).toBeUndefined();
    const { clock } = clockAt();
    expect(clock.read(headers(date ?? undefined))).toBeUndefined();
    expect(clock.now()).toBeUndefined();
  });
});

describe('the bank’s time follows the monotonic clock', () => {
  test('from the first answer on', () => {
    const { clock, pass } = clockAt();
    expect(clock.read(dated(T0))).toBe(T0);
    pass(3 * DAY);
    expect(clock.now()).toBe(T0 + 3 * DAY);
  });
  test('a single answer with a date ahead changes nothing', () => {
    fc.assert(
      fc.property(seconds(20_000 * 86_400), seconds(86_400), (ahead, passed) => {
        const { clock, pass } = clockAt();
        clock.read(dated(T0));
        pass(passed);
        clock.read(dated(T0 + passed + ahead));
        expect(clock.now()).toBe(T0 + passed);
      }),
    );
  });
  test('two answers make up for a sleep in which the monotonic clock stood still', () => {
    const { clock } = clockAt();
    clock.read(dated(T0));
    for (const _ of [1, 2]) clock.read(dated(T0 + DAY));
    expect(clock.now()).toBe(T0 + DAY);
  });
  test('an answer from a cache: its Age is added to its date', () => {
    const { clock } = clockAt();
    expect(clock.read(dated(T0, '3600'))).toBe(T0);
    expect(clock.now()).toBe(T0 + 3600 * SECOND);
    expect(clockAt().clock.read(dated(T0, 'old'))).toBe(T0);
  });
  test('it is never ahead of the later of the last two answers', () => {
    const step = fc.record({ passed: fc.nat(DAY), delay: fc.nat(DAY) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const { clock, pass } = clockAt();
        let real = T0;
        for (const { passed, delay } of steps) {
          pass(passed);
          real += passed;
          // Each answer is older than its arrival: on the way, or in a cache that does not say so.
          clock.read(dated(real - delay));
          expect(clock.now()).toBeLessThanOrEqual(real);
        }
      }),
    );
  });
});
