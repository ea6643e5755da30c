import { beforeEach, expect, it } from 'vitest';
import type { Console } from './console.ts';
import { openWithTerminal } from './database.ts';

let shop: Console;
beforeEach(async () => {
  ({ shop } = await openWithTerminal());
});

it('starts, pauses and cancels the loading of earlier payments, and says how far it is', async () => {
  const history = (action: string) => shop.json(['terminal', 'history', '1', action]);
  expect(await history('state')).toMatchObject({ code: 0, json: { state: 'none', oldest: null } });
  expect(await history('start')).toMatchObject({ code: 0, json: { state: 'running', days_read: 0 } });
  expect(await history('pause')).toMatchObject({ code: 0, json: { state: 'paused' } });
  expect(await history('start')).toMatchObject({ code: 0, json: { state: 'running' } });
  expect(await history('cancel')).toMatchObject({ code: 0, json: { state: 'cancelled' } });
  const { stdout } = await shop.plain(['terminal', 'history', '1', 'state']);
  expect(stdout).toMatch(
    /^The earlier payments of terminal 1 were cancelled; what was received stays: 0 days/,
  );
});

it('refuses an unknown action, an unknown terminal, and a pause of nothing', async () => {
  const history = (id: string, action: string) => shop.plain(['terminal', 'history', id, action]);
  expect((await history('1', 'begin')).stderr).toContain('start, pause, cancel or state');
  expect((await history('9', 'start')).stderr).toContain('There is no terminal 9');
  expect((await history('1', 'pause')).code).not.toBe(0);
  expect((await shop.json(['terminal', 'history', '1', 'state'])).json).toMatchObject({ state: 'none' });
});
