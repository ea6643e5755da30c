import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/kramar-packages', import.meta.url));

/** A package of npm's registry at one version, with the digest that npm's lock file has for it. */
export interface PinnedPackage {
  name: string;
  version: string;
  /** `sha512-…` */
  integrity: string;
}

/**
 * Fetches a package that npm leaves out on this system, and gives its folder. `npm install --os --cpu` would exchange
 * every native package of node_modules; `npm pack` touches none.
 * @throws where the registry cannot be reached, or the package is not the pinned one
 */
export const fetchPackage = ({ name, version, integrity }: PinnedPackage): string => {
  const folder = join(CACHE, `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}`);
  if (existsSync(join(folder, 'package.json'))) return folder;
  const temporary = `${folder}.${process.pid}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  try {
    npm(['pack', `${name}@${version}`, '--silent', '--pack-destination', temporary]);
    const archive = readdirSync(temporary).find((file) => file.endsWith('.tgz')) ?? '';
    if (digestOf(join(temporary, archive)) !== integrity)
      throw new Error(`${name}@${version} is not the package that was pinned: ${integrity}`);
    run('tar', ['-xzf', archive], temporary);
    renameSync(join(temporary, 'package'), folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return folder;
};

const digestOf = (file: string): string =>
  `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;

/** npm as this process's own npm script was started by it; on Windows `npm` is a script that only a shell starts. */
const npm = (args: readonly string[]): void => {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) run(process.execPath, [script, ...args]);
  else run('npm', args, undefined, process.platform === 'win32');
};

const run = (command: string, args: readonly string[], cwd?: string, shell = false): void => {
  const { status, stderr, error } = spawnSync(command, args, { cwd, shell, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status ?? error?.message}: ${stderr}`);
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = join(ROOT, 'package-lock.json');

/**
 * The keychain's native package of each system and processor. Windows needs none: @github/keytar brings its files for
 * all of them, as better-sqlite3 does.
 */
const KEYRING: Record<string, string> = {
  'darwin-x64': '@napi-rs/keyring-darwin-x64',
  'darwin-arm64': '@napi-rs/keyring-darwin-arm64',
  'linux-x64': '@napi-rs/keyring-linux-x64-gnu',
  'linux-arm64': '@napi-rs/keyring-linux-arm64-gnu',
};

interface Lock {
  packages: Record<string, { version: string; integrity: string } | undefined>;
}

/** Puts the native package of a target (`linux-arm64`) into dist/native/, where electron-builder.yml takes it from. */
export const prepareNative = (target: string): void => {
  const name = KEYRING[target];
  if (name === undefined) return;
  const installed = join(ROOT, 'node_modules', name);
  const { packages }: Lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  const locked = packages[`node_modules/${name}`];
  if (!locked) throw new Error(`${name} is not in package-lock.json`);
  const to = join(ROOT, 'dist/native', `keyring-${target}`);
  rmSync(to, { recursive: true, force: true });
  cpSync(existsSync(installed) ? installed : fetchPackage({ name, ...locked }), to, { recursive: true });
};
