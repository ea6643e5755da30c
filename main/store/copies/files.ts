import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BackupKind } from '../../../shared/api/statuses.ts';
import { syncFolder, writeDurably } from '../../platform/data-folder.ts';
import { stamp, syncFile } from '../backup/files.ts';

// Names of encrypted copies. A folder that a cloud program syncs may hold those of several shops, and nothing stands
// beside them that tells what is in them: so the name has the shop and the time.

/** An encrypted copy of a backup, as its name describes it. */
export interface Copy {
  /** `kramar-3fa9c12b-20260131-020000-scheduled.tar.age` */
  name: string;
  path: string;
  kind: BackupKind;
  /** Milliseconds UTC; of the backup in it. */
  created_at: number;
  /** Bytes. */
  size: number;
  /** The beginning of the installation's id. */
  shop: string;
}

const NAME =
  /^kramar-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(scheduled|manual|migration|move)\.tar\.age$/;

/** Whether a path is that of an encrypted copy, whatever its name is otherwise. */
export const isCopyPath = (path: string): boolean => path.toLowerCase().endsWith('.age');

export const shopOf = (installation: string): string => installation.slice(0, 8).padEnd(8, '0');

/** The copy at this path; undefined if there is no file. */
export const copyAt = (path: string): Copy | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const name = basename(path);
  const [, shop = '', year, month, day, hour, minute, second, kind = 'manual'] = NAME.exec(name) ?? [];
  const named = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return {
    name,
    path,
    shop,
    size: stats.size,
    kind: kind === 'move' ? 'manual' : (kind as BackupKind),
    created_at: Number.isNaN(named) ? Math.floor(stats.mtimeMs) : named,
  };
};

/** Newest first. @throws the file system's error, ENOENT if the folder does not exist */
export const copiesIn = (folder: string): Copy[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .flatMap((name) => copyAt(join(folder, name)) ?? [])
    .sort((a, b) => b.created_at - a.created_at || (a.name < b.name ? 1 : -1));

const partialOf = (path: string): string => `${path}.partial`;

/**
 * A free name, and the path to write to until the copy is complete.
 * @param at milliseconds UTC
 * @throws the file system's error
 */
export const reserveCopy = (
  folder: string,
  { kind, at, installation }: { kind: BackupKind | 'move'; at: number; installation: string },
): { path: string; partial: string } => {
  const path = join(folder, `kramar-${shopOf(installation)}-${stamp(at)}-${kind}.tar.age`);
  if (existsSync(path)) return reserveCopy(folder, { kind, at: at + 1000, installation });
  const partial = partialOf(path);
  rmSync(partial, { force: true });
  writeDurably(partial, '');
  return { path, partial };
};

/** Gives the copy its name, durably. */
export const publishCopy = (path: string): Copy => {
  syncFile(partialOf(path));
  renameSync(partialOf(path), path);
  const copy = copyAt(path);
  if (!copy) throw new Error(`The copy ${path} is gone.`);
  syncFolder(join(path, '..'));
  return copy;
};

/** Removes what a failed copy or a crash left of this shop. */
export const removePartialCopies = async (folder: string, installation: string): Promise<void> => {
  const ours = `kramar-${shopOf(installation)}-`;
  for (const name of readdirSync(folder))
    if (name.startsWith(ours) && name.endsWith('.tar.age.partial'))
      await rm(join(folder, name), { force: true });
};

export const removeCopy = ({ path }: Copy): Promise<void> => rm(path, { force: true });
