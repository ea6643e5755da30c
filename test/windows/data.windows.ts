import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { accessToken } from '../helpers/client.ts';
import { admin, adminInWindows, endWindows, fromWindows, inWindows, startService, until } from './wine.ts';

/**
 * Paths, the command line, the key file, backups. Not tried, since Wine 8 lacks it: the rights of the data folder (icacls
 * is empty there), \\?\C:\… and shared folders of this computer, Node 24, a password through a pipe of Linux, and
 * whatever needs Electron.
 */

afterEach(endWindows);

const PASSWORD = 'a password of the test';
const create = (folder: string) =>
  admin(
    [
      ...['--data-dir', folder, '--keychain', 'file'],
      ...['owner', 'create', '--username', 'owner', '--password-stdin'],
    ],
    { stdin: `${PASSWORD}\n` },
  );

describe('a data folder', () => {
  it.each([
    ['with spaces and Cyrillic', 'C:\\Крамниця біля дому\\дані', 'C:\\Крамниця біля дому\\дані'],
    ['with slashes', 'C:/slashes/data', 'C:\\slashes\\data'],
  ])('%s: %s', async (_, given, path) => {
    expect(await create(given)).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(join(fromWindows(path), 'kramar.db')).size).toBeGreaterThan(100_000);
  });

  it('on a server that does not answer is refused in words, and nothing is created', async () => {
    const { code, stderr } = await create('\\\\no-such-server\\share\\shop');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data folder .*no-such-server.* cannot be/);
  });

  it('that is only a drive letter means the folder in which the command was typed', async () => {
    const { code, stdout } = await admin(['--data-dir', 'C:', '--json', 'doctor']);
    expect(code).toBe(1);
    expect(stdout).toContain('"check":"data folder"');
  });
});

describe('a password for the command line', () => {
  const folder = 'C:\\passwords';
  it('comes through a pipe of Windows, and from a file', async () => {
    await create(folder);
    const args = adminInWindows(['--data-dir', folder, 'owner', 'password', '--password-stdin']);
    const piped = inWindows(
      `const { status, stdout, stderr } = require('child_process').spawnSync(process.execPath,
        ${JSON.stringify(args)}, { input: '\\uFEFFanother password\\r\\n', encoding: 'utf8' });
      console.log(JSON.stringify({ status, stdout, stderr }));`,
    );
    const { stdout } = await piped.ended;
    expect(JSON.parse(stdout)).toMatchObject({ status: 0, stderr: '' });
    const service = await startService(['--data-dir', folder, '--keychain', 'file']);
    expect(await accessToken(service.ready.base_url, 'another password')).not.toBe('');
    await service.stop();
  });
});

describe('the key file', () => {
  it('is created once, and stays as it is', async () => {
    const folder = 'C:\\key file';
    const first = await startService(['--data-dir', folder, '--keychain', 'file']);
    const key = readFileSync(join(fromWindows(folder), 'master.key'), 'utf8');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    await first.stop();
    // Without --keychain it uses the place of the existing key.
    const second = await startService(['--data-dir', folder]);
    await second.stop();
    expect(readFileSync(join(fromWindows(folder), 'master.key'), 'utf8')).toBe(key);
  });
});

describe('a backup', () => {
  const folder = 'C:\\backups of Олена';
  const run = (...args: string[]) => admin(['--data-dir', folder, '--keychain', 'file', ...args]);
  const files = () =>
    readdirSync(fromWindows(folder)).filter((name) => name.includes('kramar') && name.includes('.db'));

  it('is made beside the running service, verified, and restored; not while the database is in use', async () => {
    mkdirSync(fromWindows(folder), { recursive: true });
    await create(folder);
    const service = await startService(['--data-dir', folder, '--keychain', 'file']);
    expect(await run('backup', 'create')).toMatchObject({ code: 0, stderr: '' });
    const beside = await run('backup', 'restore', 'latest');
    expect(beside.code).toBe(1);
    expect(beside.stderr).toContain('Nothing was changed. Stop it, then try again.');
    await service.stop();
    expect(await run('backup', 'verify', 'latest')).toMatchObject({ code: 0, stderr: '' });

    const holder = inWindows(
      `const fs = require('fs'); fs.openSync(${JSON.stringify(`${folder}\\kramar.db`)}, fs.constants.O_RDWR | 0x10000000);
      console.log('held'); setTimeout(() => {}, 60_000);`,
    );
    await until(() => holder.stdout().includes('held'));
    const before = files();
    const held = await run('backup', 'restore', 'latest');
    expect(held.code).toBe(1);
    holder.child.kill('SIGKILL');
    await holder.ended;
    expect(files()).toEqual(before);

    expect(await run('backup', 'restore', 'latest')).toMatchObject({ code: 0, stderr: '' });
    const again = await startService(['--data-dir', folder]);
    expect((await again.stop()).code).toBe(0);
  });
});
