import { databaseFile } from '../../platform/data-folder.ts';
import type { Checked } from '../../store/backup/check.ts';
import type { Backup } from '../../store/backup/files.ts';
import { inThread } from '../../store/backup/thread.ts';
import type { Db } from '../../store/db/connection.ts';
import { latestEvent } from '../../store/events.ts';
import { removeScratches, withScratch } from './list.ts';
import type { BackupsContext } from './write.ts';

/** A backup tested by a drill, with the result. */
export interface TestedBackup extends Checked {
  backup: Backup;
}

const SCRATCH_PREFIX = 'restore-drill-';

/** Removes the scratch folders of drills that a crash ended. */
export const removeDrillScratches = (dataDir: string): Promise<void> =>
  removeScratches(dataDir, SCRATCH_PREFIX);

/** Time of the last restore, milliseconds UTC; minus infinity without one. */
export const restoredAt = (db: Db): number =>
  latestEvent(db, ['backup.restored'])?.created_at ?? Number.NEGATIVE_INFINITY;

/** Restores a backup into a scratch folder and compares it with the shop. @throws the thread's error */
export const rehearseRestore = async (
  { db, dataDir }: BackupsContext,
  backup: Backup,
  signal: AbortSignal,
): Promise<TestedBackup> => {
  // After a restore of an older backup, backups made in between rightly have more rows than the shop.
  const live = backup.created_at > restoredAt(db) ? databaseFile(dataDir) : undefined;
  const { path, manifest } = backup;
  const checked = await withScratch(dataDir, SCRATCH_PREFIX, (scratch) =>
    inThread('rehearseRestore', [path, manifest, scratch, live], { signal }),
  );
  return { backup, ...checked };
};
