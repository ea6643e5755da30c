import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { Client } from '../helpers/client.ts';
import { inFile } from '../helpers/contents.ts';
import { freePort } from '../helpers/free-port.ts';
import { type NewShop, openNewShop } from '../helpers/new-shop.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { newEmployee, openWindow, type Window } from './stage.ts';

let shop: NewShop;
let window: Window;
let client: Client;
let terminal: number;

const signIn = async (username = 'olena', password = PASSWORD) => {
  const { access } = await window.signIn(username, password);
  client = new Client(shop.host.started()?.running.baseUrl ?? '', access);
};
/** The connection that was kept open to the former service is given up. */
const reconnect = () => fetch(window.page()).catch(() => undefined);
const sell = async (): Promise<Invoice> => {
  const answer = await client.post<Invoice>('invoices/', { terminal, amount: 34_000 });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const cancel = async ({ id }: Invoice) =>
  expect((await client.post(`invoices/${id}/cancel/`, {})).status).toBe(200);
const numbers = async () =>
  (await client.get<{ results: Invoice[] }>('invoices/')).body.results.map(({ id }) => id).sort();

beforeAll(async () => {
  shop = await openNewShop({ port: await freePort() });
  window = openWindow(shop);
  await window.ask('owner.create', { username: 'olena', password: PASSWORD });
  await signIn();
  ({ id: terminal } = await window.ask('terminals.add', {
    name: 'Каса',
    token: shop.bank.merchants[0]?.token ?? '',
  }));
});
afterAll(() => shop.close());

describe('backups', () => {
  test('are made, listed, and read from end to end', async () => {
    expect(await window.ask('backups.list', {})).toMatchObject({ backups: [], problems: [], invoices: 0 });
    await cancel(await sell());
    const { backup } = await window.ask('backups.create', {});
    expect(backup).toMatchObject({ kind: 'manual', invoices: 1, state: 'sound' });
    expect(existsSync(backup.path)).toBe(true);
    const listed = await window.ask('backups.list', {});
    expect(listed).toMatchObject({ folder: join(shop.config.dataDir, 'backups'), problems: [], invoices: 1 });
    // A new terminal wakes the jobs, and one of them makes a backup by itself.
    expect(listed.backups).toContainEqual(backup);
    const verified = await window.ask('backups.verify', { name: backup.name });
    expect(verified).toEqual({ ...backup, schema: expect.any(Number) });
    expect(await window.ask('backups.verify', { name: backup.path })).toEqual(verified);
  });

  test('one is restored: the old state, the same port, and no number twice', async () => {
    const { base_url } = await window.ask('computer.state', {});
    const { backups } = await window.ask('backups.list', {});
    const { name = '' } = backups.find(({ kind }) => kind === 'manual') ?? {};
    const before = await numbers();
    const later = await sell();
    await window.ask('employees.add', newEmployee('petro'));

    const restored = await window.ask('backups.restore', { name });
    await reconnect();
    expect(restored.backup).toMatchObject({ name, invoices: 1, state: 'sound' });
    expect(existsSync(restored.previous_path ?? '')).toBe(true);
    expect((await window.ask('shop.state', {})).has_owner).toBe(true);

    await signIn();
    expect((await window.ask('computer.state', {})).base_url).toBe(base_url);
    expect(await numbers()).toEqual(before);
    expect((await client.get<{ count: number }>('employees/')).body.count).toBe(0);
    const next = await sell();
    expect(next.id).toBeGreaterThan(later.id);
    await cancel(next);
  });

  test('one that is damaged, or has a foreign trigger, is not restored: the service does not even stop', async () => {
    const running = shop.host.started();
    const refused = async (name: string, refusal: object) => {
      for (const call of ['backups.verify', 'backups.restore'] as const)
        expect(await window.refused(call, { name })).toMatchObject(refusal);
    };
    const damaged = (await window.ask('backups.create', {})).backup;
    writeFileSync(damaged.path, 'rubbish');
    const listed = (await window.ask('backups.list', {})).backups.find(({ name }) => name === damaged.name);
    expect(listed?.state).toBe('damaged');
    // Words for a window: no command is named.
    const words = /\. Nothing was changed\. Choose another one\.$/;
    await refused(damaged.name, { code: 'BACKUP_DAMAGED', detail: expect.stringMatching(words) });

    const altered = (await window.ask('backups.create', {})).backup;
    rmSync(altered.path.replace(/\.db$/, '.json'));
    const trigger = 'create trigger evil after insert on invoices begin delete from invoices; end';
    inFile(altered.path, trigger);
    const named = /the trigger "evil" is none of Kramar's\. .* Nothing was changed\. Choose another one\.$/;
    const refusal = { code: 'BACKUP_ALTERED', names: ['evil'], detail: expect.stringMatching(named) };
    await refused(altered.name, refusal);
    expect(shop.host.started()).toBe(running);
    rmSync(altered.path);
  });

  test('a database that another program holds stays, and the service runs again', async () => {
    const { name } = (await window.ask('backups.create', {})).backup;
    const held = openDatabase(databaseFile(shop.config.dataDir));
    try {
      const before = shop.host.started();
      const refusal = await window.refused('backups.restore', { name });
      expect(refusal).toMatchObject({
        code: 'RESTORE_FAILED',
        detail: expect.stringContaining('is as it was'),
      });
      await reconnect();
      expect(shop.host.started()).not.toBe(before);
      expect((await window.ask('backups.list', {})).backups.map((backup) => backup.name)).toContain(name);
    } finally {
      held.close();
    }
  });

  test('a name that is not in the list is no backup: no other file is opened', async () => {
    const other = join(shop.folder, 'other.db');
    writeFileSync(other, 'x');
    const running = shop.host.started();
    for (const name of ['nothing', 'latest', other, '../other.db', '/etc/passwd', '.'])
      for (const call of ['backups.verify', 'backups.restore'] as const)
        expect(await window.refused(call, { name })).toEqual({
          code: 'NOT_FOUND',
          detail: `There is no backup "${name}". Nothing was changed. To see the backups: Settings → Backups.`,
        });
    expect(shop.host.started()).toBe(running);
  });
});

test('the service is restarted: settings that wait for that take effect, and sessions go on', async () => {
  await window.ask('settings.change', { name: 'time_zone', value: 'Europe/Warsaw' });
  const zone = async () => (await client.get<{ time_zone: string }>('system/')).body.time_zone;
  expect(await zone()).toBe('Europe/Kyiv');
  expect(await window.ask('service.restart', {})).toBeNull();
  await reconnect();
  expect(await zone()).toBe('Europe/Warsaw');
});

describe('the practice shop', () => {
  test('does not open while an invoice of the shop may be paid; the refusal names the invoice', async () => {
    const invoice = await sell();
    const running = shop.host.started();
    const refusal = await window.refused('shop.switch', { to: 'practice' });
    expect(refusal).toEqual({
      code: 'OPEN_PAYMENT',
      detail: expect.stringMatching(
        /^The shop is not left while an invoice may still be paid: number \d+\. /,
      ),
    });
    expect(shop.host.started()).toBe(running);
    expect(shop.host.isPractice()).toBe(false);
    await cancel(invoice);
  });

  test('the own shop cannot be opened from the own shop', async () => {
    const running = shop.host.started();
    expect(await window.ask('shop.switch', { to: 'own' }, { token: null })).toBeNull();
    expect(shop.host.started()).toBe(running);
  });

  test('anyone can open it and go back; the shops share nothing', async () => {
    const before = await numbers();
    const { log_folder } = await window.ask('computer.state', {});
    expect(await window.ask('shop.switch', { to: 'practice' })).toBeNull();
    await reconnect();
    const practice = { has_owner: true, has_terminal: true, is_practice: true };
    expect(await window.ask('shop.state', {})).toEqual(practice);
    // The own shop's session is not valid here.
    expect((await window.refused('computer.state', {})).code).toBe('SIGN_IN');
    await window.signIn('owner', 'kramar-demo');
    const computer = await window.ask('computer.state', {});
    expect(computer.data_folder).toBe(join(shop.folder, 'practice'));
    // One program, one log.
    expect(computer.log_folder).toBe(log_folder);
    expect((await window.ask('backups.list', {})).invoices).toBeGreaterThan(100);

    expect(await window.ask('shop.switch', { to: 'own' }, { token: null })).toBeNull();
    await reconnect();
    expect(await window.ask('shop.state', {})).toEqual({ ...practice, is_practice: false });
    await signIn();
    expect(await numbers()).toEqual(before);
  });
});

describe('a new shop', () => {
  test('begins with a backup of another computer, without a sign-in; never one that has an owner', async () => {
    const { path } = (await window.ask('backups.create', {})).backup;
    const fresh = await openNewShop();
    try {
      const guest = openWindow(fresh);
      guest.asked.nextFolder = dirname(path);
      // Only from a folder that a person chose.
      expect(await guest.refused('backups.adopt', { path })).toMatchObject({ code: 'VALIDATION' });
      const found = await guest.ask('backups.choose', {});
      expect(found?.backups.map((each) => each.path)).toContain(path);
      expect(await guest.refused('backups.adopt', { path: join(dirname(path), 'other.db') })).toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(await guest.ask('backups.adopt', { path })).toMatchObject({ path, state: 'sound' });
      expect(await guest.ask('shop.state', {})).toMatchObject({ has_owner: true, has_terminal: true });
      await guest.signIn('olena', PASSWORD);
      for (const call of ['backups.choose', 'backups.adopt'] as const)
        expect(await guest.refused(call, call === 'backups.adopt' ? { path } : {})).toMatchObject({
          code: 'FORBIDDEN',
        });
    } finally {
      await fresh.close();
    }
  });
});
