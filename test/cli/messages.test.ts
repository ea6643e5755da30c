import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { demoConfig } from '../../main/demo/folder.ts';
import { readConfig } from '../../main/platform/config.ts';
import { databaseFile, masterKeyFile } from '../../main/platform/data-folder.ts';
import type { OwnerError } from '../../main/platform/owner-error.ts';
import { withBackupLock } from '../../main/store/db/lock.ts';
import { CLI, type Console, NO_BANK, openConsole, PASSWORD, temporaryFolder } from './console.ts';
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

const newShop = (options?: Parameters<typeof openConsole>[0]): Console => {
  const shop = openConsole(options);
  giveOwner(shop);
  return shop;
};
/** What was sealed before cannot be opened any more. */
const replaceKey = ({ dataDir }: Console) =>
  writeFileSync(masterKeyFile(dataDir), randomBytes(32).toString('base64'));

/** Each needs something to happen before the command, or a caller that the console is not. */
const PROVOKED: [code: string, provoke: () => Promise<{ json: unknown }>, sentence: RegExp][] = [
  [
    'LOG_UNREADABLE',
    () => {
      const shop = newShop();
      writeFileSync(join(shop.dataDir, 'logs'), '');
      return shop.json(['logs']);
    },
    /^The log in \S+ cannot be read: .*\.$/,
  ],
  [
    'NOT_VERIFIED',
    () => {
      const shop = newShop();
      writeFileSync(databaseFile(shop.dataDir), 'no database');
      return shop.json(['database', 'verify']);
    },
    /Nothing was changed\. .*doctor\.$/,
  ],
  [
    'BACKUP_UNDER_WAY',
    async () => {
      const shop = newShop();
      const refused = await withBackupLock(shop.dataDir, () => shop.json(['backup', 'create']));
      expect((await shop.json(['backup', 'list'])).json.backups).toEqual([]);
      return refused;
    },
    /Nothing was changed\. Try again when that one is done\.$/,
  ],
  [
    'WEBHOOK_SECRET_LOST',
    async () => {
      const shop = newShop();
      await shop.json(['webhook', 'add', 'http://127.0.0.1:9/']);
      replaceKey(shop);
      return shop.json(['webhook', 'test', '1']);
    },
    /Nothing was sent\. /,
  ],
  [
    'COPY_PHRASE_LOST',
    async () => {
      const [shop, folder] = [newShop(), temporaryFolder()];
      const stdin = 'зелений човен стоїть над тихим млином';
      await shop.json(['copy', 'on', folder, '--phrase-stdin'], { stdin });
      await shop.json(['backup', 'create']);
      replaceKey(shop);
      const refused = await shop.json(['copy', 'create']);
      expect(readdirSync(folder)).toEqual([]);
      return refused;
    },
    /Nothing was copied; .*copy on FOLDER --phrase-stdin\.$/,
  ],
  [
    'PROBLEMS',
    async () => {
      const shop = newShop();
      writeFileSync(masterKeyFile(shop.dataDir), 'no key');
      return shop.json(['doctor']);
    },
    /\w/,
  ],
  [
    'NOT_A_DEMO',
    async () => {
      const flags = { dataDir: newShop().dataDir };
      try {
        // The program has --demo, the console has not.
        return { json: demoConfig(readConfig(flags, {}), flags, {}) };
      } catch (error) {
        const { code, message } = error as OwnerError;
        return { json: { ok: false, code, detail: message } };
      }
    },
    /holds a real shop, not a demo\. Nothing was changed\./,
  ],
];

test.each(PROVOKED)('%s, provoked', { timeout: 60_000 }, async (code, provoke, sentence) => {
  const { json } = await provoke();
  expect(json).toMatchObject({ ok: false, code, detail: expect.stringMatching(sentence) });
});

/** Those that no test provokes yet. The list only gets shorter. */
const NOT_PROVOKED = [
  ...['DATABASE_BUSY', 'KEY_IN_KEYCHAIN', 'DEMO_BANK_FAILED', 'BACKUP_NOT_DELETED', 'COPY_DRILL_FAILED'],
  // By their exit codes and sentences: prompts.test.ts.
  ...['INTERRUPTED', 'DECLINED'],
];

test('every code of a refusal has a case here, or another test that names it', () => {
  const codes = sourcesIn('main')
    .filter(([file]) => !/^main\/(desktop|bridge|http|practice-bank)\//.test(file))
    .flatMap(([file, text]) => {
      const own = file.startsWith('main/cli/')
        ? /(?:OwnerError\(\s*|code: )'([A-Z_]{4,})'/g
        : /OwnerError\(\s*'([A-Z_]+)'/g;
      return [...text.matchAll(own)].map(([, code = '']) => code);
    });
  const others = sourcesIn('test').filter(([file]) => file !== 'test/cli/messages.test.ts');
  const cases = ['DATA_FOLDER_FOREIGN', ...[...CASES, ...WITH_SHOP, ...PROVOKED].map(([code]) => code)];
  const isNamed = (code: string) =>
    cases.includes(code) || others.some(([, text]) => text.includes(`'${code}'`));
  const unnamed = [...new Set(codes)].filter((code) => !isNamed(code));
  expect(unnamed.toSorted()).toEqual(NOT_PROVOKED.toSorted());
  expect(codes.length).toBeGreaterThan(40);
});
