import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { decryptBytes, encryptBytes } from '../../main/store/copies/age-file.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { databaseOf, keptIn } from './backed-up.ts';
import { addTerminal, type Console, openConsole } from './console.ts';
import { giveOwner } from './database.ts';

// One encrypted copy, and what becomes of it on its way. Each of the many tries of a passphrase takes a second of the
// processor with the usual work factor, of which the file itself tells.

const CHEAP = 4;

const PHRASE = 'зелений човен стоїть над тихим млином';
const home = temporaryFolder();
let shop: Console;
let copy: Buffer;

beforeAll(async () => {
  const bank = await startPracticeBank();
  shop = openConsole({ bankUrl: bank.url, home: home.path });
  giveOwner(shop);
  expect((await addTerminal(shop, bank.merchants[0]?.token ?? '')).json).toMatchObject({ ok: true });
  await bank.stop();
  const folder = join(home.path, 'cloud');
  mkdirSync(folder);
  expect((await shop.json(['copy', 'on', folder, '--phrase-stdin'], { stdin: PHRASE })).json.ok).toBe(true);
  const made = readFileSync((await shop.json(['copy', 'create'])).json.copy.path);
  copy = Buffer.from(await encryptBytes(PHRASE, await decryptBytes(PHRASE, made), CHEAP));
});
afterAll(home.remove);

/** With the lowest bit of one byte changed. */
const flipped = (bytes: Buffer, at: number): Buffer => Buffer.from(bytes.with(at, 1 ^ (bytes[at] ?? 0)));

/** With another letter of base64, which a flipped bit does not make of every letter. */
const otherSalt = (bytes: Buffer): Buffer => {
  const at = bytes.indexOf('-> scrypt ') + 12;
  return Buffer.from(bytes.with(at, (bytes[at] === 0x42 ? 'C' : 'B').charCodeAt(0)));
};

test.each([
  ['COPY_PHRASE_WRONG', 'recovery sheet', (bytes: Buffer) => bytes, `${PHRASE}.`],
  ['COPY_TRUNCATED', 'not whole', (bytes: Buffer) => bytes.subarray(0, -100), PHRASE],
  // A bit of the format's first line, of the salt, of the header's seal, of the first and the last piece.
  ['BACKUP_FOREIGN', 'no backup of Kramar', (bytes: Buffer) => flipped(bytes, 4), PHRASE],
  ['COPY_PHRASE_WRONG', 'first lines of the file were damaged', otherSalt, PHRASE],
  ['BACKUP_DAMAGED', 'damaged', (bytes: Buffer) => flipped(bytes, bytes.indexOf('\n--- ') + 7), PHRASE],
  ['BACKUP_DAMAGED', 'damaged', (bytes: Buffer) => flipped(bytes, bytes.length - 90_000), PHRASE],
  ['BACKUP_DAMAGED', 'damaged', (bytes: Buffer) => flipped(bytes, bytes.length - 1), PHRASE],
  ['BACKUP_FOREIGN', 'no backup of Kramar', () => Buffer.from('not age'), PHRASE],
])('%s: refused in its own sentence, and every byte stays', async (code, words, change, phrase) => {
  const path = join(home.path, 'changed.tar.age');
  writeFileSync(path, change(copy));
  const before = keptIn(shop);
  const refusal = { ok: false, code, detail: expect.stringContaining(words) };
  const answer = await shop.json(['backup', 'restore', path, '--phrase-stdin'], { stdin: phrase });
  expect(answer).toMatchObject({ code: 1, json: refusal });
  expect(keptIn(shop)).toEqual(before);
});

test('nor does a refused one begin a shop', async () => {
  const path = join(home.path, 'changed.tar.age');
  writeFileSync(path, flipped(copy, copy.length - 1));
  const fresh = openConsole();
  const args = ['backup', 'restore', path, '--phrase-stdin'];
  expect((await fresh.json(args, { stdin: PHRASE })).json.code).toBe('BACKUP_DAMAGED');
  expect(existsSync(databaseOf(fresh))).toBe(false);
});
