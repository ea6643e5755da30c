import { existsSync, statSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { databaseFile } from '../platform/data-folder.ts';
import { defaultFolder } from './backups/list.ts';

export interface DiskSpace {
  /** Bytes available to this user. */
  free: number;
  isLow: boolean;
}

export interface DiskSpaces {
  /** The database's disk; null: unknown, or not known in time. */
  data: DiskSpace | null;
  /** The backups' disk; null likewise, and while the folder is missing. */
  backups: DiskSpace | null;
  /** Both are on one disk. */
  isSame: boolean;
}

/** Below a gigabyte other programs soon use up the rest: browsers and systems write as much in a day. */
const LOW = 1_000_000_000;
/** A migration first copies the database and then writes about as much into its log (store/migrate.ts). */
const COPIES_OF_UPDATE = 2;

/** A sleeping or disconnected disk must not delay the answer. */
const TIME_LIMIT_MS = 2_000;

/** Measures the free space of both disks. */
export const diskSpaces = async (dataDir: string, backupFolder: string): Promise<DiskSpaces> => {
  const database = statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0;
  const [data, backups] = await Promise.all([
    inTime(spaceOf(dataDir, COPIES_OF_UPDATE * database)),
    inTime(spaceOf(placeOfBackups(dataDir, backupFolder), database)),
  ]);
  const isSame = data?.device === backups?.device;
  return { data: withoutDevice(data), backups: withoutDevice(backups), isSame };
};

/** The default folder is created with the first backup; if another is missing, its disk is. */
const placeOfBackups = (dataDir: string, folder: string): string =>
  folder === defaultFolder(dataDir) && !existsSync(folder) ? dataDir : folder;

interface Measured extends DiskSpace {
  device: number;
}

/** @param needed bytes: less than that is low. @throws when the folder cannot be read */
export const spaceOf = async (folder: string, needed: number): Promise<Measured> => {
  const [{ bavail, bsize }, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
  const free = bavail * bsize;
  return { free, isLow: free < Math.max(LOW, needed), device: dev };
};

const withoutDevice = (measured: Measured | null): DiskSpace | null =>
  measured && { free: measured.free, isLow: measured.isLow };

/** Null: it cannot be read, or not in time. */
export const inTime = async (measuring: Promise<Measured>): Promise<Measured | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIME_LIMIT_MS, null);
  });
  try {
    return await Promise.race([measuring, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
};

const KEPT_MS = 10_000;

/** Caches the result for screens that read it often: ten seconds, and for that folder of the backups. */
export const createDiskWatch = (dataDir: string, folderNow: () => string): (() => Promise<DiskSpaces>) => {
  let last: { folder: string; at: number; found: Promise<DiskSpaces> } | undefined;
  return () => {
    const folder = folderNow();
    if (last?.folder !== folder || performance.now() - last.at >= KEPT_MS)
      last = { folder, at: performance.now(), found: diskSpaces(dataDir, folder) };
    return last.found;
  };
};
