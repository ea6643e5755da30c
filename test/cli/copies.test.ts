import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { inFile } from '../helpers/contents.ts';
import { databaseOf, keptIn } from './backed-up.ts';
import {
  addTerminal,
  type Console,
  contents,
  createOwner,
  openConsole,
  startBank,
  temporaryFolder,
} from './console.ts';

const PHRASE = 'зелений човен стоїть над тихим млином';

let bank: PracticeBank;
let shop: Console;
let folder: string;
let token: string;

beforeEach(async () => {
  bank = await startBank();
  shop = openConsole({ bankUrl: bank.url });
  folder = temporaryFolder();
  token = bank.merchants[0]?.token ?? '';
  await createOwner(shop);
  expect((await addTerminal(shop, token)).json).toMatchObject({ ok: true });
});

const turnOn = () => shop.json(['copy', 'on', folder, '--phrase-stdin'], { stdin: PHRASE });
const makeCopy = async (): Promise<{ name: string; path: string }> => {
  expect((await turnOn()).json).toEqual({ ok: true, folder });
  const { json } = await shop.json(['copy', 'create']);
  expect(json).toMatchObject({ ok: true });
  return json.copy;
};
/** The log, and everything else that was written, in one text. */
const everythingIn = (path: string): string => [...contents(path).values()].join('\n');
const terminalsOf = async (which: Console) => (await which.json(['terminal', 'list'])).json.terminals;

describe('copy on', () => {
  it('refuses a weak passphrase and a bad folder, both at once, and leaves no trace', async () => {
    const before = keptIn(shop);
    const missing = join(folder, 'nowhere');
    const { code, json } = await shop.json(['copy', 'on', missing, '--phrase-stdin'], { stdin: 'qwerty123' });
    expect({ code, errors: Object.keys(json.errors) }).toEqual({ code: 1, errors: ['folder', 'phrase'] });
    const own = await shop.json(['copy', 'on', join(shop.dataDir, 'backups'), '--phrase-stdin'], {
      stdin: PHRASE,
    });
    expect(own.json.errors).toEqual({ folder: [expect.stringContaining('there already')] });
    const without = await shop.json(['copy', 'on', folder]);
    expect(without.json.errors).toEqual({ phrase: [expect.any(String)] });
    expect(keptIn(shop)).toEqual(before);
    expect((await shop.json(['copy', 'create'])).json).toMatchObject({ ok: false, code: 'COPIES_OFF' });
  });

  it('keeps neither passphrase nor token in the clear, and forgets the passphrase when it is turned off', async () => {
    await makeCopy();
    expect(everythingIn(shop.dataDir)).not.toContain(Buffer.from(PHRASE).toString('latin1'));
    expect(everythingIn(shop.dataDir)).not.toContain(token);
    expect((await shop.json(['copy', 'on', folder])).json).toEqual({ ok: true, folder });
    expect((await shop.json(['copy', 'off'])).json).toEqual({ ok: true });
    expect(inFile(databaseOf(shop), "select key from settings where key like 'copy%'")).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('an encrypted copy', () => {
  it('is made, listed, and opened with its passphrase alone', async () => {
    const copy = await makeCopy();
    expect(copy.name).toMatch(/^kramar-[0-9a-f]{8}-\d{8}-\d{6}-manual\.tar\.age$/);
    expect(readdirSync(folder)).toEqual([copy.name]);
    expect((await shop.json(['copy', 'list'])).json).toEqual({ ok: true, folder, copies: [copy] });
    const verified = await shop.json(['copy', 'verify', copy.path, '--phrase-stdin'], {
      stdin: `${PHRASE}\n`,
    });
    expect(verified.json).toEqual({
      ok: true,
      copy: { ...copy, computer: hostname(), is_move: false, invoices: 0 },
    });
    const wrong = await shop.json(['copy', 'verify', copy.path, '--phrase-stdin'], { stdin: `${PHRASE}!` });
    expect(wrong.json).toMatchObject({ ok: false, code: 'COPY_PHRASE_WRONG' });
  });

  it('restores the shop on a computer with another key, bank tokens included, sealed anew', async () => {
    const copy = await makeCopy();
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

  it('is no target while its disk is away: the backup stays, and the sentence says what to do', async () => {
    await makeCopy();
    rmSync(folder, { recursive: true });
    const { json } = await shop.json(['copy', 'create']);
    expect(json).toMatchObject({ ok: false, code: 'COPY_FAILED', detail: expect.stringContaining(folder) });
    mkdirSync(folder);
    expect((await shop.json(['copy', 'create'])).json).toMatchObject({ ok: true });
  });
});

describe('moving', () => {
  it('leaves a computer that does not ask the bank, until it is told to go on', async () => {
    expect((await turnOn()).json).toMatchObject({ ok: true });
    const { json } = await shop.json(['shop', 'move']);
    expect(json.copy.name).toContain('-move.tar.age');
    expect((await shop.json(['shop', 'move'])).json).toMatchObject({ ok: false, code: 'ALREADY_MOVED' });
    const added = await addTerminal(shop, bank.merchants[1]?.token ?? token, 'Друга');
    expect(added.json).toMatchObject({ ok: false, code: 'MOVED_AWAY' });

    const other = openConsole({ bankUrl: bank.url });
    const restored = await other.json(['backup', 'restore', json.copy.path, '--phrase-stdin'], {
      stdin: PHRASE,
    });
    expect(restored.json).toMatchObject({ ok: true, is_move: true, tokens: 1 });
    expect((await addTerminal(other, bank.merchants[1]?.token ?? token, 'Друга')).json).toMatchObject({
      ok: true,
    });

    // A restore of an older backup does not say that this computer goes on.
    const { backups } = (await shop.json(['backup', 'list'])).json;
    expect((await shop.json(['backup', 'restore', backups.at(-1).name])).json).toMatchObject({ ok: true });
    expect((await shop.json(['shop', 'move'])).json).toMatchObject({ code: 'ALREADY_MOVED' });
    expect((await shop.json(['shop', 'stay'])).json).toEqual({ ok: true });
    expect((await addTerminal(shop, bank.merchants[1]?.token ?? token, 'Друга')).json).toMatchObject({
      ok: true,
    });
  });

  it('without a folder for copies moves nothing', async () => {
    expect((await shop.json(['shop', 'move'])).json).toMatchObject({ ok: false, code: 'COPIES_OFF' });
    expect(inFile(databaseOf(shop), "select key from settings where key = 'moved_away'")).toEqual([]);
  });
});
