import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

/** A disk of a few megabytes, a folder of its own: a tmpfs, for which one must be root, or root of a namespace. */

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  return { ok: status === 0, reported: `${stdout ?? ''}${stderr ?? ''}` };
};

const must = (command: string, ...args: string[]): void => {
  const { ok, reported } = run(command, args);
  if (!ok) throw new Error(`${command} ${args.join(' ')}: ${reported}`);
};

const mount = (path: string): boolean =>
  run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', path]).ok;

const SIZE = '6m';

const smallDisk = () => {
  const path = mkdtempSync(join(tmpdir(), 'kramar-disk-'));
  if (!mount(path)) {
    rmdirSync(path);
    throw new Error('Nothing can be mounted here.');
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    /** Fills the disk except some bytes; a database with room left in its log must checkpoint it first. */
    fill: (database?: string, left = 0) => {
      if (database !== undefined) foldIn(database);
      const file = openSync(ballast, 'a');
      for (const size of [1 << 16, 1 << 12, 1]) writeUntilFull(file, Buffer.alloc(size));
      ftruncateSync(file, fstatSync(file).size - left);
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    readOnly: () => must('mount', '-o', 'remount,bind,ro', path),
    /** One file of it, which nothing has open. */
    readOnlyFile: (name: string) => {
      const file = join(path, name);
      must('mount', '--bind', file, file);
      must('mount', '-o', 'remount,bind,ro', file);
      return () => must('umount', file);
    },
    writable: () => must('mount', '-o', 'remount,bind,rw', path),
    remove: () => {
      must('umount', '--lazy', path);
      rmdirSync(path);
    },
  };
};
/** The disk of a test. */
export const diskOfTest = (): SmallDisk => {
  const disk = smallDisk();
  onTestFinished(disk.remove);
  return disk;
};
export type SmallDisk = ReturnType<typeof smallDisk>;

const writeUntilFull = (file: number, bytes: Buffer): void => {
  try {
    while (writeSync(file, bytes) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
};

/** The write-ahead log is emptied and truncated, so that the next write needs room on the disk. */
const foldIn = (database: string): void => {
  const connection = new Database(database);
  try {
    expect(connection.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
  } finally {
    connection.close();
  }
};

const canMount = (): boolean => {
  try {
    smallDisk().remove();
    return true;
  } catch {
    return false;
  }
};

const INSIDE = 'KRAMAR_TEST_IN_NAMESPACE';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/**
 * Tests on a small disk. Without root the file runs once more as root of a namespace. Where neither is possible the
 * tests are skipped, and fail in CI.
 * @param file `import.meta.url` of the tests
 */
export const onSmallDisk = (file: string, name: string, tests: () => void): void => {
  if (canMount()) describe(name, tests);
  else if (process.env[INSIDE] === undefined && run('unshare', ['-Urm', 'true']).ok)
    test(`${name}, as root of a namespace`, { timeout: 600_000 }, () => {
      const args = ['-Urm', process.execPath, VITEST, 'run', fileURLToPath(file), '--root', ROOT];
      const { ok, reported } = run('unshare', args, { ...process.env, [INSIDE]: 'yes' });
      expect(ok, reported).toBe(true);
    });
  else cannot(name, 'mount a tmpfs; run the tests as root, or let users make namespaces (unshare -Urm)');
};

/**
 * Files that cannot be written any more, not even through open handles: as after the system has made a failing disk
 * read-only. (A mount cannot be, while files on it are open.) For root, on ext4, XFS and the like.
 */
export const freeze = (...paths: string[]): void => must('chattr', '+i', ...paths);
export const thaw = (...paths: string[]): void => must('chattr', '-i', ...paths);

/** Where temporary files are kept in memory, nothing can be frozen: CI names a folder of the disk. */
const onDisk = (): string => process.env.TEST_DISK ?? tmpdir();

const canFreeze = (): boolean => {
  const dir = mkdtempSync(join(onDisk(), 'kramar-disk-'));
  const path = join(dir, 'probe');
  const file = openSync(path, 'w');
  try {
    freeze(path);
    writeSync(file, 'probe');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  } finally {
    closeSync(file);
    run('chattr', ['-i', path]);
    rmSync(dir, { recursive: true });
  }
};

/** Tests with files that can be frozen. */
export const onFreezingDisk = (name: string, tests: () => void): void => {
  if (canFreeze())
    describe(name, () => {
      beforeAll(() => void vi.stubEnv('TMPDIR', onDisk()));
      afterAll(() => void vi.unstubAllEnvs());
      tests();
    });
  else cannot(name, 'make an open file immutable; run the tests as root, with the temporary folder on ext4');
};

/** A suite that lacks what it needs is skipped on a developer's machine and fails in CI. */
const cannot = (name: string, lacking: string): void => {
  const reported = `${name} (this machine cannot ${lacking})`;
  if (process.env.CI) test(reported, () => expect.fail(reported));
  else test.skip(reported, () => undefined);
};
