import { existsSync } from 'node:fs';
import type { Config } from '../platform/config.ts';
import { databaseFile } from '../platform/data-folder.ts';
import type { Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { createBackups } from '../safekeeping/backups/create.ts';
import { prepareShopFolder, refuseLostDatabase } from '../safekeeping/backups/lost-database.ts';
import { type Copies, createCopies } from '../safekeeping/copies/copies.ts';
import { type Installation, openInstallation } from '../safekeeping/installation.ts';
import { type Db, openDatabase } from '../store/db/connection.ts';
import { type DataFolderLock, lockDataFolder } from '../store/db/lock.ts';
import type { Call } from './command.ts';

/** For commands that need existing data: a mistyped --data-dir must not create an empty shop. */
export const requireDatabase = ({ dataDir }: Config): void => {
  refuseLostDatabase(dataDir);
  if (existsSync(databaseFile(dataDir))) return;
  throw new OwnerError(
    'NO_DATABASE',
    `There is no database in ${dataDir}. Nothing was made. Give the shop's folder with --data-dir; ` +
      'in a new shop, begin with: owner create.',
  );
};

/** Opens only the database: commands about people must not wait for a locked keychain. */
export const withDatabase = async <Result>(
  { config, log }: Call,
  work: (db: Db) => Result | Promise<Result>,
): Promise<Result> => {
  prepareShopFolder(config.dataDir);
  const db = openUpdated(config, log);
  try {
    return await work(db);
  } finally {
    db.close();
  }
};

/** Commands work beside the running service; but they must not migrate the schema under an older one. */
const openUpdated = ({ dataDir }: Config, { info }: Log): Db =>
  openDatabase(databaseFile(dataDir), { lockFolder: () => keepServiceOff(dataDir), report: info });

const keepServiceOff = (dataDir: string): DataFolderLock =>
  lockDataFolder(
    dataDir,
    `The database in ${dataDir} is of an older version, and Kramar is running with it: the older version still, or ` +
      'this one, just starting. Nothing was changed. Try again in a minute; if it stays so, stop Kramar and start it again.',
  );

export const withInstallation = async <Result>(
  { config, log }: Call,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> => {
  prepareShopFolder(config.dataDir);
  openUpdated(config, log).close();
  const installation = await openInstallation(config, { log });
  try {
    return await work(installation);
  } finally {
    installation.close();
  }
};

/** With the encrypted copies of the data folder, and the backups that they are made of. */
export const withCopies = <Result>(
  call: Call,
  work: (copies: Copies, installation: Installation) => Promise<Result>,
): Promise<Result> =>
  withInstallation(call, async (installation) => {
    const context = { ...installation, dataDir: call.config.dataDir, log: call.log };
    const copies = createCopies({ ...context, backups: createBackups(context) });
    return work(copies, installation);
  });
