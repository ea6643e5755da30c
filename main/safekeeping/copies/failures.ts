import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';

/** @param hasFolder the folder is set, and the passphrase cannot be opened */
export const copiesOff = (hasFolder: boolean): OwnerError =>
  hasFolder
    ? new OwnerError(
        'COPY_PHRASE_LOST',
        'The passphrase of the encrypted copies cannot be opened: the keychain holds another key than the one it was kept under. Nothing was copied; the backups on this computer go on. Enter the passphrase again.',
      )
    : new OwnerError(
        'COPIES_OFF',
        'Encrypted copies are off. Nothing was copied. Choose a folder and a passphrase first.',
      );

const stopped = (cause: unknown): OwnerError =>
  new OwnerError('BACKUP_STOPPED', 'The copy was broken off, since Kramar stops. It is made anew later.', {
    cause,
  });

const isStopped = (error: unknown): boolean => (error as { code?: unknown }).code === 'STOPPED';

/** The error for the owner about a copy that could not be made. */
export const copyNotMade = (folder: string | undefined, error: unknown): OwnerError => {
  if (error instanceof OwnerError) return error;
  if (isStopped(error)) return stopped(error);
  const { fault, why, remedy } = reasonOf(error);
  return new OwnerError(
    'COPY_FAILED',
    `An encrypted copy to ${folder} could not be made: ${why}. The shop goes on; its data, its backups and the older copies are safe. ${remedy}.`,
    { facts: { fault }, cause: error },
  );
};

/** The error for the owner about a copy that did not open in a drill. */
export const copyNotOpened = (error: unknown): OwnerError => {
  if (error instanceof OwnerError) return error;
  if (isStopped(error)) return stopped(error);
  const { fault, why } = reasonOf(error);
  return new OwnerError(
    'COPY_DRILL_FAILED',
    `The newest encrypted copy could not be opened: ${why}. The shop goes on, and its data are safe. Make another copy.`,
    { facts: { fault }, cause: error },
  );
};
