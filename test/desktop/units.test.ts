import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isQuitRequest, readDesktopCommand } from '../../main/desktop/command.ts';
import { createReloadLimit } from '../../main/desktop/crash.ts';
import { choicesFor, kindOf } from '../../main/desktop/failures.ts';
import { shopFolderIn } from '../../main/desktop/launcher.ts';
import { linkIn, screenOfLink } from '../../main/desktop/links.ts';
import { hasUpdateChannel, isSignedProgram } from '../../main/desktop/packaged.ts';
import { chooseProfile } from '../../main/desktop/start.ts';
import { textsIn } from '../../main/desktop/texts.ts';
import { startOfDay } from '../../main/desktop/tray.ts';
import { MIN_HEIGHT, MIN_WIDTH, placeOn } from '../../main/desktop/window.ts';
import { isScreenPath } from '../../main/http/screens.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { configsOf } from '../../main/start/command-line.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { standInElectron } from './stand-in.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe('links', () => {
  test.each([
    ['kramar://invoice/123', '/invoices/123'],
    ['kramar://invoice/123/', '/invoices/123'],
    ['KRAMAR://Invoice/9007199254740991', '/invoices/9007199254740991'],
    ['kramar://charge', '/charge'],
    ['kramar://TODAY/', '/today'],
    ['kramar://settings/backup', '/settings/backup'],
  ])('%s → %s', (link, path) => expect(screenOfLink(link)).toBe(path));
  test.each([
    'kramar://invoice/9007199254740992',
    'kramar://invoice/0',
    'kramar://invoice/-1',
    'kramar://invoice/1/../../settings',
    'kramar://invoice/1?x=1',
    'kramar://invoice/1#x',
    'kramar://invoice/1\n',
    'kramar://settings',
    'kramar://settings/../invoices',
    'kramar:today',
    'http://today',
    '',
  ])('%j is none', (link) => expect(screenOfLink(link)).toBeUndefined());
  test('whatever the link contains, only a screen opens', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((tail) => `kramar://invoice/${tail}`),
        ),
        (link) => {
          const path = screenOfLink(link);
          return (
            path === undefined || (isScreenPath(path) && /^\/(invoices\/[1-9]\d*|charge|today)$/.test(path))
          );
        },
      ),
    );
  });
  test('finds one among the arguments', () => {
    expect(linkIn(['--hidden', 'kramar://today', 'x'])).toBe('kramar://today');
    expect(linkIn(['--x=kramar://today'])).toBeUndefined();
  });
});

describe('the command line', () => {
  test('our arguments are read, others ignored', () => {
    const command = readDesktopCommand([
      '--data-dir',
      '/d',
      '--no-sandbox',
      '--enable-features=A,B',
      '-psn_0_1',
      '--hidden',
      'kramar://charge',
      '.',
    ]);
    expect(command).toMatchObject({
      flags: { dataDir: '/d', port: undefined },
      demo: false,
      hidden: true,
      link: 'kramar://charge',
    });
    expect(command.ignored).toEqual(expect.arrayContaining(['--no-sandbox', '--enable-features']));
  });
  test.each([
    [['--quit'], true],
    [['--no-sandbox', '--data-dir', '/d', '--quit', 'kramar://today'], true],
    [['--data-dir', '--quit'], false],
    [['--quit=yes'], false],
    [['kramar://quit', 'quit'], false],
  ])('%j: the running program ends: %s', (args, isQuit) => {
    expect(isQuitRequest(args)).toBe(isQuit);
  });
  test('no argument of the system is ever a fault', () => {
    const foreign = fc
      .string()
      .filter((arg) => !/^--(data-dir|port|bank-url|keychain|demo|hidden|quit)/.test(arg));
    fc.assert(fc.property(fc.array(foreign), (args) => readDesktopCommand(args) !== undefined));
  });
  const env = { XDG_DATA_HOME: '/home/x', APPDATA: 'C:\\x', KRAMAR_DATA_DIR: '' };
  test('the practice shop has a folder beside the shop, and its own bank and key', () => {
    const flags = { dataDir: folder.path, bankUrl: 'https://bank.example', keychain: 'os' };
    const of = configsOf({ flags, demo: false }, env);
    expect(of(false)).toMatchObject({
      dataDir: folder.path,
      bankUrl: 'https://bank.example',
      keychain: 'os',
    });
    expect(of(true)).toMatchObject({ dataDir: `${folder.path}-demo`, keychain: 'file' });
  });
  test('a folder given with --demo is not that of the shop', () => {
    const of = configsOf({ flags: { dataDir: folder.path }, demo: true, defaultDir: '/usual' }, env);
    expect([of(true).dataDir, of(false).dataDir]).toEqual([folder.path, '/usual']);
  });
  test('an explicit choice replaces the usual folder', () => {
    const dirOf = (flags: object, dir: string) =>
      configsOf({ flags, demo: false, defaultDir: '/usual' }, { ...env, KRAMAR_DATA_DIR: dir })(false)
        .dataDir;
    expect([dirOf({}, ''), dirOf({}, '/env'), dirOf({ dataDir: '/flag' }, '/env')]).toEqual([
      '/usual',
      '/env',
      '/flag',
    ]);
  });
});

