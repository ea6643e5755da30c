import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultDataDir } from '../../main/platform/config.ts';
import { readAsar } from '../pack/asar.ts';
import { serveFeed } from './feed.ts';
import { installationOf, runAll } from './system.ts';

/**
 * `node test/packaged/run.ts --previous FOLDER --packages FOLDER [--out FOLDER] [--dry-run]`: installs the previous
 * version, updates it to the new one by a feed on this machine, walks through a shop's day (walk.ts), uninstalls, and
 * looks whether the data stayed. A dry run prints the commands and starts none.
 */

const { values } = parseArgs({
  options: {
    previous: { type: 'string', default: 'dist/previous' },
    packages: { type: 'string', default: 'dist/packages' },
    out: { type: 'string', default: 'test-results/packaged' },
    'dry-run': { type: 'boolean', default: false },
  },
});
const isDryRun = values['dry-run'];
const WALK = fileURLToPath(new URL('./walk.ts', import.meta.url));
const UPDATE = fileURLToPath(new URL('./update.ts', import.meta.url));

const before = installationOf(resolve(values.previous));
const after = installationOf(resolve(values.packages));
const say = (text: string) => process.stdout.write(`${text}\n`);
const script = (file: string, ...args: string[]) => runAll([[process.execPath, file, ...args]], isDryRun);

const installedVersion = (): string => {
  const manifest = readAsar(join(after.resources, 'app.asar')).find(({ path }) => path === 'package.json');
  return (JSON.parse(manifest?.bytes?.toString() ?? '{}') as { version: string }).version;
};
const expectVersion = (isNew: boolean): void => {
  if (isDryRun) return;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  if ((installedVersion() === version) !== isNew) throw new Error(`Installed is ${installedVersion()}`);
};

/** A file of a shop in the usual folder, which no package may touch. */
const kept = join(defaultDataDir(process.platform, process.env, homedir()), 'kept-by-the-walk.txt');

say('— the previous version');
runAll(before.install, isDryRun);
expectVersion(false);
say('— it finds and downloads the new one from a feed on this machine');
const feed = isDryRun ? undefined : await serveFeed(resolve(values.packages));
// Linux packages of deb and rpm are updated by the system; unsigned programs of macOS are not updated (docs/releasing.md).
if (process.platform === 'win32')
  script(
    UPDATE,
    ...['--program', before.program, '--resources', before.resources],
    ...['--feed', feed?.url ?? 'http://127.0.0.1:0/'],
  );
await feed?.close();
say('— the new one over it');
runAll(
  process.platform === 'win32' ? after.install.map((command) => [...command, '--updated']) : after.install,
  isDryRun,
);
expectVersion(true);
say('— a day of a shop');
const admin = after.admin ? ['--admin', after.admin] : [];
script(WALK, '--program', after.program, ...admin, '--out', values.out);
say('— uninstalled, and the data stays');
if (!isDryRun) {
  mkdirSync(join(kept, '..'), { recursive: true });
  writeFileSync(kept, 'of the shop');
}
runAll(after.remove, isDryRun);
if (!isDryRun) {
  if (existsSync(after.program)) throw new Error(`${after.program} is still there`);
  if (readFileSync(kept, 'utf8') !== 'of the shop') throw new Error('The uninstaller touched the data.');
  rmSync(kept);
  if (process.platform === 'win32') {
    const run = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
    const { stdout } = spawnSync('reg', ['query', run], { encoding: 'utf8' });
    if (stdout.includes('Kramar.exe')) throw new Error('Start with Windows outlived the program.');
  }
}
say(isDryRun ? 'A dry run: nothing was started.' : 'The packages work.');
