import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  failure,
  MINUTE,
  type Outcome,
  SECOND,
  settle,
  type UnderWay,
  type World,
  world,
} from './pace-world.ts';

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

type Reported = ReturnType<typeof expectation>['reported'];
type End = Extract<Op, { do: 'end' }>;

/** Runs the steps over a world; calls `look` after each. */
const play = async (
  happening: readonly Op[],
  look: (here: World, reported: Reported) => void,
  onEnd: (call: UnderWay, op: End, here: World) => void,
): Promise<void> => {
  const here = world();
  const { reported, note } = expectation();
  const begin = async ({ do: which, token }: Extract<Op, { token: string }>): Promise<void> => {
    const before = here.begun.length;
    void (which === 'foreground' ? here.foreground(token) : here.inBackground(token));
    if (which === 'foreground') expect(here.begun).toHaveLength(before + 1);
    await settle();
  };
  const end = async (each: End): Promise<void> => {
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

/** The reported state is true, and every change is reported. */
const expectTruth = ({ pace, changes, now }: World, reported: Reported) => {
  const state = pace.state();
  expect(state).toMatchObject(reported);
  expect(state.errCode !== null).toBe(state.state === 'unreachable');
  expect(state.nextTryAt !== null).toBe(state.state === 'unreachable');
  expect((state.nextTryAt ?? now()) - now()).toBeLessThanOrEqual(1.2 * MINUTE);
  const states = changes.map((change) => change.state);
  expect(states).toEqual(states.map((_, n) => (n % 2 === 0 ? 'unreachable' : 'reachable')));
  expect(states.at(-1) ?? 'reachable').toBe(reported.state === 'unknown' ? 'reachable' : reported.state);
};
/** While the bank is unreachable, the background has at most one call under way, and none before its time. */
const expectOneTrial = ({ underWay, begun }: World) => {
  const trials = underWay().filter(
    ({ isBackground, stateThen }) => isBackground && stateThen.state === 'unreachable',
  );
  expect(trials.length).toBeLessThanOrEqual(1);
  const early = begun.filter(
    ({ isBackground, stateThen, beganAtUtc }) =>
      isBackground && stateThen.nextTryAt !== null && stateThen.nextTryAt > beganAtUtc,
  );
  expect(early).toEqual([]);
};

test('whatever happens, in whatever order: the state is true, the background tries once, respects Retry-After, and no token waits for the fault of another', () =>
  fc.assert(
    fc.asyncProperty(ops, (happening) => {
      const until = new Map<string, number>();
      const faulty = new Set<string>();
      let seen = 0;
      return play(
        happening,
        (here, reported) => {
          expectTruth(here, reported);
          expectOneTrial(here);
          const fresh = here.begun.slice(seen).filter(({ isBackground }) => isBackground);
          seen = here.begun.length;
          for (const call of fresh) expect(call.beganAt).toBeGreaterThanOrEqual(until.get(call.token) ?? 0);
          for (const token of ['A', 'B', 'C'])
            if (!faulty.has(token)) expect([token, here.pace.pausedUntil(token)]).toEqual([token, null]);
        },
        (call, { outcome, retryAfterMs = 0 }, here) => {
          const before = until.get(call.token) ?? 0;
          if (outcome === 'TMR') until.set(call.token, Math.max(before, here.clock() + retryAfterMs));
          if (outcome !== 'answer' && outcome !== 'refusal') faulty.add(call.token);
        },
      );
    }),
    { numRuns: 500 },
  ));
