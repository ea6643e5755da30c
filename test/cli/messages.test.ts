import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CLI, type Console, NO_BANK, openConsole, PASSWORD } from './console.ts';
import { giveOwner } from './database.ts';

// The sentences of refusals, by their codes. A new code needs a case here, or a test that names it.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const sourcesIn = (folder: string): [file: string, text: string][] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [`${folder}/${name}`, readFileSync(join(ROOT, folder, name), 'utf8')]);

const CASES: [code: string, args: string[], sentence: RegExp][] = [
  [
    'NO_DATABASE',
    ['terminal', 'list'],
    /^There is no database in \S+\. Nothing was made\. .*owner create\.$/,
  ],
  ['NO_LOG', ['logs'], /^There is no log in \S+\. Is the shop's folder another one \(--data-dir\)\?$/],
  [
    'USAGE',
    ['owner', 'create', '--password-file', 'nope.txt', '--username', 'o'],
    /nope\.txt could not be read: there is no such file\./,
  ],
];

test.each(CASES)('%s', async (code, args, sentence) => {
  const { json } = await openConsole().json(args);
  expect(json).toMatchObject({ ok: false, code, detail: expect.stringMatching(sentence) });
});

const WITH_SHOP: [code: string, args: string[], sentence: RegExp][] = [
  [
    'VALIDATION',
    ['owner', 'create', '--username', 'o', '--password-stdin'],
    /There is an owner already.*Nothing was stored\.$/,
  ],
  ['NOT_FOUND', ['terminal', 'remove', '9', '--yes'], /^There is no terminal .*Nothing was changed\.$/],
  ['EXPORT_FAILED', ['data', 'export', '/no/such/folder/kramar.zip'], /the folder is not there/],
];

test.each(WITH_SHOP)('%s, in a shop', async (code, args, sentence) => {
  const shop = openConsole();
  giveOwner(shop);
  const { json } = await shop.json(args, { stdin: PASSWORD });
  expect(json).toMatchObject({ ok: false, code, detail: expect.stringMatching(sentence) });
});

const NOBODY = 65_534;
const asNobody = ({ dataDir, env }: Console, ...args: string[]) =>
  spawnSync(process.execPath, [CLI, '--data-dir', dataDir, '--bank-url', NO_BANK, ...args], {
    uid: NOBODY,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: env.HOME },
  });

test.skipIf(process.getuid?.() !== 0).each(['doctor', 'terminal list'])(
  'DATA_FOLDER_FOREIGN: %s as another user says whose folder it is',
  (command) => {
    const shop = openConsole();
    giveOwner(shop);
    const { status, stdout } = asNobody(shop, ...command.split(' '), '--json');
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        code: 'DATA_FOLDER_FOREIGN',
        detail: expect.stringMatching(/ belongs to root, .*Run the command as that user\.$/),
      },
    ]);
  },
);

/** Those that no test provokes yet. The list only gets shorter. */
const NOT_PROVOKED = [
  ...['LOG_UNREADABLE', 'NOT_VERIFIED', 'DATABASE_BUSY', 'KEY_IN_KEYCHAIN', 'BACKUP_UNDER_WAY', 'NOT_A_DEMO'],
  ...[
    'DEMO_BANK_FAILED',
    'BACKUP_NOT_DELETED',
    'WEBHOOK_SECRET_LOST',
    'COPY_PHRASE_LOST',
    'COPY_DRILL_FAILED',
  ],
  // By their exit codes and sentences: prompts.test.ts, doctor.test.ts.
  ...['INTERRUPTED', 'DECLINED', 'PROBLEMS'],
];

test('every code of a refusal has a case here, or a test that names it', () => {
  const codes = sourcesIn('main')
    .filter(([file]) => !/^main\/(desktop|bridge|http|practice-bank)\//.test(file))
    .flatMap(([file, text]) => {
      const own = file.startsWith('main/cli/')
        ? /(?:OwnerError\(\s*|code: )'([A-Z_]{4,})'/g
        : /OwnerError\(\s*'([A-Z_]+)'/g;
      return [...text.matchAll(own)].map(([, code = '']) => code);
    });
  const tests = sourcesIn('test').map(([, text]) => text);
  const named = (code: string) => tests.some((text) => text.includes(`'${code}'`));
  expect([...new Set(codes)].filter((code) => !named(code))).toEqual([]);
  expect(codes.length).toBeGreaterThan(40);
  expect(NOT_PROVOKED.filter((code) => !codes.includes(code))).toEqual([]);
});
