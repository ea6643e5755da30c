import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import type { KramarBridge } from '../../shared/bridge/bridge.ts';

/** The preload itself, with a stand-in for the two things of Electron that a sandboxed preload gets. */

const exposed: [string, KramarBridge][] = [];
const invoked: unknown[][] = [];
const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: (...args: unknown[]) => {
    invoked.push(args);
    return Promise.resolve({ ok: true, value: null });
  },
});
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (key: string, api: KramarBridge) => exposed.push([key, api]) },
  ipcRenderer,
}));

let bridge: KramarBridge;
beforeAll(async () => {
  await import('../../main/desktop/preload.ts');
  bridge = exposed[0]?.[1] as KramarBridge;
});

test('20: the page gets two functions under one name, and nothing of Electron', () => {
  expect(exposed.map(([key, api]) => [key, Object.keys(api)])).toEqual([['kramar', ['call', 'listen']]]);
});

test('a call goes over the one channel, whatever its name', async () => {
  await bridge.call('shop.state', {}, 'token');
  await bridge.call('electron:anything', null, null);
  expect(invoked).toEqual([
    ['kramar:call', 'shop.state', {}, 'token'],
    ['kramar:call', 'electron:anything', null, null],
  ]);
});

test('a listener receives each event, without the Electron event that carried it, until it stops', () => {
  const received: unknown[][] = [];
  const stop = bridge.listen((...args) => received.push(args));
  ipcRenderer.emit('kramar:event', { sender: 'of Electron' }, { type: 'lock' });
  expect(stop()).toBeUndefined();
  ipcRenderer.emit('kramar:event', {}, { type: 'lock' });
  expect(received).toEqual([[{ type: 'lock' }]]);
});

test('it carries no schemas: at run time it imports Electron and the names of the channels', () => {
  const importsOf = (path: string) =>
    [
      ...readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').matchAll(
        /^import (?!type).*from '(.+)';/gm,
      ),
    ].map(([, from]) => from);
  expect(importsOf('main/desktop/preload.ts')).toEqual(['electron', '../../shared/bridge/channels.ts']);
  expect(importsOf('shared/bridge/channels.ts')).toEqual([]);
});
