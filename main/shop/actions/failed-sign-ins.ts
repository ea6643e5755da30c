import { HOUR_MS } from '../../../shared/time.ts';
import type { Db } from '../../store/db/connection.ts';
import { noteAction } from './record.ts';

/** Failed sign-ins recorded one by one in an hour: whoever guesses passwords must not fill the disk. */
const RECORDED_AN_HOUR = 30;

/**
 * Records failed sign-ins; those beyond the limit are counted, and the count is recorded with the first failure of the
 * next hour. A name without an account is not stored: it may be a password typed into the wrong field.
 */
export const createFailedSignIns = (db: Db, now: () => number) => {
  let hour = Number.NEGATIVE_INFINITY;
  let recorded = 0;
  let suppressed = 0;

  return (
    account: { id: number; username: string } | undefined,
    way: 'password' | 'pin' = 'password',
  ): void => {
    const current = Math.floor(now() / HOUR_MS);
    const more = suppressed;
    if (current !== hour) [hour, recorded, suppressed] = [current, 0, 0];
    recorded += 1;
    if (recorded > RECORDED_AN_HOUR) {
      suppressed += 1;
      return;
    }
    noteAction(db, now(), {
      code: way === 'pin' ? 'pin_failed' : 'sign_in_failed',
      object: account && { kind: 'account', id: account.id, label: account.username },
      facts: more > 0 && recorded === 1 ? { not_recorded: more } : {},
    });
  };
};
