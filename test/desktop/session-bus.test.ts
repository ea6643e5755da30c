import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { busSocket, isOnSessionBus } from '../../main/desktop/session-bus.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { startBus } from './stand-in-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test('where the bus is', () => {
  const at = (address: string) => busSocket({ DBUS_SESSION_BUS_ADDRESS: address });
  expect(at('unix:path=/run/user/1000/bus')).toBe('/run/user/1000/bus');
  expect(at('tcp:host=x,port=1;unix:abstract=/tmp/dbus-x,guid=1')).toBe('\0/tmp/dbus-x');
  expect(at('unix:guid=1,path=/a%20b')).toBe('/a b');
  expect(busSocket({ XDG_RUNTIME_DIR: '/run/user/1000' })).toBe('/run/user/1000/bus');
  expect(busSocket({})).toBeUndefined();
});

test('a service that is there, and one that is not; without a bus there is none', async () => {
  const bus = await startBus(folder.path, [WATCHER]);
  expect(await isOnSessionBus(WATCHER, bus.env)).toBe(true);
  expect(await isOnSessionBus('org.example.Other', bus.env)).toBe(false);
  await bus.close();
  expect(await isOnSessionBus(WATCHER, bus.env)).toBe(false);
  expect(await isOnSessionBus(WATCHER, {})).toBe(false);
});

const hasDaemon = process.platform === 'linux' && spawnSync('dbus-daemon', ['--version']).status === 0;

test.skipIf(!hasDaemon)(
  'the real daemon understands the question (skipped without dbus-daemon)',
  async () => {
    const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [address] = await once(createInterface({ input: daemon.stdout }), 'line');
      const env = { DBUS_SESSION_BUS_ADDRESS: String(address) };
      expect(await isOnSessionBus('org.freedesktop.DBus', env)).toBe(true);
      expect(await isOnSessionBus(WATCHER, env)).toBe(false);
    } finally {
      daemon.kill();
      await once(daemon, 'close');
    }
  },
);
