import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { lowerKeyCosts, restoreKeyCosts } from '../helpers/cheap-keys.ts';
import { inFile } from '../helpers/contents.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { databaseOf, keptIn } from './backed-up.ts';
import { addTerminal, type Console, contents, openConsole } from './console.ts';
import { giveOwner } from './database.ts';

const PHRASE = 'зелений човен стоїть над тихим млином';

// One shop for all tests, in their order.
const home = temporaryFolder();
afterAll(home.remove);
const bank = await startPracticeBank();
afterAll(() => bank.stop());
const shop = openConsole({ bankUrl: bank.url, home: home.path });
giveOwner(shop);
const folder = join(home.path, 'cloud');
mkdirSync(folder);
const token = bank.merchants[0]?.token ?? '';
let copy: { name: string; path: string };
/** The log, and everything else that was written, in one text. */
const everythingIn = (path: string): string => [...contents(path).values()].join('\n');
const terminalsOf = async (which: Console) => (await which.json(['terminal', 'list'])).json.terminals;

beforeAll(async () => {
  expect((await addTerminal(shop, token)).json).toMatchObject({ ok: true });
});

it('does not go to the folder of the backups', async () => {
  const before = keptIn(shop);
  const args = ['copy', 'on', join(shop.dataDir, 'backups'), '--phrase-stdin'];
  const { json } = await shop.json(args, { stdin: PHRASE });
  expect(json.errors).toEqual({ folder: [expect.stringContaining('there already')] });
  expect(keptIn(shop)).toEqual(before);
});

describe('an encrypted copy', () => {
  it('is made, listed, and opened with its passphrase alone', async () => {
    const on = await shop.json(['copy', 'on', folder, '--phrase-stdin'], { stdin: PHRASE });
    expect(on.json).toEqual({ ok: true, folder });
    const created = await shop.json(['copy', 'create']);
    expect(created.json).toMatchObject({ ok: true });
    copy = created.json.copy;
    expect(copy.name).toMatch(/^kramar-[0-9a-f]{8}-\d{8}-\d{6}-manual\.tar\.age$/);
    expect(readdirSync(folder)).toEqual([copy.name]);
    expect((await shop.json(['copy', 'list'])).json).toEqual({ ok: true, folder, copies: [copy] });
    const verify = async (stdin: string) =>
      (await shop.json(['copy', 'verify', copy.path, '--phrase-stdin'], { stdin })).json;
    const described = { ...copy, computer: hostname(), is_move: false, invoices: 0 };
    expect(await verify(`${PHRASE}\n`)).toEqual({ ok: true, copy: described });
    expect(await verify(`${PHRASE}!`)).toMatchObject({ ok: false, code: 'COPY_PHRASE_WRONG' });
  });

  it('costs 64 MB to try a passphrase on it', async () => {
    restoreKeyCosts();
    onTestFinished(lowerKeyCosts);
    const created = await shop.json(['copy', 'create']);
    expect(readFileSync(created.json.copy.path, 'latin1')).toMatch(
      /^age-encryption.org\/v1\n-> scrypt \S+ 16\n/,
    );
    rmSync(created.json.copy.path);
  });

  it('neither passphrase nor token is kept in the clear', () => {
    expect(everythingIn(shop.dataDir)).not.toContain(Buffer.from(PHRASE).toString('latin1'));
    expect(everythingIn(shop.dataDir)).not.toContain(token);
  });

  it('restores the shop on a computer with another key, bank tokens included, sealed anew', async () => {
    const other = openConsole({ bankUrl: bank.url });
    const restored = await other.json(['backup', 'restore', copy.path, '--phrase-stdin'], { stdin: PHRASE });
    expect(restored.json).toMatchObject({
      ok: true,
      // Not those of the scratch file in which it was opened.
      backup: { name: copy.name, path: copy.path, state: 'sound' },
      copy: copy.path,
      computer: hostname(),
      tokens: 1,
      previous: null,
      keychain: null,
    });
    expect(await terminalsOf(other)).toEqual(await terminalsOf(shop));
    const sealed = (which: Console) =>
      inFile<{ sealed_token: Buffer }>(databaseOf(which), 'select sealed_token from terminals');
    expect(sealed(other)).not.toEqual(sealed(shop));
    // doctor asks the bank with the token.
    const doctor = await other.json(['doctor']);
    expect(JSON.stringify(doctor.json)).not.toContain('TOKEN_MISSING');
    // Whose sales are whose at the bank: the tag of both is the same.
    const id = (which: Console) =>
      inFile(databaseOf(which), "select value from settings where key = 'installation_id'");
    expect(id(other)).toEqual(id(shop));
    // The passphrase was typed, so the copies go on.
    expect((await other.json(['copy', 'create'])).json).toMatchObject({ ok: true });
    const files = readdirSync(other.dataDir).filter((name) => name.startsWith('opened-copy-'));
    expect(files).toEqual([]);
    expect(everythingIn(other.dataDir)).not.toContain(token);
  });
});

describe('moving', () => {
  it('leaves a computer that does not ask the bank, until it is told to go on', async () => {
    const { json } = await shop.json(['shop', 'move']);
    expect(json.copy.name).toContain('-move.tar.age');
    expect((await shop.json(['shop', 'move'])).json).toMatchObject({ ok: false, code: 'ALREADY_MOVED' });
    const addSecond = async (which = shop) =>
      (await addTerminal(which, bank.merchants[1]?.token ?? token, 'Друга')).json;
    expect(await addSecond()).toMatchObject({ ok: false, code: 'MOVED_AWAY' });

    const other = openConsole({ bankUrl: bank.url });
    const args = ['backup', 'restore', json.copy.path, '--phrase-stdin'];
    const restored = await other.json(args, { stdin: PHRASE });
    expect(restored.json).toMatchObject({ ok: true, is_move: true, tokens: 1 });
    expect(await addSecond(other)).toMatchObject({ ok: true });

    // A restore of an older backup does not say that this computer goes on.
    const { backups } = (await shop.json(['backup', 'list'])).json;
    expect((await shop.json(['backup', 'restore', backups.at(-1).name])).json).toMatchObject({ ok: true });
    expect((await shop.json(['shop', 'move'])).json).toMatchObject({ code: 'ALREADY_MOVED' });
    expect((await shop.json(['shop', 'stay'])).json).toEqual({ ok: true });
    expect(await addSecond()).toMatchObject({ ok: true });
  });
});

it('forgets the passphrase when it is turned off, and leaves the copies', async () => {
  const before = readdirSync(folder);
  expect((await shop.json(['copy', 'on', folder])).json).toEqual({ ok: true, folder });
  expect((await shop.json(['copy', 'off'])).json).toEqual({ ok: true });
  expect(inFile(databaseOf(shop), "select key from settings where key like 'copy%'")).toEqual([]);
  expect([before.length > 1, readdirSync(folder)]).toEqual([true, before]);
});
