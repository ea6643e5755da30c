import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { createKey, type IssuedKey, revokeKey, rotateKey } from '../../main/shop/accounts/keys.ts';
import type { System } from '../../shared/api/system.ts';
import { inProcess } from '../cli/console.ts';
import { Client, type Refusal } from '../helpers/client.ts';
import { inFile } from '../helpers/contents.ts';
import { runJob } from '../helpers/jobs.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';
import { newEmployee, openWindow, type Window } from './stage.ts';

// A restore revives nothing that was withdrawn since the backup was made.

const DONE = { code: 0, stderr: '' };
const PHRASE = 'зелений човен стоїть над тихим млином';
const NEW_PASSWORD = 'another horse';

let shop: Shop;
let window: Window;
let keys: { kept: IssuedKey; revoked: IssuedKey; rotated: IssuedKey };
let newKey: string;
/** Tokens of Olena by her old password and by her new one, and of Taras. */
let tokens: { old: string; current: string; taras: string };
beforeEach(async () => {
  shop = await openShop();
  window = openWindow(shop);
  await window.signIn();
  const make = (name: string) =>
    createKey(shop.console, {
      name,
      permissions: ['can_view_invoices'],
      terminal: null,
      own_sales_only: false,
    });
  keys = { kept: make('kept'), revoked: make('revoked'), rotated: make('rotated') };
  await shop.employee('olena');
  await shop.employee('taras');
  tokens = { old: await shop.signIn('olena'), current: '', taras: await shop.signIn('taras') };
  await window.ask('pin.set', { current: PASSWORD, pin: '7391' });
});
afterEach(() => shop.close());

const ids = async () => {
  const { body } = await shop.owner.get<{ results: { id: number; username: string }[] }>('employees/');
  return (username: string) => body.results.find((each) => each.username === username)?.id ?? 0;
};
/** What the owner withdraws after the backup. */
const withdraw = async () => {
  const idOf = await ids();
  revokeKey(shop.console, keys.revoked.row.id);
  newKey = rotateKey(shop.console, keys.rotated.row.id).key;
  await window.ask('employees.change', { id: idOf('olena'), password: NEW_PASSWORD });
  await window.ask('employees.change', { id: idOf('taras'), is_active: false });
  tokens.current = await shop.signIn('olena', NEW_PASSWORD);
  await window.ask('pin.set', { current: PASSWORD, pin: '8264' });
  return pins();
};
const pins = () => inFile(databaseFile(shop.folder), 'select pin_hash from pins');
const statusOf = async (token: string) =>
  (await new Client(shop.baseUrl, token).get<Refusal>('terminals/')).status;
const signInStatus = async (username: string, password: string) =>
  (await shop.stranger.post('auth/token/', { username, password })).status;
const consoleRun = async (...args: string[]) =>
  expect(await inProcess([...args, '--data-dir', shop.folder, '--keychain', 'file'])).toMatchObject(DONE);
/** The console and the service have the database open. */
const restore = async (work: () => Promise<unknown>) => {
  shop.console.close();
  await work();
  await shop.signInAgain().catch(() => undefined);
};
const restoreAt = (path: string, ...args: string[]) =>
  restore(() => shop.host.whileStopped(() => consoleRun('backup', 'restore', path, ...args)));
const backup = async () => (await window.ask('backups.create', {})).backup.path;
const expectWithdrawn = async (pinsBefore: unknown) => {
  expect(await statusOf(keys.kept.key)).toBe(200);
  expect(await statusOf(keys.revoked.key)).toBe(401);
  expect(await statusOf(keys.rotated.key)).toBe(401);
  expect(await statusOf(newKey)).toBe(200);
  expect(await signInStatus('taras', PASSWORD)).toBe(401);
  expect(await statusOf(tokens.taras)).toBe(401);
  expect(await signInStatus('olena', PASSWORD)).toBe(401);
  expect(await signInStatus('olena', NEW_PASSWORD)).toBe(200);
  expect(await statusOf(tokens.old)).toBe(401);
  expect(await statusOf(tokens.current)).toBe(200);
  expect(pins()).toEqual(pinsBefore);
};

