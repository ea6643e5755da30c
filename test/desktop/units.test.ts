import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, MenuItemConstructorOptions } from 'electron';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isQuitRequest, readDesktopCommand } from '../../main/desktop/command.ts';
import { createReloadLimit } from '../../main/desktop/crash.ts';
import { choicesFor, kindOf } from '../../main/desktop/failures.ts';
import { shopFolderIn } from '../../main/desktop/launcher.ts';
import { linkIn, screenOfLink } from '../../main/desktop/links.ts';
import { createLogin, desktopEntry, isStartedAtLogin } from '../../main/desktop/login.ts';
import { contextMenu, menuTemplate } from '../../main/desktop/menu.ts';
import { newsOf } from '../../main/desktop/news.ts';
import { screenOfActivation } from '../../main/desktop/notifications.ts';
import { hasUpdateChannel, isSignedProgram } from '../../main/desktop/packaged.ts';
import { openPreferences } from '../../main/desktop/preferences.ts';
import { chooseProfile } from '../../main/desktop/start.ts';
import { textsIn } from '../../main/desktop/texts.ts';
import { startOfDay, trayTooltip } from '../../main/desktop/tray.ts';
import { MIN_HEIGHT, MIN_WIDTH, placeOn } from '../../main/desktop/window.ts';
import { isScreenPath } from '../../main/http/screens.ts';
import { createLog } from '../../main/platform/log.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { configsOf } from '../../main/start/command-line.ts';
import type { EventRow } from '../../main/store/events.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { standInElectron } from './stand-in.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const log = createLog({ level: 'error' });

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

describe('preferences', () => {
  const file = () => join(folder.path, 'desktop.json');
  const DEFAULTS = {
    language: 'uk',
    closes_to_tray: true,
    tray_told: false,
    notifications: true,
    notification_sound: true,
    theme: 'system',
    hardware_acceleration: true,
    keeps_awake: false,
    receipt_printer: null,
    receipt_width: 80,
    customer_screen: false,
    data_folder: null,
    window: null,
  };
  test('are kept', () => {
    openPreferences(folder.path, () => log).change({ language: 'en', notifications: false });
    expect(openPreferences(folder.path, () => log).get()).toEqual({
      ...DEFAULTS,
      language: 'en',
      notifications: false,
    });
    expect(readdirSync(folder.path)).toEqual(['desktop.json']);
  });
  test('a value that cannot be read does not affect the others', () => {
    writeFileSync(
      file(),
      JSON.stringify({ language: 'xx', closes_to_tray: false, data_folder: 'relative', window: { x: 1 } }),
    );
    expect(openPreferences(folder.path, () => log).get()).toEqual({ ...DEFAULTS, closes_to_tray: false });
  });
  test('rubbish, half a file, no file: the defaults', () => {
    expect(openPreferences(join(folder.path, 'none'), () => log).get()).toEqual(DEFAULTS);
    const whole = JSON.stringify({ ...DEFAULTS, language: 'en' });
    const rubbish = fc.oneof(
      fc.string(),
      fc.json(),
      fc.integer({ min: 0, max: whole.length - 1 }).map((end) => whole.slice(0, end)),
    );
    fc.assert(
      fc.property(rubbish, (text) => {
        writeFileSync(file(), text);
        expect(Object.keys(openPreferences(folder.path, () => log).get()).sort()).toEqual(
          Object.keys(DEFAULTS).sort(),
        );
      }),
      { numRuns: 50 },
    );
  });
  test('where they cannot be saved nothing changes, and the failure is reported', () => {
    writeFileSync(join(folder.path, 'blocked'), '');
    const store = openPreferences(join(folder.path, 'blocked'), () => createLog({ level: 'error' }));
    expect(() => store.change({ language: 'en' })).toThrow(
      expect.objectContaining({ code: 'PREFERENCES_NOT_SAVED' }),
    );
    expect(store.get().language).toBe('uk');
    store.keep({ language: 'en' });
    expect(store.get().language).toBe('en');
  });
});

