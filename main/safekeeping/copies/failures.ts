import { OwnerError } from '../../platform/owner-error.ts';
import { backupOwnerError } from '../backups/failures.ts';

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

/** The error for the owner about a copy that could not be made. */
export const copyNotMade = (folder: string | undefined, error: unknown): OwnerError =>
  backupOwnerError(
    'COPY_FAILED',
    'copy',
    error,
    ({ why, remedy }) =>
      `An encrypted copy to ${folder} could not be made: ${why}. The shop goes on; its data, its backups and the older copies are safe. ${remedy}.`,
  );

/** The error for the owner about a copy that did not open in a drill. */
export const copyNotOpened = (error: unknown): OwnerError =>
  backupOwnerError(
    'COPY_DRILL_FAILED',
    'copy',
    error,
    ({ why }) =>
      `The newest encrypted copy could not be opened: ${why}. The shop goes on, and its data are safe. Make another copy.`,
  );
