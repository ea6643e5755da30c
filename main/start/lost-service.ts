import { setTimeout as delay } from 'node:timers/promises';
import { recoveryCommands } from '../cli/console-command.ts';
import type { LostDatabaseError } from '../domain/backups/lost-database.ts';
import { serveLostDatabase } from '../http/lost-database.ts';
import type { Config } from '../platform/config.ts';
import { databaseFile } from '../platform/data-folder.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { databaseFileState } from '../store/db/database-file.ts';
import { lockDataFolder } from '../store/db/lock.ts';

const CHECK_EVERY_MS = 500;
/** A restoring command ends within that; a longer holder of the folder is another service. */
const MAX_BUSY_CHECKS = 120;

/**
 * Answers at the service's port, in place of the shop whose database is lost, until a database exists again. It holds
 * no lock, so that the command that restores a backup can run.
 * @param whenServing gets the address of the page
 * @throws OwnerError PORT_TAKEN, PORT_REFUSED, and the reason of `signal`
 */
export const serveUntilRestored = async (
  { dataDir, port }: Config,
  { message, lost }: LostDatabaseError,
  whenServing: (address: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const server = await serveLostDatabase({ detail: message, commands: recoveryCommands(lost) }, port);
  try {
    whenServing(`${server.origin}/`);
    let busy = 0;
    do {
      await delay(CHECK_EVERY_MS, undefined, { signal });
      if (databaseFileState(databaseFile(dataDir)) === 'present') busy += 1;
    } while (busy === 0 || (busy < MAX_BUSY_CHECKS && isBusy(dataDir)));
  } finally {
    await server.stop(0);
  }
};

const isBusy = (dataDir: string): boolean => {
  try {
    lockDataFolder(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof OwnerError && error.code === 'ALREADY_RUNNING';
  }
};
