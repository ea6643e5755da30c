import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { databaseFile, syncFolder, writeDurably } from '../platform/data-folder.ts';
import { zipLogs } from '../platform/log-reader.ts';
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
    throw notWritten('data', path, error);
  }
};

/**
 * Puts the logs into a folder as one zip, a new file. They hold no secrets: the log masks them.
 * @throws OwnerError EXPORT_FAILED
 */
export const exportLogs = async (logs: string, folder: string, now: number): Promise<string> => {
  const path = join(folder, `kramar-logs-${nameOfMoment(now)}.zip`);
  try {
    writeFileSync(path, await zipLogs(logs), { flag: 'wx' });
    return path;
  } catch (error) {
    throw notWritten('log', path, error);
  }
};

/** `2026-03-02T07-30-00` */
export const nameOfMoment = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');

const notWritten = (what: string, path: string, cause: unknown): OwnerError => {
  const { fault, why, remedy } = reasonOf(cause);
  return new OwnerError(
    'EXPORT_FAILED',
    `The ${what} could not be written to ${path}: ${why}. The shop is as it was. ${remedy}.`,
    { facts: { fault }, cause },
  );
};
