import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCS_FILES, docsFolder, ICONS, unpackedPath, WORKER } from '../../main/platform/places-on-disk.ts';

test('run from source, everything is where it says; built, test/pack/run.ts sees to it', () => {
  expect(existsSync(WORKER)).toBe(true);
  expect(existsSync(join(ICONS, 'tray.png'))).toBe(true);
  expect(DOCS_FILES.filter((name) => !existsSync(join(docsFolder(), name)))).toEqual([]);
});

test.each([
  [
    '/opt/Kramar/resources/app.asar/dist/main/x.mjs',
    '/opt/Kramar/resources/app.asar.unpacked/dist/main/x.mjs',
  ],
  ['C:\\Kramar\\resources\\app.asar\\dist\\x.mjs', 'C:\\Kramar\\resources\\app.asar.unpacked\\dist\\x.mjs'],
  ['/home/o/kramar/dist/main/x.mjs', '/home/o/kramar/dist/main/x.mjs'],
  ['/home/my-app.asar/dist/x.mjs', '/home/my-app.asar/dist/x.mjs'],
  ['/r/app.asar.unpacked/dist/x.mjs', '/r/app.asar.unpacked/dist/x.mjs'],
])('outside the archive: %s', (path, outside) => {
  expect(unpackedPath(path)).toBe(outside);
});
