import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { version as program } from '../../shared/version.ts';
import { makeFolder } from '../platform/data-folder.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { writeBackupAtOnce } from './backup/copy.ts';
import { differences, readFacts } from './backup/facts.ts';
import { type Backup, backupsIn, discardReserved, removeBackup, reserveBackup } from './backup/files.ts';
import { type ReportProgress, runMigrations } from './migrate-steps.ts';
import { BASE_VERSION, type Migration, migrations } from './migrations/index.ts';
import { isTooOld, makeSchema, TOO_OLD, versionWith } from './schema/make-schema.ts';

export interface MigrateOptions {
  /** False for a copy that is only examined: it needs no backup of its own. */
  backup?: boolean;
  /**
   * Keeps the service off the data folder while the schema changes, because a service of an older version would write
   * by the old schema. Absent in the service, which holds the lock itself. Throws to refuse.
   */
  lockFolder?: () => { release(): void };
  /** Called before and after the migration of a database with data, which may take a minute. */
  report?: ReportProgress;
  /** For tests: in place of those of this program. */
  migrations?: readonly Migration[];
}

/** The facts for the message of a failure. */
interface Update {
  from: number;
  backup: Backup | undefined;
}

/**
 * Makes the schema of a new database, or brings an older one up to date in one transaction; first writes and verifies a
 * copy of that.
 * @throws OwnerError DATABASE_NEWER, DATABASE_TOO_OLD, BACKUP_FAILED, MIGRATION_FAILED, or that of `lockFolder`; nothing was changed then
 */
export const migrate = (
  connection: Database.Database,
  file: string,
  { backup = true, lockFolder, report = () => undefined, migrations: known = migrations }: MigrateOptions,
): void => {
  const to = versionWith(known);
  let held: { release(): void } | undefined;
  let update: Update | undefined;
  const bringUpToDate = () => {
    const from = versionOf(connection);
    refuseUnknown(connection, file, known);
    if (from === to) return;
    if (from === 0) {
      makeSchema(connection, to);
      runMigrations(connection, known.slice(migrations.length), report);
    } else {
      held = lockFolder?.();
      // Written while the write lock is held: nothing comes between the copy and the migration.
      report(BEGUN, { file, from, to, invoices: countInvoices(connection) });
      update = { from, backup: backup ? backupBefore(connection, file, to) : undefined };
      runMigrations(connection, known.slice(from - BASE_VERSION), report);
    }
    connection.pragma(`user_version = ${to}`);
  };
  const begun = performance.now();
  try {
    // IMMEDIATE: when the service and the command line start at the same moment, one of them waits.
    connection.transaction(bringUpToDate).immediate();
    if (update) report('The database was brought up to date.', { ms: Math.round(performance.now() - begun) });
  } catch (error) {
    throw update ? failed(error, file, update, to) : error;
  } finally {
    held?.release();
  }
};

const BEGUN =
  'The database of an older version is brought up to date, after a backup of it. With a million invoices that takes ' +
  'a minute or two, and twice the space of the database on its disk; until then Kramar does not answer. Do not switch ' +
  'off: it would only begin again.';

const countInvoices = (connection: Database.Database): number =>
  connection.prepare<[], number>('select count(*) from invoices').pluck().get() ?? 0;

const versionOf = (connection: Database.Database): number =>
  connection.pragma('user_version', { simple: true }) as number;

/** @throws OwnerError DATABASE_NEWER, DATABASE_TOO_OLD */
export const refuseUnknown = (
  connection: Database.Database,
  file: string,
  known: readonly Migration[] = migrations,
): void => {
  const version = versionOf(connection);
  if (isTooOld(version))
    throw new OwnerError(
      'DATABASE_TOO_OLD',
      `The database ${file} is of an older Kramar (schema ${version}; this program knows ${BASE_VERSION} and later). ` +
        `Nothing was changed. To go on: ${TOO_OLD}.`,
    );
  const newest = versionWith(known);
  if (version <= newest) return;
  const copy = copyBeforeUpdate(file, newest);
  const name = copy ? `, ${copy.name} (schema ${copy.manifest?.schema})` : '';
  throw new OwnerError(
    'DATABASE_NEWER',
    `The database ${file} was written by a newer Kramar (schema ${version}, this program ${program} knows ${newest}). ` +
      `Nothing was changed. Install the newer version again, or restore the backup made before the update${name}.`,
    { facts: { backup: copy?.name } },
  );
};

/** The newest copy made before an update that a program of this schema can open. */
const copyBeforeUpdate = (file: string, known: number): Backup | undefined => {
  try {
    return backupsIn(join(dirname(file), 'backups'))
      .filter(
        ({ kind, manifest }) =>
          kind === 'migration' && manifest && manifest.schema <= known && !isTooOld(manifest.schema),
      )
      .sort((one, other) => other.created_at - one.created_at)[0];
  } catch {
    // Without the folder there is none to name.
    return undefined;
  }
};

/** Writes the copy beside the database, whatever the backup folder: an unplugged disk must not stop the shop. */
const backupBefore = (connection: Database.Database, file: string, known: number): Backup => {
  const folder = join(dirname(file), 'backups');
  try {
    makeFolder(folder);
    return writeBackupBefore(connection, file, folder);
  } catch (error) {
    const { why, remedy } = reasonOf(error);
    throw new OwnerError(
      'BACKUP_FAILED',
      `The database ${file} must be brought up to date (from schema ${versionOf(connection)} to ${known}), but the backup ` +
        `that comes before could not be written to ${folder}: ${why}. Nothing was changed. ${remedy}, then start again; ` +
        'or go on with the version that you had before.',
      { cause: error },
    );
  }
};

const writeBackupBefore = (connection: Database.Database, file: string, folder: string): Backup => {
  const facts = readFacts(connection);
  const installation = installationOf(connection);
  const at = Date.now();
  const reserved = reserveBackup(folder, 'migration', at, installation);
  const created_at = new Date(at).toISOString();
  const label = { created_at, kind: 'migration', version: program, installation } as const;
  try {
    const backup = writeBackupAtOnce(file, reserved, label, facts);
    removeEqual(backup, folder);
    return backup;
  } finally {
    discardReserved(reserved);
  }
};

const installationOf = (connection: Database.Database): string =>
  connection.prepare<[], string>("select value from settings where key = 'installation_id'").pluck().get() ??
  '';

/** Otherwise repeated starts with a failing update would fill the disk with copies. */
const removeEqual = (latest: Backup, folder: string): void => {
  const isEqual = ({ name, kind, manifest }: Backup): boolean =>
    kind === 'migration' &&
    name !== latest.name &&
    manifest !== undefined &&
    latest.manifest !== undefined &&
    manifest.installation === latest.manifest.installation &&
    manifest.schema === latest.manifest.schema &&
    differences(manifest.facts, latest.manifest.facts).length === 0;
  backupsIn(folder).filter(isEqual).forEach(removeBackup);
};

const failed = (error: unknown, file: string, { from, backup }: Update, known: number): OwnerError => {
  const { why } = reasonOf(error);
  const copy = backup ? `, and a copy of it is ${backup.path}` : '';
  return new OwnerError(
    'MIGRATION_FAILED',
    `The database ${file} could not be brought up to date (from schema ${from} to ${known}): ${why}. It was left as it ` +
      `was${copy}. Go on with the version that you had before, or mend the cause and start again.`,
    { cause: error },
  );
};
