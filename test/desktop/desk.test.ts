import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAwake } from '../../main/desktop/awake.ts';
import type { Login } from '../../main/desktop/login.ts';
import { createNativeShell } from '../../main/desktop/native-shell.ts';
import { openPreferences } from '../../main/desktop/preferences.ts';
import { createQuit } from '../../main/desktop/quit.ts';
import { textsIn } from '../../main/desktop/texts.ts';
import { createUpdates } from '../../main/desktop/updates.ts';
import { createLog } from '../../main/platform/log.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { type StandIn, standInElectron } from './stand-in.ts';
import { StandInWindow } from './stand-in-window.ts';

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
    isSigned: true,
    awake: createAwake(standIn.electron.powerSaveBlocker),
    fileMode: 0o644,
    window: { window: window.whole, contents: window.webContents },
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
    customerScreen: { open: vi.fn(), close: vi.fn(), state: vi.fn() },
  });

describe('a file', () => {
  test('is written where the user says; null when the user cancels', async () => {
    expect(await open().saveFile('a.csv', new Uint8Array([1]))).toBeNull();
    standIn.chosen.saveTo = join(folder.path, 'b.csv');
    expect(await open().saveFile('a.csv', new Uint8Array([1, 2]))).toBe(standIn.chosen.saveTo);
    expect([...readFileSync(standIn.chosen.saveTo)]).toEqual([1, 2]);
    // With the mode of the user's other files, though Kramar's own are readable for the owner alone.
    expect(statSync(standIn.chosen.saveTo).mode & 0o777).toBe(0o644);
    chmodSync(standIn.chosen.saveTo, 0o640);
    await open().saveFile('a.csv', new Uint8Array([3]));
    expect(statSync(standIn.chosen.saveTo).mode & 0o777).toBe(0o640);
    expect(standIn.parents.at(-1)).toBe(window.whole);
  });
  test('is saved where the system suggests when there is no folder of downloads', async () => {
    standIn.chosen.saveTo = join(folder.path, 'b.csv');
    delete standIn.app.paths.downloads;
    expect(await open().saveFile('a.csv', new Uint8Array([1]))).toBe(standIn.chosen.saveTo);
  });
  test("that cannot be written is the system's error; the bridge finds the words", async () => {
    standIn.chosen.saveTo = join(folder.path, 'none', 'b.csv');
    await expect(open().saveFile('a.csv', new Uint8Array())).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('a folder is chosen, and opened; a failure is reported', async () => {
  standIn.chosen.folders.push('/chosen');
  expect([await open().chooseFolder(), await open().chooseFolder()]).toEqual(['/chosen', null]);
  await open().openFolder('/logs');
  expect(standIn.opened).toEqual(['/logs']);
  standIn.outcome.openPath = 'No such folder';
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

test('printing: closing the dialog is no failure, a printer that fails is reported', async () => {
  await open().print({});
  window.page.printAnswer = [false, 'Print job canceled'];
  await open().print({});
  window.page.printAnswer = [false, 'Print job failed'];
  await expect(open().print({})).rejects.toMatchObject({ code: 'NOT_PRINTED' });
  expect(Buffer.from(await open().pdf()).toString()).toBe('%PDF-');
});

describe('a receipt', () => {
  test.each([58, 80] as const)(
    '%i mm: on the chosen printer, without a dialog, as long as the receipt',
    async (width) => {
      const shell = open();
      shell.changePreferences({ receipt_printer: 'XP_58', receipt_width: width });
      await shell.print({ receipt_height: 120.5 });
      expect(window.page.prints).toEqual([
        {
          silent: true,
          deviceName: 'XP_58',
          printBackground: true,
          color: false,
          margins: { marginType: 'none' },
          pageSize: { width: width * 1000, height: 120_500 },
        },
      ]);
    },
  );
  test('by the dialog where no printer is chosen; anything else always by the dialog', async () => {
    const shell = open();
    await shell.print({ receipt_height: 100 });
    shell.changePreferences({ receipt_printer: 'XP_58' });
    await shell.print({});
    shell.changePreferences({ receipt_printer: '' });
    await shell.print({ receipt_height: 100 });
    expect(window.page.prints).toEqual([{}, {}, {}]);
  });
  test('a printer that cancels is a failure: there was no dialog to close', async () => {
    const shell = open();
    shell.changePreferences({ receipt_printer: 'XP_58' });
    window.page.printAnswer = [false, 'Print job canceled'];
    await expect(shell.print({ receipt_height: 100 })).rejects.toMatchObject({
      code: 'NOT_PRINTED',
      message: expect.stringContaining('XP_58'),
    });
  });
  test('printers have the names of the system and names for people', async () => {
    window.page.printers.push({ name: 'XP_58', displayName: 'Xprinter', description: '', options: {} });
    window.page.printers.push({ name: 'raw', displayName: '', description: '', options: {} });
    expect(await open().printers()).toEqual([
      { name: 'XP_58', label: 'Xprinter' },
      { name: 'raw', label: 'raw' },
    ]);
  });
});

describe('the settings of this computer', () => {
  test('are changed one by one, and kept', () => {
    expect(open().changePreferences({ closes_to_tray: false })).toEqual({
      is_signed: true,
      starts_with_system: false,
      closes_to_tray: false,
      notifications: true,
      notification_sound: true,
      keeps_awake: false,
      hardware_acceleration: true,
      receipt_printer: '',
      receipt_width: 80,
    });
    expect(open().changePreferences({ starts_with_system: true }).starts_with_system).toBe(true);
    expect(open().preferences()).toMatchObject({ closes_to_tray: false, starts_with_system: true });
  });
  test('are saved both or neither', () => {
    login.change = () => {
      throw new OwnerError('LOGIN_ITEM_REFUSED', 'no');
    };
    expect(() => open().changePreferences({ starts_with_system: true, notifications: false })).toThrow('no');
    expect(open().preferences()).toMatchObject({ starts_with_system: false, notifications: true });
  });
  test('a change that cannot be saved is undone', () => {
    const blocked = join(folder.path, 'blocked');
    writeFileSync(blocked, '');
    expect(() => open(blocked).changePreferences({ starts_with_system: true, notifications: false })).toThrow(
      expect.objectContaining({ code: 'PREFERENCES_NOT_SAVED' }),
    );
    expect(starts).toBe(false);
  });
  test('the computer is kept awake from then on, and may sleep again afterwards', () => {
    const shell = open();
    expect(standIn.blockers.size).toBe(0);
    expect(shell.changePreferences({ keeps_awake: true }).keeps_awake).toBe(true);
    shell.changePreferences({ keeps_awake: true });
    expect(standIn.blockers.size).toBe(1);
    shell.changePreferences({ keeps_awake: false });
    expect(standIn.blockers.size).toBe(0);
  });
  test('the theme of the page is that of the frame, also at the next start', () => {
    const preferences = openPreferences(join(folder.path, 'profile'), () => log);
    open().setTheme('dark');
    expect(standIn.theme.source).toBe('dark');
    expect(preferences.get().theme).toBe('system');
    expect(openPreferences(join(folder.path, 'profile'), () => log).get().theme).toBe('dark');
  });
  test('a build without start at login has no such setting to change', () => {
    starts = null;
    expect(open().changePreferences({ starts_with_system: true }).starts_with_system).toBeNull();
  });
});

test('a service that does not stop does not block the exit for ever', async () => {
  const quit = createQuit({
    electron: standIn.electron,
    host: { started: () => undefined, stop: () => new Promise(() => undefined), stopNow: () => undefined },
    texts: () => textsIn('uk'),
    log,
    window: () => ({ parent: () => undefined, remember: () => undefined }),
    limitMs: 1,
  });
  await quit.end();
  await quit.end();
  expect([standIn.app.exits, quit.isEnding()]).toEqual([[0], true]);
});
