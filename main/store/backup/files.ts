import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { BACKUP_KINDS, type BackupKind } from '../../../shared/api/statuses.ts';
import { replaceFile, syncFolder, writeDurably } from '../../platform/data-folder.ts';
import { factsSchema } from './facts.ts';

// Files of backups: names, manifests, leftovers of a crash. A backup is the database alone: kramar.lock, keys.lock and
// backup.lock hold no data, and master.key is left out on purpose, so that a stolen backup does not give access to its
// bank tokens.

export const manifestSchema = v.object({
  /** The moment whose data the backup holds. ISO 8601, UTC. */
  created_at: v.pipe(
    v.string(),
    v.check((text) => Number.isFinite(Date.parse(text))),
  ),
  kind: v.picklist(BACKUP_KINDS),
  schema: v.number(),
  /** Bytes. */
  size: v.number(),
  sha256: v.string(),
  facts: factsSchema,
  /** Version of Kramar. */
  version: v.string(),
  /** The setting installation_id, "" if there was none yet. One folder may hold the backups of several shops. */
  installation: v.string(),
});
/** Written beside a backup once it was found sound. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

export interface Backup {
  /** `kramar-20260131-020000-scheduled.db` */
  name: string;
  path: string;
  kind: BackupKind;
  /** Milliseconds UTC. */
  created_at: number;
  /** Bytes. */
  size: number;
  /** Undefined if only the database file was copied here. */
  manifest: Manifest | undefined;
}

/** Whether the backup was written completely and verified, judged without reading it again. */
export const looksSound = ({ manifest, size }: Backup): boolean => manifest?.size === size;

const NAME = /^kramar-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(scheduled|manual|migration)\.db$/;

/** `20260131-020000`, UTC. @param at milliseconds UTC */
export const stamp = (at: number): string =>
  new Date(at).toISOString().replace(/\..*$/, '').replaceAll(/[-:]/g, '').replace('T', '-');

const manifestOf = (path: string): string => path.replace(/(\.db)?$/, '.json');

/** A manifest has 2 KB; a larger file beside a foreign backup is not read whole. */
const MAX_MANIFEST_BYTES = 1024 * 1024;

const readManifest = (path: string): Manifest | undefined => {
  try {
    if (statSync(manifestOf(path)).size > MAX_MANIFEST_BYTES) return undefined;
    const read = v.safeParse(manifestSchema, JSON.parse(readFileSync(manifestOf(path), 'utf8')));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
};

/** The backup at this path, whatever its name; undefined if there is none. */
export const backupAt = (path: string): Backup | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const name = basename(path);
  const [, year, month, day, hour, minute, second, kind = 'manual'] = NAME.exec(name) ?? [];
  const manifest = readManifest(path);
  const named = Date.parse(manifest?.created_at ?? `${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return {
    name,
    path,
    kind: kind as BackupKind,
    created_at: Number.isNaN(named) ? Math.floor(stats.mtimeMs) : named,
    size: stats.size,
    manifest,
  };
};

/** @throws the file system's error, ENOENT if the folder does not exist */
export const backupsIn = (folder: string): Backup[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .flatMap((name) => backupAt(join(folder, name)) ?? []);

/** A backup in progress. */
export interface Reserved {
  folder: string;
  name: string;
  /** The path until the backup is complete: its name is no backup's. */
  partial: string;
}

/**
 * Reserves a name that no other process and no other shop can take, by creating the manifest's file exclusively. If the
 * second's name is taken, the next second is used.
 * @param at milliseconds UTC
 * @throws the file system's error
 */
export const reserveBackup = (
  folder: string,
  kind: BackupKind,
  at: number,
  installation: string,
): Reserved => {
  const name = `kramar-${stamp(at)}-${kind}.db`;
  const path = join(folder, name);
  const reserved = { folder, name, partial: `${path}.${installation}.partial` };
  if (existsSync(path) || !isClaimed(manifestOf(path), installation))
    return reserveBackup(folder, kind, at + 1000, installation);
  try {
    writeDurably(reserved.partial, '');
  } catch (error) {
    discardReserved(reserved);
    throw error;
  }
  return reserved;
};

/** False if the file belongs to another backup. */
const isClaimed = (manifest: string, installation: string): boolean => {
  try {
    writeDurably(manifest, JSON.stringify({ installation }));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Publishes the partial file as a backup, durably: from here on the list contains it. */
export const publishBackup = ({ folder, name, partial }: Reserved, manifest: Manifest): Backup => {
  const path = join(folder, name);
  replaceFile(manifestOf(path), `${JSON.stringify(manifest, undefined, 2)}\n`);
  syncFile(partial);
  renameSync(partial, path);
  syncFolder(folder);
  const { kind, size } = manifest;
  return { name, path, kind, created_at: Date.parse(manifest.created_at), size, manifest };
};

/** Removes a failed backup's partial files; a published backup stays. Never throws, so that the cause survives. */
export const discardReserved = ({ folder, name, partial }: Reserved): void => {
  const path = join(folder, name);
  try {
    removeDatabase(partial);
    if (!existsSync(path)) rmSync(manifestOf(path), { force: true });
  } catch {
    // The disk is gone or refuses writes: the next backup removes the rest.
  }
};

/** Removes the database first: without its manifest it would never be cleaned up. */
export const removeBackup = ({ path }: Backup): void => {
  rmSync(path, { force: true });
  rmSync(manifestOf(path), { force: true });
};

/** As `removeBackup`, off the event loop: the disk takes 0.1 s and more for the file of a million invoices. */
export const removeBackupAside = async ({ path }: Backup): Promise<void> => {
  await rm(path, { force: true });
  await rm(manifestOf(path), { force: true });
};

/** Removes what a crash left of this installation's backups. Callers ensure that no other process makes one. */
export const removeLeftovers = async (folder: string, installation: string): Promise<void> => {
  const names = readdirSync(folder);
  const partial = new RegExp(`^kramar-.*\\.db\\.${installation}\\.partial(-wal|-shm|-journal)?$`);
  const manifests = names.filter((name) => {
    const database = name.replace(/\.json$/, '.db');
    return name !== database && NAME.test(database) && !names.includes(database);
  });
  const orphans = manifests.filter((name) => installationIn(join(folder, name)) === installation);
  for (const name of [...names.filter((each) => partial.test(each)), ...orphans])
    await rm(join(folder, name), { force: true });
};

const installationIn = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).installation;
  } catch {
    return undefined;
  }
};

/** Removes a database with SQLite's files beside it. */
export const removeDatabase = (path: string): void => {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
};

/** @throws the file system's error, EEXIST if the target exists */
export const copyDurably = (from: string, to: string): void => {
  // A reflink is cheap on file systems that share blocks.
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  chmodSync(to, 0o600);
  syncFile(to);
};

/** Opens the file for writing, since Windows syncs only writable files. */
export const syncFile = (path: string): void => {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
