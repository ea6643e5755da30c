import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Login } from '../../main/desktop/login.ts';
import { createNativeShell } from '../../main/desktop/native-shell.ts';
import { openPreferences } from '../../main/desktop/preferences.ts';
import { createQuit } from '../../main/desktop/quit.ts';
import { textsIn } from '../../main/desktop/texts.ts';
import { createUpdates } from '../../main/desktop/updates.ts';
import type { ShopWindow } from '../../main/desktop/window.ts';
import { createLog } from '../../main/platform/log.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { type StandIn, StandInWindow, standInElectron } from './stand-in.ts';

const log = createLog({ level: 'error' });

let folder: ReturnType<typeof temporaryFolder>;
let standIn: StandIn;
let window: StandInWindow;
let starts: boolean | null;
let login: Login;
beforeEach(() => {
  folder = temporaryFolder();
  standIn = standInElectron({ folder: folder.path });
  window = new StandInWindow({ width: 1, height: 1 });
  starts = false;
  login = {
    starts: () => starts,
    change: (on) => {
      starts = on;
    },
  };
});
afterEach(() => folder.remove());

const open = (profile = join(folder.path, 'profile')) =>
  createNativeShell({
    electron: standIn.electron,
    window: { window, contents: window.webContents } as unknown as ShopWindow,
    preferences: openPreferences(profile, () => log),
    login,
    updates: createUpdates({
      load: undefined,
      sendEvent: () => undefined,
      log: () => log,
      stop: vi.fn(),
      resume: vi.fn(),
    }),
    own: () => ({ origin: 'http://127.0.0.1:7480', bankUrl: undefined }),
    texts: () => textsIn('uk'),
    setLanguage: () => undefined,
  });

describe('a file', () => {
  test('is written where the user says; null when they think better of it', async () => {
    expect(await open().saveFile('a.csv', new Uint8Array([1]))).toBeNull();
    standIn.state.saveTo = join(folder.path, 'b.csv');
    expect(await open().saveFile('a.csv', new Uint8Array([1, 2]))).toBe(standIn.state.saveTo);
    expect([...readFileSync(standIn.state.saveTo)]).toEqual([1, 2]);
  });
  test("that cannot be written is the system's error, which the bridge words", async () => {
    standIn.state.saveTo = join(folder.path, 'none', 'b.csv');
    await expect(open().saveFile('a.csv', new Uint8Array())).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('a folder is chosen, and opened; a failure is told', async () => {
  standIn.state.folders.push('/chosen');
  expect([await open().chooseFolder(), await open().chooseFolder()]).toEqual(['/chosen', null]);
  await open().openFolder('/logs');
  expect(standIn.opened).toEqual(['/logs']);
  standIn.state.openPathAnswer = 'No such folder';
  await expect(open().openFolder('/gone')).rejects.toMatchObject({ code: 'FOLDER_NOT_OPENED' });
});

test('an address that is not on the list is refused, and nothing is opened', async () => {
  await expect(open().openExternal('file:///etc/passwd')).rejects.toMatchObject({
    code: 'ADDRESS_NOT_ALLOWED',
  });
  expect(standIn.external).toEqual([]);
  await open().openExternal('https://pay.mbnk.biz/1');
  expect(standIn.external).toEqual(['https://pay.mbnk.biz/1']);
});

test('printing: who closes the dialog has changed their mind, a printer that fails is told', async () => {
  await open().print();
  window.webContents.printAnswer = [false, 'Print job canceled'];
  await open().print();
  window.webContents.printAnswer = [false, 'Print job failed'];
  await expect(open().print()).rejects.toMatchObject({ code: 'NOT_PRINTED' });
  expect(Buffer.from(await open().pdf()).toString()).toBe('%PDF-');
});

describe('what is set for this computer', () => {
  test('is changed one by one, and kept', () => {
    expect(open().changePreferences({ closes_to_tray: false })).toEqual({
      ...{ starts_with_system: false, closes_to_tray: false, notifications: true, notification_sound: true },
    });
    expect(open().changePreferences({ starts_with_system: true }).starts_with_system).toBe(true);
    expect(open().preferences()).toMatchObject({ closes_to_tray: false, starts_with_system: true });
  });
  test('both or neither', () => {
    login.change = () => {
      throw new OwnerError('LOGIN_ITEM_REFUSED', 'no');
    };
    expect(() => open().changePreferences({ starts_with_system: true, notifications: false })).toThrow('no');
    expect(open().preferences()).toMatchObject({ starts_with_system: false, notifications: true });
  });
  test('what cannot be saved is taken back', () => {
    const blocked = join(folder.path, 'blocked');
    writeFileSync(blocked, '');
    expect(() => open(blocked).changePreferences({ starts_with_system: true, notifications: false })).toThrow(
      expect.objectContaining({ code: 'PREFERENCES_NOT_SAVED' }),
    );
    expect(starts).toBe(false);
  });
  test('a build without start with the system has none to change', () => {
    starts = null;
    expect(open().changePreferences({ starts_with_system: true }).starts_with_system).toBeNull();
  });
});

test('a service that does not stop is not waited for for ever', async () => {
  const quit = createQuit({
    app: standIn.electron.app,
    dialog: standIn.electron.dialog,
    host: { started: () => undefined, stop: () => new Promise(() => undefined) },
    texts: () => textsIn('uk'),
    log,
    remember: () => undefined,
    limitMs: 1,
  });
  await quit.end();
  await quit.end();
  expect([standIn.app.exits, quit.isEnding()]).toEqual([[0], true]);
});
