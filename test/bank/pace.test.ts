import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BankError, PAUSED } from '../../main/bank/errors.ts';
import { failure, MINUTE, type Outcome, SECOND, settle, type World, world } from './pace-world.ts';

/** A foreground call that ends like that. */
const ends = async (here: World, outcome: Outcome, token = 'A', retryAfterMs?: number): Promise<void> => {
  const ended = here.foreground(token);
  here.begun.at(-1)?.end(failure(outcome, retryAfterMs));
  await ended;
};

const silence = async (here: World, calls = 3, token = 'A'): Promise<void> => {
  for (let n = 0; n < calls; n++) await ends(here, 'TIMEOUT', token);
};

/** Whether a background call reaches the bank now; it is answered. */
const goesThrough = async (here: World, token = 'A', outcome: Outcome = 'answer'): Promise<boolean> => {
  const before = here.begun.length;
  const ended = here.inBackground(token);
  await settle();
  for (const call of here.begun.slice(before)) call.end(failure(outcome));
  await here.wait(0);
  if (here.begun.length > before) await ended;
  return here.begun.length > before;
};

const pauseOf = ({ pace, now }: World): number => (pace.state().nextTryAt ?? now()) - now();

describe('Foreground calls are never held back', () => {
  test('not by silence, not by 429, not by earlier calls: the bank is called at once', async () => {
    const here = world();
    await silence(here, 20);
    await ends(here, 'TMR', 'A', MINUTE);
    for (let n = 0; n < 50; n++) void here.foreground();
    expect(here.underWay()).toHaveLength(50);
    expect(here.underWay().every(({ beganAt }) => beganAt === here.clock())).toBe(true);
  });
});

describe('While it is unreachable', () => {
  test('the background waits until the trial time, then tries once; later callers learn when the next trial is', async () => {
    const here = world();
    await silence(here);
    const pause = pauseOf(here);
    expect(pause).toBeGreaterThan(0);
    expect(await here.inBackground()).toBe(PAUSED);
    await here.wait(pause - 1);
    expect(await here.inBackground('B')).toBe(PAUSED);
    const requested = here.begun.length;
    await here.wait(1);
    const trial = here.inBackground('B');
    await settle();
    for (const token of ['A', 'B', 'C']) expect(await here.inBackground(token)).toBe(PAUSED);
    expect(here.begun).toHaveLength(requested + 1);
    here.begun.at(-1)?.end(failure('TIMEOUT'));
    expect(await trial).toBe('TIMEOUT');
    expect(await here.inBackground()).toBe(PAUSED);
    expect(pauseOf(here)).toBeGreaterThan(0);
  });

  test('the pauses double up to a minute, each within a fifth of its length, and it is reported once', async () => {
    const even = world();
    await silence(even);
    const first = pauseOf(even);
    const draw = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.array(draw, { minLength: 30, maxLength: 30 }), async (draws) => {
        const left = [...draws];
        const here = world(() => left.shift() ?? 0.5);
        await silence(here);
        for (let n = 0; n < 10; n++) {
          const pause = pauseOf(here);
          const middle = Math.min(MINUTE, first * 2 ** n);
          // To a millisecond: current epoch times have no finer fractions.
          expect(pause).toBeGreaterThanOrEqual(0.8 * middle - 1);
          expect(pause).toBeLessThanOrEqual(1.2 * middle + 1);
          await here.wait(Math.ceil(pause) + 1);
          expect(await goesThrough(here, 'A', 'TIMEOUT')).toBe(true);
        }
        expect(here.changes.map(({ state }) => state)).toEqual(['unreachable']);
      }),
      { numRuns: 50 },
    );
  });

  test.each(['answer', 'refusal', 'TMR'] as const)(
    '%s ends the outage: it is reported once, and calls paused by the silence continue at once',
    async (outcome) => {
      const here = world();
      for (const token of ['A', 'B', 'C']) await silence(here, 4, token);
      await ends(here, outcome, 'D');
      expect(here.pace.state()).toMatchObject({
        state: 'reachable',
        since: null,
        errCode: null,
        lastAnswerAt: here.now(),
      });
      expect(here.changes.map(({ state }) => state)).toEqual(['unreachable', 'reachable']);
      for (const token of ['A', 'B', 'C']) {
        expect(here.pace.pausedUntil(token)).toBeNull();
        expect(await goesThrough(here, token)).toBe(true);
      }
    },
  );

  test('a trial that fails in an unforeseen way is over all the same', async () => {
    const here = world();
    await silence(here);
    await here.wait(2 * MINUTE);
    const trial = here.inBackground();
    await settle();
    here.begun.at(-1)?.end(new TypeError('boom') as unknown as BankError);
    await expect(trial).rejects.toThrow('boom');
    expect(await goesThrough(here)).toBe(true);
  });

  test('unreachable since before the service began: it is so from the start, and it is tried at once', async () => {
    const here = world(undefined, 12_345);
    expect(here.pace.state()).toMatchObject({ state: 'unreachable', since: 12_345 });
    expect(await goesThrough(here)).toBe(true);
    expect(here.changes.map(({ state }) => state)).toEqual(['reachable']);
  });
});

