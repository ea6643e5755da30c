import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteBuilder } from 'vite';
import { DOCS_FILES } from '../main/platform/places-on-disk.ts';
import { buildGuides } from './guides/guides.ts';
import { billOfMaterials, licenceText, packageFolder } from './licences.ts';
import { writeThreadModuleDigests } from './thread-modules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const MODULES = join(ROOT, 'node_modules');

/** Packages with files beside the bundle (swagger-ui-dist: four). */
const BESIDE = ['better-sqlite3', '@github/keytar', 'swagger-ui-dist'];
/** The keychain's code and, in an own package, its native file for each system for which npm installed it. */
const NATIVE = '@napi-rs';

/** Builds all of dist/: the screens, the program, and the files that both need beside them. */
export const buildWholeProgram = async (builder: ViteBuilder): Promise<void> => {
  const packages = new Set([...BESIDE, ...keyringPackages()].map((name) => join(MODULES, name)));
  for (const environment of Object.values(builder.environments)) {
    if (environment.name === 'ssr') continue;
    // Two share a folder, so none of them may empty it; the first one clears the remains of an older build.
    if (environment.name === 'main') emptyFolders(['main', 'preload', 'docs', 'icons']);
    for (const module of modulesOf(await builder.build(environment))) {
      const folder = packageFolder(module);
      if (folder !== undefined) packages.add(folder);
    }
  }
  writeThreadModuleDigests(join(DIST, 'main'));
  copyFiles(join(MODULES, 'swagger-ui-dist'), 'docs', DOCS_FILES);
  cpSync(join(ROOT, 'main/store/schema/schema.sql'), join(DIST, 'main/schema.sql'));
  buildGuides(join(DIST, 'guides'));
  copyIcons();
  writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), licenceText(packages));
  // Electron brings its licences itself.
  writeFileSync(
    join(DIST, 'kramar-sbom.cdx.json'),
    billOfMaterials([...packages, join(MODULES, 'electron')]),
  );
};

const keyringPackages = (): string[] =>
  readdirSync(join(MODULES, NATIVE))
    .filter((name) => name.startsWith('keyring'))
    .map((name) => join(NATIVE, name));

const emptyFolders = (folders: readonly string[]): void => {
  for (const folder of folders) rmSync(join(DIST, folder), { recursive: true, force: true });
};

const modulesOf = (built: Awaited<ReturnType<ViteBuilder['build']>>): string[] => {
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return outputs
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
};

const copyFiles = (source: string, folder: string, files: readonly string[]): void => {
  mkdirSync(join(DIST, folder), { recursive: true });
  for (const file of files) cpSync(join(source, file), join(DIST, folder, file));
};

/** Copies the icons of tray and window. electron-builder makes those of the installers. */
const copyIcons = (): void => {
  cpSync(join(ROOT, 'build/icons'), join(DIST, 'icons'), { recursive: true });
};
