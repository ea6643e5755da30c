import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inTime, spaceOf } from './disk-space.ts';

/** A disk at which backups can be kept, and its free space in bytes. */
export interface OtherDisk {
  path: string;
  free: number;
}

/** Where the desktops of Linux, and people, mount the disks that are plugged in. */
const PLUGGED_IN = /^\/(?:media|run\/media|mnt)\//;

/** The mount points of plugged-in disks. @param mounts as /proc/self/mounts: space and backslash are octal there */
export const pluggedIn = (mounts: string): string[] =>
  mounts
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .map((path) =>
      path.replaceAll(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
    )
    .filter((path) => PLUGGED_IN.test(path));

const DRIVES = [...'DEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}:\\`);
const VOLUMES = '/Volumes';
const MOUNTS = '/proc/self/mounts';

const mountPoints = (): string[] => {
  if (process.platform === 'win32') return DRIVES.filter((drive) => existsSync(drive));
  if (existsSync(VOLUMES)) return readdirSync(VOLUMES).map((name) => join(VOLUMES, name));
  return existsSync(MOUNTS) ? pluggedIn(readFileSync(MOUNTS, 'utf8')) : [];
};

/** The disks of this computer but that of the data; one that does not answer in time is left out. */
export const otherDisks = async (dataDir: string, paths = mountPoints()): Promise<OtherDisk[]> => {
  const { dev } = await stat(dataDir);
  const found = await Promise.all(
    paths.map(async (path) => ({ path, space: await inTime(spaceOf(path, 0)) })),
  );
  return found.flatMap(({ path, space }) =>
    space && space.device !== dev && space.free > 0 ? [{ path, free: space.free }] : [],
  );
};
