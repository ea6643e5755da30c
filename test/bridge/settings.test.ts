import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSetting } from '../../main/store/settings.ts';
import type { System } from '../../shared/api/system.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { leavingNoTrace, openWindow, type Window } from './stage.ts';

let shop: Shop;
let window: Window;
beforeAll(async () => {
  shop = await openShop();
  window = openWindow(shop);
  await window.signIn();
});
afterAll(() => shop.close());

/** As a person does: the backup folder is chosen in the system's dialog. */
const choose = async (name: string, value: string) => {
  if (name !== 'backup_folder' || value === '') return;
  window.asked.nextFolder = value;
  await window.ask('folder.choose', {});
};
const change = async (name: string, value: string) => {
  await choose(name, value);
  return window.ask('settings.change', { name, value });
};
const refused = async (name: string, value: string) => {
  await choose(name, value);
  return leavingNoTrace(shop, window, () => window.refused('settings.change', { name, value }));
};

test("the shop's name is set, shown over HTTP to every member, and removed again", async () => {
  const reported = async () => (await shop.owner.get<System>('system/')).body.shop_name;
  expect(await change('shop_name', ' Кава на розі ')).toMatchObject({
    value: 'Кава на розі',
    is_default: false,
  });
  expect(await reported()).toBe('Кава на розі');
  expect(await change('shop_name', '')).toMatchObject({ value: '', is_default: true });
  expect(await reported()).toBe('');
});

describe('the backup folder', () => {
  const folder = (name: string) => join(shop.folder, name);

  test('a folder that exists is accepted, nothing stays in it, and backups go there', async () => {
    mkdirSync(folder('usb'));
    expect(await change('backup_folder', `${folder('usb')}/`)).toMatchObject({ value: folder('usb') });
    expect(readdirSync(folder('usb'))).toEqual([]);
    const { path } = (await window.ask('backups.create', {})).backup;
    expect(path.startsWith(folder('usb'))).toBe(true);
    expect((await window.ask('backups.list', {})).folder).toBe(folder('usb'));
    await change('backup_folder', '');
  });

  test('a folder that does not exist is not created', async () => {
    const { errors, facts } = await refused('backup_folder', folder('vanished'));
    expect(String(errors?.backup_folder)).toMatch(/^Backups cannot be kept there: the folder is not there/);
    expect(facts).toEqual({ backup_folder: [{ fault: 'absent' }] });
    expect(existsSync(folder('vanished'))).toBe(false);
  });

  test('a folder that vanished later is reported, in words for a window', async () => {
    mkdirSync(folder('stick'));
    await change('backup_folder', folder('stick'));
    rmdirSync(folder('stick'));
    const { problems } = await window.ask('backups.list', {});
    expect(problems).toEqual([
      {
        detail: expect.stringMatching(/could not be read: .* make the folder\. .* Settings → Backups\.$/),
        fault: 'absent',
      },
    ]);
    const { code, detail, fault } = await window.refused('backups.create', {});
    expect({ code, fault }).toEqual({ code: 'BACKUP_FAILED', fault: 'absent' });
    expect(detail).not.toMatch(/setting set|backup list|--/);
    await change('backup_folder', '');
  });

  test('a file, and a path below one', async () => {
    writeFileSync(folder('file'), '');
    expect(String((await refused('backup_folder', folder('file'))).errors?.backup_folder)).toContain(
      'a file',
    );
    expect(String((await refused('backup_folder', folder('file/usb'))).errors?.backup_folder)).toContain(
      'a file',
    );
  });

  // Root may write anywhere else.
  test.runIf(process.platform === 'linux')('a folder that cannot be written to', async () => {
    const { errors } = await refused('backup_folder', '/proc/1');
    expect(String(errors?.backup_folder)).toMatch(/^Backups cannot be kept there: .*Put that right/);
    expect(getSetting(shop.console.db, 'backup_folder')).toBeUndefined();
  });

  test('the default path, written out, need not exist yet', async () => {
    const { settings } = await window.ask('settings.list', {});
    const byDefault = settings.find(({ name }) => name === 'backup_folder')?.default ?? '';
    expect(await change('backup_folder', byDefault)).toMatchObject({ value: byDefault });
    await change('backup_folder', '');
  });
});
