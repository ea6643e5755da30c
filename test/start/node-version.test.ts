import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/console.ts';
import { ownEnvironment } from '../helpers/service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHECK = fileURLToPath(new URL('../../main/start/node-version.mjs', import.meta.url));
const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** What npm ci brings for this system, where it brings anything. */
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const BROUGHT = join(ROOT, 'node_modules', PACKAGE, `bin/node${process.platform === 'win32' ? '.exe' : ''}`);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** This Node under another version, for a machine that has no older one. */
const pretending = (version: string, { onlyFirst = false } = {}): string => {
  const file = join(folder, 'older.mjs');
  const condition = onlyFirst ? 'if (!process.env.KRAMAR_HANDED_OVER) ' : '';
  const pretence = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  writeFileSync(file, `${condition}${pretence}`);
  return file;
};
/** An older Node's start of an entry, which prints what it was given and then does `then`. */
const olderNode = (then: string, ...args: readonly string[]): string[] => {
  const entry = join(folder, 'entry.mjs');
  const given =
    '{ node: process.execPath, argv: process.argv.slice(2), path: process.env.PATH, env: process.env }';
  writeFileSync(entry, `process.stdout.write(JSON.stringify(${given}) + '\\n');\n${then}`);
  return ['--import', pretending('20.20.2', { onlyFirst: true }), '--import', CHECK, entry, ...args];
};

const SENTENCE = /^error: Kramar needs Node 24 or newer, and \S+ is Node [\d.]+\. [^\n]*npm ci[^\n]*\n$/;

const OPTIONS = { cwd: ROOT, encoding: 'utf8', env: ownEnvironment() } as const;

const ENTRIES = [
  'main/start/headless.ts',
  'main/start/cli.ts',
  'main/start/start.ts',
  'main/practice-bank/cli.ts',
];

const OLDER = ['20.20.2', '22.12.0'] as const;
test.each(ENTRIES.map((entry, at) => [OLDER[at % 2] ?? '', entry] as const))(
  'two Nodes in a row, %s, that cannot load the database are reported in one line: %s',
  (version, entry) => {
    const command = ['--import', pretending(version), '--import', CHECK, entry, '--version'];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, OPTIONS);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(SENTENCE);
    expect(stderr).toContain(version);
  },
);

test('where npm ci brought no Node, one line says what to do', () => {
  const start = join(folder, 'main/start');
  mkdirSync(start, { recursive: true });
  copyFileSync(CHECK, join(start, 'node-version.mjs'));
  const command = ['--import', pretending('22.12.0'), join(start, 'node-version.mjs')];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(SENTENCE);
  expect(stderr).toContain('https://nodejs.org');
});

test('every script runs in a Node that fits', () => {
  // Their programs are native; the JavaScript that starts them runs in any Node.
  const native = /^(biome|tsc|npm) /;
  for (const [name, script] of Object.entries<string>(scripts))
    for (const part of script.split(' && '))
      if (!native.test(part)) expect(part, name).toMatch(/^node --import \.\/main\/start\/node-version\.mjs/);
  const others = ['vite.config.ts', 'test/e2e/playwright.config.ts'];
  for (const entry of ['main/start/headless.ts', 'main/start/cli.ts', ...others])
    expect(readFileSync(join(ROOT, entry), 'utf8')).toMatch(/^import '[./\w]+node-version\.mjs';\n/);
});

test('nothing of npm ci needs an install script, a compiler or Python', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test.runIf(PACKAGE in optionalDependencies)('an older Node hands over to the one that npm ci brought', () => {
  const command = olderNode(
    "process.stdin.on('data', (text) => process.stdout.write(text)).on('end', () => process.exit(7));",
    'a b',
    '',
  );
  const { stdout, ...ended } = spawnSync(process.execPath, command, { ...OPTIONS, input: 'typed' });
  const [first = '', rest] = stdout.split('\n');
  expect({ rest, ...ended }).toMatchObject({ rest: 'typed', status: 7, stderr: '' });
  const given = JSON.parse(first);
  expect(realpathSync(given.node)).toBe(realpathSync(BROUGHT));
  expect(given.argv).toEqual(['a b', '']);
  expect(given.path.startsWith(dirname(BROUGHT))).toBe(true);
  // What it starts by itself may hand over too.
  expect(given.env).not.toHaveProperty('KRAMAR_HANDED_OVER');
});

test.runIf(PACKAGE in optionalDependencies && process.platform !== 'win32')(
  'signals reach the Node that was handed over to, and its end by one is the end of both',
  async () => {
    const start = async (then: string) => {
      const child = spawn(process.execPath, olderNode(then), { env: ownEnvironment() });
      const ended = once(child, 'exit');
      await once(child.stdout, 'data');
      return { child, ended };
    };
    const polite = await start(
      "process.on('SIGTERM', () => process.exit(5)); setInterval(() => process.stdout.write('.'), 20);",
    );
    await once(polite.child.stdout, 'data');
    polite.child.kill('SIGTERM');
    expect(await polite.ended).toEqual([5, null]);
    const killed = await start("process.kill(process.pid, 'SIGKILL');");
    expect(await killed.ended).toEqual([null, 'SIGKILL']);
  },
);

test.runIf(PACKAGE in optionalDependencies && process.platform !== 'win32')(
  'a killed npm takes along what was handed over to',
  async () => {
    const command = olderNode(
      "process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 20);",
    );
    const env = { ...ownEnvironment(), npm_lifecycle_event: 'serve', NODE: process.execPath };
    // As npm's shell: it waits for the command, and passes nothing on.
    const shell = spawn('sh', ['-c', '"$NODE" "$@"; exit', 'sh', ...command], { env });
    const isOver = once(shell.stdout, 'close');
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    await isOver;
  },
);

/** A real older Node, where the system has one. */
const hostNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) < 24;
});

test.runIf(hostNode && PACKAGE in optionalDependencies)(
  'a script and a bare Vitest work under the older Node of the host',
  () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    // npm 10 leaves no node_modules/.bin/node.
    writeFileSync(join(bin, 'node'), `#!/bin/sh\nexec ${hostNode} "$@"\n`, { mode: 0o755 });
    const env = { ...ownEnvironment(), PATH: `${bin}:${process.env.PATH}` };
    const inShell = (command: string) => spawnSync('sh', ['-c', command], { ...OPTIONS, env });
    for (const command of [`${scripts.admin} --version`, 'node node_modules/vitest/vitest.mjs --version'])
      expect(inShell(command)).toMatchObject({ status: 0, stderr: '' });
    const list = inShell('node node_modules/vitest/vitest.mjs list test/docs/dependencies.test.ts');
    expect(list.stdout).toContain('every dependency has its reason');
  },
);
