import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAsar } from './asar.ts';
import { faultsOfContents, GUIDE_FILES } from './contents.ts';
import { faultsOfFuses } from './fuses.ts';
import { faultsOfNative, readNative } from './natives.ts';
import { elf, FUSE_SENTINEL, machO, pe } from './stub-binaries.ts';
import { faultsOfIntegrity } from './system.ts';

/** The checks of `npm run pack:check`: each of its faults is one that they can find. */

const packed = (path: string, text = '') => ({ path, bytes: Buffer.from(text) });
const beside = (path: string) => ({ path, bytes: undefined });
const MACHINE = '/home/builder/kramar';

const sound = () =>
  [
    ...['package.json', 'dist/main/index.mjs', 'dist/main/thread-modules.json'],
    ...['dist/preload/preload.cjs', 'dist/renderer/index.html'],
    ...['favicon-32x32.png', 'index.css', 'swagger-ui-bundle.js', 'swagger-ui.css'].map(
      (name) => `dist/docs/${name}`,
    ),
    ...GUIDE_FILES,
    ...['icon.png', 'icon.ico', 'tray.png', 'tray.ico', 'trayTemplate.png'].map(
      (name) => `dist/icons/${name}`,
    ),
  ].map((path) => packed(path));
const natives = () =>
  [
    'dist/main/worker.mjs',
    'dist/main/schema.sql',
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node',
  ].map(beside);

const faults = (files: Parameters<typeof faultsOfContents>[0]) =>
  faultsOfContents(files, 'linux-x64', MACHINE);

describe('the content of the package', () => {
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
    'dist/guides/for-the-owner.en.md',
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
    expect(faults([...sound(), ...natives().filter(({ path }) => !path.endsWith('.node'))])).toEqual([
      'native files of better-sqlite3: none',
      'native files of the keychain: none',
    ]);
    const other = beside('node_modules/better-sqlite3/prebuilds/win32-x64.node');
    expect(faults([...sound(), ...natives(), other])).toEqual([
      'native files of better-sqlite3: prebuilds/linux-x64.node,prebuilds/win32-x64.node',
    ]);
    const keytar = beside('node_modules/@github/keytar/prebuilds/win32-x64/keytar.node');
    expect(faults([...sound(), ...natives(), keytar])).toEqual([
      'native files of the keychain: keyring-linux-x64-gnu/keyring.linux-x64-gnu.node,prebuilds/win32-x64/keytar.node',
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
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([elf, machO, pe])('as Electron ships them they are not ours: %s', (program) => {
    writeFileSync(join(folder, 'program'), program('x64'));
    expect(faultsOfFuses(join(folder, 'program')).length).toBeGreaterThan(3);
  });

  test('each by itself', () => {
    const file = join(folder, 'set');
    const write = (set: string) =>
      writeFileSync(
        file,
        Buffer.concat([Buffer.from(`code${FUSE_SENTINEL}`), Buffer.from([1, 9]), Buffer.from(set)]),
      );
    const good = '000011000';
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

describe('native files', () => {
  const none = new Set<string>();
  test.each([
    ['linux', elf],
    ['darwin', machO],
    ['win32', pe],
  ])('%s: by system and processor', (system, program) => {
    expect(readNative(program('x64'))?.target).toBe(`${system}-x64`);
    expect(faultsOfNative(program('arm64'), `${system}-arm64`, none)).toEqual([]);
    expect(faultsOfNative(program('arm64'), `${system}-x64`, none)).toEqual([`is for ${system}-arm64`]);
  });

  test('no native file', () => {
    expect(faultsOfNative(Buffer.from('#!/bin/sh'), 'linux-x64', none)).toEqual(['is no native file']);
  });

  test("its imports are Windows' own, or lie beside it", () => {
    const sqlite = readFileSync(
      new URL('../../node_modules/better-sqlite3/prebuilds/win32-x64.node', import.meta.url),
    );
    expect(readNative(sqlite)?.imports).toEqual(['kernel32.dll']);
    const other = Buffer.from(sqlite.toString('latin1').replaceAll('KERNEL32.dll', 'VCRUNTIM.dll'), 'latin1');
    expect(faultsOfNative(other, 'win32-x64', none)).toEqual([
      'imports vcruntim.dll, which is neither of Windows nor in the package',
    ]);
    expect(faultsOfNative(other, 'win32-x64', new Set(['vcruntim.dll']))).toEqual([]);
  });

  test('a glibc that the packages do not require', () => {
    const program = Buffer.concat([elf('x64'), Buffer.from('GLIBC_2.17\0GLIBC_2.38\0')]);
    expect(faultsOfNative(program, 'linux-x64', none)).toEqual([
      'needs glibc 2.38; the packages ask for 2.34',
    ]);
  });
});

test('the program contains the digest of its own archive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-digest-'));
  const [archive, holder] = [join(folder, 'app.asar'), join(folder, 'holder')];
  const head = Buffer.alloc(16);
  head.writeUInt32LE(2, 12);
  writeFileSync(archive, Buffer.concat([head, Buffer.from('{}and the files')]));
  const hold = (digest: string, isMac: boolean) =>
    writeFileSync(
      holder,
      isMac
        ? `<key>Resources/app.asar</key><dict><key>hash</key><string>${digest}</string></dict>`
        : JSON.stringify([{ file: 'resources\\app.asar', alg: 'SHA256', value: digest }]),
    );
  for (const target of ['win32-x64', 'darwin-arm64']) {
    hold(createHash('sha256').update('{}').digest('hex'), target.startsWith('darwin'));
    expect(faultsOfIntegrity(archive, holder, target)).toEqual([]);
    hold('0'.repeat(64), target.startsWith('darwin'));
    expect(faultsOfIntegrity(archive, holder, target)).toEqual([
      `${holder} holds the digest of another archive`,
    ]);
    writeFileSync(holder, 'none');
    expect(faultsOfIntegrity(archive, holder, target)).toEqual([`${holder} holds no digest of the archive`]);
  }
  expect(faultsOfIntegrity(archive, holder, 'linux-x64')).toEqual([]);
  rmSync(folder, { recursive: true });
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
