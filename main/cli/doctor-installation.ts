import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatSize } from '../../shared/size.ts';
import { readEndpoint } from '../platform/data-folder.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { defaultFolder } from '../safekeeping/backups/list.ts';
import { descriptionOf, type LostDatabase } from '../safekeeping/backups/lost-database.ts';
import { type DiskSpace, diskSpaces } from '../safekeeping/disk-space.ts';
import type { Examined } from '../store/db/examine.ts';
import { BASE_VERSION } from '../store/migrations/index.ts';
import { TOO_OLD } from '../store/schema/make-schema.ts';
import { managerOf, staleService } from './commands/service.ts';
import { recoveryLines } from './console-command.ts';
import { type Facts, type Finding, ok, problem, warning } from './finding.ts';

/** A service that is only slow is not one that does not answer: a busy computer took longer than ten seconds. */
const ANSWER_MS = 60_000;

export const checkFolder = (dir: string): Finding => {
  const there = nearestFolder(dir);
  if (!statSync(there).isDirectory())
    return problem(
      'data folder',
      `${there} is a file, not a folder. Move it away, or choose another folder with --data-dir.`,
    );
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    if (there === dir)
      return ok('data folder', `${dir}, ${formatSize(sizeOf(dir), 'en')}; you may write to it.`);
    return warning('data folder', `${dir} is not there yet; the first start makes it. Is --data-dir right?`);
  } catch (error) {
    const { why, remedy } = reasonOf(error);
    return problem('data folder', `${there} cannot be read and written: ${why}. ${remedy}.`);
  }
};

/** The nearest existing folder of a path. */
const nearestFolder = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) ? path : nearestFolder(dirname(path));

const sizeOf = (dir: string): number =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    // A file may vanish during the count.
    .map((name) => statSync(join(dir, name), { throwIfNoEntry: false }))
    .reduce((sum, stats) => sum + (stats?.isFile() ? stats.size : 0), 0);

export const checkDatabase = (file: string, examined: Examined<Facts>): Finding => {
  switch (examined.state) {
    case 'absent':
      return warning('database', `There is none yet (${file}); the first start or owner create makes it.`);
    case 'newer':
      return problem(
        'database',
        `Written by a newer Kramar (schema ${examined.version}, this program knows ${examined.known}). It is untouched. Install the newer version again, or restore the backup made before the update (backup list, backup restore).`,
      );
    case 'too_old':
      return problem(
        'database',
        `Of an older Kramar (schema ${examined.version}, this program knows ${BASE_VERSION} and later). It is untouched. To go on: ${TOO_OLD}.`,
      );
    case 'damaged':
      return problem(
        'database',
        `Damaged (${examined.faults.join('; ')}). Copy the data folder aside before anything else, then restore a backup (backup list, backup restore).`,
      );
    case 'unreadable':
      return problem(
        'database',
        `It could not be examined (${examined.why}). Check your rights to ${file}, and that the folder for temporary files (TMPDIR) has room for a copy of it.`,
      );
    case 'sound':
      return examined.version < examined.known
        ? warning(
            'database',
            `Sound, of an older version (schema ${examined.version} of ${examined.known}); the next start brings it up to date.`,
          )
        : ok('database', `Sound, schema ${examined.version}.`);
  }
};

/** Checks the data folder's disk, and the backup folder's when it is another. */
export const checkDisks = async (dataDir: string, backups: string): Promise<Finding[]> => {
  const there = nearestFolder(dataDir);
  const place = backups === defaultFolder(dataDir) ? defaultFolder(there) : backups;
  const spaces = await diskSpaces(there, place);
  const found = [checkDisk('disk', dataDir, spaces.data)];
  if (!spaces.isSame) found.push(checkDisk('backup disk', backups, spaces.backups));
  return found;
};

const checkDisk = (check: string, folder: string, space: DiskSpace | null): Finding => {
  if (!space)
    return warning(check, `How much is free at ${folder} could not be found out. Is its disk there?`);
  if (space.free === 0)
    return problem(
      check,
      `Nothing is free at ${folder}, so nothing can be stored: no sale either. Free some space.`,
    );
  const freeSpace = `${formatSize(space.free, 'en')} are free at ${folder}`;
  return space.isLow
    ? warning(
        check,
        `Only ${freeSpace}: too little for a backup or an update, and a full disk stops the sales. Free some space.`,
      )
    : ok(check, `${freeSpace}.`);
};

export const lostDatabase = (lost: LostDatabase): Finding =>
  problem('database', [descriptionOf(lost), ...recoveryLines(lost).map((line) => line.trim())].join(' '));

export const checkService = async (dir: string): Promise<Finding> => {
  const endpoint = readEndpoint(dir);
  if (!endpoint) return warning('service', 'Not running, so tills cannot sell. Start it with: npm start.');
  const { base_url, pid, alive, version } = endpoint;
  if (alive && (await isAnswering(base_url)))
    return ok('service', `Running at ${base_url}, version ${version}, process ${pid}.`);
  return alive
    ? problem(
        'service',
        `Process ${pid} is there, but ${base_url} does not answer. Stop Kramar and start it again.`,
      )
    : warning(
        'service',
        'Not running; last time it was cut off and could not say so. Start it with: npm start.',
      );
};

/** A service that is installed, of this user and of the computer, can be started. */
export const checkServiceFiles = (): Finding[] =>
  // Windows has one task for both.
  (process.platform === 'win32' ? [false] : [false, true])
    .map(managerOf)
    .map(({ place, missingFiles }) => ({ place, missing: missingFiles() }))
    .filter(({ missing }) => missing.length > 0)
    .map(({ place, missing }) => warning('autostart', staleService(place, missing)));

/** Any answer counts. The request goes outside the interface, where requests are not counted. */
export const isAnswering = async (baseUrl: string): Promise<boolean> => {
  try {
    await fetch(new URL('/', baseUrl), { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    return true;
  } catch {
    return false;
  }
};
