import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCopy } from '../../main/safekeeping/copies/restore-copy.ts';
import { turnOnCopies } from '../../main/safekeeping/copies/setup.ts';
import { copyAt } from '../../main/store/copies/files.ts';
import { openShop, type Shop, TALKATIVE } from '../helpers/shop.ts';
import { openOwnersTab, ownHeaders, tabRefusal as refusal } from '../helpers/tab.ts';
import { rowsOf } from '../helpers/trace.ts';

// An encrypted copy and the archive of all data, downloaded by the owner's tab.

const PHRASE = 'зелений човен стоїть над тихим млином';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ config: TALKATIVE });
});
afterEach(() => shop.close());

/** What a download has left in the data folder. */
const left = () => readdirSync(shop.folder).filter((name) => name.startsWith('download-'));
const nothingIsLeft = () => vi.waitFor(() => expect(left()).toEqual([]));
const opened = async ({ name, bytes }: { name: string; bytes: Buffer }, phrase = PHRASE) => {
  const path = join(shop.folder, name);
  writeFileSync(path, bytes);
  const copy = copyAt(path);
  if (!copy) throw new Error('Nothing was written.');
  return openCopy(copy, phrase, undefined);
};

test('all data are one zip, of which nothing is left behind', async () => {
  const tab = await openOwnersTab(shop);
  const { status, body } = await tab.ask('data.export');
  expect(status).toBe(200);
  expect(body.name).toMatch(/^kramar-data-[\dT-]+\.zip$/);
  expect(body.bytes.subarray(0, 2).toString()).toBe('PK');
  await nothingIsLeft();
});

test('the logs are one zip, without secrets, of which nothing is left behind', async () => {
  const tab = await openOwnersTab(shop);
  const { status, body } = await tab.ask('logs.export');
  expect(status).toBe(200);
  expect(body.name).toMatch(/^kramar-logs-[\dT-]+\.zip$/);
  const files = unzipSync(body.bytes);
  expect(Object.keys(files)).toEqual(['about.txt', 'kramar.log']);
  const log = Buffer.from(files['kramar.log'] ?? []).toString();
  expect(log).toContain('A browser tab was opened.');
  for (const secret of [shop.merchant.token, tab.headers['X-Kramar-Tab']]) expect(log).not.toContain(secret);
  await nothingIsLeft();
});

test('an encrypted copy has the tokens, and opens with the typed passphrase alone', async () => {
  await shop.createInvoice();
  const tab = await openOwnersTab(shop);
  const { body } = await tab.ask('copies.export', { phrase: PHRASE });
  expect(body.name).toMatch(/^kramar-[0-9a-f]{8}-[\d-]+-manual\.tar\.age$/);
  const { about, secrets } = await opened(body);
  expect([about.backup.facts.tables.invoices, about.is_move]).toEqual([1, false]);
  const noted = rowsOf(shop, 'actions').filter(({ code }) => code === 'copy_created');
  expect(noted).toMatchObject([{ actor_name: 'owner', object_label: body.name }]);
  expect(secrets.terminals).toMatchObject([{ token: shop.merchant.token }]);
  await expect(opened(body, 'another one that is long enough')).rejects.toMatchObject({
    code: 'COPY_PHRASE_WRONG',
  });
  await nothingIsLeft();
  const log = () => readFileSync(join(shop.folder, 'logs', 'kramar.log'), 'utf8');
  await expect.poll(log).toContain('A browser tab was opened.');
  for (const secret of [PHRASE, shop.merchant.token, tab.headers['X-Kramar-Tab']])
    expect(log()).not.toContain(secret);
});

test('without a phrase it has that of the copies that are kept, and supersedes none of them', async () => {
  const tab = await openOwnersTab(shop);
  expect((await tab.ask('copies.export')).body.refusal.codes).toEqual({ phrase: ['required'] });
  expect((await tab.ask('copies.export', { phrase: '1234' })).body.refusal.codes).toEqual({
    phrase: ['weak_phrase'],
  });
  const folder = join(shop.folder, 'cloud');
  mkdirSync(folder);
  await turnOnCopies({ ...shop.console, dataDir: shop.folder }, { folder, phrase: PHRASE });
  await opened((await tab.ask('copies.export')).body);
  expect(readdirSync(folder)).toEqual([]);
  expect((await tab.ask('copies.state')).body.value.copies).toEqual([]);
  await nothingIsLeft();
});

describe.each([
  ['data.export', {}],
  ['copies.export', { phrase: PHRASE }],
])('%s', (name, input) => {
  test('cut off while it is made or sent, it leaves nothing, and the next one is whole', async () => {
    const tab = await openOwnersTab(shop);
    expect(refusal(await tab.ask(name, { ...input, folder: '/' }))).toBe('VALIDATION');
    const { origin } = new URL(shop.baseUrl);
    const headers = { ...ownHeaders(origin), ...tab.headers };
    const cut = (isCut: (bytes: number) => boolean) =>
      new Promise<void>((resolve) => {
        const sent = request(`${origin}/tab/${name}`, { method: 'POST', headers }, (response) => {
          response.once('data', (chunk: Buffer) => isCut(chunk.length) && sent.destroy());
        });
        sent.once('error', () => resolve());
        sent.once('close', () => resolve());
        sent.end(JSON.stringify(input));
        if (isCut(0)) void vi.waitFor(() => expect(left()).toHaveLength(1)).then(() => sent.destroy());
      });
    await cut(() => true);
    await nothingIsLeft();
    await cut((bytes) => bytes > 0);
    await nothingIsLeft();
    expect((await tab.ask(name, input)).body.bytes.length).toBeGreaterThan(1000);
    await nothingIsLeft();
  });
});

test('what a crash left goes with the next start', async () => {
  mkdirSync(join(shop.folder, 'download-left'));
  writeFileSync(join(shop.folder, 'download-left', 'all.zip'), 'x');
  await shop.restart();
  expect(left()).toEqual([]);
});