describe('A backup that is restored revives nothing that was withdrawn: keys revoked, people deactivated and passwords changed in the replaced database stay so', () => {
  test('after a backup that the window restores', async () => {
    const { name } = (await window.ask('backups.create', {})).backup;
    const before = await withdraw();
    await restore(() => window.ask('backups.restore', { name }));
    await expectWithdrawn(before);
  });

  test('after a backup that the command line restores, and a second one', async () => {
    const path = await backup();
    const before = await withdraw();
    await restoreAt(path);
    await expectWithdrawn(before);
    await shop.host.whileStopped(() => consoleRun('backup', 'restore', path));
    await expectWithdrawn(before);
  });

  test.each(['a copy', 'a move'])('after %s', async (kind) => {
    const folder = join(shop.folder, 'cloud');
    mkdirSync(folder);
    window.asked.nextFolder = folder;
    await window.ask('folder.choose', {});
    await window.ask('copies.setup', { folder, phrase: PHRASE });
    if (kind === 'a move') await window.ask('shop.move', {});
    else {
      await runJob(shop, 'back-up');
      await runJob(shop, 'copy-backup');
    }
    const [copy = ''] = readdirSync(folder).filter((name) => name.endsWith('.age'));
    const before = await withdraw();
    const phrase = join(shop.folder, 'phrase');
    writeFileSync(phrase, PHRASE, { mode: 0o600 });
    await restoreAt(join(folder, copy), '--phrase-file', phrase);
    await expectWithdrawn(before);
  });

  test('a key and a person that the replaced database does not know are off', async () => {
    const older = await backup();
    await shop.employee('petro');
    const late = createKey(shop.console, {
      name: 'late',
      permissions: ['can_view_invoices'],
      terminal: null,
      own_sales_only: false,
    });
    const newer = await backup();
    revokeKey(shop.console, late.row.id);
    await window.ask('employees.change', { id: (await ids())('petro'), is_active: false });
    await restoreAt(older);
    await shop.host.whileStopped(() => consoleRun('backup', 'restore', newer));
    const refused = await new Client(shop.baseUrl, late.key).get<Refusal>('terminals/', {
      headers: { Prefer: 'codes' },
    });
    expect([refused.status, refused.body.codes]).toEqual([401, { non_field_errors: ['key_off'] }]);
    expect(await signInStatus('petro', PASSWORD)).toBe(401);
    expect([await statusOf(keys.kept.key), await signInStatus('taras', PASSWORD)]).toEqual([200, 200]);
  });
});

test('a right that was taken away after the backup that was restored stays so', async () => {
  const { id } = await window.ask(
    'employees.add',
    newEmployee('petro', {
      permissions: ['can_view_invoices', 'can_cancel_invoices'],
      refund_limits: { per_day: 5000 },
    }),
  );
  const paid = await shop.paid();
  const path = await backup();
  await window.ask('employees.change', {
    id,
    permissions: ['can_view_invoices', 'can_create_invoices'],
    catalog_read_only: true,
    refund_limits: { largest: 1000, per_day: 6000 },
  });
  await restoreAt(path);
  const petro = new Client(shop.baseUrl, await shop.signIn('petro'));
  expect((await petro.post(`invoices/${paid.id}/cancel/`)).status).toBe(403);
  expect((await petro.post('catalog/units/', { name: 'кг' })).status).toBe(403);
  expect((await petro.get('invoices/')).status).toBe(200);
  await window.signIn();
  const { employees } = await window.ask('employees.list', {});
  expect(employees.find(({ username }) => username === 'petro')).toMatchObject({
    can_cancel_invoices: false,
    can_create_invoices: false,
    refund_largest: 1000,
    refund_per_day: 5000,
  });
});

describe('where the replaced database cannot be read', () => {
  const system = async () => (await shop.owner.get<System>('system/')).body;
  const spoil: [string, (file: string) => void][] = [
    [
      'damaged',
      (file) => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0xa5, 4096, 40_960));
      },
    ],
    ['lost', (file) => rmSync(file)],
  ];

  test.each(spoil)(
    '%s: all keys are off until the owner turns them on, and no session lives again',
    async (_name, harm) => {
      const path = await backup();
      await withdraw();
      await restore(() =>
        shop.host.whileStopped(async () => {
          harm(databaseFile(shop.folder));
          for (const end of ['-wal', '-shm']) rmSync(databaseFile(shop.folder) + end, { force: true });
          await consoleRun('backup', 'restore', path);
        }),
      );
      for (const { key } of Object.values(keys)) expect(await statusOf(key)).toBe(401);
      for (const token of Object.values(tokens)) expect(await statusOf(token)).toBe(401);
      expect(await signInStatus('olena', PASSWORD)).toBe(200);
      expect(pins()).toEqual([]);
      expect((await system()).keys_off).toBe(3);
      expect((await shop.owner.as(await shop.signIn('taras')).get<System>('system/')).body.keys_off).toBe(0);

      await window.signIn();
      const { keys: all } = await window.ask('keys.list', {});
      const listed = all.filter((key) => key.revoked_at === null);
      expect(listed.map(({ is_active }) => is_active)).toEqual([false, false, false]);
      await window.ask('keys.change', { id: keys.kept.row.id, is_active: true });
      await consoleRun('key', 'on', String(keys.rotated.row.id));
      expect(await statusOf(keys.kept.key)).toBe(200);
      expect(await statusOf(keys.rotated.key)).toBe(200);
      expect(await statusOf(keys.revoked.key)).toBe(401);
      expect((await system()).keys_off).toBe(1);
    },
  );
});

test('a backup in an empty folder, as on a new computer, keeps its keys', async () => {
  const path = await backup();
  const other = await openShop();
  try {
    other.console.close();
    await other.host.whileStopped(async () => {
      for (const end of ['', '-wal', '-shm']) rmSync(databaseFile(other.folder) + end, { force: true });
      rmSync(join(other.folder, 'backups'), { recursive: true, force: true });
      const args = ['backup', 'restore', path, '--data-dir', other.folder, '--keychain', 'file'];
      expect(await inProcess(args)).toMatchObject(DONE);
    });
    expect((await new Client(other.baseUrl, keys.kept.key).get('terminals/')).status).toBe(200);
  } finally {
    await other.close();
  }
});
