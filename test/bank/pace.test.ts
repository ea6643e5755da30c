import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BankState } from '../../main/bank/breaker.ts';
import type { Bank } from '../../main/bank/client.ts';
import { BankError, errorFromResponse, PAUSED } from '../../main/bank/errors.ts';
import { createPace } from '../../main/bank/pace.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Each of them waits for its turn: in these tests time passes only on the clock below. */
const sleepers = vi.hoisted(() => ({ sleep: (_ms: number): Promise<void> => Promise.resolve() }));
vi.mock('node:timers/promises', () => ({ setTimeout: (ms: number) => sleepers.sleep(ms) }));
afterEach(() => {
  sleepers.sleep = () => Promise.resolve();
});

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

type Outcome =
  | 'answer'
  | 'refusal'
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'BAD_GATEWAY'
  | 'FIREWALL'
  | 'INTERNAL_ERROR'
  | 'TMR';

const failure = (outcome: Outcome, retryAfterMs?: number): BankError | undefined => {
  if (outcome === 'answer') return undefined;
  if (outcome === 'refusal') return new BankError('BAD_REQUEST', 'no', { inDoubt: false });
  if (outcome === 'FIREWALL') return errorFromResponse(403, 'glory to Ukraine! glory to the heroes!', null);
  const inDoubt = outcome !== 'TMR';
  return new BankError(outcome, outcome, {
    inDoubt,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
};

interface UnderWay {
  token: string;
  isBackground: boolean;
  beganAt: number;
  beganAtUtc: number;
  stateThen: BankState;
  end(error: BankError | undefined): void;
}

/** A pace over a bank whose every answer the test gives, on a clock that the test moves. */
const world = (random: () => number = () => 0.5, unreachableSince?: number) => {
  const UTC = Date.parse('2026-03-02T10:00:00Z');
  let clock = 5 * MINUTE;
  let sleeping: { at: number; wake: () => void }[] = [];
  sleepers.sleep = (ms) => new Promise((resolve) => sleeping.push({ at: clock + ms, wake: resolve }));
  const changes: BankState[] = [];
  const begun: UnderWay[] = [];
  const underWay = new Set<UnderWay>();

  const pace = createPace({
    now: () => UTC + clock,
    clock: () => clock,
    random,
    unreachable: unreachableSince === undefined ? undefined : { since: unreachableSince, errCode: 'TIMEOUT' },
    onChange: (state) => changes.push(state),
  });
  const request = (token: string, isBackground: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const call: UnderWay = {
        token,
        isBackground,
        beganAt: clock,
        beganAtUtc: UTC + clock,
        stateThen: pace.state(),
        end: (error) => {
          underWay.delete(call);
          if (error) reject(error);
          else resolve({});
        },
      };
      begun.push(call);
      underWay.add(call);
    });
  const bank = (isBackground: boolean) =>
    ({ merchantDetails: (token: string) => request(token, isBackground) }) as unknown as Bank;
  const [observed, background] = [pace.observed(bank(false)), pace.background(bank(true))];

  const call = async (which: Bank, token: string): Promise<string> => {
    try {
      await which.merchantDetails(token);
      return 'answer';
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      return error.code;
    }
  };

  return {
    pace,
    changes,
    /** Every call that reached the bank, oldest first. */
    begun,
    underWay: () => [...underWay],
    now: () => UTC + clock,
    clock: () => clock,
    foreground: (token = 'A') => call(observed, token),
    inBackground: (token = 'A') => call(background, token),
    /** Moves the clock; sleepers wake on the way, each at its time. */
    wait: async (ms: number): Promise<void> => {
      const end = clock + ms;
      for (;;) {
        const [next] = sleeping.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (!next) break;
        sleeping = sleeping.filter((sleeper) => sleeper !== next);
        clock = Math.max(clock, next.at);
        next.wake();
        await settle();
      }
      clock = end;
      await settle();
    },
  };
};
type World = ReturnType<typeof world>;

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

describe('the bank counts as unreachable when nothing answers', () => {
  test.each(['TIMEOUT', 'UNREACHABLE'] as const)('%s three times, one after another', async (code) => {
    const here = world();
    const first = here.now();
    await ends(here, code);
    await here.wait(SECOND);
    await ends(here, code);
    expect(here.pace.state()).toMatchObject({ state: 'unknown', since: null, nextTryAt: null });
    await here.wait(SECOND);
    await ends(here, code);
    expect(here.pace.state()).toMatchObject({ state: 'unreachable', since: first, errCode: code });
    expect(here.changes).toEqual([here.pace.state()]);
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

type Op =
  | { do: 'foreground' | 'background'; token: string; times: number }
  | { do: 'end'; which: number; times: number; outcome: Outcome; retryAfterMs: number | undefined }
  | { do: 'wait'; ms: number };

const WORDS: readonly Outcome[] = ['answer', 'refusal', 'INTERNAL_ERROR', 'BAD_GATEWAY', 'FIREWALL', 'TMR'];
const SILENCE: readonly Outcome[] = ['TIMEOUT', 'UNREACHABLE'];

const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({
    do: fc.constantFrom('foreground' as const, 'background' as const),
    token: fc.constantFrom('A', 'B', 'C'),
    times: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    do: fc.constant('end' as const),
    which: fc.nat(20),
    times: fc.integer({ min: 1, max: 4 }),
    outcome: fc.oneof(fc.constantFrom(...WORDS), { weight: 2, arbitrary: fc.constantFrom(...SILENCE) }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 5 * MINUTE }), { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.oneof(fc.integer({ min: 0, max: 3 * SECOND }), fc.integer({ min: 0, max: 90 * SECOND })),
  }),
);
const ops = fc.array(op, { minLength: 5, maxLength: 40 });
const MANY = { numRuns: 300 };

/** The expected state, computed from the outcomes alone. */
const expectation = () => {
  let row = 0;
  let firstAt: number | null = null;
  const reported = { state: 'unknown', since: null as number | null, lastAnswerAt: null as number | null };
  return {
    reported,
    note: (outcome: Outcome, now: number): void => {
      if (SILENCE.includes(outcome)) {
        firstAt ??= now;
        row += 1;
        if (row >= 3 && reported.state !== 'unreachable')
          Object.assign(reported, { state: 'unreachable', since: firstAt });
      } else {
        row = 0;
        firstAt = null;
        Object.assign(reported, { state: 'reachable', since: null, lastAnswerAt: now });
      }
    },
  };
};

/** Runs the steps over a world; calls `look` after each. */
const play = async (
  happening: readonly Op[],
  look: (here: World, reported: ReturnType<typeof expectation>['reported']) => void,
  onEnd: (call: UnderWay, op: Extract<Op, { do: 'end' }>, here: World) => void = () => undefined,
): Promise<void> => {
  const here = world();
  const { reported, note } = expectation();
  const begin = async ({ do: which, token }: Extract<Op, { token: string }>): Promise<void> => {
    const before = here.begun.length;
    void (which === 'foreground' ? here.foreground(token) : here.inBackground(token));
    if (which === 'foreground') expect(here.begun).toHaveLength(before + 1);
    await settle();
  };
  const end = async (each: Extract<Op, { do: 'end' }>): Promise<void> => {
    const open = here.underWay();
    const call = open[each.which % Math.max(1, open.length)];
    if (!call) return;
    note(each.outcome, here.now());
    onEnd(call, each, here);
    call.end(failure(each.outcome, each.retryAfterMs));
    await settle();
  };
  for (const each of happening) {
    if (each.do === 'wait') await here.wait(each.ms);
    for (let n = 0; each.do !== 'wait' && n < each.times; n++)
      await (each.do === 'end' ? end(each) : begin(each));
    look(here, reported);
  }
};

describe('whatever happens, in whatever order', () => {
  test('the reported state is true, and every change is reported', () =>
    fc.assert(
      fc.asyncProperty(ops, (happening) =>
        play(happening, ({ pace, changes, now }, reported) => {
          const state = pace.state();
          expect(state).toMatchObject(reported);
          expect(state.errCode !== null).toBe(state.state === 'unreachable');
          expect(state.nextTryAt !== null).toBe(state.state === 'unreachable');
          expect((state.nextTryAt ?? now()) - now()).toBeLessThanOrEqual(1.2 * MINUTE);
          const states = changes.map((change) => change.state);
          expect(states).toEqual(states.map((_, n) => (n % 2 === 0 ? 'unreachable' : 'reachable')));
          expect(states.at(-1) ?? 'reachable').toBe(
            reported.state === 'unknown' ? 'reachable' : reported.state,
          );
        }),
      ),
      MANY,
    ));

  test('while the bank is unreachable, the background has at most one call under way', () =>
    fc.assert(
      fc.asyncProperty(ops, (happening) =>
        play(happening, ({ underWay, begun }) => {
          const trials = underWay().filter(
            ({ isBackground, stateThen }) => isBackground && stateThen.state === 'unreachable',
          );
          expect(trials.length).toBeLessThanOrEqual(1);
          const early = begun.filter(
            ({ isBackground, stateThen, beganAtUtc }) =>
              isBackground && stateThen.nextTryAt !== null && stateThen.nextTryAt > beganAtUtc,
          );
          expect(early).toEqual([]);
        }),
      ),
      MANY,
    ));

  test('the background respects Retry-After', () =>
    fc.assert(
      fc.asyncProperty(ops, (happening) => {
        const until = new Map<string, number>();
        let seen = 0;
        return play(
          happening,
          ({ begun }) => {
            const fresh = begun.slice(seen).filter(({ isBackground }) => isBackground);
            seen = begun.length;
            for (const call of fresh) expect(call.beganAt).toBeGreaterThanOrEqual(until.get(call.token) ?? 0);
          },
          (call, { outcome, retryAfterMs = 0 }, here) => {
            const before = until.get(call.token) ?? 0;
            if (outcome === 'TMR') until.set(call.token, Math.max(before, here.clock() + retryAfterMs));
          },
        );
      }),
      MANY,
    ));

  test('a token without a fault of its own never waits, unless nothing answers at all', () =>
    fc.assert(
      fc.asyncProperty(ops, (happening) => {
        const faulty = new Set<string>();
        return play(
          happening,
          ({ pace }) => {
            for (const token of ['A', 'B', 'C'])
              if (!faulty.has(token)) expect([token, pace.pausedUntil(token)]).toEqual([token, null]);
          },
          (call, { outcome }) => {
            if (outcome !== 'answer' && outcome !== 'refusal') faulty.add(call.token);
          },
        );
      }),
      MANY,
    ));
});