describe('the place of the window', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1040 };
  test('on a screen that is gone: the system finds a place', () => {
    expect(
      placeOn({ x: 2500, y: 100, width: 1200, height: 800, maximised: false }, [screen]),
    ).toBeUndefined();
  });
  test('half outside: moved in', () => {
    expect(placeOn({ x: 1500, y: -50, width: 1200, height: 800, maximised: false }, [screen])).toEqual({
      x: 720,
      y: 0,
      width: 1200,
      height: 800,
    });
  });
  test('always within its screen, and never too small', () => {
    const number = fc.integer({ min: -5000, max: 5000 });
    const size = fc.integer({ min: 1, max: 6000 });
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const place = placeOn({ x, y, width, height, maximised: false }, [screen]);
        if (!place) return true;
        return (
          place.width >= MIN_WIDTH &&
          place.height >= MIN_HEIGHT &&
          place.x >= 0 &&
          place.y >= 0 &&
          place.x + place.width <= screen.width &&
          place.y + place.height <= screen.height
        );
      }),
    );
  });
});

test("Chromium's profile stays where it was put", () => {
  const { electron, app } = standInElectron({ folder: folder.path, switches: ['user-data-dir'] });
  chooseProfile(electron.app);
  expect(app.order).toEqual([]);
});

test('the chosen folder: a shop is not scattered among documents', () => {
  const documents = join(folder.path, 'Documents');
  mkdirSync(documents);
  expect(shopFolderIn(documents)).toBe(documents);
  writeFileSync(join(documents, 'letter.txt'), '');
  expect(shopFolderIn(documents)).toBe(join(documents, 'Kramar'));
  writeFileSync(join(documents, 'kramar.db'), '');
  expect(shopFolderIn(documents)).toBe(documents);
});

test('retries at most three times in a minute', () => {
  let now = 0;
  const may = createReloadLimit(() => now);
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false]);
  now = 59_999;
  expect(may()).toBe(false);
  now = 60_000;
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false]);
});

test('every failure has a way out, and its words', () => {
  const words = textsIn('en').failures;
  for (const code of [
    'PORT_TAKEN',
    'DATA_FOLDER_GONE',
    'DATABASE_NEWER',
    'ALREADY_RUNNING',
    'DATABASE_LOST',
    'DATABASE_CORRUPT',
  ]) {
    const kind = kindOf(new OwnerError(code, 'x'));
    const choices = choicesFor(kind, { hasUpdates: true, hasBrowserAddress: true, hasBackup: true });
    expect(choices.at(-1)).toBe('quit');
    expect(choices.length).toBeGreaterThan(1);
    for (const choice of choices) expect(words.choice[choice]).not.toBe('');
  }
  expect(kindOf(new Error('PORT_TAKEN'))).toBe('other');
  expect(choicesFor('newer', { hasUpdates: true, hasBrowserAddress: false, hasBackup: false })[0]).toBe(
    'check-update',
  );
});

test.each([
  ['provider: generic\nurl: https://updates.example/kramar\n', true],
  ["provider: generic\nurl: 'https://updates.example'\n", true],
  ['provider: generic\nurl: http://updates.example/kramar\n', false],
  ['provider: generic\nurl: file:///tmp\n', false],
  // A rehearsal on this computer.
  ['provider: generic\nurl: http://127.0.0.1:8080/\n', true],
  ['owner: kramar\nrepo: kramar\nprovider: github\n', true],
  [undefined, false],
])('an update channel: %j', (text, isThere) => {
  const file = join(folder.path, 'app-update.yml');
  if (text !== undefined) writeFileSync(file, text);
  expect(hasUpdateChannel(file)).toBe(isThere);
});

test('on macOS an app with a team is signed; elsewhere it does not matter', async () => {
  const tool = (output: string) => {
    const file = join(folder.path, 'codesign');
    writeFileSync(file, `#!/bin/sh\necho "${output}" >&2\n`, { mode: 0o755 });
    return file;
  };
  const of = (platform: NodeJS.Platform, output: string) =>
    isSignedProgram('/Kramar', platform, tool(output));
  expect(await of('darwin', 'TeamIdentifier=ABCDE12345')).toBe(true);
  expect(await of('darwin', 'TeamIdentifier=not set')).toBe(false);
  expect(await isSignedProgram('/Kramar', 'darwin', join(folder.path, 'none'))).toBe(false);
  expect(await of('win32', 'TeamIdentifier=not set')).toBe(true);
});

test.each([
  ['Europe/Kyiv', '2026-11-21T10:00:00Z', '2026-11-20T22:00:00Z'],
  // The clocks go forward at three: at midnight it is still winter time.
  ['Europe/Kyiv', '2026-03-29T12:00:00Z', '2026-03-28T22:00:00Z'],
  ['America/New_York', '2026-11-01T20:00:00Z', '2026-11-01T04:00:00Z'],
  // There is no midnight: the day begins at one.
  ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T04:00:00Z'],
  ['Pacific/Apia', '2026-11-21T10:00:00Z', '2026-11-20T11:00:00Z'],
])('the day begins in %s', (zone, now, start) => {
  expect(new Date(startOfDay(zone, Date.parse(now))).toISOString()).toBe(start.replace('Z', '.000Z'));
});
