import * as v from 'valibot';
import { KEY_KEPT_MS } from '../../shared/api/invoices.ts';
import { type Failure, isInDoubt } from './failure.ts';

/**
 * Requests that may take effect once only. Each carries an Idempotency-Key that is made when a person confirms it, and
 * is kept, through a reload too, until the outcome is known: the same intent never goes out under a second key.
 */

export const attemptEntries = {
  key: v.string(),
  /** unknown: the answer was lost, so it may have taken effect. */
  state: v.picklist(['sent', 'unknown', 'refused']),
  failure: v.nullable(v.custom<Failure>((value) => typeof value === 'object' && value !== null)),
  /** When it was sent, ms UTC. */
  at: v.number(),
};
type Entries = typeof attemptEntries;
export type KeyedAttempt = { [Name in keyof Entries]: v.InferOutput<Entries[Name]> };

export const newKey = (): string => crypto.randomUUID();

export const without = <A extends KeyedAttempt>(attempts: readonly A[], key: string): A[] =>
  attempts.filter((each) => each.key !== key);

/**
 * A try that failed. What may have come of an earlier try of the same content stays open, unless this one says that
 * nothing can have.
 */
export const failed = <A extends KeyedAttempt>(
  attempt: A,
  failure: Failure,
  was: A['state'] | undefined,
): A => {
  const staysOpen = was === 'unknown' && (failure.kind === 'session' || failure.kind === 'throttled');
  return { ...attempt, failure, state: isInDoubt(failure) || staysOpen ? 'unknown' : 'refused' };
};

/** After a reload no answer arrives any more. */
export const revived = <A extends KeyedAttempt>(attempts: readonly A[], now: number): A[] =>
  attempts
    .filter(({ at }) => now - at < KEY_KEPT_MS)
    .map((each) => (each.state === 'sent' ? { ...each, state: 'unknown' } : each));

/** One value under one name in the storage of this tab. */
export const createStored = <Value>(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  name: string,
  schema: v.GenericSchema<unknown, Value>,
) => ({
  /** undefined: nothing there, or of another version of this program. */
  read: (): Value | undefined => {
    try {
      return v.parse(schema, JSON.parse(storage.getItem(name) ?? 'null'));
    } catch {
      return undefined;
    }
  },
  /** Storage that is full or forbidden loses it at a reload only: the state in memory stands. */
  write: (value: Value): void => {
    try {
      storage.setItem(name, JSON.stringify(value));
    } catch {}
  },
});

/** One store for each user of this tab, made when it is first needed. */
export const createPerUser = <Store>(create: (username: string) => Store): ((username: string) => Store) => {
  const stores = new Map<string, Store>();
  return (username) => {
    const store = stores.get(username) ?? create(username);
    stores.set(username, store);
    return store;
  };
};
