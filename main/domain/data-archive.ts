import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { version } from '../../shared/version.ts';
import { databaseFile, prepareDataFolder, syncFolder, writeDurably } from '../platform/data-folder.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { checkTime, inThread } from '../store/backup/thread.ts';
import type { ArchiveSchema } from '../store/data-archive/format.ts';
import { holdsShop } from '../store/db/examine.ts';
import { removeScratches, withScratch } from './backups/list.ts';
import { restoreBackup } from './backups/restore.ts';

/** All data of the shop as one archive of plain files, without secrets, and back in: docs/data-archive.md. */

export interface ExportedData {
  path: string;
  /** Bytes. */
  size: number;
  schema: ArchiveSchema;
}

/**
 * Writes the archive in a thread of its own, as of one moment, while the shop sells on.
 * @param to of a file that does not exist yet
 * @param now milliseconds UTC
 * @throws OwnerError EXPORT_FAILED, EXPORT_EXISTS; nothing was written then
 */
export const exportData = async (dataDir: string, to: string, now: number): Promise<ExportedData> => {
  const path = resolve(to);
  const partial = `${path}.partial`;
  if (existsSync(path))
    throw new OwnerError(
      'EXPORT_EXISTS',
      `There is a file ${path} already. It was not touched. Choose another name.`,
    );
  try {
    rmSync(partial, { force: true });
    writeDurably(partial, '');
    const label = { version, created_at: new Date(now).toISOString() };
    const schema = await inThread('writeArchive', [databaseFile(dataDir), partial, label]);
    renameSync(partial, path);
    syncFolder(dirname(path));
    return { path, size: statSync(path).size, schema };
  } catch (error) {
    rmSync(partial, { force: true });
    const { fault, why, remedy } = reasonOf(error);
    throw new OwnerError(
      'EXPORT_FAILED',
      `The data could not be written to ${path}: ${why}. The shop is as it was. ${remedy}.`,
      { facts: { fault }, cause: error },
    );
  }
};

const SCRATCH = 'imported-data-';

/**
 * Makes the shop of an archive, in an empty installation.
 * @param now milliseconds UTC
 * @throws OwnerError NOT_EMPTY, ARCHIVE_DAMAGED, ARCHIVE_FOREIGN, ARCHIVE_NEWER, ARCHIVE_UNREADABLE, and what `restoreBackup` throws; nothing was
 * changed then
 */
export const importData = async (dataDir: string, from: string, now: number): Promise<ArchiveSchema> => {
  const path = resolve(from);
  refuseShop(dataDir);
  prepareDataFolder(dataDir);
  await removeScratches(dataDir, SCRATCH);
  return withScratch(dataDir, SCRATCH, async (scratch) => {
    const target = join(scratch, 'imported.db');
    const schema = await readInto(path, target);
    await restoreBackup(dataDir, target, now, {
      name: basename(path),
      // A shop may have been begun meanwhile; the folder's lock is held from here on.
      prepare: async () => {
        refuseShop(dataDir);
        return () => undefined;
      },
    });
    return schema;
  });
};

const readInto = async (path: string, target: string): Promise<ArchiveSchema> => {
  try {
    // Unpacked and written as rows, an archive takes far longer than the check of a backup of its size.
    const timeMs = 20 * checkTime(statSync(path).size);
    return await inThread('readArchive', [path, target], { timeMs });
  } catch (error) {
    throw unusableArchive(path, error);
  }
};

/** @throws OwnerError NOT_EMPTY */
const refuseShop = (dataDir: string): void => {
  const file = databaseFile(dataDir);
  if (!existsSync(file) || !holdsShop(file)) return;
  throw new OwnerError(
    'NOT_EMPTY',
    `There is a shop in ${dataDir} already, and an archive is imported into an empty data folder alone. Nothing was changed. Choose another data folder.`,
  );
};

const unusableArchive = (path: string, error: unknown): OwnerError => {
  const { code = '', message } = error as { code?: string; message: string };
  const because = (name: string, what: string, remedy: string, facts = {}) =>
    new OwnerError(name, `${what}. Nothing was changed. ${remedy}.`, { facts, cause: error });
  switch (code) {
    case 'DAMAGED':
      return because(
        'ARCHIVE_DAMAGED',
        `The archive ${path} is damaged: ${message}`,
        'Export the data once more',
      );
    case 'FOREIGN':
      return because(
        'ARCHIVE_FOREIGN',
        `The file ${path} is no archive as Kramar writes it: ${message}`,
        'Choose another one',
      );
    case 'NEWER':
      return because(
        'ARCHIVE_NEWER',
        `The archive ${path} was written by a newer Kramar (${message})`,
        'Install that version first',
      );
    default: {
      const { fault, why, remedy } = reasonOf(error);
      return because('ARCHIVE_UNREADABLE', `The archive ${path} could not be read: ${why}`, remedy, {
        fault,
      });
    }
  }
};
