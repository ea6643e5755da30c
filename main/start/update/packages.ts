import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm, type Surroundings } from './steps.ts';

/**
 * The packages and the built program of a checkout, replaced so that a failure brings the former ones back. New packages
 * are installed in a folder of their own and then change places by a rename.
 */

const MODULES = 'node_modules';
const DIST = 'dist';
const LOCK = 'package-lock.json';

const scratchOf = (root: string): string => join(root, '.update');
const formerOf = (root: string, name: string): string => join(scratchOf(root), 'former', name);

interface Locked {
  version?: string;
  integrity?: string;
  optional?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  link?: boolean;
}

const readLock = (path: string): Record<string, Locked> | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
};

/**
 * Whether what npm has installed is not what the lock names; what is optional may be absent, being of another system.
 * The folders are looked at too: npm install --package-lock-only writes its list without them (seen with npm 11).
 */
export const isInstallNeeded = (root: string): boolean => {
  const wanted = readLock(join(root, LOCK));
  const installed = readLock(join(root, MODULES, '.package-lock.json'));
  if (!wanted || !installed) return true;
  const names = Object.keys(wanted).filter((name) => name !== '');
  const isOther = (name: string): boolean => {
    const [one, other] = [wanted[name], installed[name]];
    if (!other) return !(one?.optional || one?.devOptional || one?.peer);
    return (
      one?.version !== other.version || one?.integrity !== other.integrity || !existsSync(join(root, name))
    );
  };
  return names.some(isOther) || Object.keys(installed).some((name) => !(name in wanted));
};

/** @throws UpdateError; the former packages are untouched then */
export const installPackages = async (surroundings: Surroundings): Promise<void> => {
  const { root } = surroundings;
  const scratch = join(scratchOf(root), 'install');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  for (const name of ['package.json', LOCK, '.npmrc'])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(scratch, name));
  await npm(surroundings, scratch, 'ci');
  mkdirSync(join(scratchOf(root), 'former'), { recursive: true });
  if (existsSync(join(root, MODULES))) renameSync(join(root, MODULES), formerOf(root, MODULES));
  renameSync(join(scratch, MODULES), join(root, MODULES));
};

/** Keeps a copy of the built program: a running service reads its screens from the folder itself. */
export const keepBuild = (root: string): void => {
  if (!existsSync(join(root, DIST))) return;
  const copying = join(scratchOf(root), 'copying');
  rmSync(copying, { recursive: true, force: true });
  mkdirSync(join(scratchOf(root), 'former'), { recursive: true });
  cpSync(join(root, DIST), copying, { recursive: true });
  renameSync(copying, formerOf(root, DIST));
};

/** Puts back what was replaced, also by an update that was cut off. Gives whether there was anything. */
export const putFormerBack = (root: string): boolean => {
  const names = [MODULES, DIST].filter((name) => existsSync(formerOf(root, name)));
  for (const name of names) {
    rmSync(join(root, name), { recursive: true, force: true });
    renameSync(formerOf(root, name), join(root, name));
  }
  forgetFormer(root);
  return names.length > 0;
};

/** Called when the update has ended well. */
export const forgetFormer = (root: string): void => {
  rmSync(scratchOf(root), { recursive: true, force: true });
};

export const isBuilt = (root: string): boolean => existsSync(join(root, DIST, 'renderer', 'index.html'));
