import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackage } from './fetch-package.ts';

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
