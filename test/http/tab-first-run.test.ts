import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findOwner, insertAccount } from '../../main/store/accounts.ts';
import { Client } from '../helpers/client.ts';
import { type NewShop, openNewShop } from '../helpers/new-shop.ts';
import { openShop, PASSWORD } from '../helpers/shop.ts';
import { openOwnersTab, openTabAt, postTab, tabRefusal as refusal } from '../helpers/tab.ts';

// A new shop that begins with a file which its first tab sends: there is nobody to sign in yet, and no password.

const PHRASE = 'зелений човен стоїть над тихим млином';
const dataDir = () => join(fresh.folder, 'shop');

/** A backup and an encrypted copy of a shop of one sale, and its owner. */
const { backup, copy, owner } = await (async () => {
  const shop = await openShop();
  await shop.createInvoice();
  const tab = await openOwnersTab(shop);
  const { path } = (await tab.ask('backups.create')).body.value.backup;
  const { bytes } = (await tab.ask('copies.export', { phrase: PHRASE })).body;
  const owner = findOwner(shop.console.db);
  const made = { backup: readFileSync(path), copy: bytes as Buffer, owner };
  await shop.close();
  return made;
})();

let fresh: NewShop;
let tab: Awaited<ReturnType<typeof openTabAt>>;
beforeEach(async () => {
  fresh = await openNewShop();
  tab = await openTabAt(dataDir(), fresh.origin, '');
});
afterEach(() => fresh.close());

const OCTETS = { 'Content-Type': 'application/octet-stream' };
const uploadOf = (name: string, bytes: Uint8Array) =>
  `backups.upload?${new URLSearchParams({ name, modified_at: '1790000000000', size: `${bytes.length}`, offset: '0' })}`;
const put = (name: string, bytes: Uint8Array) => tab.raw(uploadOf(name, bytes), bytes, OCTETS);
const sent = async (name: string, bytes: Uint8Array): Promise<string> => {
  const { status, body } = await put(name, bytes);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.value.path;
};
const begun = async (input: object): Promise<void> => {
  expect((await tab.ask('backups.restore', input)).status).toBe(202);
  expect((await tab.outcome()).body).toMatchObject({ ok: true, value: { has_keychain: true } });
  const client = new Client(fresh.host.started()?.running.baseUrl ?? '');
  const { body } = await client.post<{ access: string }>('auth/token/', {
    username: 'owner',
    password: PASSWORD,
  });
  const invoices = await client.as(body.access).get<{ count: number }>('invoices/');
  expect(invoices.body.count).toBe(1);
  expect(readdirSync(dataDir()).filter((name) => name.startsWith('upload-'))).toEqual([]);
};
const nothingBegan = async () => {
  const client = new Client(fresh.baseUrl);
  expect((await tab.ask('shop.state')).body.value.has_owner).toBe(false);
  expect((await client.post('auth/token/', { username: 'owner', password: PASSWORD })).status).toBe(401);
};

test('begins with a backup, and then asks whoever comes back for the password', async () => {
  const path = await sent('kramar.db', backup);
  expect((await tab.ask('backups.verify', { name: path })).body.value).toMatchObject({ invoices: 1 });
  await begun({ name: path });
  expect(refusal(await tab.ask('backups.restore', { name: path }))).toBe('SIGN_IN');
  expect(refusal(await put('kramar.db', backup))).toBe('SIGN_IN');
});

test('begins with an encrypted copy by its phrase alone', async () => {
  const path = await sent('kramar.tar.age', copy);
  for (const phrase of [undefined, 'another one'])
    expect(refusal(await tab.ask('backups.restore', { name: path, phrase }))).toBe('COPY_PHRASE_WRONG');
  await nothingBegan();
  await begun({ name: path, phrase: PHRASE });
});

describe('is refused, and nothing begins', () => {
  test('to another page, and without the tab', async () => {
    const path = await sent('kramar.db', backup);
    const restore = JSON.stringify({ name: path });
    const upload = uploadOf('kramar.db', backup);
    expect(refusal(await postTab(fresh.origin, upload, backup, OCTETS))).toBe('TAB_ENDED');
    expect(refusal(await postTab(fresh.origin, 'backups.restore', restore))).toBe('TAB_ENDED');
    for (const other of ['https://example.com', 'null'])
      expect(refusal(await tab.raw('backups.restore', restore, { Origin: other }))).toBe(
        'Origin not allowed.',
      );
    await nothingBegan();
  });

  test('for what is no backup, and for a file of this computer', async () => {
    expect(refusal(await put('kramar.db', Buffer.from('<html>'.padEnd(100))))).toBe('BACKUP_FOREIGN');
    for (const name of ['/etc/passwd', join(dataDir(), 'kramar.db')])
      expect(refusal(await tab.ask('backups.restore', { name }))).toBe('NOT_FOUND');
    for (const name of ['backups.create', 'backups.list', 'copies.export', 'data.export', 'settings.list'])
      expect(['SIGN_IN', 'VALIDATION']).toContain(refusal(await tab.ask(name)));
    await nothingBegan();
  });

  test('once the command line has made the owner, even while the backup is read', async () => {
    const path = await sent('kramar.db', backup);
    const running = fresh.host.started();
    const { db } = running?.running.handle ?? {};
    if (!db || !owner) throw new Error('Nothing runs.');
    const reading = () => readdirSync(tmpdir()).filter((name) => name.startsWith('kramar-verify-'));
    const before = reading();
    const restoring = tab.ask('backups.restore', { name: path });
    await vi.waitFor(() => expect(reading().some((name) => !before.includes(name))).toBe(true), {
      interval: 1,
    });
    insertAccount(db, owner);
    expect(refusal(await restoring)).toBe('FORBIDDEN');
    expect(refusal(await tab.ask('backups.verify', { name: path }))).toBe('SIGN_IN');
    expect(fresh.host.started()).toBe(running);
  });
});
