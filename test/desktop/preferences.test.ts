import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogin, desktopEntry, isStartedAtLogin } from '../../main/desktop/login.ts';
import { openPreferences } from '../../main/desktop/preferences.ts';
import { createLog } from '../../main/platform/log.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { standInElectron } from './stand-in.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());
const log = createLog({ level: 'error' });

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
