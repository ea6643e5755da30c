import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPreferences, type WindowState } from '../../main/desktop/preferences.ts';
import { hide, openWindow } from '../../main/desktop/window.ts';
import { createLog } from '../../main/platform/log.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { type StandIn, type StandInWindow, standInElectron } from './stand-in.ts';

const log = createLog({ level: 'error' });
const ORIGIN = 'http://127.0.0.1:7480';

let folder: ReturnType<typeof temporaryFolder>;
let standIn: StandIn;
beforeEach(() => {
  folder = temporaryFolder();
  standIn = standInElectron({ folder: folder.path });
});
afterEach(() => folder.remove());

const open = (saved: WindowState | null = null, hidden = false) => {
  const preferences = openPreferences(folder.path, () => log);
  preferences.change({ window: saved });
  const { electron } = standIn;
  const context = {
    electron,
    preferences,
    preload: '/preload.cjs',
    icon: '',
    log,
    onClose: vi.fn(),
    onSessionEnd: vi.fn(),
  };
  const shop = openWindow(context, hidden);
  return { shop, preferences, window: standIn.windows[0] as StandInWindow };
};
const fail = ({ webContents }: StandInWindow, code = -102) =>
  webContents.emit('did-fail-load', {}, code, 'ERR_CONNECTION_REFUSED', `${ORIGIN}/`, true);

describe('it opens', () => {
  test('without a flash in the dark, at its smallest no smaller than the screens need', () => {
    standIn.state.dark = true;
    expect(open().window.options).toMatchObject({
      ...{
        show: false,
        backgroundColor: '#1d2025',
        width: 1280,
        height: 860,
        minWidth: 1024,
        minHeight: 700,
      },
      webPreferences: { sandbox: true, contextIsolation: true, preload: '/preload.cjs' },
    });
    standIn.state.dark = false;
    open();
    expect(standIn.windows[1]?.options.backgroundColor).toBe('#ffffff');
  });
  test('where it was, as large as it was, once it is drawn', () => {
    const saved = { x: 100, y: 50, width: 1500, height: 900, maximised: true };
    const { shop, window, preferences } = open(saved);
    expect(window.options).toMatchObject({ x: 100, y: 50, width: 1500, height: 900 });
    shop.load(ORIGIN);
    expect([window.visible, window.maximised]).toEqual([false, false]);
    // Ended before it was ever shown: it is maximised all the same the next time.
    shop.remember();
    expect(preferences.get().window).toEqual(saved);
    window.finishLoading();
    expect([window.visible, window.maximised, window.focused]).toEqual([true, true, true]);
  });
  test('a screen that is gone is not its place any more', () => {
    const { window } = open({ x: 5000, y: 0, width: 1500, height: 900, maximised: true });
    expect(window.options).toMatchObject({ width: 1280, height: 860 });
    expect(window.options).not.toHaveProperty('x');
    window.finishLoading();
    expect(window.maximised).toBe(false);
  });
});

describe('a screen that is asked for', () => {
  test('is told to a page that is there, and loaded where none is yet', () => {
    const { shop, window } = open();
    shop.load(ORIGIN);
    shop.show('/charge');
    expect(window.loaded).toEqual([`${ORIGIN}/`, `${ORIGIN}/charge`]);
    window.finishLoading();
    shop.show('/today');
    expect(window.webContents.sent).toEqual([['kramar:event', { type: 'go', path: '/today' }]]);
    // It loads itself anew, as after a restart of the service.
    window.webContents.loading = true;
    shop.show('/charge');
    expect(window.loaded.slice(2)).toEqual([`${ORIGIN}/charge`]);
  });
  test('brings back a window that was made small', () => {
    const { shop, window } = open();
    window.finishLoading();
    window.minimised = true;
    shop.show();
    expect([window.minimised, window.visible]).toEqual([false, true]);
  });
});

test('a page that does not come: the window is there all the same, and it is tried again', () => {
  const { shop, window } = open();
  shop.load(ORIGIN);
  fail(window, -3);
  expect([shop.isAt(ORIGIN), window.visible]).toEqual([true, false]);
  fail(window);
  expect([window.visible, window.loaded.length]).toEqual([true, 2]);
  fail(window);
  expect([shop.isAt(ORIGIN), window.loaded.length]).toEqual([false, 2]);
  shop.show();
  expect(window.loaded).toHaveLength(3);
});

test('in full screen it leaves that before it hides', () => {
  const { window, shop } = open();
  window.finishLoading();
  window.fullScreen = true;
  hide(shop.window);
  expect([window.fullScreen, window.visible]).toEqual([false, false]);
});

test('watched is what is seen and has the keyboard', () => {
  const { shop, window } = open();
  window.finishLoading();
  expect(shop.isWatched()).toBe(true);
  window.focused = false;
  expect(shop.isWatched()).toBe(false);
});
