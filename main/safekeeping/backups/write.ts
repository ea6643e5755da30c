import type { BackupKind } from '../../../shared/api/statuses.ts';
import { version } from '../../../shared/version.ts';
import { databaseFile, makeFolder } from '../../platform/data-folder.ts';
import type { Log } from '../../platform/log.ts';
import { backupFolder } from '../../shop/settings.ts';
import { type Backup, discardReserved, removeLeftovers, reserveBackup } from '../../store/backup/files.ts';
import { inThread } from '../../store/backup/thread.ts';
import type { Db } from '../../store/db/connection.ts';
import { installationId } from '../../store/settings.ts';
import { rememberFolder } from './folder.ts';
import { defaultFolder } from './list.ts';

export interface BackupsContext {
  db: Db;
  dataDir: string;
  /** Milliseconds UTC. */
  now: () => number;
  log: Log;
}

/**
 * Writes and verifies a backup in a thread of its own, after it has removed what failed ones left in the folder.
 * @param signal aborts it
 * @throws the file system's error, or the thread's
 */
export const writeBackup = async (
  context: BackupsContext,
  kind: Exclude<BackupKind, 'migration'>,
  signal: AbortSignal,
): Promise<Backup> => {
  const { db, dataDir, now, log } = context;
  const folder = backupFolder(db, dataDir);
  // Creates only the default folder: a chosen one may be on an unplugged disk, and would then be created in its place.
  if (folder === defaultFolder(dataDir)) makeFolder(folder);
  const installation = installationId(db);
  await removeLeftovers(folder, installation);
  const at = now();
  const reserved = reserveBackup(folder, kind, at, installation);
  const label = { created_at: new Date(at).toISOString(), kind, version, installation };
  try {
    const backup = await inThread('writeBackup', [databaseFile(dataDir), reserved, label], { signal });
    try {
      rememberFolder(dataDir, { folder, installation });
    } catch (error) {
      log.warn('Where the backups are could not be written down beside the database.', { error });
    }
    return backup;
  } finally {
    discardReserved(reserved);
  }
};
