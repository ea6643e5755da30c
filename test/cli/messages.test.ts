import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDemo } from '../../main/demo/demo.ts';
import { bankFolder, demoConfig } from '../../main/demo/folder.ts';
import { readConfig } from '../../main/platform/config.ts';
import { databaseFile, masterKeyFile } from '../../main/platform/data-folder.ts';
import { createLog } from '../../main/platform/log.ts';
import type { OwnerError } from '../../main/platform/owner-error.ts';
import { withBackupLock } from '../../main/store/db/lock.ts';
import { setSetting } from '../../main/store/settings.ts';
import { CLI, type Console, NO_BANK, openConsole, PASSWORD, temporaryFolder } from './console.ts';
import { inDatabase, openOwned } from './database.ts';

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
  const { json } = await openOwned().json(args, { stdin: PASSWORD });
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
    const { status, stdout } = asNobody(openOwned(), ...command.split(' '), '--json');
    const detail = expect.stringMatching(/ belongs to root, .*Run the command as that user\.$/);
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { code: 'DATA_FOLDER_FOREIGN', detail }]);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'BACKUP_NOT_DELETED: of a folder that belongs to somebody else, and the backup stays',
  async () => {
    const [shop, backups] = [openOwned(), temporaryFolder()];
    await shop.json(['setting', 'set', 'backup_folder', backups]);
    for (const _ of [1, 2]) await shop.json(['backup', 'create']);
    const [name = ''] = readdirSync(backups).filter((each) => each.endsWith('.db'));
    chmodSync(backups, 0o755);
    chmodSync(dirname(shop.dataDir), 0o711);
    spawnSync('chown', ['-R', String(NOBODY), shop.dataDir]);
    const { status, stdout } = asNobody(shop, 'backup', 'delete', name, '--yes', '--json');
    const detail = expect.stringMatching(/ could not be deleted: your user has no right/);
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { code: 'BACKUP_NOT_DELETED', detail }]);
    expect(readdirSync(backups)).toContain(name);
  },
);

/** What was sealed before cannot be opened any more. */
const replaceKey = ({ dataDir }: Console) =>
  writeFileSync(masterKeyFile(dataDir), randomBytes(32).toString('base64'));

/** Of the program, which has --demo; the console has not. */
const ownerErrorOf = async (work: () => Promise<unknown>) => {
  try {
    return { json: await work() };
  } catch (error) {
    const { code, message } = error as OwnerError;
    return { json: { ok: false, code, detail: message } };
  }
};

/** Each needs something to happen before the command, or a caller that the console is not. */
const PROVOKED: [code: string, provoke: () => Promise<{ json: unknown }>, sentence: RegExp][] = [
  [
    'LOG_UNREADABLE',
    () => {
      const shop = openOwned();
      writeFileSync(join(shop.dataDir, 'logs'), '');
      return shop.json(['logs']);
    },
    /^The log in \S+ cannot be read: .*\.$/,
  ],
  [
    'NOT_VERIFIED',
    () => {
      const shop = openOwned();
      writeFileSync(databaseFile(shop.dataDir), 'no database');
      return shop.json(['database', 'verify']);
    },
    /Nothing was changed\. .*doctor\.$/,
  ],
  [
    'BACKUP_UNDER_WAY',
    async () => {
      const shop = openOwned();
      // How long it waits for the other one is measured: each look at the clock takes a second.
      const { now } = performance;
      let ahead = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
        ahead += 1000;
        return now.call(performance) + ahead;
      });
      onTestFinished(() => clock.mockRestore());
      const refused = await withBackupLock(shop.dataDir, () => shop.json(['backup', 'create']));
      expect((await shop.json(['backup', 'list'])).json.backups).toEqual([]);
      return refused;
    },
    /Nothing was changed\. Try again when that one is done\.$/,
  ],
  [
    'WEBHOOK_SECRET_LOST',
    async () => {
      const shop = openOwned();
      await shop.json(['webhook', 'add', 'http://127.0.0.1:9/']);
      replaceKey(shop);
      return shop.json(['webhook', 'test', '1']);
    },
    /Nothing was sent\. /,
  ],
  [
    'COPY_PHRASE_LOST',
    async () => {
      const [shop, folder] = [openOwned(), temporaryFolder()];
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
      const shop = openOwned();
      writeFileSync(masterKeyFile(shop.dataDir), 'no key');
      return shop.json(['doctor']);
    },
    /\w/,
  ],
  [
    'DATABASE_BUSY',
    async () => {
      const shop = openOwned();
      const holder = new Database(databaseFile(shop.dataDir));
      holder.exec('begin immediate');
      const refused = await shop.json(['setting', 'set', 'shop_name', 'Кава']);
      holder.close();
      expect((await shop.json(['setting', 'list'])).stdout).not.toContain('Кава');
      return refused;
    },
    /^Another program has held the database \S+ for too long\. Nothing was changed\. Try again in a minute\.$/,
  ],
  [
    'DEMO_BANK_FAILED',
    async () => {
      const shop = openOwned();
      inDatabase(shop.dataDir, (db) => setSetting(db, 'demo', `${NO_BANK}/`));
      mkdirSync(join(bankFolder(shop.dataDir), 'journal.jsonl'), { recursive: true });
      const flags = { dataDir: shop.dataDir };
      const config = demoConfig(readConfig(flags, {}), flags, {});
      return ownerErrorOf(() => openDemo(config, createLog({ level: 'error' }), () => undefined));
    },
    /could not start: .*\. Nothing in the demo's folder is real: delete that folder and start again\.$/,
  ],
  [
    'NOT_A_DEMO',
    () => {
      const flags = { dataDir: openOwned().dataDir };
      return ownerErrorOf(async () => demoConfig(readConfig(flags, {}), flags, {}));
    },
    /holds a real shop, not a demo\. Nothing was changed\./,
  ],
];

test.each(PROVOKED)('%s, provoked', async (code, provoke, sentence) => {
  const { json } = await provoke();
  expect(json).toMatchObject({ ok: false, code, detail: expect.stringMatching(sentence) });
});

/** Those that a test provokes without naming them. The list only gets shorter. */
const NOT_NAMED = [
  // By its sentence on Today: test/bridge/copies.test.ts.
  'COPY_DRILL_FAILED',
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
  const cases = [
    'DATA_FOLDER_FOREIGN',
    'BACKUP_NOT_DELETED',
    ...[...CASES, ...WITH_SHOP, ...PROVOKED].map(([code]) => code),
  ];
  const isNamed = (code: string) =>
    cases.includes(code) || others.some(([, text]) => text.includes(`'${code}'`));
  const unnamed = [...new Set(codes)].filter((code) => !isNamed(code));
  expect(unnamed.toSorted()).toEqual(NOT_NAMED.toSorted());
  expect(codes.length).toBeGreaterThan(40);
});
