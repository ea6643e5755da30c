import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { turnOnCopies } from '../../main/safekeeping/copies/setup.ts';
import { MAX_UPLOAD_BYTES } from '../../main/safekeeping/uploads.ts';
import { inFile } from '../helpers/contents.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { openOwnersTab, openTab, ownHeaders, tabRefusal as refusal, type TabAnswer } from '../helpers/tab.ts';
import { leavingNoTrace } from '../helpers/trace.ts';

// A backup or an encrypted copy that the owner's tab sends from another computer.

const PHRASE = 'зелений човен стоїть над тихим млином';

let shop: Shop;
let tab: Awaited<ReturnType<typeof openOwnersTab>>;
const open = async () => {
  shop = await openShop();
  tab = await openOwnersTab(shop);
};
const close = () => shop.close();

const OCTETS = { 'Content-Type': 'application/octet-stream' };
interface Piece {
  name?: string;
  size?: number;
  offset?: number;
}
const queryOf = (fields: object) =>
  new URLSearchParams(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `${value}`])));
const put = (bytes: Uint8Array, piece: Piece = {}, more = {}) => {
  const fields = {
    name: 'kramar.db',
    modified_at: 1_790_000_000_000,
    size: bytes.length,
    offset: 0,
    ...piece,
  };
  const query = queryOf(fields);
  return tab.raw(`backups.upload?${query}`, bytes, { ...OCTETS, ...more });
};
const pathOf = ({ status, body }: TabAnswer): string => {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.value.path;
};
/** What is left of files that were sent. */
const uploads = () =>
  readdirSync(shop.folder)
    .filter((name) => name.startsWith('upload-'))
    .flatMap((name) => readdirSync(join(shop.folder, name)));

/** The bytes of a backup of one sale; a second sale is made since. */
const backup = async (): Promise<Buffer> => {
  await shop.createInvoice();
  const { path } = (await tab.ask('backups.create')).body.value.backup;
  await shop.createInvoice();
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
};
const encrypted = async (): Promise<{ name: string; bytes: Buffer }> => {
  const folder = join(shop.folder, 'cloud');
  mkdirSync(folder);
  const { console } = shop;
  await turnOnCopies({ ...console, dataDir: shop.folder }, { folder, phrase: PHRASE });
  await shop.createInvoice();
  const { name, path } = (await tab.ask('copies.create')).body.value.copy;
  await shop.createInvoice();
  return { name, bytes: readFileSync(path) };
};
const restored = async (input: object) => {
  shop.console.close();
  expect((await tab.ask('backups.restore', input)).status).toBe(202);
  const outcome = await tab.outcome();
  expect(outcome.body).toMatchObject({ ok: true });
  await shop.signInAgain();
  expect((await shop.owner.get<{ count: number }>('invoices/')).body.count).toBe(1);
  expect(uploads()).toEqual([]);
  return outcome.body.value;
};

describe('what is restored', () => {
  // A restore needs a shop for itself.
  beforeEach(open);
  afterEach(close);

  test('a backup goes up in pieces, is read, and restored; nothing of it is left', async () => {
    const bytes = await backup();
    const half = bytes.length >> 1;
    const name = 'kramar-20260131-120200-manual.db';
    pathOf(await put(bytes.subarray(0, half), { name, size: bytes.length }));
    const path = pathOf(await put(bytes.subarray(half), { name, size: bytes.length, offset: half }));
    const { body } = await tab.ask('backups.verify', { name: path });
    expect(body.value).toMatchObject({ created_at: '2026-01-31T12:02:00.000Z', invoices: 1 });
    expect((await restored({ name: path })).has_keychain).toBe(true);
  });

  test('an encrypted copy is opened by its passphrase, and restored with its bank tokens', async () => {
    const { name, bytes } = await encrypted();
    const path = pathOf(await put(bytes, { name }));
    for (const phrase of ['another one', ''])
      expect(refusal(await tab.ask('backups.verify', { name: path, phrase }))).toBe('COPY_PHRASE_WRONG');
    expect(uploads()).toEqual([name]);
    const { body } = await tab.ask('backups.verify', { name: path, phrase: PHRASE });
    expect(body.value).toMatchObject({ invoices: 1, state: 'sound' });
    expect((await restored({ name: path, phrase: PHRASE })).has_keychain).toBe(true);
    await shop.createInvoice();
  });
});

