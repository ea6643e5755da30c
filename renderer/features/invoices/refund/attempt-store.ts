import * as v from 'valibot';
import type { Failure } from '../../../api/failure.ts';
import { attemptEntries, createStored, failed, revived, without } from '../../../api/keyed-attempts.ts';
import type { Refund } from '../../../api/mutations.ts';
import { createStore } from '../../../lib/create-store.ts';

/** Refunds sent from this tab with an unknown outcome, at most one per invoice. */
const attemptSchema = v.object({
  ...attemptEntries,
  invoice: v.number(),
  /** The refundable amount at confirmation, minor units. */
  left: v.number(),
  refund: v.custom<Refund>((value) => typeof value === 'object' && value !== null),
  /** From this time on, a reading without a trace of the refund proves that it was not made, ms UTC. */
  certainAt: v.number(),
});
export type RefundAttempt = v.InferOutput<typeof attemptSchema>;

/**
 * A request can reach the service while this tab waits for it (45 s), and a reading that began before takes a moment.
 */
const UNANSWERED_MS = 60_000;

interface Ports {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  newKey(): string;
  now(): number;
}

export const createRefundStore = (username: string, { storage, newKey, now }: Ports) => {
  const stored = createStored(storage, `kramar.refunds.${username}`, v.array(attemptSchema));
  const attempts = createStore<readonly RefundAttempt[]>(revived(stored.read() ?? [], now()));

  const update = (next: readonly RefundAttempt[]): void => {
    attempts.set(next);
    stored.write([...next]);
  };
  const replace = (attempt: RefundAttempt): void =>
    update([...without(attempts.get(), attempt.key), attempt]);
  const find = (key: string): RefundAttempt | undefined => attempts.get().find((each) => each.key === key);

  return {
    get: attempts.get,
    subscribe: attempts.subscribe,
    /** @returns the attempt to send; undefined while an earlier one is unresolved */
    begin: (invoice: number, left: number, refund: Refund): RefundAttempt | undefined => {
      const earlier = attempts.get().find((each) => each.invoice === invoice);
      if (earlier && earlier.state !== 'refused') return undefined;
      const isSame = JSON.stringify(earlier?.refund) === JSON.stringify(refund);
      const attempt: RefundAttempt = {
        key: earlier && isSame ? earlier.key : newKey(),
        state: 'sent',
        failure: null,
        at: now(),
        invoice,
        left,
        refund,
        certainAt: now() + UNANSWERED_MS,
      };
      update([...attempts.get().filter((each) => each !== earlier), attempt]);
      return attempt;
    },
    succeed: (key: string): void => update(without(attempts.get(), key)),
    fail: (key: string, failure: Failure): void => {
      const attempt = find(key);
      if (!attempt) return;
      // After its answer the service does nothing more for this request.
      const certainAt = failure.kind === 'unreachable' ? attempt.certainAt : now();
      replace({ ...failed(attempt, failure, undefined), certainAt });
    },
    /** The refund was certainly not made; another try would use the same key. */
    giveUp: (key: string): void => {
      const attempt = find(key);
      if (attempt) replace({ ...attempt, state: 'refused' });
    },
  };
};
export type RefundStore = ReturnType<typeof createRefundStore>;
