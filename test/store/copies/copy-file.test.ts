import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AboutCopy, readCopy, type Secrets, writeCopy } from '../../../main/store/copies/copy-file.ts';
import { temporaryFolder } from '../../helpers/shop.ts';

const PHRASE = 'сім слів та одна крапка.';
const SECRETS: Secrets = {
  terminals: [{ id: 1, token: 'a token that nothing else holds' }],
  receivers: [{ id: 2, secret: 'a secret that nothing else holds' }],
};

const folder = temporaryFolder();
afterAll(folder.remove);
const pathOf = (name: string) => join(folder.path, name);

const aboutOf = (bytes: Uint8Array): AboutCopy => ({
  format: 1,
  computer: 'till-1',
  is_move: false,
  backup: {
    created_at: '2026-01-31T02:00:00.000Z',
    kind: 'scheduled',
    schema: 16,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    facts: { tables: { invoices: 3 }, sums: { amount: '3', final_amount: '0' }, counters: {} },
    version: '1.0.0',
    installation: 'ab12',
  },
});

let names = 0;
const makeCopy = async (bytes: Uint8Array) => {
  const name = `${++names}`;
  const backup = pathOf(`${name}.db`);
  writeFileSync(backup, bytes);
  const about = aboutOf(bytes);
  const path = pathOf(`${name}.tar.age`);
  await writeCopy({ backup, about, secrets: SECRETS, phrase: PHRASE, workFactor: 4 }, path);
  return { path, about, bytes: readFileSync(path) };
};

/** The code of the refusal; undefined: it was opened. */
const refusalOf = async (bytes: Uint8Array, phrase = PHRASE): Promise<string | undefined> => {
  const path = pathOf(`changed-${++names}.tar.age`);
  writeFileSync(path, bytes);
  try {
    await readCopy(path, phrase, undefined);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    rmSync(path);
  }
};

const SIZE = 200_000;
let copy: Awaited<ReturnType<typeof makeCopy>>;
let database: Buffer;
beforeAll(async () => {
  database = randomBytes(SIZE);
  copy = await makeCopy(database);
});

test('a copy opens with its passphrase: the database to the byte, what it says of itself, the secrets', async () => {
  await fc.assert(
    // Around the edges of the pieces and blocks, where an error of one byte would show.
    fc.asyncProperty(
      fc.oneof(fc.integer({ min: 64_000, max: 67_000 }), fc.integer({ min: 130_000, max: 132_000 })),
      async (size) => {
        const bytes = randomBytes(size);
        const made = await makeCopy(bytes);
        const target = pathOf(`restored-${names}.db`);
        expect(await readCopy(made.path, PHRASE, target)).toEqual({ about: made.about, secrets: SECRETS });
        expect(readFileSync(target).equals(bytes)).toBe(true);
        expect(statSync(target).mode & 0o077).toBe(0);
      },
    ),
    { numRuns: 8 },
  );
});

test('nothing of it is in the clear', () => {
  const text = copy.bytes.toString('latin1');
  for (const word of ['token', 'secret', 'invoices', 'till-1', 'ab12', database.toString('latin1', 0, 32)])
    expect(text.includes(word), word).toBe(false);
  expect(statSync(copy.path).mode & 0o077).toBe(0);
});

describe('another passphrase, a changed bit, a cut: each is refused by a word of its own', () => {
  test('another passphrase', async () => {
    for (const phrase of ['', PHRASE.slice(1), `${PHRASE} `, PHRASE.toUpperCase()])
      expect(await refusalOf(copy.bytes, phrase)).toBe('PHRASE_WRONG');
  });

  test('any bit of the whole file', async () => {
    const headerEnd = copy.bytes.indexOf('\n--- ') + 50;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.integer({ min: 0, max: headerEnd * 8 - 1 }),
          fc.integer({ min: headerEnd * 8, max: copy.bytes.length * 8 - 1 }),
        ),
        async (bit) => {
          const changed = Buffer.from(copy.bytes);
          changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          const code = await refusalOf(changed);
          if (bit >= headerEnd * 8) expect(code).toBe('DAMAGED');
          // A changed salt cannot be told from another passphrase.
          else expect(code).toMatch(/^(DAMAGED|FOREIGN|PHRASE_WRONG)$/);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.integer({ min: 1, max: 400 }),
          fc.integer({ min: 1, max: SIZE }),
          // At the edges of the pieces.
          fc.integer({ min: 1, max: 3 }).map((n) => copy.bytes.indexOf('\n--- ') + 49 + 16 + n * 65_552),
        ),
        async (length) => {
          expect(await refusalOf(copy.bytes.subarray(0, length))).toBe('TRUNCATED');
        },
      ),
      { numRuns: 100 },
    );
    expect(await refusalOf(copy.bytes.subarray(0, -1))).toBe('TRUNCATED');
  });

  test('something added, a foreign file, and an encrypted file that is no copy', async () => {
    expect(await refusalOf(Buffer.concat([copy.bytes, Buffer.alloc(1)]))).toBe('DAMAGED');
    expect(await refusalOf(Buffer.from('SQLite format 3\0'.padEnd(2000)))).toBe('FOREIGN');
    const costly = copy.bytes.toString('latin1').replace(/^(.*\n-> scrypt \S+) 4\n/, '$1 20\n');
    expect(await refusalOf(Buffer.from(costly, 'latin1'))).toBe('FOREIGN');
  });
});

test('a backup that changed since it was verified makes no copy', async () => {
  const backup = pathOf('changed.db');
  writeFileSync(backup, randomBytes(SIZE));
  const parts = { backup, about: aboutOf(database), secrets: SECRETS, phrase: PHRASE, workFactor: 4 };
  await expect(writeCopy(parts, pathOf('never.tar.age'))).rejects.toMatchObject({ code: 'DAMAGED' });
  expect(existsSync(pathOf('never.db'))).toBe(false);
});
