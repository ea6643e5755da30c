import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { databaseFile, syncFolder, writeDurably } from '../platform/data-folder.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { inThread } from '../store/backup/thread.ts';
import type { ArchiveFacts } from '../store/data-archive/write-archive.ts';

export interface ExportedData extends ArchiveFacts {
  path: string;
  /** Bytes. */
  size: number;
}

/**
 * Writes all data of the shop, without secrets, into one zip (docs/data-archive.md): in a thread of its own, as of one
 * moment, while the shop sells on.
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
    const facts = await inThread('writeArchive', [
      databaseFile(dataDir),
      partial,
      new Date(now).toISOString(),
    ]);
    renameSync(partial, path);
    syncFolder(dirname(path));
    return { path, size: statSync(path).size, ...facts };
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
