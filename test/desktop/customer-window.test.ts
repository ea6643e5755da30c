import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCustomerWindow } from '../../main/desktop/customer-window.ts';
import { openPreferences } from '../../main/desktop/preferences.ts';
import { createLog } from '../../main/platform/log.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { type StandIn, standInElectron } from './stand-in.ts';
import { StandInWindow } from './stand-in-window.ts';

const ORIGIN = 'http://127.0.0.1:7480';
const LEFT = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
const RIGHT = { id: 2, workArea: { x: 1920, y: 0, width: 1024, height: 768 } };
const log = createLog({ level: 'error' });

let folder: ReturnType<typeof temporaryFolder>;
let standIn: StandIn;
beforeEach(() => {
  folder = temporaryFolder();
  standIn = standInElectron({ folder: folder.path });
  standIn.state.displays = [LEFT, RIGHT];
});
afterEach(() => folder.remove());

const preferences = () => openPreferences(folder.path, () => log);
const create = (canPlace = true) =>
  createCustomerWindow({
    electron: standIn.electron,
    preferences: preferences(),
    icon: 'icon.png',
    log,
    canPlace,
    window: { window: new StandInWindow({ x: 100, y: 50, width: 1280, height: 860 }).whole },
  });
const present = () => standIn.windows.filter(({ destroyed }) => !destroyed);
const unplug = () => {
  standIn.state.displays = [LEFT];
  standIn.displays.emit('display-removed', {}, RIGHT);
};

test('opens full screen on the other display, without the bridge', () => {
  const customer = create();
  customer.open(ORIGIN);
  const [window] = present();
  expect(window?.options).toMatchObject({ ...RIGHT.workArea, fullscreen: true });
  expect(window?.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
  expect(window?.options.webPreferences).not.toHaveProperty('preload');
  expect(window?.loaded).toEqual([`${ORIGIN}/customer`]);
  expect(customer.state()).toEqual({ is_open: true, has_other_display: true });
});

test('on the only display it is a small window', () => {
  standIn.state.displays = [LEFT];
  create().open(ORIGIN);
  expect(present()[0]?.options).toMatchObject({ width: 800, height: 480 });
  expect(present()[0]?.options.fullscreen).toBeUndefined();
});

test('closes when its display is unplugged, and comes back with it', () => {
  const customer = create();
  customer.open(ORIGIN);
  unplug();
  expect([present(), customer.state()]).toEqual([[], { is_open: false, has_other_display: false }]);
  standIn.state.displays = [LEFT, RIGHT];
  standIn.displays.emit('display-added', {}, RIGHT);
  expect(present()[0]?.options).toMatchObject({ ...RIGHT.workArea, fullscreen: true });
});

test('another display that is unplugged changes nothing', () => {
  const customer = create();
  customer.open(ORIGIN);
  standIn.displays.emit('display-removed', {}, { ...RIGHT, id: 3 });
  expect(customer.state().is_open).toBe(true);
});

test('is remembered for the next start, until somebody closes it', () => {
  create().open(ORIGIN);
  const again = create();
  again.restore('http://127.0.0.1:9999');
  expect(present().at(-1)?.loaded).toEqual(['http://127.0.0.1:9999/customer']);
  again.close();
  expect(again.state().is_open).toBe(false);
  const later = create();
  later.restore(ORIGIN);
  expect(later.state().is_open).toBe(false);
});

test('where no program places a window, it is a small one that can be moved: it may open on any display', () => {
  create(false).open(ORIGIN);
  expect(present()[0]?.options).toMatchObject({ width: 800, height: 480 });
  expect(present()[0]?.options.fullscreen).toBeUndefined();
});

test('the end of the program closes it, and the next start brings it back', () => {
  create().open(ORIGIN);
  standIn.app.exit(0);
  expect(present()).toEqual([]);
  create().restore(ORIGIN);
  expect(present()).toHaveLength(1);
});

test('closed by its own frame it stays closed', () => {
  const customer = create();
  customer.open(ORIGIN);
  present()[0]?.clickClose();
  expect(customer.state().is_open).toBe(false);
  standIn.displays.emit('display-added', {}, RIGHT);
  expect(customer.state().is_open).toBe(false);
});
