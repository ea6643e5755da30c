import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { version } from '../../shared/version.ts';
import { openShop, type Shop, TALKATIVE } from '../helpers/shop.ts';
import { leavingNoTrace, openWindow, type Window } from './stage.ts';

let shop: Shop;
let window: Window;
beforeAll(async () => {
  shop = await openShop({ config: TALKATIVE });
  window = openWindow(shop);
  await window.signIn();
});
afterAll(() => shop.close());

test('this computer', async () => {
  const state = {
    platform: process.platform,
    version,
    data_folder: shop.folder,
    log_folder: join(shop.folder, 'logs'),
    base_url: shop.baseUrl,
    starts_with_system: false,
    closes_to_tray: true,
    notifications: true,
    notification_sound: true,
    is_signed: true,
    keeps_awake: false,
    hardware_acceleration: true,
    receipt_printer: '',
    receipt_width: 80,
  };
  expect(await window.ask('computer.state', {})).toEqual(state);
  const changed = await window.ask('computer.change', { closes_to_tray: false, starts_with_system: true });
  expect(changed).toEqual({ ...state, closes_to_tray: false, starts_with_system: true });
  expect(await window.ask('computer.change', {})).toEqual(changed);
  await window.ask('computer.theme', { theme: 'dark' }, { token: null });
  expect(window.asked.themes).toEqual(['dark']);
  await window.ask('computer.language', { language: 'en' }, { token: null });
  expect(window.asked.languages).toEqual(['en']);
});

test('folders are opened; the backup folder is created if it is missing', async () => {
  expect(existsSync(join(shop.folder, 'backups'))).toBe(false);
  for (const which of ['data', 'logs', 'backups'] as const) await window.ask('folder.open', { which });
  const folders = [shop.folder, join(shop.folder, 'logs'), join(shop.folder, 'backups')];
  expect(window.asked.opened).toEqual(folders);
  expect(folders.every(existsSync)).toBe(true);
  expect(await window.ask('folder.choose', {})).toEqual({ path: join(shop.folder, 'desktop') });
});

describe('files', () => {
  test('are saved byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
    const { path } = await window.ask('file.save', { name: 'Виписка.bin', bytes });
    expect(new Uint8Array(readFileSync(path ?? ''))).toEqual(bytes);
    const pdf = await window.ask('page.pdf', { name: 'Чек.pdf' });
    expect(readFileSync(pdf.path ?? '', 'utf8')).toMatch(/^%PDF/);
    await window.ask('page.print', {});
    await window.ask('page.print', { receipt_height: 120 });
    expect([window.asked.prints, window.asked.receiptHeights]).toEqual([2, [120]]);
    expect((await window.ask('printers.list', {})).map(({ name }) => name)).toEqual(['XP_58', 'office']);
    const logs = await window.ask('logs.export', {});
    expect(Object.keys(unzipSync(readFileSync(logs.path ?? '')))).toEqual(['about.txt', 'kramar.log']);
  });

  test('have a bare name', async () => {
    for (const name of ['../out.csv', '/etc/cron.d/x', 'C:\\x', '..', 'nul', 'a\nb']) {
      const bytes = new Uint8Array(1);
      const refusals = await leavingNoTrace(shop, window, async () => [
        await window.refused('file.save', { name, bytes }),
        await window.refused('page.pdf', { name }),
      ]);
      for (const { errors } of refusals) expect(Object.keys(errors ?? {})).toEqual(['name']);
    }
  });

  test('that are not saved: the person cancels; a full disk', async () => {
    const file = { name: 'a.csv', bytes: new Uint8Array(1) };
    const { saveFile } = window.shell;
    window.shell.saveFile = async () => null;
    expect(await window.ask('file.save', file)).toEqual({ path: null });
    window.shell.saveFile = () =>
      Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' }));
    expect(await window.refused('file.save', file)).toEqual({
      code: 'FILE_NOT_SAVED',
      fault: 'full',
      detail: expect.stringMatching(
        /^The file could not be saved: the disk is full .* Choose another place\.$/,
      ),
    });
    window.shell.saveFile = saveFile;
  });
});

test('addresses open in the browser, where the shell allows them', async () => {
  const url = 'https://pay.mbnk.biz/2311';
  await window.ask('outside.open', { url }, { token: null });
  expect(window.asked.addresses).toEqual([url]);
  const { openExternal } = window.shell;
  const words = 'That address is not opened. Nothing was done.';
  window.shell.openExternal = () => Promise.reject(new OwnerError('ADDRESS_NOT_ALLOWED', words));
  const refusal = await window.refused('outside.open', { url: 'https://example.com/' });
  expect(refusal).toEqual({ code: 'ADDRESS_NOT_ALLOWED', detail: words });
  window.shell.openExternal = openExternal;
});

test('an unforeseen failure is reported as unexpected, and the log has it', async () => {
  window.shell.print = () => Promise.reject(new TypeError('a fault of ours'));
  const refusal = await window.refused('page.print', {});
  expect(refusal.code).toBe('INTERNAL');
  expect(refusal.detail).toContain(`The details are in the log, in ${join(shop.folder, 'logs')}.`);
  expect(refusal.detail).not.toContain('a fault of ours');
  const log = () => readFileSync(join(shop.folder, 'logs', 'kramar.log'), 'utf8');
  await expect.poll(log).toMatch(/"level":"error".*"call":"page.print".*a fault of ours/);
});

describe('updates', () => {
  const { progress, detail } = { progress: 0, detail: '' };
  const backups = async () => (await window.ask('backups.list', {})).backups.length;

  test('are looked for, and downloaded when the owner says so', async () => {
    expect(await window.ask('update.state', {})).toEqual({
      status: 'unknown',
      version: '',
      progress,
      detail,
    });
    const none = await window.refused('update.install', {});
    expect({ code: none.code, backups: await backups() }).toEqual({ code: 'NO_UPDATE_READY', backups: 0 });
    expect(await window.ask('update.check', {})).toMatchObject({ status: 'available', version: '9.9.9' });
    expect(await window.ask('update.download', {})).toMatchObject({ status: 'ready', progress: 100 });
  });

  test('are not installed while an invoice may be paid', async () => {
    const { id } = await shop.createInvoice();
    const refusal = await window.refused('update.install', {});
    expect(refusal.code).toBe('OPEN_PAYMENT');
    expect(refusal.detail).toMatch(/number \d+\. Nothing was changed\./);
    expect({ installs: window.asked.installs, backups: await backups() }).toEqual({
      installs: 0,
      backups: 0,
    });
    expect((await shop.owner.post(`invoices/${id}/cancel/`, {})).status).toBe(200);
  });

  test('an install that has begun does not start while an invoice may be paid', async () => {
    const { backups: made } = shop.host.started()?.running.handle ?? {};
    if (!made) throw new Error('not running');
    const original = made.create;
    made.create = async (kind) => {
      const backup = await original(kind);
      await shop.createInvoice();
      return backup;
    };
    expect((await window.refused('update.install', {})).code).toBe('OPEN_PAYMENT');
    made.create = original;
    expect(window.asked.installs).toBe(0);
  });

  test('are installed after a backup', async () => {
    const { body } = await shop.owner.get<{ results: { id: number }[] }>('invoices/open/');
    for (const { id } of body.results) await shop.owner.post(`invoices/${id}/cancel/`, {});
    const before = await backups();
    await window.ask('update.install', {});
    expect({ installs: window.asked.installs, backups: await backups() }).toEqual({
      installs: 1,
      backups: before + 1,
    });
  });
});
