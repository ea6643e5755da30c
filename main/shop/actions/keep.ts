import { DAY_MS } from '../../../shared/time.ts';
import { pruneActions, readCheck, writeCheck } from '../../store/actions.ts';
import type { Backup } from '../../store/backup/files.ts';
import { checkTime, inThread } from '../../store/backup/thread.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import { recordAction } from './record.ts';

/** Three years: owners look back at most this long, and so do tax inspections. */
export const KEEP_ACTIONS_MS = 3 * 365.25 * DAY_MS;

/** Deletes the actions from before a moment (ms), and records that. Returns their number. */
export const forgetActions = (db: Db, before: number, now: () => number): Promise<number> =>
  pruneActions(db, before, (number, count) =>
    recordAction(db, now(), { code: 'actions_pruned', facts: { count, number } }),
  );

/**
 * Compares the log of actions in a new backup with an earlier one, in a thread, and stores the result. A fault stays
 * stored until a backup from before it is restored: later backups hold the changed log as well.
 * @throws BackupFault
 */
export const compareWithEarlier = async (
  { db, now }: DbContext,
  backup: Backup,
  earlier: Backup,
  signal: AbortSignal,
): Promise<void> => {
  const compared = await inThread(
    'compareActions',
    [backup.path, earlier.path, backup.created_at - KEEP_ACTIONS_MS],
    { signal, timeMs: checkTime(backup.size) },
  );
  if (compared.fault !== '' || !readCheck(db)?.fault) writeCheck(db, { at: now(), ...compared });
};