describe('start at login', () => {
  const context = (app: App, platform: NodeJS.Platform, env = {}) => ({
    app,
    platform,
    env,
    home: folder.path,
    execPath: '/opt/Kra mar/kramar',
    isSigned: true,
  });
  test('a build that is not packaged has none', () => {
    const { electron, app } = standInElectron({ folder: folder.path });
    const login = createLogin(context(electron.app, 'win32'));
    login.change(true);
    expect([login.starts(), app.loginCalls]).toEqual([null, []]);
  });
  test('macOS: a login item without arguments; an unsigned program has no item', () => {
    const { electron, app } = standInElectron({ folder: folder.path, platform: 'darwin' });
    app.isPackaged = true;
    const login = createLogin(context(electron.app, 'darwin'));
    login.change(true);
    expect([login.starts(), app.loginCalls]).toEqual([true, [{ openAtLogin: true }]]);
    expect(isStartedAtLogin(electron.app, 'darwin')).toBe(false);
    app.openedAtLogin = true;
    expect(isStartedAtLogin(electron.app, 'darwin')).toBe(true);
    expect(createLogin({ ...context(electron.app, 'darwin'), isSigned: false }).starts()).toBeNull();
  });
  test('Windows: a login item, hidden', () => {
    const { electron, app } = standInElectron({ folder: folder.path });
    app.isPackaged = true;
    const login = createLogin(context(electron.app, 'win32'));
    expect(login.starts()).toBe(false);
    login.change(true);
    expect([login.starts(), app.loginCalls]).toEqual([true, [{ openAtLogin: true, args: ['--hidden'] }]]);
    // Switched off in the Task Manager: the entry stays, and starts nothing.
    app.isLoginDisabled = true;
    expect(login.starts()).toBe(false);
    login.change(true);
    expect(login.starts()).toBe(true);
    app.setLoginItemSettings = () => undefined;
    expect(() => login.change(false)).toThrow(expect.objectContaining({ code: 'LOGIN_ITEM_REFUSED' }));
  });
  test('Linux: an autostart file, for the AppImage where there is one', () => {
    const { electron, app } = standInElectron({ folder: folder.path });
    app.isPackaged = true;
    const login = createLogin(context(electron.app, 'linux', { APPIMAGE: '/apps/Kramar.AppImage' }));
    login.change(true);
    const file = join(folder.path, '.config', 'autostart', 'kramar.desktop');
    expect(readFileSync(file, 'utf8')).toContain('\nExec="/apps/Kramar.AppImage" --hidden\n');
    expect(login.starts()).toBe(true);
    login.change(false);
    expect(login.starts()).toBe(false);
    writeFileSync(join(folder.path, 'in-the-way'), '');
    const blocked = createLogin(
      context(electron.app, 'linux', { XDG_CONFIG_HOME: join(folder.path, 'in-the-way') }),
    );
    expect(() => blocked.change(true)).toThrow(expect.objectContaining({ code: 'LOGIN_ITEM_REFUSED' }));
  });
  test('a path is quoted as the specification says', () => {
    expect(desktopEntry('/a b/$c"d`e\\f%g')).toContain('Exec="/a b/\\\\$c\\\\"d\\\\`e\\\\\\\\f%%g" --hidden');
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
  ['type=click&tag=/invoices/12', '/invoices/12'],
  ['type=click&tag=/today', '/today'],
  ['tag=/invoices/12&type=click', '/invoices/12'],
  ['type=click&tag=/invoices/12/../../settings', undefined],
  ['type=click&tag=6f1c2d3e-random', undefined],
  ['type=click&tag=//evil.example', undefined],
  ['', undefined],
])('a click in the Action Center: %s', (args, screen) => expect(screenOfActivation(args)).toBe(screen));

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

const paid = (id: number, amount = 100, status = 'success', ccy: number | undefined = 980): EventRow => ({
  id,
  type: 'invoice.status_changed',
  invoice_id: id,
  terminal_id: 1,
  created_at: 0,
  data: JSON.stringify({
    number: id,
    reference: `INV-${id}`,
    status,
    amount,
    ccy,
    final_amount: null,
    previous_status: 'created',
  }),
});

describe('notifications', () => {
  const texts = textsIn('uk');
  test('are shown for payments, and nothing else', () => {
    expect(
      newsOf([paid(1, 100, 'failure'), paid(2, 100, 'expired'), paid(3, 100, 'reversed')], texts),
    ).toEqual([]);
    expect(newsOf([paid(4)], texts).map(({ path }) => path)).toEqual(['/invoices/4']);
  });
  test('combine several payments into one', () => {
    expect(
      newsOf(
        [1, 2, 3].map((id) => paid(id)),
        texts,
      ),
    ).toHaveLength(3);
    const [all, ...others] = newsOf(
      [1, 2, 3, 4].map((id) => paid(id, 25_000)),
      texts,
    );
    expect([all, others]).toEqual([
      { title: '4 продажі оплачено: 1\u00a0000,00\u00a0₴', body: texts.news.manyPaidText, path: '/today' },
      [],
    ]);
  });
  test('name every currency, and add none to another', () => {
    const old = paid(1, 100, 'success');
    const { ccy: _, ...without } = JSON.parse(old.data);
    const [first, dollars] = newsOf(
      [{ ...old, data: JSON.stringify(without) }, paid(2, 7000, 'success', 840)],
      texts,
    );
    expect([first?.title, dollars?.title]).toEqual(['Оплачено 1,00\u00a0₴', 'Оплачено 70,00\u00a0USD']);
    const [all] = newsOf(
      [1, 2, 3, 4].map((id) => paid(id, 25_000, 'success', id > 3 ? 840 : 980)),
      texts,
    );
    expect(all?.title).toBe('4 продажі оплачено: 750,00\u00a0₴, 250,00\u00a0USD');
  });
  test('a backup that failed', () => {
    const failed: EventRow = {
      id: 1,
      type: 'backup.failed',
      invoice_id: null,
      terminal_id: null,
      created_at: 0,
      data: '{"detail":"The disk is full."}',
    };
    expect(newsOf([failed], texts)).toEqual([
      { title: texts.news.backupFailed, body: 'The disk is full.', path: '/settings' },
    ]);
  });
});

describe('texts', () => {
  /** Every leaf: its path and its text. */
  const leaves = (value: unknown, path: string): [string, string][] => {
    if (typeof value === 'string') return [[path, value]];
    if (typeof value === 'function') return [[path, (value as (...args: unknown[]) => string)(5, 5)]];
    return Object.entries(value as object).flatMap(([key, part]) => leaves(part, `${path}.${key}`));
  };
  test('English has the keys of Ukrainian, and English texts', () => {
    const uk = leaves(textsIn('uk'), '');
    const en = leaves(textsIn('en'), '');
    expect(en.map(([path]) => path)).toEqual(uk.map(([path]) => path));
    expect(en.filter(([, text]) => /[а-яіїєґ]/i.test(text))).toEqual([]);
    expect(uk.filter(([, text]) => !/[а-яіїєґ]/i.test(text))).toEqual([]);
  });
  test.each([
    [0, '0 оплат'],
    [1, '1 оплата'],
    [3, '3 оплати'],
    [11, '11 оплат'],
    [22, '22 оплати'],
  ])('plurals: %i', (count, words) => {
    expect(textsIn('uk').tray.takings(0, count)).toContain(`(${words})`);
  });
  test('the tooltip fits what Windows shows', () => {
    const takings = { gross: 99_999_999_999, count: 99_999 };
    const tooltip = trayTooltip({ takings, isPractice: true, texts: textsIn('uk') });
    expect(tooltip.length).toBeLessThanOrEqual(127);
  });
});

describe('the menu', () => {
  const actions = {
    go: () => undefined,
    close: () => undefined,
    exportLogs: () => undefined,
    openLogs: () => undefined,
    quit: () => undefined,
  };
  const rolesOf = (items: MenuItemConstructorOptions[]): unknown[] =>
    items.flatMap(({ role, submenu }) => [role, ...(Array.isArray(submenu) ? rolesOf(submenu) : [])]);
  test.each(['darwin', 'win32', 'linux'] as const)(
    '%s: a packaged program neither reloads nor opens the tools',
    (platform) => {
      const roles = rolesOf(menuTemplate(platform, textsIn('uk'), actions, true));
      for (const role of ['reload', 'forceReload', 'toggleDevTools']) expect(roles).not.toContain(role);
      expect(rolesOf(menuTemplate(platform, textsIn('uk'), actions, false))).toContain('toggleDevTools');
    },
  );
  test.each(['darwin', 'win32', 'linux'] as const)('%s: every key that people zoom with', (platform) => {
    const keysOf = (items: MenuItemConstructorOptions[]): string[] =>
      items.flatMap(({ role, accelerator, submenu }) => [
        ...(accelerator ? [`${role} ${accelerator}`] : []),
        ...(Array.isArray(submenu) ? keysOf(submenu) : []),
      ]);
    expect(keysOf(menuTemplate(platform, textsIn('uk'), actions, true))).toEqual(
      expect.arrayContaining([
        'zoomIn CmdOrCtrl+=',
        'zoomIn CmdOrCtrl+numadd',
        'zoomOut CmdOrCtrl+numsub',
        'resetZoom CmdOrCtrl+num0',
      ]),
    );
  });
  describe('on a right click', () => {
    const flags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
    const rest = { canUndo: false, canRedo: false, canDelete: false, canEditRichly: false };
    const editFlags = { ...flags, ...rest };
    const menu = (isEditable: boolean, selectionText: string, able = editFlags) =>
      contextMenu({ isEditable, selectionText, editFlags: able }, textsIn('uk'))?.map(
        ({ role, type, enabled }) => [role ?? type, enabled ?? true],
      );
    test('in a field: cut, copy, paste, select all, each where it is possible', () => {
      expect(menu(true, '', { ...editFlags, canCut: false, canCopy: false })).toEqual([
        ['cut', false],
        ['copy', false],
        ['paste', true],
        ['separator', true],
        ['selectAll', true],
      ]);
    });
    test('on selected text: copy; on anything else there is none', () => {
      expect(menu(false, 'INV-1')).toEqual([['copy', true]]);
      expect(menu(false, ' ')).toBeUndefined();
    });
  });
  test('macOS: the standard items', () => {
    const menu = menuTemplate('darwin', textsIn('uk'), actions, true);
    expect(rolesOf(menu)).toEqual(
      expect.arrayContaining(['about', 'services', 'hide', 'copy', 'paste', 'windowMenu', 'help']),
    );
    // Each has its words: Electron's own are English alone.
    const bare = (items: MenuItemConstructorOptions[]): unknown[] =>
      items.flatMap((item) => [
        ...(item.type === 'separator' || item.label ? [] : [item]),
        ...(Array.isArray(item.submenu) ? bare(item.submenu) : []),
      ]);
    expect(bare(menu)).toEqual([]);
  });
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
