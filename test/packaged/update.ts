import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accessToken } from '../helpers/client.ts';
import { dataFolder, options, spawnProgram, startProgram, until } from './program.ts';

/**
 * `node test/packaged/update.ts --program PATH --resources FOLDER --feed URL`: an installed program finds and downloads
 * a newer version. The last step, its installer, shows windows; run.ts starts it silently, with the same options.
 */

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: '' },
    resources: { type: 'string', default: '' },
    feed: { type: 'string', default: '' },
  },
});

// A build accepts https only (build/pack-options.ts), so the file that it would have made is written here.
writeFileSync(
  join(values.resources, 'app-update.yml'),
  `provider: generic\nurl: ${values.feed}\nupdaterCacheDirName: kramar-updater\n`,
);
const folder = mkdtempSync(join(tmpdir(), 'kramar update '));
const place = { folder, bankUrl: 'http://127.0.0.1:9' };
const command = { program: values.program };
const PASSWORD = 'a password of the update';
writeFileSync(join(folder, 'password.txt'), PASSWORD);
const owner = ['--username', 'owner', '--password-file', join(folder, 'password.txt')];
const made = spawnProgram(command, place, 'owner', [
  ...['--admin', '--data-dir', dataFolder(place), '--keychain', 'file', 'owner', 'create'],
  ...owner,
]);
if ((await made.exited) !== 0) throw new Error(`No owner could be made; see ${folder}`);

const running = await startProgram(command, place);
const access = await accessToken(running.baseUrl, PASSWORD);
const call = (name: string): Promise<string> =>
  running.page.evaluate<string>(
    `window.kramar.call(${JSON.stringify(name)}, {}, ${JSON.stringify(access)}).then((result) => JSON.stringify(result))`,
  );
for (const [name, status] of [
  ['update.check', 'available'],
  ['update.download', 'ready'],
] as const) {
  const result = await call(name);
  if (!result.includes(`"status":"${status}"`)) throw new Error(`${name}: ${result}`);
  process.stdout.write(`${name}: ${status}\n`);
}
await running.close();
await spawnProgram(command, place, 'quit', [...options(place), '--quit']).exited;
await until('the end of the program', () => running.child.exitCode !== null);
