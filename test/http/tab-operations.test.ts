import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allTerminals } from '../../main/store/terminals.ts';
import type { System } from '../../shared/api/system.ts';
import { halfBlack } from '../helpers/png.ts';
import { TALKATIVE } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { openOwnersTab, openTab as openTabOf, tabRefusal as refusal } from '../helpers/tab.ts';
import { leavingNoTrace } from '../helpers/trace.ts';
import { startVirtualPrinter } from '../helpers/virtual-printer.ts';

// The finished screens in the owner's tab, attacked by their operations: bank token, files, backups, copies, moving.
// Who may call them: tab.test.ts.

const shop = await shopOfFile({ config: TALKATIVE });
const openTab = () => openTabOf(shop);
const openOwners = () => openOwnersTab(shop);

test('the bank token comes back nowhere', async () => {
  const tab = await openOwners();
  const token = shop.bank.merchants[1]?.token ?? '';
  const added = await tab.ask('terminals.add', { name: 'Друга', token });
  expect(added.status).toBe(200);
  const listed = await tab.ask('terminals.list');
  expect(JSON.stringify([added.body, listed.body])).not.toContain(token);
  const log = () => readFileSync(join(shop.folder, 'logs', 'kramar.log'), 'utf8');
  await expect.poll(log).toContain('A terminal was added.');
  expect(log()).not.toContain(token);
  expect(allTerminals(shop.console.db)).toHaveLength(2);
});

test('the test page is printed on the receipt printer', async () => {
  const printer = await startVirtualPrinter();
  const tab = await openOwners();
  const set = (value: string) => tab.ask('settings.change', { name: 'printer_address', value });
  expect((await set(printer.address)).status).toBe(200);
  expect((await tab.ask('printers.test')).body).toEqual({ ok: true, value: { fault: null } });
  expect(printer.papers).toHaveLength(1);
  printer.state.mood = 'cover_open';
  expect((await tab.ask('printers.test')).body.value).toEqual({ fault: 'cover_open' });
  await printer.close();
  await set('');
});

describe('files', () => {
  test('a logo is set by its bytes', async () => {
    const tab = await openTab();
    const picture = halfBlack(64, 64).toString('base64');
    expect((await tab.ask('logo.change', { bytes: picture })).status).toBe(200);
    const { body } = await shop.owner.get<{ image: string }>('logo/');
    expect(body.image).toBe(`data:image/png;base64,${picture}`);
  });

  test('what is no picture, no base64, or too large, is refused', async () => {
    const tab = await openTab();
    await leavingNoTrace(shop, async () => {
      for (const bytes of ['no base64!', 7, {}, [1, 2, 3], { '0': 137 }])
        expect(refusal(await tab.ask('logo.change', { bytes }))).toBe('VALIDATION');
      const script = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
      expect(refusal(await tab.ask('logo.change', { bytes: script }))).toMatch(/^LOGO_/);
      const large = await tab.ask('logo.change', { bytes: 'A'.repeat(3 * 1024 * 1024) });
      expect(large.status).toBe(413);
    });
  });
});

describe('backups', () => {
  test('no other file of this computer is opened', async () => {
    const tab = await openTab();
    const secret = join(shop.folder, 'secret.db');
    writeFileSync(secret, 'mine');
    await leavingNoTrace(shop, async () => {
      for (const name of [secret, '../secret.db', '/etc/passwd', '\\\\server\\share\\a.db', 'kramar.db'])
        expect(refusal(await tab.ask('backups.verify', { name }))).toBe('NOT_FOUND');
    });
  });

  test('nothing that needs the window is possible', async () => {
    const tab = await openOwners();
    const { path } = (await tab.ask('backups.create')).body.value.backup;
    await leavingNoTrace(shop, async () => {
      for (const [call, input] of [
        ['backups.adopt', { path }],
        ['backups.choose', {}],
        ['copies.adopt', { path, phrase: 'x' }],
        ['shop.switch', { to: 'practice' }],
        ['service.restart', {}],
        ['update.install', {}],
        ['file.save', { name: 'x', bytes: '' }],
        ['outside.open', { url: 'https://example.com' }],
        ['__proto__', {}],
        ['constructor', {}],
      ] as const)
        expect({ call, refusal: refusal(await tab.ask(call, input)) }).toEqual({
          call,
          refusal: 'NOT_ALLOWED',
        });
    });
  });

  test('they go to a folder that is typed with the password, each time anew', async () => {
    const tab = await openTab();
    const folder = join(shop.folder, 'elsewhere');
    const change = (value: string) => tab.ask('settings.change', { name: 'backup_folder', value });
    await leavingNoTrace(shop, async () => {
      expect(refusal(await change(folder))).toBe('PASSWORD_NEEDED');
      // The password that another operation has used.
      await tab.confirm();
      await tab.ask('copies.export', { phrase: 'weak' });
      expect(refusal(await change(folder))).toBe('PASSWORD_NEEDED');
      writeFileSync(join(shop.folder, 'a-file'), '');
      for (const value of [
        folder,
        join(shop.folder, 'a-file'),
        '//server/share',
        '\\\\server\\share',
        'relative',
      ]) {
        await tab.confirm();
        expect(refusal(await change(value))).toBe('VALIDATION');
      }
    });
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
    await tab.confirm();
    expect((await change(folder)).body.value).toMatchObject({ value: folder });
    expect((await shop.owner.get<System>('system/')).body.disk.is_same).toBe(true);
    const { path } = (await tab.ask('backups.create')).body.value.backup;
    expect(path.startsWith(folder)).toBe(true);
  });

  test('so do encrypted copies', async () => {
    const tab = await openOwners();
    const folder = join(shop.folder, 'cloud');
    mkdirSync(folder);
    const setup = { folder, phrase: 'зелений човен стоїть над тихим млином' };
    await leavingNoTrace(shop, async () => {
      expect(refusal(await tab.ask('copies.setup', { ...setup, folder: '//server/share' }))).toBe(
        'VALIDATION',
      );
      expect(refusal(await tab.ask('copies.setup', setup))).toBe('PASSWORD_NEEDED');
    });
    await tab.confirm();
    expect((await tab.ask('copies.setup', setup)).body.value).toEqual({ folder });
  });
});

test('broken bodies are refused', async () => {
  const tab = await openTab();
  await leavingNoTrace(shop, async () => {
    for (const body of ['{', '[]', '"x"', 'null', '{"name":"shop_name","value":"x","__proto__":{"a":1}}'])
      expect((await tab.raw('settings.change', body)).status).toBe(400);
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect((await tab.raw('settings.change', `{"name":${deep}}`)).status).toBeGreaterThanOrEqual(400);
  });
  expect((await tab.ask('settings.list')).status).toBe(200);
});
