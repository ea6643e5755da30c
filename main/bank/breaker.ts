import type { BANK_STATES } from '../../shared/api/statuses.ts';
import type { BankOutcome } from '../../shared/errors.ts';
import { HOUR_MS } from '../../shared/time.ts';
import type { Bank } from './client.ts';
import { BankError, bankOutcome, isFirewallBlock, notSentThroughFirewall, paused } from './errors.ts';

/** Holds back requests while the bank does not answer, or while its firewall answers in its place. */

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

/** Creations of a terminal that may be blocked in a row, though other requests get through, until they wait. */
const SENT_IN_A_ROW = 3;
const FIRST_WAIT_MS = 5_000;

interface Blocked {
  /** Creations in a row that the firewall kept out. */
  times: number;
  /** By the clock. */
  waitsUntil: number;
}

/**
 * The same bank, whose creations do not pile up in doubt behind its firewall. One that gets the firewall's page may have
 * reached the bank, and a till repeats. So after the first of a token the next asks the bank something that changes
 * nothing, and is sent only if that gets through. Where it does and creations still do not, they wait ever longer.
 * @param clock milliseconds that never decrease
 */
export const boundedDoubts = (
  bank: Bank,
  clock: () => number = () => performance.now(),
  random: () => number = Math.random,
): Bank => {
  const backoff = createBackoff(random);
  const blocked = new Map<string, Blocked>();

  /** @throws BankError, of a sale that was not sent */
  const tryFirst = async (token: string, { waitsUntil }: Blocked): Promise<void> => {
    if (clock() < waitsUntil) throw notSentThroughFirewall();
    try {
      await bank.merchantDetails(token);
    } catch (error) {
      // The creation itself shows any other failure.
      if (error instanceof BankError && isFirewallBlock(error)) throw notSentThroughFirewall(error);
    }
  };

  const count = (token: string): void => {
    const times = (blocked.get(token)?.times ?? 0) + 1;
    const beyond = times - SENT_IN_A_ROW + 1;
    const wait = beyond > 0 ? backoff(beyond, FIRST_WAIT_MS, HOUR_MS) : 0;
    blocked.set(token, { times, waitsUntil: clock() + wait });
  };

  return {
    ...bank,
    createInvoice: async (token, request, permit) => {
      const before = blocked.get(token);
      if (before) await tryFirst(token, before);
      try {
        const created = await bank.createInvoice(token, request, permit);
        blocked.delete(token);
        return created;
      } catch (error) {
        if (error instanceof BankError && isFirewallBlock(error)) count(token);
        throw error;
      }
    },
  };
};
