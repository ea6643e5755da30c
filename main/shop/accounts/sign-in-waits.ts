import { hash } from 'node:crypto';

/** Consecutive failures without a delay: a person who mistypes a password notices nothing. */
const FREE_FAILURES = 10;
/** Milliseconds; each further failure adds one more step. */
const STEP_MS = 1000;
const LONGEST_WAIT_MS = 5000;
/** At 60 sign-ins a minute it takes a quarter of an hour until a name is dropped. */
const MAX_NAMES = 1000;

/**
 * Delays of sign-ins after consecutive failures for their name, so that passwords cannot be guessed quickly. Unknown
 * names wait alike. Each sign-in waits for itself, so a flood of guesses delays the owner no longer than a single one
 * would.
 * @param clock milliseconds that never decrease
 */
export const createSignInWaits = (clock: () => number) => {
  // Keyed by the hash of the name: a password typed as a name is not stored.
  const failures = new Map<string, { count: number; at: number }>();
  const keyOf = (username: string): string => hash('sha256', username, 'base64');

  return {
    /** Current delay in milliseconds. */
    remaining: (username: string): number => {
      const { count = 0, at = 0 } = failures.get(keyOf(username)) ?? {};
      const wait = Math.min(LONGEST_WAIT_MS, STEP_MS * (count - FREE_FAILURES + 1));
      return count < FREE_FAILURES ? 0 : Math.max(0, at + wait - clock());
    },
    failed: (username: string): void => {
      const key = keyOf(username);
      const { count = 0 } = failures.get(key) ?? {};
      // Inserted last again: the first in the map failed longest ago.
      failures.delete(key);
      const [oldest] = failures.size >= MAX_NAMES ? failures.keys() : [];
      if (oldest !== undefined) failures.delete(oldest);
      failures.set(key, { count: count + 1, at: clock() });
    },
    succeeded: (username: string): void => {
      failures.delete(keyOf(username));
    },
  };
};
