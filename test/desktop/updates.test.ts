import { beforeEach, describe, expect, test } from 'vitest';
import { runStartFailureAction, type StartFailureContext } from '../../main/desktop/start-failure-actions.ts';
import { failuresUk, textsIn } from '../../main/desktop/texts.ts';
import { createUpdates } from '../../main/desktop/updates.ts';
import { createLog } from '../../main/platform/log.ts';
import type { BridgeEvent } from '../../shared/bridge/bridge.ts';
import { standInElectron } from './stand-in.ts';
import { StandInUpdater } from './stand-in-updater.ts';

const log = createLog({ level: 'error' });

let updater: StandInUpdater;
let events: BridgeEvent[];
let order: string[];
const open = (load = true) =>
  createUpdates({
    load: load ? async () => updater.whole : undefined,
    sendEvent: (event) => events.push(event),
    log: () => log,
    stop: async () => void order.push('stop'),
    resume: async () => void order.push('resume'),
  });
const statuses = () => events.map((event) => (event.type === 'update' ? event.state.status : event.type));

beforeEach(() => {
  updater = new StandInUpdater();
  events = [];
  order = [];
});

test('a build without a channel is off, and stays so', async () => {
  const updates = open(false);
  expect((await updates.check()).status).toBe('off');
  expect((await updates.download()).status).toBe('off');
  await expect(updates.install()).rejects.toMatchObject({ code: 'NO_UPDATE_READY' });
  expect([events, order]).toEqual([[], []]);
});

test('nothing happens by itself', async () => {
  const updates = open();
  expect(updates.state().status).toBe('unknown');
  await updates.check();
  expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, false]);
  expect(updates.state()).toEqual({ status: 'none', version: '', progress: 0, detail: '' });
});

test("found, downloaded, installed: step by step, at the owner's command", async () => {
  updater.version = '0.2.0';
  const updates = open();
  await expect(updates.install()).rejects.toMatchObject({ code: 'NO_UPDATE_READY' });
  expect(await updates.check()).toMatchObject({ status: 'available', version: '0.2.0' });
  await expect(updates.install()).rejects.toMatchObject({ code: 'NO_UPDATE_READY' });
  expect(await updates.download()).toMatchObject({ status: 'ready', version: '0.2.0', progress: 100 });
  expect(statuses()).toEqual(['checking', 'available', 'downloading', 'downloading', 'ready']);
  expect(events[3]).toMatchObject({ state: { progress: 41 } });
  // A downloaded update is not looked for again.
  expect((await updates.check()).status).toBe('ready');
  expect(order).toEqual([]);
  await updates.install();
  expect([order, updater.installs]).toEqual([['stop'], [[true, true]]]);
});

test('a failure is a state, and can be retried', async () => {
  updater.isReachable = false;
  const updates = open();
  expect(await updates.check()).toMatchObject({ status: 'failed', detail: 'net::ERR_INTERNET_DISCONNECTED' });
  updater.emit('error', new Error('without a listener it would end the program'));
  updater.isReachable = true;
  updater.version = '0.2.0';
  expect((await updates.check()).status).toBe('available');
  updater.isReachable = false;
  expect(await updates.download()).toMatchObject({ status: 'failed', detail: 'cut off' });
});

test.each([
  ['at once', true],
  ['some time later, as on macOS', false],
])('an installer that reports its failure by an event, %s: the same', async (_, atOnce) => {
  updater.version = '0.2.0';
  const fault = () => updater.emit('error', new Error('the signature does not hold'));
  updater.quitAndInstall = () => void (atOnce && fault());
  const updates = open();
  await updates.check();
  await updates.download();
  const installing = updates.install();
  if (atOnce) await expect(installing).rejects.toMatchObject({ code: 'UPDATE_NOT_INSTALLED' });
  else await installing;
  if (!atOnce) fault();
  expect([order, updates.state().status]).toEqual([['stop', 'resume'], 'failed']);
});

describe('where the data is of a newer version', () => {
  const standIn = () => standInElectron({ folder: '/nowhere' });
  const remediesOf = (
    electron: ReturnType<typeof standIn>,
    updates: StartFailureContext['updates'],
  ): StartFailureContext => ({
    electron: electron.electron,
    texts: () => textsIn('uk'),
    updates,
    dataDir: () => undefined,
    takeFreePort: () => undefined,
    takeFolder: () => undefined,
  });
  test('the update is found and installed', async () => {
    updater.version = '0.2.0';
    const electron = standIn();
    electron.answers.push(failuresUk.updateInstall);
    expect(await runStartFailureAction('check-update', remediesOf(electron, open()))).toBe('quit');
    expect(electron.boxes[0]?.message).toBe('Доступна версія 0.2.0');
    expect(updater.installs).toHaveLength(1);
  });
  test.each([
    ['there is none', () => undefined, failuresUk.updateNone],
    ['it cannot be reached', () => (updater.isReachable = false), failuresUk.updateFailed],
  ])('%s: reported, and the choices stay', async (_, prepare, message) => {
    prepare();
    const electron = standIn();
    electron.answers.push(failuresUk.back);
    expect(await runStartFailureAction('check-update', remediesOf(electron, open()))).toBe('ask');
    expect(electron.boxes.map((box) => box.message)).toEqual([message]);
  });
});
