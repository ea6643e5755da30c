import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from './os-errors.ts';
import { OwnerError } from './owner-error.ts';

const ENDPOINT = 'endpoint.json';
/** How long another program may hold a file that is to be replaced. */
const HELD_MS = 2_000;

export const databaseFile = (dir: string): string => join(dir, 'kramar.db');

/** The master key when it is kept in a file (`--keychain file`). */
export const masterKeyFile = (dir: string): string => join(dir, 'master.key');

/** Local programs read it to find the service. */
export interface Endpoint {
  base_url: string;
  pid: number;
  version: string;
}

/** Creates the folder if it is missing, for its owner alone, and proves that it can be written to. */
export function prepareDataFolder(dir: string): void {
  const probe = join(dir, `.kramar-probe-${randomUUID()}`);
  try {
    makeFolder(dir);
    // Not fsynced: a start does it three times, and each fsync takes up to 60 ms on a busy disk.
    try {
      writeFileSync(probe, 'probe', { flag: 'wx', mode: 0o600 });
    } finally {
      // Even a full disk has room for the file's name.
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw explain(error, dir);
  }
}

/**
 * Refuses a folder of another user, which this one may not read.
 * @throws OwnerError DATA_FOLDER_FOREIGN
 */
export function refuseForeignFolder(dir: string): void {
  try {
    if (statSync(dir, { throwIfNoEntry: false })) accessSync(dir, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (reasonOf(error).fault !== 'no_right') return;
    throw new OwnerError(
      'DATA_FOLDER_FOREIGN',
      `The data folder ${dir} belongs to ${ownerOf(dir)}, and your user may not read it. Nothing was changed. Run the command as that user.`,
      { cause: error },
    );
  }
}

/** The user of a folder, or of the nearest one above it that can be seen: the name, else the number. */
function ownerOf(dir: string): string {
  try {
    const { uid } = statSync(dir);
    const users = readFileSync('/etc/passwd', 'utf8').split('\n');
    return users.map((line) => line.split(':')).find(([, , id]) => id === String(uid))?.[0] ?? `user ${uid}`;
  } catch {
    return dirname(dir) === dir ? 'another user' : ownerOf(dirname(dir));
  }
}

/** Not mkdir's own `recursive`: that never returns where the system refuses with ENOENT (seen below /proc, Node 24.21). */
export function makeFolder(dir: string): void {
  const isThere = () => statSync(dir, { throwIfNoEntry: false })?.isDirectory();
  if (isThere()) return;
  if (dirname(dir) !== dir) makeFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    if (!isThere()) throw error; // otherwise another process was quicker
  }
}

export function writeEndpoint(dir: string, endpoint: Endpoint): void {
  const { base_url, pid, version } = endpoint;
  const text = `${JSON.stringify({ base_url, pid, version })}\n`;
  // Not fsynced, which would delay the start: after a power cut the file names a service that is gone anyway.
  putInPlace(join(dir, ENDPOINT), (file) => writeFileSync(file, text, { flag: 'wx', mode: 0o600 }));
}

/**
 * Returns undefined if there is none, or none that can be read. A killed service leaves its file behind, hence `alive`:
 * false is certain, true only likely, since the system may have given the pid to another program.
 */
export function readEndpoint(dir: string): (Endpoint & { alive: boolean }) | undefined {
  try {
    const { base_url, pid, version } = JSON.parse(readFileSync(join(dir, ENDPOINT), 'utf8'));
    const sound =
      typeof base_url === 'string' &&
      URL.canParse(base_url) &&
      typeof version === 'string' &&
      Number.isSafeInteger(pid) &&
      pid > 0; // 0 and negative numbers mean process groups to kill(2)
    return sound ? { base_url, pid, version, alive: isAlive(pid) } : undefined;
  } catch {
    return undefined;
  }
}

export function removeEndpoint(dir: string): void {
  rmSync(join(dir, ENDPOINT), { force: true });
}

/** Readers see the old file or the new one, never half of it; after a power cut too. Mode 0600. */
export function replaceFile(path: string, text: string): void {
  putInPlace(path, (temporary) => writeDurably(temporary, text));
  syncFolder(dirname(path));
}

/** Writes a temporary file and renames it: readers never see half of it, and a failure leaves nothing. */
const putInPlace = (path: string, write: (temporary: string) => void): void => {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    write(temporary);
    rename(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

/**
 * Windows replaces no file that another program holds open, not even for reading (EPERM, EBUSY): a till that reads
 * endpoint.json, a virus scanner, the search index. They hold it for an instant.
 */
const rename = (from: string, to: string): void => {
  for (const began = performance.now(); ; sleep(50)) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const isHeld =
        process.platform === 'win32' && ['no_right', 'in_use'].includes(reasonOf(error).fault ?? '');
      if (!isHeld || performance.now() - began > HELD_MS) throw error;
    }
  }
};

const sleep = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** Writes a new file, wholly on the disk; none when that fails half-way. Mode 0600. */
export function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  let whole = false;
  try {
    writeFileSync(file, text);
    fsyncSync(file);
    whole = true;
  } finally {
    closeSync(file);
    if (!whole) rmSync(path, { force: true });
  }
}

/**
 * The rename is durable only once the folder is (fsync(2)); Windows cannot open folders and need not. Network file
 * systems without fsync for folders refuse with EINVAL, and offer nothing better.
 */
export function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dir, 'r');
  try {
    fsyncSync(folder);
  } catch (error) {
    if (codeOf(error) !== 'EINVAL') throw error;
  } finally {
    closeSync(folder);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // it exists, but belongs to another user
  }
}

function explain(error: unknown, dir: string): OwnerError {
  const { fault, why, remedy } = reasonOf(error);
  if (fault === 'not_a_folder') {
    const path = findBlockingFile(dir);
    const [what, solution] = statSync(path, { throwIfNoEntry: false })
      ? ['a file, not a folder', remedy]
      : ['a link to a place that is not there', 'Plug in the disk that it leads to'];
    return new OwnerError(
      'DATA_FOLDER_NOT_A_FOLDER',
      `The data folder ${dir} cannot be made: ${path} is ${what}. It was not touched. ${solution}.`,
      { cause: error },
    );
  }
  return new OwnerError(
    'DATA_FOLDER_NOT_WRITABLE',
    `The data folder ${dir} cannot be written to: ${why}. What is in it was not touched. ${remedy}.`,
    { cause: error },
  );
}

/** Returns the lowest part of the path that exists; it is no folder, or it would not block the path. */
function findBlockingFile(dir: string): string {
  let path = dir;
  while (!isEntry(path) && path !== dirname(path)) path = dirname(path);
  return path;
}

function isEntry(path: string): boolean {
  try {
    lstatSync(path); // stats a link itself, not its target
    return true;
  } catch {
    return false; // below a file the error is ENOTDIR, which throwIfNoEntry does not cover
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
