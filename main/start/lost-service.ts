import { setTimeout as delay } from 'node:timers/promises';
import { recoveryCommands } from '../cli/console-command.ts';
import { type Away, awayPage, BEING_RESTORED, databaseLost, refuseWhileAway } from '../http/away.ts';
import { createRateLimit } from '../http/gate.ts';
import { createKoa, listen } from '../http/server.ts';
import type { Config } from '../platform/config.ts';
import { databaseFile } from '../platform/data-folder.ts';
import type { Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';
import type { LostDatabaseError } from '../safekeeping/backups/lost-database.ts';
import { databaseFileState } from '../store/db/database-file.ts';
import { lockDataFolder } from '../store/db/lock.ts';
import { portsFor } from './ports.ts';

const CHECK_EVERY_MS = 500;
/** A restoring command ends within that; a longer holder of the folder is another service. */
const MAX_BUSY_CHECKS = 120;

/**
 * Serves without the database that is lost, until one exists again. It holds no lock, so that the command that restores
 * a backup can run.
 * @param whenServing gets the address of the page
 * @throws OwnerError PORT_TAKEN, PORT_REFUSED, and the reason of `signal`
 */
export const serveUntilRestored = async (
  config: Config,
  { message, lost }: LostDatabaseError,
  log: Log,
  whenServing: (address: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { dataDir } = config;
  const answer = databaseLost({ detail: message, commands: recoveryCommands(lost) });
  const server = await serveAway(answer, config, portsFor(config), log);
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

/**
 * Answers at the service's port while the work replaces the database, as far as the port can be had.
 * @throws what `work` throws
 */
export const serveWhileRestoring = async <Result>(
  config: Config,
  log: Log,
  work: () => Promise<Result>,
): Promise<Result> => {
  const server = await serveAway(BEING_RESTORED, config, [config.port], log).catch((error: unknown) =>
    log.warn('Nothing answers while the backup is being restored.', { error }),
  );
  try {
    return await work();
  } finally {
    await server?.stop(0);
  }
};

const serveAway = (away: Away, config: Config, ports: [number, ...number[]], log: Log) =>
  listen(
    createKoa({
      api: refuseWhileAway(away),
      limits: {
        rateLimit: createRateLimit(),
        limits: { user: config.rateLimitUser, anonymous: config.rateLimitAnonymous },
      },
      // They are kept in the database.
      allowedOrigins: () => [],
      nonApiMiddleware: [awayPage(away)],
      log,
      requests: { note: () => undefined },
    }),
    ports,
  );

const isBusy = (dataDir: string): boolean => {
  try {
    lockDataFolder(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof OwnerError && error.code === 'ALREADY_RUNNING';
  }
};
