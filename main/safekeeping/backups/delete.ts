import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { noteAction } from '../../shop/actions/record.ts';
import { NotFoundError } from '../../shop/errors.ts';
import { type Backup, looksSound, removeBackupAside } from '../../store/backup/files.ts';
import type { Db } from '../../store/db/connection.ts';
import type { Listed } from './list.ts';

/**
 * The backup of that name, if it may be deleted: a path is not enough, since any file could be meant.
 * @throws NotFoundError, OwnerError BACKUP_LAST when no other verified backup would be left
 */
export const deletableBackup = ({ backups, problems }: Listed, name: string): Backup => {
  const backup = backups.find((each) => each.name === name);
  if (!backup) throw new NotFoundError('backup', name, problems);
  const isOtherLeft = backups.some((each) => each.path !== backup.path && looksSound(each));
  if (!looksSound(backup) || isOtherLeft) return backup;
  throw new OwnerError(
    'BACKUP_LAST',
    `The backup ${backup.name} is the only verified one, so without it nothing could be restored. Nothing was deleted. Make a newer one first.`,
  );
};

/** Deletes a backup and its manifest. @param now milliseconds UTC @throws OwnerError BACKUP_NOT_DELETED */
export const deleteBackup = async (db: Db, backup: Backup, now: number): Promise<void> => {
  try {
    await removeBackupAside(backup);
  } catch (error) {
    const { fault, why, remedy } = reasonOf(error);
    throw new OwnerError(
      'BACKUP_NOT_DELETED',
      `The backup ${backup.path} could not be deleted: ${why}. ${remedy}.`,
      { facts: { fault }, cause: error },
    );
  }
  const object = { kind: 'backup' as const, id: null, label: backup.name };
  noteAction(db, now, { code: 'backup_deleted', object, facts: { kind: backup.kind } });
};
