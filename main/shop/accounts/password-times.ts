import { DAY_MS } from '../../../shared/time.ts';
import type { AccountRow } from '../../store/accounts.ts';

/**
 * Who gave their password here, and when; kept in memory, so that a restart forgets it. Both clocks must agree that it
 * is recent: the PC's own may be set back, and the monotonic one may stand still while the PC sleeps.
 * @param now milliseconds UTC
 * @param clock milliseconds that never decrease
 */
export const createPasswordTimes = (now: () => number, clock: () => number) => {
  const given = new Map<number, { hash: string; at: number; ticks: number }>();
  return {
    note: ({ id, password_hash }: AccountRow): void =>
      void given.set(id, { hash: password_hash, at: now(), ticks: clock() }),
    /** Whether it was given within a day, and is still the password. */
    isRecent: ({ id, password_hash }: AccountRow): boolean => {
      const last = given.get(id);
      if (last?.hash !== password_hash) return false;
      const age = now() - last.at;
      return age >= 0 && age < DAY_MS && clock() - last.ticks < DAY_MS;
    },
  };
};