describe('what is no backup of this program', () => {
  beforeAll(open);
  afterAll(close);
  const refusedWith = async (bytes: Uint8Array, code: string, name = 'kramar.db') => {
    const running = shop.host.started();
    await leavingNoTrace(shop, async () => {
      const sent = await put(bytes, { name });
      const answer = sent.body.ok ? await tab.ask('backups.restore', { name: sent.body.value.path }) : sent;
      expect(refusal(answer)).toBe(code);
      expect(answer.body.refusal.detail).toMatch(/Nothing was changed/);
    });
    expect(shop.host.started()).toBe(running);
    expect(uploads()).toEqual([]);
  };
  const asDatabase = (change: (path: string) => void, bytes: Uint8Array = new Uint8Array()): Buffer => {
    const path = join(shop.folder, 'made.db');
    writeFileSync(path, bytes);
    change(path);
    const made = readFileSync(path);
    rmSync(path);
    return made;
  };

  test('a page, a zip, nothing: by the first bytes', async () => {
    for (const bytes of ['<html>', 'PK\u0003\u0004', 'SQLite format 4\0'])
      await refusedWith(Buffer.from(bytes.padEnd(100, '\0')), 'BACKUP_FOREIGN');
    expect(refusal(await put(new Uint8Array()))).toBe('VALIDATION');
  });

  test("another program's database, one of a newer Kramar, one with a foreign trigger", async () => {
    const other = asDatabase((path) =>
      new Database(path).exec('create table a (b); pragma user_version = 30').close(),
    );
    await refusedWith(other, 'BACKUP_FOREIGN');
    const bytes = await backup();
    await refusedWith(
      asDatabase((path) => inFile(path, 'pragma user_version = 9999'), bytes),
      'BACKUP_NEWER',
    );
    const evil = 'create trigger evil after insert on invoices begin delete from invoices; end';
    await refusedWith(
      asDatabase((path) => inFile(path, evil), bytes),
      'BACKUP_ALTERED',
    );
  });

  test('one cut off at any byte', async () => {
    const bytes = await backup();
    const anywhere = () => randomInt(100, bytes.length - 1);
    for (const end of [bytes.length - 1, anywhere(), anywhere()]) {
      const sent = await put(bytes.subarray(0, end));
      expect(['BACKUP_DAMAGED', 'BACKUP_FOREIGN']).toContain(
        refusal(await tab.ask('backups.verify', { name: pathOf(sent) })),
      );
      expect(uploads()).toEqual([]);
    }
  });

  test('a copy cut off at any byte', async () => {
    const { name, bytes } = await encrypted();
    const path = pathOf(await put(bytes.subarray(0, randomInt(1000, bytes.length - 1)), { name }));
    const answer = await tab.ask('backups.restore', { name: path, phrase: PHRASE });
    expect(['COPY_TRUNCATED', 'BACKUP_DAMAGED']).toContain(refusal(answer));
    expect(uploads()).toEqual([]);
  });
});

describe('a file that does not arrive as it was announced', () => {
  beforeAll(open);
  afterAll(close);
  test('a connection that breaks: nothing is left', async () => {
    const url = new URL(`/tab/backups.upload?name=a.db&modified_at=0&size=90000&offset=0`, shop.baseUrl);
    const headers = { ...ownHeaders(url.origin), ...OCTETS, ...tab.headers };
    const sending = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': 90_000 } });
    sending.on('error', () => undefined);
    sending.write('SQLite format 3\0'.padEnd(40_000, 'x'));
    await vi.waitFor(() => expect(uploads()).toHaveLength(1));
    sending.destroy();
    await vi.waitFor(() => expect(uploads()).toEqual([]));
  });

  test('too large, longer than announced, out of its order: nothing is left', async () => {
    const bytes = Buffer.from('SQLite format 3\0'.padEnd(1000, 'x'));
    expect(refusal(await put(bytes, { size: MAX_UPLOAD_BYTES + 1 }))).toBe('UPLOAD_TOO_LARGE');
    expect(refusal(await put(bytes, { size: 999 }))).toBe('UPLOAD_TOO_LARGE');
    expect(refusal(await put(bytes, { offset: 5 }))).toBe('UPLOAD_CUT_OFF');
    pathOf(await put(bytes, { size: 3000 }));
    expect(refusal(await put(bytes, { size: 3000, offset: 999 }))).toBe('UPLOAD_CUT_OFF');
    expect(uploads()).toEqual([]);
    const part = pathOf(await put(bytes, { size: 3000 }));
    expect(refusal(await tab.ask('backups.restore', { name: part }))).toBe('NOT_FOUND');
  });

  test('without a file, packed, or without the password: refused unread', async () => {
    const bytes = await backup();
    const input = { name: 'kramar.db', modified_at: 0, size: 5, offset: 0 };
    const other = await openTab(shop);
    await leavingNoTrace(shop, async () => {
      expect(refusal(await tab.ask('backups.upload', input))).toBe('VALIDATION');
      const query = queryOf(input);
      const unconfirmed = await other.raw(`backups.upload?${query}`, bytes, OCTETS);
      expect(refusal(unconfirmed)).toBe('PASSWORD_NEEDED');
      expect(refusal(await put(bytes, {}, { Authorization: '' }))).toBe('SIGN_IN');
      expect(refusal(await put(bytes, {}, { 'X-Kramar-Tab': 'x' }))).toBe('TAB_ENDED');
      expect(refusal(await put(gzipSync(bytes), {}, { 'Content-Encoding': 'gzip' }))).toBe('BACKUP_FOREIGN');
    });
    expect(uploads()).toEqual([]);
  });

  test('the next start removes what was not restored, and the next file the one before', async () => {
    const bytes = await backup();
    pathOf(await put(bytes, { name: 'kramar-20260131-120200-manual.db' }));
    pathOf(await put(bytes, { name: 'anything.db' }));
    expect(uploads()).toEqual(['kramar.db']);
    await shop.restart();
    expect(uploads()).toEqual([]);
  });
});
