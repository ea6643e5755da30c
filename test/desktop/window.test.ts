import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPreferences, type WindowState } from '../../main/desktop/preferences.ts';
import { hide, openWindow } from '../../main/desktop/window.ts';
import { createLog } from '../../main/platform/log.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { type StandIn, standInElectron } from './stand-in.ts';
import type { StandInWindow } from './stand-in-window.ts';

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
const fail = ({ page }: StandInWindow, code = -102) =>
  page.emit('did-fail-load', {}, code, 'ERR_CONNECTION_REFUSED', `${ORIGIN}/`, true);

describe('it opens', () => {
  test('without a flash in the dark; its smallest size fits the screens', () => {
    standIn.state.dark = true;
    expect(open().window.options).toMatchObject({
      show: false,
      backgroundColor: '#1d2025',
      width: 1280,
      height: 860,
      minWidth: 800,
      minHeight: 560,
      webPreferences: { sandbox: true, contextIsolation: true, preload: '/preload.cjs' },
    });
    standIn.state.dark = false;
    open();
    expect(standIn.windows[1]?.options.backgroundColor).toBe('#ffffff');
  });
  test('where it was and as large as it was, once it is drawn', () => {
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
  test('no larger than a screen of 1080 lines at 150 % allows', () => {
    standIn.state.displays = [{ id: 1, workArea: { x: 0, y: 0, width: 1280, height: 672 } }];
    expect(open().window.options).toMatchObject({ width: 1280, height: 672, minHeight: 560 });
  });
  test('a screen that is gone is not its place any more', () => {
    const { window } = open({ x: 5000, y: 0, width: 1500, height: 900, maximised: true });
    expect(window.options).toMatchObject({ width: 1280, height: 860 });
    expect(window.options).not.toHaveProperty('x');
    window.finishLoading();
    expect(window.maximised).toBe(false);
  });
});

describe('it is shown', () => {
  afterEach(() => void vi.useRealTimers());
  test('when the page has loaded, though Wayland never says that it is ready to show', () => {
    const { shop, window } = open();
    shop.load(ORIGIN);
    window.finishLoading();
    expect(window.visible).toBe(true);
  });
  test('ten seconds later, though the page neither loads nor fails', () => {
    vi.useFakeTimers();
    const { shop, window } = open();
    shop.load(ORIGIN);
    vi.advanceTimersByTime(9_999);
    expect(window.visible).toBe(false);
    vi.advanceTimersByTime(1);
    expect(window.visible).toBe(true);
  });
  test('once: when it is hidden afterwards it stays hidden, though the page paints late', () => {
    const { shop, window } = open();
    shop.load(ORIGIN);
    window.finishLoading();
    window.hide();
    window.paint();
    expect(window.visible).toBe(false);
  });
  test('at once to a user who opens it, in the tray or by a second start', () => {
    const { shop, window } = open(null, true);
    shop.load(ORIGIN);
    shop.show();
    expect(window.visible).toBe(true);
  });
  test('not after it is destroyed', () => {
    const { shop, window } = open();
    window.destroy();
    shop.show();
    shop.sendEvent({ type: 'lock' });
    shop.remember();
    expect([window.visible, window.page.sent]).toEqual([false, []]);
  });
});

describe('a requested screen', () => {
  test('is sent to a loaded page, and loaded where there is no page yet', () => {
    const { shop, window } = open();
    shop.load(ORIGIN);
    shop.show('/charge');
    expect(window.loaded).toEqual([`${ORIGIN}/`, `${ORIGIN}/charge`]);
    window.finishLoading();
    shop.show('/today');
    expect(window.page.sent).toEqual([['kramar:event', { type: 'go', path: '/today' }]]);
    // It reloads itself, as after a restart of the service.
    window.page.loading = true;
    shop.show('/charge');
    expect(window.loaded.slice(2)).toEqual([`${ORIGIN}/charge`]);
  });
  test('restores a minimised window', () => {
    const { shop, window } = open();
    window.finishLoading();
    window.minimised = true;
    shop.show();
    expect([window.minimised, window.visible]).toEqual([false, true]);
  });
});

test('a page that does not load: the window is there all the same, and the load is retried', () => {
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

test('leaves full screen before it hides', () => {
  const { window, shop } = open();
  window.finishLoading();
  window.fullScreen = true;
  hide(shop.window);
  expect([window.fullScreen, window.visible]).toEqual([false, false]);
});

test('has focus when it is visible and has the keyboard', () => {
  const { shop, window } = open();
  window.finishLoading();
  expect(shop.isWatched()).toBe(true);
  window.focused = false;
  expect(shop.isWatched()).toBe(false);
});
