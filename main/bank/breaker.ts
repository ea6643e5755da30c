import type { BANK_STATES } from '../../shared/api/statuses.ts';
import { type BankError, paused } from './errors.ts';

const FIRST_TRY_MS = 5_000;
const MAX_PAUSE_MS = 60_000;
const JITTER = 0.2;
/** Calls without an answer, one after another, until the bank counts as unreachable. */
const FAILURE_THRESHOLD = 3;

export interface BankState {
  state: (typeof BANK_STATES)[number];
  /** Milliseconds UTC, like the times below: when the first call went unanswered. */
  since: number | null;
  errCode: string | null;
  nextTryAt: number | null;
  lastAnswerAt: number | null;
}

export interface BreakerOptions {
  /** Milliseconds UTC, for people; the waiting itself goes by a clock that never goes back. */
  now: () => number;
  /** The bank was unreachable since then (ms) when the service ended, and by which error. */
  unreachable?: { since: number; errCode: string } | undefined;
  /** The bank turned unreachable, or reachable again. */
  onChange?: (state: BankState, before: BankState) => void;
}

export type Backoff = (failures: number, first: number) => number;

export const createBackoff =
  (random: () => number): Backoff =>
  (failures, first) => {
    const wait = Math.min(MAX_PAUSE_MS, first * 2 ** Math.min(failures - 1, 10));
    return wait * (1 - JITTER + 2 * JITTER * random());
  };

/** Whether the bank as a whole answers. */
export const createBreaker = (
  { now, onChange, unreachable }: BreakerOptions,
  clock: () => number,
  backoff: Backoff,
) => {
  let state: BankState['state'] = unreachable ? 'unreachable' : 'unknown';
  let since: number | null = unreachable?.since ?? null;
  let firstSilentAt: number | null = null;
  let errCode: string | null = unreachable?.errCode ?? null;
  let lastAnswerAt: number | null = null;
  let unansweredCalls = 0;
  let tryAt = clock();
  let isTrying = false;

  const snapshot = (): BankState => ({
    state,
    since,
    errCode,
    nextTryAt: state === 'unreachable' ? now() + Math.max(0, tryAt - clock()) : null,
    lastAnswerAt,
  });

  const change = (to: BankState['state'], sinceThen: number | null, code: string | null): void => {
    const before = snapshot();
    state = to;
    since = sinceThen;
    errCode = code;
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
    recordNoAnswer: ({ code }: BankError): void => {
      unansweredCalls += 1;
      firstSilentAt ??= now();
      if (unansweredCalls < FAILURE_THRESHOLD && state !== 'unreachable') return;
      tryAt = clock() + backoff(Math.max(1, unansweredCalls - FAILURE_THRESHOLD + 1), FIRST_TRY_MS);
      if (state === 'unreachable') errCode = code;
      else change('unreachable', firstSilentAt, code);
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
