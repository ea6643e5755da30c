import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import electronManifest from 'electron/package.json' with { type: 'json' };
import { extractAsar, readAsar } from './asar.ts';
import { faultsOfContents } from './contents.ts';
import { faultsOfFuses } from './fuses.ts';
import { liveOnce, serveOnce } from './life.ts';
import { faultsOfNativeFiles } from './natives.ts';
import { stubElectron } from './stub-electron.ts';
import { faultsOfSystem, layoutOf } from './system.ts';
import { faultsOfChangedModule, faultsOfThreadModules } from './thread-modules.ts';

/**
 * `npm run pack:check`: builds, packs for three systems and two processors with stubs in the place of Electron, and
 * checks the packages. `npm run pack:check -- FOLDER PLATFORM-ARCH`: checks an existing package, as CI does.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const here = `${process.platform}-${process.arch}`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const run = (args: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
};

const build = (): void => run([join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']);

/** The folders in which electron-builder leaves its packages. */
const FOLDERS: Record<string, string> = {
  'linux-x64': 'linux-unpacked',
  'linux-arm64': 'linux-arm64-unpacked',
  'win32-x64': 'win-unpacked',
  'win32-arm64': 'win-arm64-unpacked',
  'darwin-x64': 'mac',
  'darwin-arm64': 'mac-arm64',
};

/** Makes all packages in one run; returns the folder of each. */
const packAll = (folder: string): [target: string, packed: string][] => {
  const electron = join(folder, 'electron');
  mkdirSync(electron);
  for (const target of Object.keys(FOLDERS)) stubElectron(electron, electronManifest.version, target);
  const output = join(folder, 'packages');
  run([
    join(ROOT, 'build/pack.ts'),
    ...['--linux', '--win', '--mac', '--x64', '--arm64', '--dir'],
    `-c.electronDist=${electron}`,
    `-c.directories.output=${output}`,
    // It calls Apple's codesign.
    '-c.electronFuses.resetAdHocDarwinSignature=false',
  ]);
  return Object.entries(FOLDERS).map(([target, name]) => [target, join(output, name)]);
};

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * Our part without Electron, in bytes: 12 to 15 MB in November 2026; this limit finds files that are packed
 * unnoticed.
 */
const SIZE_LIMIT = 20_000_000;

const check = async (packed: string, target: string, folder: string): Promise<string[]> => {
  const { resources, program } = layoutOf(packed, target);
  const archive = join(resources, 'app.asar');
  const files = readAsar(archive);
  const faults = [
    ...faultsOfContents(files, target, ROOT.slice(0, -1)),
    ...faultsOfFuses(program),
    ...faultsOfSystem(packed, target),
    ...faultsOfNativeFiles(`${archive}.unpacked`, target),
    ...faultsOfThreadModules(
      files.find(({ path }) => path === 'dist/main/thread-modules.json')?.bytes,
      `${archive}.unpacked`,
    ),
    ...faultsOfResources(resources),
    ...faultsOfManifest(files.find(({ path }) => path === 'package.json')?.bytes),
  ];
  const beside = sizeOf(`${archive}.unpacked`);
  const inside = statSync(archive).size;
  const terms = statSync(join(resources, 'THIRD-PARTY-LICENSES.txt')).size;
  const size = inside + beside + terms;
  if (size > SIZE_LIMIT) faults.push(`it takes ${mb(size)}, more than ${mb(SIZE_LIMIT)}`);
  say(
    `${target}: installed size without Electron ${mb(size)} (archive ${mb(inside)}, native code and the threads' ` +
      `modules beside it ${mb(beside)}, licences ${mb(terms)}).`,
  );
  return target === here ? [...faults, ...(await live(archive, folder))] : faults;
};

/**
 * Runs the package in its own layout: an archive that reads as one folder, beside it the files that no archive can
 * hold.
 */
const live = async (archive: string, folder: string): Promise<string[]> => {
  const place = join(folder, 'run/resources');
  extractAsar(archive, join(place, 'app.asar'));
  cpSync(`${archive}.unpacked`, join(place, 'app.asar.unpacked'), { recursive: true });
  const entry = join(place, 'app.asar/dist/main/index.mjs');
  const life = join(folder, 'run');
  const { faults, startMs } = await liveOnce(entry, life);
  say(`It starts in plain Node, with a stand-in for Electron, in ${Math.round(startMs)} ms.`);
  const worker = join(place, 'app.asar.unpacked/dist/main/worker.mjs');
  faults.push(...(await serveOnce(entry, life)));
  return [...faults, ...(await faultsOfChangedModule(entry, life, worker))];
};

const faultsOfResources = (resources: string): string[] => {
  const names = readdirSync(resources);
  const wanted = ['LICENSE.kramar.txt', 'THIRD-PARTY-LICENSES.txt', 'app.asar', 'app.asar.unpacked'];
  const terms = join(resources, 'THIRD-PARTY-LICENSES.txt');
  const text = existsSync(terms) ? readFileSync(terms, 'utf8') : '';
  const owed = [
    'koa',
    'react',
    'kysely',
    'better-sqlite3',
    '@napi-rs/keyring',
    '@github/keytar',
    'swagger-ui-dist',
    'electron-updater',
  ];
  return [
    ...wanted.filter((name) => !names.includes(name)).map((name) => `the resources lack ${name}`),
    ...['app', 'default_app.asar']
      .filter((name) => names.includes(name))
      .map((name) => `the resources have ${name}`),
    ...owed
      .filter((name) => !text.includes(`\n${name} `))
      .map((name) => `THIRD-PARTY-LICENSES.txt says nothing of ${name}`),
  ];
};

/** An installed program needs no file of npm or the build. */
const faultsOfManifest = (bytes: Buffer | undefined): string[] => {
  const manifest = JSON.parse(bytes?.toString() ?? '{}') as Record<string, unknown>;
  const faults = ['scripts', 'devDependencies', 'dependencies', 'overrides', 'allowScripts']
    .filter((name) => manifest[name] !== null && manifest[name] !== undefined)
    .map((name) => `the packed package.json has ${name}`);
  return manifest.main === 'dist/main/index.mjs'
    ? faults
    : [...faults, 'the packed package.json has no main'];
};

const made = (folder: string): [target: string, packed: string][] => {
  if (process.platform !== 'linux')
    throw new Error(
      'Without arguments it needs Linux. Make a package, and name it: npm run pack:check -- FOLDER PLATFORM-ARCH',
    );
  if (process.env.KRAMAR_BUILD !== 'no') build();
  return packAll(folder);
};

const folder = mkdtempSync(join(tmpdir(), 'kramar-pack-'));
try {
  const [packed, target = here] = process.argv.slice(2);
  const packages = packed === undefined ? made(folder) : [[target, resolve(packed)] as const];
  const faults: string[] = [];
  for (const [each, place] of packages)
    for (const fault of await check(place, each, folder)) faults.push(`${each}: ${fault}`);
  for (const fault of faults) say(`✗ ${fault}`);
  say(faults.length === 0 ? 'The packages are as they should be.' : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
