import { OwnerError } from '../../platform/owner-error.ts';
import { type DataFolderLock, lockDataFolder } from '../../store/db/lock.ts';

/**
 * Keeps the service off a data folder while its database is replaced.
 * @param what is done there: "a backup is put in place"
 * @throws OwnerError ALREADY_RUNNING
 */
export const lockAgainstService = (dataDir: string, what: string): DataFolderLock => {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof OwnerError) || error.code !== 'ALREADY_RUNNING') throw error;
    throw new OwnerError(
      'ALREADY_RUNNING',
      `Kramar is running with the data folder ${dataDir}, and ${what} only while it is stopped. ` +
        'Nothing was changed. Stop it, then try again.',
      { cause: error },
    );
  }
};
