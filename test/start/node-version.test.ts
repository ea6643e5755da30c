import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownEnvironment } from '../helpers/service.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHECK = fileURLToPath(new URL('../../main/start/node-version.mjs', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** This Node under another version, for a machine that has no older one. */
const pretending = (version: string): string => {
  const file = join(folder.path, 'older.mjs');
  writeFileSync(file, `Object.defineProperty(process.versions, 'node', { value: '${version}' });`);
  return file;
};
const run = (version: string, entry: string) =>
  spawnSync(process.execPath, ['--import', pretending(version), '--import', CHECK, entry, '--version'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: ownEnvironment(),
  });

const ENTRIES = [
  'main/start/headless.ts',
  'main/start/cli.ts',
  'main/start/start.ts',
  'main/practice-bank/cli.ts',
];

test.each(ENTRIES)('a Node that cannot load the database is reported in one line: %s', (entry) => {
  for (const version of ['20.20.2', '22.12.0']) {
    const { status, stdout, stderr } = run(version, entry);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: Kramar needs Node 24, and \S+ is Node [\d.]+\. [^\n]*npm ci[^\n]*\n$/);
    expect(stderr).toContain(version);
  }
});

test('every script of the program checks it, before anything that an older Node cannot run', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const name of ['start', 'serve', 'admin', 'service', 'update', 'practice-bank'])
    expect(scripts[name]).toMatch(/^node (--import \.\/)?main\/start\/node-version\.mjs /);
  for (const entry of ['main/start/headless.ts', 'main/start/cli.ts'])
    expect(readFileSync(join(ROOT, entry), 'utf8')).toMatch(/^import '\.\/node-version\.mjs';\n/);
});

test("the Node in the project's own packages is used", () => {
  const { status, stdout } = run(process.versions.node, 'main/start/cli.ts');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

/** A real older Node, where the system has one. */
const hostNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) < 24;
});

test.runIf(hostNode)(
  'npm run with the host’s older Node first on the path: one line, and no shop is made',
  () => {
    const bin = join(folder.path, 'bin');
    mkdirSync(bin);
    // npm puts node_modules/.bin first, where an installation without scripts has no Node.
    const data = join(folder.path, 'data');
    mkdirSync(data);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    writeFileSync(join(bin, 'node'), `#!/bin/sh\nexec ${hostNode} "$@"\n`);
    chmodSync(join(bin, 'node'), 0o755);
    for (const name of ['start', 'serve', 'admin', 'service', 'update', 'practice-bank']) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', scripts[name]], {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...ownEnvironment(), KRAMAR_DATA_DIR: data, PATH: `${bin}:${process.env.PATH}` },
      });
      expect({ name, status, stdout }).toEqual({ name, status: 1, stdout: '' });
      expect(stderr).toMatch(/^error: Kramar needs Node 24[^\n]*\n$/);
    }
    expect(readdirSync(data)).toEqual([]);
  },
);
