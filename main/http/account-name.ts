import { findAccount } from '../store/accounts.ts';
import type { Db } from '../store/db/connection.ts';

/** Full name, else username; "" for nobody, and for an account that is gone. */
export const accountName = (db: Db, account: number | null): string => {
  const found = account === null ? undefined : findAccount(db, account);
  return found?.full_name || (found?.username ?? '');
};
