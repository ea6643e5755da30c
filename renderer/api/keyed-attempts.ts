import * as v from 'valibot';
import { KEY_KEPT_MS } from '../../shared/api/invoices.ts';
import { type Failure, isInDoubt, isNotSent } from './failure.ts';

/**
 * Requests that may take effect only once. Each carries an Idempotency-Key, created when a person confirms and kept
 * across reloads until the outcome is known, so that one intent never uses two keys.
 */

export const attemptEntries = {
  key: v.string(),
  /** unknown: the answer was lost, so the request may have taken effect. */
  state: v.picklist(['sent', 'unknown', 'refused']),
  failure: v.nullable(v.custom<Failure>((value) => typeof value === 'object' && value !== null)),
  /** Send time, ms UTC. */
  at: v.number(),
};
type Entries = typeof attemptEntries;
export type KeyedAttempt = { [Name in keyof Entries]: v.InferOutput<Entries[Name]> };

export const newKey = (): string => crypto.randomUUID();

export const without = <A extends KeyedAttempt>(attempts: readonly A[], key: string): A[] =>
  attempts.filter((each) => each.key !== key);

/**
 * Marks an attempt as failed. An unknown outcome of an earlier try stays unknown, unless this failure proves that
 * nothing was done.
 */
export const failed = <A extends KeyedAttempt>(
  attempt: A,
  failure: Failure,
  was: A['state'] | undefined,
): A => {
  const staysOpen =
    was === 'unknown' && (['session', 'throttled', 'away'].includes(failure.kind) || isNotSent(failure));
  return { ...attempt, failure, state: isInDoubt(failure) || staysOpen ? 'unknown' : 'refused' };
};

/** A reload loses pending answers, so sent attempts become unknown. */
export const revived = <A extends KeyedAttempt>(attempts: readonly A[], now: number): A[] =>
  attempts
    .filter(({ at }) => now - at < KEY_KEPT_MS)
    .map((each) => (each.state === 'sent' ? { ...each, state: 'unknown' } : each));

/** One value in this tab's sessionStorage. */
export const createStored = <Value>(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  name: string,
  schema: v.GenericSchema<unknown, Value>,
) => ({
  /** undefined: absent, or stored by another version of the program. */
  read: (): Value | undefined => {
    try {
      return v.parse(schema, JSON.parse(storage.getItem(name) ?? 'null'));
    } catch {
      return undefined;
    }
  },
  /** When storage is full or forbidden, only a reload loses the value: the state in memory remains. */
  write: (value: Value): void => {
    try {
      storage.setItem(name, JSON.stringify(value));
    } catch {}
  },
});

/** One store per user of this tab, created on first use. */
export const createPerUser = <Store>(create: (username: string) => Store): ((username: string) => Store) => {
  const stores = new Map<string, Store>();
  return (username) => {
    const store = stores.get(username) ?? create(username);
    stores.set(username, store);
    return store;
  };
};
