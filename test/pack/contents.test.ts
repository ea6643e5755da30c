import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAsar } from './asar.ts';
import { faultsOfContents } from './contents.ts';
import { faultsOfFuses } from './fuses.ts';
import { FUSE_SENTINEL, stubElectron } from './stub-electron.ts';

/** The judges of `npm run pack:check`: each of its faults is one that they can find. */

const packed = (path: string, text = '') => ({ path, bytes: Buffer.from(text) });
const beside = (path: string) => ({ path, bytes: undefined });
const MACHINE = '/home/builder/kramar';

const sound = () =>
  [
    ...['package.json', 'dist/main/index.mjs', 'dist/preload/preload.cjs', 'dist/renderer/index.html'],
    ...['favicon-32x32.png', 'index.css', 'swagger-ui-bundle.js', 'swagger-ui.css'].map(
      (name) => `dist/docs/${name}`,
    ),
    ...['icon.png', 'icon.ico', 'tray.png', 'tray.ico', 'trayTemplate.png'].map(
      (name) => `dist/icons/${name}`,
    ),
  ].map((path) => packed(path));
const natives = () =>
  [
    'dist/main/worker.mjs',
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node',
  ].map(beside);

const faults = (files: Parameters<typeof faultsOfContents>[0]) =>
  faultsOfContents(files, 'linux-x64', MACHINE);

describe('what is in the package', () => {
  test('nothing to say of a sound one', () => {
    expect(faults([...sound(), ...natives()])).toEqual([]);
  });

  test.each([
    'test/helpers/shop.js',
    'main/start/app.ts',
    'dist/main/index.js.map',
    'dist/main/headless.ts',
    'dist/main/cli.mjs',
    'node_modules/koa/package.json',
    'node_modules/swagger-ui-dist/swagger-ui.js',
    'dist/docs/swagger-ui-es-bundle.js',
    'node_modules/better-sqlite3/src/addon.cpp',
    'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c',
    '.npmrc',
  ])('%s is not meant to be in it', (path) => {
    expect(faults([...sound(), ...natives(), packed(path)])).toEqual([`${path} is not meant to be in it`]);
  });

  test.each(sound().map(({ path }) => path))('%s is missing', (path) => {
    const without = sound().filter((file) => file.path !== path);
    expect(faults([...without, ...natives()])).toEqual([`${path} is missing`]);
  });

  test('one native file of each, of this system, outside the archive', () => {
    expect(faults([...sound(), ...natives().slice(0, 1)])).toEqual([
      'prebuilds of better-sqlite3: none',
      'native files of keyring: none',
    ]);
    const other = beside('node_modules/better-sqlite3/prebuilds/win32-x64.node');
    expect(faults([...sound(), ...natives(), other])).toEqual([
      'prebuilds of better-sqlite3: linux-x64.node,win32-x64.node',
    ]);
  });

  test.each(natives().map(({ path }) => path))('%s lies outside the archive', (path) => {
    const others = natives().filter((file) => file.path !== path);
    expect(faults([...sound(), ...others, packed(path)])).toEqual([
      `${path} is in the archive: no system loads it there`,
    ]);
  });

  test.each([
    ['a secret', '-----BEGIN PRIVATE KEY-----', 'dist/main/index.mjs holds what looks like a secret'],
    ['a source map', 'x;\n//# sourceMappingURL=index.js.map', 'dist/main/index.mjs names a source map'],
    [
      'this machine',
      '"/home/builder/kramar"',
      'dist/main/index.mjs names a place of the machine that built it',
    ],
    [
      'a chunk that is not there',
      'import("./demo-1.mjs")',
      'dist/main/index.mjs needs dist/main/demo-1.mjs, which is missing',
    ],
    [
      'one that it imports',
      'import { x } from "./a-1.mjs";',
      'dist/main/index.mjs needs dist/main/a-1.mjs, which is missing',
    ],
  ])('%s', (_, text, fault) => {
    const others = sound().filter(({ path }) => path !== 'dist/main/index.mjs');
    expect(faults([...others, packed('dist/main/index.mjs', text), ...natives()])).toEqual([fault]);
  });
});

describe('the fuses', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kramar-fuses-'));
    stubElectron(folder, '0.0.0');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('as Electron ships them they are not ours', () => {
    expect(faultsOfFuses(join(folder, 'electron')).length).toBeGreaterThan(3);
  });

  test('each alone', () => {
    const file = join(folder, 'set');
    const write = (set: string) =>
      writeFileSync(
        file,
        Buffer.concat([Buffer.from(`code${FUSE_SENTINEL}`), Buffer.from([1, 9]), Buffer.from(set)]),
      );
    const good = '010011000';
    write(good);
    expect(faultsOfFuses(file)).toEqual([]);
    for (let index = 0; index < 8; index++) {
      write(good.slice(0, index) + (good[index] === '1' ? '0' : '1') + good.slice(index + 1));
      expect(faultsOfFuses(file)).toHaveLength(1);
    }
    writeFileSync(file, 'none');
    expect(faultsOfFuses(file)).toEqual([`${file} has no fuses`]);
    expect(readFileSync(file, 'utf8')).toBe('none');
  });
});

test('an archive is read as it was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-asar-'));
  const header = JSON.stringify({
    files: {
      a: { files: { 'b.js': { size: 3, offset: '2' } } },
      c: { size: 2, offset: '0' },
      d: { size: 9, unpacked: true },
    },
  });
  const padded = header.padEnd(Math.ceil(header.length / 4) * 4, '\0');
  const head = Buffer.alloc(16);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(padded.length + 8, 4);
  head.writeUInt32LE(padded.length + 4, 8);
  head.writeUInt32LE(header.length, 12);
  writeFileSync(join(folder, 'app.asar'), Buffer.concat([head, Buffer.from(`${padded}hibye`)]));
  expect(readAsar(join(folder, 'app.asar')).map(({ path, bytes }) => [path, bytes?.toString()])).toEqual([
    ['a/b.js', 'bye'],
    ['c', 'hi'],
    ['d', undefined],
  ]);
  rmSync(folder, { recursive: true });
});