describe('429', () => {
  test('slows its own token and no other', async () => {
    const here = world();
    await ends(here, 'TMR', 'A', 90 * SECOND);
    expect(here.pace.pausedUntil('A')).toBe(here.now() + 90 * SECOND);
    expect(here.pace.pausedUntil('B')).toBeNull();
    expect(await goesThrough(here, 'A')).toBe(false);
    expect(await goesThrough(here, 'B')).toBe(true);
    expect(here.pace.state().state).toBe('reachable');
    await here.wait(90 * SECOND);
    expect(here.pace.pausedUntil('A')).toBeNull();
    expect(await goesThrough(here, 'A')).toBe(true);
  });

  test('holds while nothing answers: another token tries the bank, and this one at its time', async () => {
    const here = world();
    await ends(here, 'TMR', 'A', 5 * MINUTE);
    await silence(here, 3, 'B');
    await ends(here, 'TIMEOUT', 'A');
    await here.wait(2 * MINUTE);
    expect(await goesThrough(here, 'A', 'TIMEOUT')).toBe(false);
    expect(await goesThrough(here, 'B', 'answer')).toBe(true);
    expect(await goesThrough(here, 'A')).toBe(false);
    await here.wait(3 * MINUTE);
    expect(await goesThrough(here, 'A')).toBe(true);
  });

  test('without Retry-After: ever longer, and never longer than a minute and a fifth', async () => {
    const here = world(() => 1);
    let last = 0;
    for (let n = 0; n < 12; n++) {
      await ends(here, 'TMR');
      const pause = (here.pace.pausedUntil('A') ?? here.now()) - here.now();
      expect(pause).toBeGreaterThanOrEqual(last);
      expect(pause).toBeLessThanOrEqual(1.2 * MINUTE);
      last = pause;
    }
    expect(last).toBe(1.2 * MINUTE);
  });
});

describe('a firewall that keeps this address out', () => {
  test('pauses its token from a minute up to an hour, and an answer ends that', async () => {
    const here = world();
    const pauses: number[] = [];
    for (let n = 0; n < 9; n++) {
      await ends(here, 'FIREWALL');
      pauses.push((here.pace.pausedUntil('A') ?? 0) - here.now());
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((minutes) => minutes * MINUTE));
    expect(here.pace.state().state).toBe('reachable');
    expect(await here.inBackground()).toBe(PAUSED);
    expect(await goesThrough(here, 'B')).toBe(true);
    await ends(here, 'answer');
    expect(await goesThrough(here)).toBe(true);
  });
});

describe('success restores the pace', () => {
  test('after many faults the gap between calls is soon what it was', async () => {
    const here = world();
    for (let n = 0; n < 12; n++) await ends(here, 'INTERNAL_ERROR');
    for (let n = 0; n < 12; n++) await ends(here, 'answer');
    await here.wait(2 * MINUTE);
    const calls = Array.from({ length: 10 }, () => here.inBackground());
    await here.wait(SECOND);
    expect(here.underWay()).toHaveLength(10);
    for (const call of here.underWay()) call.end(undefined);
    await Promise.all(calls);
  });
});
