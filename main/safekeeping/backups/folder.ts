import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as v from 'valibot';
import { type Problem, problem } from '../../../shared/errors.ts';
import { databaseFile, replaceFile, writeDurably } from '../../platform/data-folder.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { ValidationError } from '../../shop/errors.ts';
import { checkedValue } from '../../shop/settings.ts';
import { type DataFolderLock, lockDataFolder } from '../../store/db/lock.ts';
import { defaultFolder } from './list.ts';

/**
 * The reason why a folder cannot keep backups; undefined: it can. Does not create it: in place of an unplugged disk, it
 * would be created here.
 * @param needed bytes of the next backup
 */
export const folderProblem = (folder: string, needed: number): Problem | undefined => {
  try {
    if (!statSync(folder).isDirectory())
      return problem('not_a_folder', 'It is a file, not a folder. Choose a folder.');
    const probe = join(folder, `.kramar-probe-${randomUUID()}`);
    writeDurably(probe, 'probe');
    rmSync(probe);
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < needed)
      return problem(
        'no_space',
        `A backup takes ${megabytes(needed)}, and only ${megabytes(bavail * bsize)} are free there. Free some space, or choose another folder.`,
        { needed, free: bavail * bsize },
      );
    return undefined;
  } catch (error) {
    const { fault, why } = reasonOf(error);
    return problem(
      'unusable',
      `Backups cannot be kept there: ${why}. Put that right, or choose another folder.`,
      fault && { fault },
    );
  }
};

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/**
 * Checks a folder before it is set. The default folder is created with the first backup; the owner creates any other.
 * @param input as typed; "" restores the default
 * @throws ValidationError
 */
export const refuseBadBackupFolder = (dataDir: string, input: string): void => {
  if (input.trim() === '') return;
  const folder = checkedValue('backup_folder', input);
  if (folder === defaultFolder(dataDir)) return;
  const found = folderProblem(folder, databaseSize(dataDir));
  if (found) throw new ValidationError({ backup_folder: [found] });
};

/** Checks the folder of the months' archives. @param input as typed; "" is none @throws ValidationError */
export const refuseBadMonthFolder = (input: string): void => {
  if (input.trim() === '') return;
  const found = folderProblem(checkedValue('month_folder', input), 0);
  if (found) throw new ValidationError({ month_folder: [found] });
};

/** In bytes; a backup has about the same size. */
const databaseSize = (dataDir: string): number =>
  statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0;

/** @param setting backup_folder, as stored; after a restore on another system it may be no path here */
export const backupFolderOf = (setting: string | undefined, dataDir: string): string =>
  setting !== undefined && isAbsolute(setting) ? setting : defaultFolder(dataDir);

/** As `backupFolderOf`; if the database is unreadable, uses the folder written down beside it. */
export const knownBackupFolder = (setting: string | undefined, dataDir: string): string =>
  backupFolderOf(setting ?? rememberedFolder(dataDir)?.folder, dataDir);

const rememberedSchema = v.object({
  folder: v.pipe(v.string(), v.check(isAbsolute)),
  /** The setting installation_id of the backups' shop. */
  installation: v.string(),
});
type Remembered = v.InferOutput<typeof rememberedSchema>;

const rememberedFile = (dataDir: string): string => join(dataDir, 'backup-folder.json');

/** The folder of the last backup, if it is outside the data folder; undefined if none was written down. */
export const rememberedFolder = (dataDir: string): Remembered | undefined => {
  try {
    const read = v.safeParse(rememberedSchema, JSON.parse(readFileSync(rememberedFile(dataDir), 'utf8')));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Writes the backup folder down beside the database that holds the setting: if the database is lost, nothing else names
 * it. The default folder is found without that.
 * @throws the file system's error
 */
export const rememberFolder = (dataDir: string, { folder, installation }: Remembered): void => {
  const file = rememberedFile(dataDir);
  const known = rememberedFolder(dataDir);
  if (folder === defaultFolder(dataDir)) rmSync(file, { force: true });
  else if (known?.folder !== folder || known.installation !== installation)
    replaceFile(file, `${JSON.stringify({ folder, installation })}\n`);
};

/**
 * Keeps the service off a data folder while its database is replaced.
 * @param what the operation: "a backup is put in place"
 * @throws OwnerError ALREADY_RUNNING
 */
export const lockAgainstService = (dataDir: string, what: string): DataFolderLock =>
  lockDataFolder(
    dataDir,
    `Kramar is running with the data folder ${dataDir}, and ${what} only while it is stopped. ` +
      'Nothing was changed. Stop it, then try again.',
  );
