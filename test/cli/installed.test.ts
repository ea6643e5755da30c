import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { consoleName } from '../../main/cli/console-command.ts';
import { help } from '../../main/cli/help.ts';
import { runConsole } from '../../main/cli/run.ts';
import { keepingUmask, openConsole, PASSWORD } from './console.ts';
import { openOwned } from './database.ts';

/** The console in an installed program, which has no npm, and on Windows no stream of stdin. */

const OTHER = 'another horse';

describe('its name', () => {
  test.each([
    ['win32', 'C:\\Kramar\\Kramar.exe', true, 'kramar-admin'],
    ['linux', '/opt/Kramar/kramar', true, '/opt/Kramar/kramar --admin'],
    ['darwin', '/Applications/My Apps/Kramar', true, "'/Applications/My Apps/Kramar' --admin"],
    ['win32', 'node', false, 'npm run admin --'],
  ] as const)('%s, %s', (platform, execPath, isInstalled, name) => {
    expect(consoleName(platform, execPath, isInstalled)).toBe(name);
  });
  test('stands in the usage in place of npm', () => {
    const text = [...help('kramar-admin', []), ...help('kramar-admin', ['owner create'])].join('\n');
    expect(text).toContain('Usage: kramar-admin COMMAND');
    expect(text).toContain('kramar-admin owner create --username olena --password-file password.txt');
    expect(text).not.toContain('npm run admin');
  });
});

describe('a password in a file', () => {
  test('replaces a forgotten one, byte order mark and line break aside', async () => {
    const shop = openOwned();
    const file = join(shop.env.HOME ?? '', 'новий пароль.txt');
    writeFileSync(file, `\uFEFF${OTHER}\r\n`);
    const answer = await shop.json(['owner', 'password', '--password-file', file]);
    expect(answer).toMatchObject({ code: 0, json: { ok: true, username: 'olena' } });
    expect(JSON.stringify(answer)).not.toContain(OTHER);
  });
  test('a missing or oversized file changes nothing; two sources are refused', async () => {
    const shop = openOwned();
    const file = join(shop.env.HOME ?? '', 'long.txt');
    writeFileSync(file, 'x'.repeat(70_000));
    const run = (...args: string[]) => shop.json(['owner', 'password', ...args], { stdin: PASSWORD });
    expect(await run('--password-file', `${file}.gone`)).toMatchObject({ code: 2 });
    expect((await run('--password-file', file)).json).toMatchObject({ code: 'VALIDATION' });
    expect(await run('--password-file', file, '--password-stdin')).toMatchObject({ code: 2 });
  });
});

test("on Windows the stream of an Electron program's stdin is at its end: the descriptor is read", async () => {
  const shop = openConsole({ isProcess: true });
  // A process whose stream is replaced as Electron replaces it; its descriptor is a pipe with the password.
  const preload = join(shop.env.HOME ?? '', 'electron-stdin.mjs');
  writeFileSync(
    preload,
    `import { Readable } from 'node:stream';
    const ended = new Readable();
    ended.push(null);
    Object.defineProperty(process, 'stdin', { get: () => ended });`,
  );
  const answer = await shop.json(['owner', 'create', '--username', 'olena', '--password-stdin'], {
    stdin: PASSWORD,
    env: { NODE_OPTIONS: `--import=${preload}` },
  });
  expect(answer).toMatchObject({ code: 0, json: { ok: true } });
});

test('a stream at its end, and no descriptor: refused, nothing is created', async () => {
  const shop = openConsole();
  const streams = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
  const args = ['--data-dir', shop.dataDir, 'owner', 'create', '--username', 'olena', '--password-stdin'];
  expect(await keepingUmask(() => runConsole(args, streams, shop.env))).toBe(1);
});
