import type { BANK_STATES } from '../../shared/api/statuses.ts';
import type { BankOutcome } from '../../shared/errors.ts';
import { type BankError, bankOutcome, paused } from './errors.ts';

const FIRST_TRY_MS = 5_000;
const MAX_PAUSE_MS = 60_000;
const JITTER = 0.2;
/** Consecutive calls without an answer until the bank counts as unreachable. */
const FAILURE_THRESHOLD = 3;

export interface BankState {
  state: (typeof BANK_STATES)[number];
  /** Milliseconds UTC, like the times below: the first call without an answer. */
  since: number | null;
  errCode: string | null;
  /** Of the last unanswered call since the service started, else null: the code alone leaves it open. */
  outcome: BankOutcome | null;
  nextTryAt: number | null;
  lastAnswerAt: number | null;
}

export interface BreakerOptions {
  /** Milliseconds UTC, for display; delays use a monotonic clock. */
  now: () => number;
  /** The state when the service last ended: unreachable since (ms), and by which error. */
  unreachable?: { since: number; errCode: string } | undefined;
  /** Called when the bank becomes unreachable, or reachable again. */
  onChange?: (state: BankState, before: BankState) => void;
}

/** Milliseconds to wait after so many failures in a row. @param longest ms, a minute if absent */
export type Backoff = (failures: number, first: number, longest?: number) => number;

export const createBackoff =
  (random: () => number): Backoff =>
  (failures, first, longest = MAX_PAUSE_MS) => {
    const wait = Math.min(longest, first * 2 ** Math.min(failures - 1, 10));
    return wait * (1 - JITTER + 2 * JITTER * random());
  };

type Cause = Pick<BankState, 'errCode' | 'outcome'>;
const causeOf = (error: BankError | null): Cause => ({
  errCode: error?.code ?? null,
  outcome: error && bankOutcome(error),
});

/** A circuit breaker for the bank as a whole. */
export const createBreaker = (
  { now, onChange, unreachable }: BreakerOptions,
  clock: () => number,
  backoff: Backoff,
) => {
  let state: BankState['state'] = unreachable ? 'unreachable' : 'unknown';
  let since: number | null = unreachable?.since ?? null;
  let firstSilentAt: number | null = null;
  let cause: Cause = { errCode: unreachable?.errCode ?? null, outcome: null };
  let lastAnswerAt: number | null = null;
  let unansweredCalls = 0;
  let tryAt = clock();
  let isTrying = false;

  const snapshot = (): BankState => ({
    state,
    since,
    ...cause,
    nextTryAt: state === 'unreachable' ? now() + Math.max(0, tryAt - clock()) : null,
    lastAnswerAt,
  });

  const change = (to: BankState['state'], sinceThen: number | null, error: BankError | null): void => {
    const before = snapshot();
    state = to;
    since = sinceThen;
    cause = causeOf(error);
    if (before.state !== to && !(before.state === 'unknown' && to === 'reachable'))
      onChange?.(snapshot(), before);
  };

  return {
    snapshot,
    recordAnswer: (endSilence: () => void): void => {
      unansweredCalls = 0;
      firstSilentAt = null;
      lastAnswerAt = now();
      if (state === 'reachable') return;
      endSilence();
      change('reachable', null, null);
    },
    recordNoAnswer: (error: BankError): void => {
      unansweredCalls += 1;
      firstSilentAt ??= now();
      if (unansweredCalls < FAILURE_THRESHOLD && state !== 'unreachable') return;
      tryAt = clock() + backoff(Math.max(1, unansweredCalls - FAILURE_THRESHOLD + 1), FIRST_TRY_MS);
      if (state === 'unreachable') cause = causeOf(error);
      else change('unreachable', firstSilentAt, error);
    },
    isOpen: (): boolean => state === 'unreachable',
    /** @throws BankError PAUSED */
    beginTrial: ({ heldUntil }: { heldUntil: number }): true => {
      const wait = Math.max(tryAt, heldUntil) - clock();
      if (isTrying || wait > 0) throw paused(Math.max(0, wait));
      isTrying = true;
      return true;
    },
    endTrial: (): void => {
      isTrying = false;
    },
  };
};
