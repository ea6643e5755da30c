import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import {
  type Backoff,
  type BankState,
  type BreakerOptions,
  createBackoff,
  createBreaker,
} from './breaker.ts';
import type { Bank } from './client.ts';
import { BankError, isFirewallBlock, isUnanswered, paused, UnreadableAnswer } from './errors.ts';

/**
 * Limits how often background work calls the bank. Requests from the counter are never held back: they go through at
 * once, and only their outcome is recorded. There are two measures: a rate per token, slowed by 429 and faults and
 * restored by success; and one circuit breaker for the bank as a whole, which opens when nothing answers and then lets
 * a single trial through.
 */

/** Between two calls with one token. */
const GAP_MS = 50;
const MAX_GAP_MS = 2_000;
/** Longest wait of a call; a longer pause is thrown as PAUSED. */
const MAX_WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 1_500;
/** A firewall keeps an address out for about a day: requests meanwhile change nothing. */
const FIRST_BLOCK_MS = MINUTE_MS;
const LONGEST_BLOCK_MS = HOUR_MS;

export interface Pace {
  /** The same bank; the outcome of each call is recorded. */
  observed(bank: Bank): Bank;
  /** The same bank for background work: calls wait for their turn, or throw BankError PAUSED when that is far. */
  background(bank: Bank): Bank;
  state(): BankState;
  /** Milliseconds UTC; null if calls with this token go through. */
  pausedUntil(token: string): number | null;
}

interface PaceOptions extends BreakerOptions {
  /** Milliseconds that never decrease: the PC's own clock may be set. */
  clock?: () => number;
  /** 0…1, for the jitter: shops that lost the bank at the same moment must not return at the same moment. */
  random?: () => number;
}

interface Lane {
  /** By the clock: earliest start of the next call. */
  next: number;
  /** By the clock: end of the pause that the bank requested (429 with Retry-After). */
  heldUntil: number;
  gap: number;
  failures: number;
  /** The last call got no usable answer; a 429 is one. */
  isUnusable: boolean;
}

/** The bank's code for too many requests; a gateway in front of it may send 429 without it. */
const isTooManyRequests = ({ code }: BankError): boolean => code === 'TMR';

/** Slow the calls down: no answer, an unclear outcome, or 429. An unreadable answer concerns its record alone. */
const isFault = (error: BankError): boolean =>
  (error.inDoubt && !(error instanceof UnreadableAnswer)) || isUnanswered(error) || isTooManyRequests(error);

const isUnusable = (error: BankError): boolean =>
  isUnanswered(error) || (error.code === 'BAD_GATEWAY' && !(error instanceof UnreadableAnswer));

const pauseAfter = (error: BankError, failures: number, backoff: Backoff): number =>
  isFirewallBlock(error)
    ? backoff(failures, FIRST_BLOCK_MS, LONGEST_BLOCK_MS)
    : Math.max(backoff(failures, FIRST_PAUSE_MS), error.retryAfterMs ?? 0);

/** The rate of each token. */
const createLanes = (clock: () => number, backoff: Backoff) => {
  const lanes = new Map<string, Lane>();

  const laneOf = (token: string): Lane => {
    const known = lanes.get(token);
    if (known) return known;
    const lane = { next: clock(), heldUntil: clock(), gap: GAP_MS, failures: 0, isUnusable: false };
    lanes.set(token, lane);
    return lane;
  };

  const slowDown = (lane: Lane, error: BankError): void => {
    lane.failures += 1;
    lane.gap = Math.min(MAX_GAP_MS, lane.gap * 2);
    lane.next = clock() + pauseAfter(error, lane.failures, backoff);
    if (isTooManyRequests(error))
      lane.heldUntil = Math.max(lane.heldUntil, clock() + (error.retryAfterMs ?? 0));
  };

  return {
    laneOf,
    note: (token: string, error: BankError | undefined): void => {
      const lane = laneOf(token);
      if (error && isFault(error)) slowDown(lane, error);
      else {
        // The first usable answer ends the pause that unusable ones, or none, caused.
        if (lane.isUnusable) lane.next = clock();
        lane.failures = 0;
        lane.gap = Math.max(GAP_MS, lane.gap / 2);
      }
      lane.isUnusable = error !== undefined && isUnusable(error);
    },
    /** Ends pauses caused by silence; those requested by a 429 last. */
    endSilence: (): void => {
      for (const lane of lanes.values())
        if (lane.isUnusable) Object.assign(lane, { next: clock(), failures: 0 });
    },
    /** Milliseconds. */
    waitOf: (token: string): number => {
      const { next = 0, heldUntil = 0 } = lanes.get(token) ?? {};
      return Math.max(next, heldUntil) - clock();
    },
  };
};

export const createPace = (options: PaceOptions): Pace => {
  const { now, clock = () => performance.now(), random = Math.random } = options;
  const backoff = createBackoff(random);
  const lanes = createLanes(clock, backoff);
  const breaker = createBreaker(options, clock, backoff);

  const note = (token: string, error: BankError | undefined): void => {
    // Refused here: it says nothing about the bank.
    if (error?.code === 'MOVED_AWAY') return;
    if (error !== undefined && isUnanswered(error)) breaker.recordNoAnswer(error);
    else breaker.recordAnswer(lanes.endSilence);
    // After the end of a silence, so that this outcome's own pause lasts.
    lanes.note(token, error);
  };

  /**
   * Waits until a call may begin. Returns true for the trial call to an unreachable bank.
   * @throws BankError PAUSED
   */
  const waitForTurn = async (token: string): Promise<boolean> => {
    const lane = lanes.laneOf(token);
    if (breaker.isOpen()) return breaker.beginTrial(lane);
    const wait = Math.max(lane.next, lane.heldUntil) - clock();
    if (wait > MAX_WAIT_MS) throw paused(wait);
    const { failures } = lane;
    lane.next = Math.max(lane.next, clock()) + lane.gap;
    if (wait <= 0) return false;
    await sleep(wait);
    // Calls that ended meanwhile may have changed the pause for this one too.
    const isOutdated = breaker.isOpen() || lane.heldUntil > clock() || lane.failures > failures;
    return isOutdated ? waitForTurn(token) : false;
  };

  const observed = (bank: Bank): Bank =>
    wrapCalls(bank, async (token, call) => {
      try {
        const answer = await call();
        note(token, undefined);
        return answer;
      } catch (error) {
        if (error instanceof BankError) note(token, error);
        throw error;
      }
    });

  const background = (bank: Bank): Bank =>
    wrapCalls(observed(bank), async (token, call) => {
      const isTrial = await waitForTurn(token);
      try {
        return await call();
      } finally {
        if (isTrial) breaker.endTrial();
      }
    });

  return {
    observed,
    background,
    state: breaker.snapshot,
    pausedUntil: (token) => {
      const wait = lanes.waitOf(token);
      return wait > MAX_WAIT_MS ? now() + wait : null;
    },
  };
};

type WrapCall = <Answer>(token: string, call: () => Promise<Answer>) => Promise<Answer>;

/** Wraps every call in `wrap`. */
export const wrapCalls = (bank: Bank, wrap: WrapCall): Bank =>
  Object.fromEntries(
    Object.entries(bank).map(
      ([name, call]: [string, (token: string, ...rest: never[]) => Promise<unknown>]) => [
        name,
        (token: string, ...rest: never[]) => wrap(token, () => call(token, ...rest)),
      ],
    ),
  ) as unknown as Bank;
