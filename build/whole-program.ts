import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteBuilder } from 'vite';
import { DOCS_FILES } from '../main/platform/places-on-disk.ts';
import { licenceText, packageFolder } from './licences.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const MODULES = join(ROOT, 'node_modules');

/** What lies in a package without being part of the bundle (swagger-ui-dist: four of its files). */
const BESIDE = ['better-sqlite3', 'swagger-ui-dist'];
/** The keychain's code and, in a package of its own, its native file for each system that npm fetched it for. */
const NATIVE = '@napi-rs';

/** Everything that is in dist/: the screens, the program, and what both need beside themselves. */
export const buildWholeProgram = async (builder: ViteBuilder): Promise<void> => {
  const packages = new Set([...BESIDE, ...natives()].map((name) => join(MODULES, name)));
  for (const environment of Object.values(builder.environments)) {
    if (environment.name === 'ssr') continue;
    // Two share a folder, so none of them may empty it; the first of them finds what an older build left.
    if (environment.name === 'main') emptied(['main', 'preload', 'docs', 'icons']);
    for (const module of modulesOf(await builder.build(environment))) {
      const folder = packageFolder(module);
      if (folder !== undefined) packages.add(folder);
    }
  }
  copyDocs();
  copyIcons();
  writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), licenceText(packages));
};

const natives = (): string[] =>
  readdirSync(join(MODULES, NATIVE))
    .filter((name) => name.startsWith('keyring'))
    .map((name) => join(NATIVE, name));

const emptied = (folders: readonly string[]): void => {
  for (const folder of folders) rmSync(join(DIST, folder), { recursive: true, force: true });
};

const modulesOf = (built: Awaited<ReturnType<ViteBuilder['build']>>): string[] => {
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return outputs
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
};

const copyDocs = (): void => {
  mkdirSync(join(DIST, 'docs'), { recursive: true });
  for (const file of DOCS_FILES) cpSync(join(MODULES, 'swagger-ui-dist', file), join(DIST, 'docs', file));
};

/** What the running program shows itself: tray and window. The installers' are electron-builder's own business. */
const copyIcons = (): void => {
  cpSync(join(ROOT, 'build/icons'), join(DIST, 'icons'), { recursive: true });
};
