import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import electronManifest from 'electron/package.json' with { type: 'json' };
import { extractAsar, readAsar } from './asar.ts';
import { faultsOfContents } from './contents.ts';
import { faultsOfFuses } from './fuses.ts';
import { liveOnce } from './life.ts';
import { stubElectron } from './stub-electron.ts';

/**
 * `npm run pack:check`: builds, packs with a stub in the place of Electron, and looks at what came out.
 * `npm run pack:check -- FOLDER PLATFORM-ARCH`: looks at a package that was made before, of whatever system, as CI does
 * (a file that is not there to be packed is passed over by electron-builder without a word).
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

/** The folder of the package. */
const pack = (folder: string): string => {
  const electron = join(folder, 'electron');
  stubElectron(electron, electronManifest.version);
  const output = join(folder, 'packages');
  run([
    join(ROOT, 'build/pack.ts'),
    ...['--linux', `--${process.arch}`, '--dir'],
    `-c.electronDist=${electron}`,
    `-c.directories.output=${output}`,
  ]);
  const unpacked = readdirSync(output).find((name) => name.endsWith('-unpacked'));
  if (unpacked === undefined) throw new Error(`electron-builder left no package in ${output}`);
  return join(output, unpacked);
};

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Where a system has what is looked at: our resources, and the file with Electron's code. */
const layoutOf = (packed: string, target: string): { resources: string; program: string } => {
  if (!target.startsWith('darwin')) {
    const program = join(packed, target.startsWith('win32') ? 'Kramar.exe' : 'kramar');
    return { resources: join(packed, 'resources'), program };
  }
  const contents = join(packed, 'Kramar.app/Contents');
  const framework = 'Frameworks/Electron Framework.framework/Electron Framework';
  return { resources: join(contents, 'Resources'), program: join(contents, framework) };
};

const check = async (packed: string, target: string, folder: string): Promise<string[]> => {
  const { resources, program } = layoutOf(packed, target);
  const archive = join(resources, 'app.asar');
  const files = readAsar(archive);
  const faults = [
    ...faultsOfContents(files, target, ROOT.slice(0, -1)),
    ...faultsOfFuses(program),
    ...faultsOfResources(resources),
    ...faultsOfManifest(files.find(({ path }) => path === 'package.json')?.bytes),
  ];
  const beside = sizeOf(`${archive}.unpacked`);
  const inside = statSync(archive).size;
  const terms = statSync(join(resources, 'THIRD-PARTY-LICENSES.txt')).size;
  say(
    `${target}: installed size without Electron ${mb(inside + beside + terms)} (archive ${mb(inside)}, native code ` +
      `and the backup's thread beside it ${mb(beside)}, licences ${mb(terms)}).`,
  );
  return target === here ? [...faults, ...(await live(archive, folder))] : faults;
};

/** As it will lie there: an archive that reads as one folder, and beside it what no archive can hold. */
const live = async (archive: string, folder: string): Promise<string[]> => {
  const place = join(folder, 'run/resources');
  extractAsar(archive, join(place, 'app.asar'));
  cpSync(`${archive}.unpacked`, join(place, 'app.asar.unpacked'), { recursive: true });
  const { faults, startMs } = await liveOnce(
    join(place, 'app.asar/dist/main/index.mjs'),
    join(folder, 'run'),
  );
  say(`It starts in plain Node, with a stand-in for Electron, in ${Math.round(startMs)} ms.`);
  return faults;
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

/** What npm and the build need to know is no business of whoever installs Kramar. */
const faultsOfManifest = (bytes: Buffer | undefined): string[] => {
  const manifest = JSON.parse(bytes?.toString() ?? '{}') as Record<string, unknown>;
  const faults = ['scripts', 'devDependencies', 'dependencies', 'overrides', 'allowScripts']
    .filter((name) => manifest[name] !== null && manifest[name] !== undefined)
    .map((name) => `the packed package.json has ${name}`);
  return manifest.main === 'dist/main/index.mjs'
    ? faults
    : [...faults, 'the packed package.json has no main'];
};

const made = (folder: string): string => {
  if (process.platform !== 'linux')
    throw new Error(
      'The stub is one of Electron for Linux. Make a package, and name it: npm run pack:check -- FOLDER PLATFORM-ARCH',
    );
  if (process.env.KRAMAR_BUILD !== 'no') build();
  return pack(folder);
};

const folder = mkdtempSync(join(tmpdir(), 'kramar-pack-'));
try {
  const [packed, target = here] = process.argv.slice(2);
  const faults = await check(packed === undefined ? made(folder) : resolve(packed), target, folder);
  for (const fault of faults) say(`✗ ${fault}`);
  say(faults.length === 0 ? 'The package is as it should be.' : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
