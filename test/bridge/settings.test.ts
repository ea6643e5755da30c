import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../main/domain/settings.ts';
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

const change = (name: string, value: string) => window.ask('settings.change', { name, value });
const refused = (name: string, value: string) =>
  leavingNoTrace(shop, window, () => window.refused('settings.change', { name, value }));

test('all are listed as they stand', async () => {
  const listed = await window.ask('settings.list', {});
  expect(listed.map(({ name }) => name)).toEqual(SETTING_NAMES);
  expect(listed.find(({ name }) => name === 'time_zone')).toEqual({
    name: 'time_zone',
    value: 'Europe/Kyiv',
    is_default: true,
    default: 'Europe/Kyiv',
    takes_effect: 'at the next start of the service',
  });
});

test("the shop's name is set, told over HTTP to every member, and taken back", async () => {
  const told = async () => (await shop.owner.get<System>('system/')).body.shop_name;
  expect(await change('shop_name', ' Кава на розі ')).toMatchObject({
    value: 'Кава на розі',
    is_default: false,
  });
  expect(await told()).toBe('Кава на розі');
  expect(await change('shop_name', '')).toMatchObject({ value: '', is_default: true });
  expect(await told()).toBe('');
});

test('what is no value is told at the field it was typed in', async () => {
  const { code, errors } = await refused('time_zone', 'Mars/Olympus');
  expect({ code, fields: Object.keys(errors ?? {}) }).toEqual({ code: 'VALIDATION', fields: ['value'] });
  expect(String(errors?.value)).toContain('There is no time zone "Mars/Olympus"');
  expect((await refused('webhook_address', 'http://shop.example.com')).errors).toHaveProperty('value');
});

test('there are no other settings: not even those that the program keeps beside them', async () => {
  for (const name of ['installation_id', 'demo', 'toString', '__proto__', 'TIME_ZONE'])
    expect((await refused(name, 'x')).errors).toEqual({ name: ['There is no setting of that name.'] });
});

describe('the folder of the backups', () => {
  const folder = (name: string) => join(shop.folder, name);

  test('one that is there is taken, nothing stays in it, and backups go there', async () => {
    mkdirSync(folder('usb'));
    expect(await change('backup_folder', `${folder('usb')}/`)).toMatchObject({ value: folder('usb') });
    expect(readdirSync(folder('usb'))).toEqual([]);
    const { path } = await window.ask('backups.create', {});
    expect(path.startsWith(folder('usb'))).toBe(true);
    expect((await window.ask('backups.list', {})).folder).toBe(folder('usb'));
    await change('backup_folder', '');
  });

  test('one that is not there is not made', async () => {
    const { errors } = await refused('backup_folder', folder('vanished'));
    expect(String(errors?.value)).toMatch(/^Backups cannot be kept there: the folder is not there/);
    expect(existsSync(folder('vanished'))).toBe(false);
  });

  test('one that vanished later is told, in words for a window', async () => {
    mkdirSync(folder('stick'));
    await change('backup_folder', folder('stick'));
    rmdirSync(folder('stick'));
    const { problems } = await window.ask('backups.list', {});
    expect(problems).toEqual([
      expect.stringMatching(/could not be read: .* make the folder\. .* Settings → Backups\.$/),
    ]);
    const { code, detail } = await window.refused('backups.create', {});
    expect(code).toBe('BACKUP_FAILED');
    expect(detail).not.toMatch(/setting set|backup list|--/);
    await change('backup_folder', '');
  });

  test('a file, and what lies behind one', async () => {
    writeFileSync(folder('file'), '');
    expect(String((await refused('backup_folder', folder('file'))).errors?.value)).toContain('a file');
    expect(String((await refused('backup_folder', folder('file/usb'))).errors?.value)).toContain('a file');
  });

  // Root may write anywhere else.
  test.runIf(process.platform === 'linux')('one that takes nothing', async () => {
    const { errors } = await refused('backup_folder', '/proc/1');
    expect(String(errors?.value)).toMatch(/^Backups cannot be kept there: .*Put that right/);
    expect(getSetting(shop.console.db, 'backup_folder')).toBeUndefined();
  });

  test('no path', async () => {
    expect(String((await refused('backup_folder', 'backups')).errors?.value)).toContain('absolute path');
  });

  test('the default, spelt out, need not be there yet', async () => {
    const [, , , { default: byDefault } = { default: '' }] = await window.ask('settings.list', {});
    expect(await change('backup_folder', byDefault)).toMatchObject({ value: byDefault });
    await change('backup_folder', '');
  });
});
