import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenRequest } from '../../../shared/api/auth.ts';
import { type AccountRow, findPersonByUsername } from '../../store/accounts.ts';
import type { Db } from '../../store/db/connection.ts';
import { clearPinFailures } from '../../store/pins.ts';
import type { createFailedSignIns } from '../actions/failed-sign-ins.ts';
import { BusyError, SignInError } from '../errors.ts';
import { type createPasswordTimes, decoyHash, verifyPassword } from './passwords.ts';

/** How a password is checked: with delays after failures, and not too many at once. */

export interface Time {
  /** Milliseconds that never decrease: the PC's own clock may be set. */
  clock(): number;
  /** @throws the reason of the signal */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

export const REAL_TIME: Time = {
  clock: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => signal?.throwIfAborted()),
};

/**
 * Longest queue of sign-ins: six seconds' work, and as many as one address may send in a minute. Further ones may retry
 * after the time that a full queue takes.
 */
const QUEUE = { waiting: 60, busy: () => new BusyError('Too many others are waiting already.', 10) };

/** @param signal aborted when the client has hung up @throws SignInError no_active_account, BusyError, the reason of the signal */
export type CheckPassword = (credentials: TokenRequest, signal?: AbortSignal) => Promise<AccountRow>;

interface PasswordCheckParts {
  db: Db;
  passwords: Pick<ReturnType<typeof createPasswordTimes>, 'note'>;
  noteFailure: ReturnType<typeof createFailedSignIns>;
}

/** Checks the password of a person as every sign-in does, and keeps that it was given. */
export const createPasswordCheck = (
  { db, passwords, noteFailure }: PasswordCheckParts,
  { clock, pause }: Time,
): CheckPassword => {
  // Verified for an unknown username, so that the answer takes as long as for a known one.
  const decoy = decoyHash();
  const waits = createSignInWaits(clock);
  return async ({ username, password }, signal) => {
    // Waits before it takes a place among the hashes, so that it delays no other sign-in.
    const ms = waits.remaining(username);
    if (ms > 0) await pause(ms, signal);
    const account = findPersonByUsername(db, username);
    const matches = await verifyPassword(password, account?.password_hash ?? decoy, { signal, bound: QUEUE });
    if (!account || !matches || !account.is_active) {
      waits.failed(username);
      noteFailure(account);
      throw new SignInError('no_active_account');
    }
    waits.succeeded(username);
    passwords.note(account);
    forgiveWrongPins(db, account.id);
    return account;
  };
};

/** A good password ends the lock of the person's PIN. A full disk must not keep them from signing in. */
const forgiveWrongPins = (db: Db, account: number): void => {
  try {
    clearPinFailures(db, account);
  } catch {
    // The PIN stays locked until the next sign-in.
  }
};

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

/** The latest sign-ins, for as long as their access tokens are valid. @param lastMs milliseconds */
export const createSignInTimes = (lastMs: number) => {
  const times = new Map<string, number>();
  const keyOf = (token: string): string => hash('sha256', token, 'base64');
  return {
    at: (token: string): number | undefined => times.get(keyOf(token)),
    add: (token: string, now: number): void => {
      for (const [key, at] of times) if (Math.abs(now - at) > lastMs) times.delete(key);
      times.set(keyOf(token), now);
    },
  };
};
