import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { textsIn } from '../../main/desktop/texts.ts';
import type { Job } from '../../shared/api/jobs.ts';
import type { Page } from '../../shared/api/pages.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { openStage, soon } from './stage.ts';

const uk = textsIn('uk');

/** One program for all tests of this file: each looks at another part of it. */
const stage = await openStage();
afterAll(() => stage.close());
const { program, owner, call, sell, pay } = await stage.openShop();

test('the PC wakes up: due jobs run; it is locked: so is the window', async () => {
  program.powerMonitor.emit('suspend');
  program.powerMonitor.emit('resume');
  await soon(async () => {
    const { body } = await owner.get<Page<Job>>('jobs/');
    expect(body.results.flatMap(({ runs }) => runs.map(({ cause }) => cause))).toContain('wake');
  });
  program.powerMonitor.emit('lock-screen');
  expect(program.window.page.sent).toContainEqual(['kramar:event', { type: 'lock' }]);
});

test("a right click: a menu in a field, none elsewhere; the window's own menu", async () => {
  const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true };
  program.window.page.emit('context-menu', {}, { isEditable: false, selectionText: '', editFlags });
  expect(program.popups).toEqual([]);
  program.window.page.emit('context-menu', {}, { isEditable: true, selectionText: '', editFlags });
  expect(program.popups.map((items) => items.map(({ label }) => label))).toEqual([
    [uk.menu.cut, uk.menu.copy, uk.menu.paste, undefined, uk.menu.selectAll],
  ]);
});

test('Help saves the logs as one file, without a secret in it', async () => {
  // The log is written in the background.
  const file = join(stage.dataDir, 'logs', 'kramar.log');
  await soon(() => expect(readFileSync(file, 'utf8')).toContain('Kramar is serving.'));
  program.chosen.saveTo = join(stage.folder, 'logs.zip');
  const items = program.menus.at(-1)?.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : [])) ?? [];
  items
    .find(({ label }) => label === uk.menu.exportLogs)
    ?.click?.(undefined as never, undefined, undefined as never);
  await soon(() => expect(program.shown).toEqual([program.chosen.saveTo]));
  const files = unzipSync(readFileSync(program.chosen.saveTo));
  expect(Object.keys(files).sort()).toEqual(['about.txt', 'kramar.log']);
  const log = new TextDecoder().decode(files['kramar.log']);
  expect(log).toContain('Kramar is serving.');
  expect(log).not.toContain(PASSWORD);
});

test("requests to the bank use Chromium's network, and each write has a connection of its own", async () => {
  await pay(await sell(100));
  const ways = program.bankRequests.map(({ partition, method, headers }) =>
    [partition, method, headers.get('connection')].join(' '),
  );
  expect([...new Set(ways)].sort()).toEqual(['bank-reads GET ', 'bank-writes POST close']);
});

test('the bridge answers the main frame of the window, and no other', async () => {
  const { url } = program.window.webContents.mainFrame;
  expect(await call('shop.state')).toEqual({
    ok: true,
    value: { has_owner: true, has_terminal: true, is_practice: false },
  });
  for (const foreign of [{ url }, { url: 'http://evil.example/' }, null])
    expect(await call('shop.state', {}, foreign)).toMatchObject({
      ok: false,
      refusal: { code: 'NOT_ALLOWED' },
    });
});

// Last: the labels are Ukrainian before.
test('the language of the window is that of the tray and the menu', async () => {
  await call('computer.language', { language: 'en' });
  expect(program.trays[0]?.menu.at(-1)?.label).toBe('Quit Kramar');
  expect(program.trays[0]?.tooltip).toContain('Takings today');
  expect(JSON.stringify(program.menus.at(-1))).toContain('Full Screen');
});
