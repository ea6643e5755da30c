import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import type { Backup } from '../../store/backup/files.ts';

const stopped = (error: unknown) =>
  new OwnerError('BACKUP_STOPPED', 'The backup was broken off, since Kramar stops. It is made anew later.', {
    cause: error,
  });

const isStopped = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === 'STOPPED';

/** The error for the owner about a backup that could not be made. */
export const notMade = (folder: string, error: unknown): OwnerError => {
  if (error instanceof OwnerError) return error;
  if (isStopped(error)) return stopped(error);
  const { fault, why, remedy } = reasonOf(error);
  return new OwnerError(
    'BACKUP_FAILED',
    `A backup to ${folder} could not be made: ${why}. The shop goes on; its data and the older backups are safe. ${remedy}.`,
    { facts: { isChosen: true, fault }, cause: error },
  );
};

/** The error for the owner about a drill that failed. @param backup undefined: none was selected yet */
export const notRestored = (backup: Backup | undefined, error: unknown): OwnerError => {
  if (error instanceof OwnerError) return error;
  if (isStopped(error)) return stopped(error);
  const { fault, why, remedy } = reasonOf(error);
  const isUnfit = UNFIT.includes((error as { code?: string }).code ?? '');
  return new OwnerError(
    'DRILL_FAILED',
    `The trial restore of ${backup ? `the backup ${backup.path}` : 'a backup'} failed: ${why}. The shop goes on, and its ` +
      `data are safe. ${isUnfit ? 'Make another backup' : remedy}.`,
    { facts: { fault }, cause: error },
  );
};

/** Codes of faults in the backup itself. */
const UNFIT = ['DAMAGED', 'NEWER', 'TOO_OLD', 'FOREIGN', 'ALTERED'];
