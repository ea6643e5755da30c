import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { doubtPendingAttempts } from '../../main/money/journal/attempts.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { insertAttempt } from '../../main/store/invoices/attempts.ts';
import { findTerminal, updateTerminal } from '../../main/store/terminals.ts';
import { inFile } from '../helpers/contents.ts';
import { permit } from '../helpers/permit.ts';
import { statement } from './backed-up.ts';
import { addTerminal, type Console, contents, NO_BANK, openConsole, startBank } from './console.ts';
import { inDatabase, openOwned, openWithTerminal } from './database.ts';

let bank: PracticeBank;
let shop: Console;
/** A shop with an owner and a terminal. */
const openShop = async () => {
  ({ bank, shop } = await openWithTerminal());
};

type Check = Record<'check' | 'status' | 'detail', string>;

const examine = async (console = shop, env: NodeJS.ProcessEnv = {}) => {
  const { code, json, stderr } = await console.json(['doctor'], { env });
  const checks = new Map((json.checks as Check[]).map((each) => [each.check, each]));
  /** `problem: what was found` */
  const found = (name: string) => `${checks.get(name)?.status}: ${checks.get(name)?.detail}`;
  return { code, ok: json.ok, stderr, checks, found };
};

describe('doctor', () => {
  const inDatabaseFile = (statement: string) => inFile(databaseFile(shop.dataDir), statement);

  it('reports a sound shop as sound', async () => {
    await openShop();
    await shop.json(['backup', 'create']);
    const { code, ok, stderr, checks } = await examine();
    expect({ code, ok, stderr }).toEqual({ code: 0, ok: true, stderr: '' });
    expect(Object.fromEntries([...checks.values()].map(({ check, status }) => [check, status]))).toEqual({
      'data folder': 'ok',
      // Whatever room this machine has; test/bad-days/disk-space.test.ts has a disk of its own.
      disk: expect.stringMatching(/^(ok|warning)$/),
      database: 'ok',
      keychain: 'ok',
      bank: 'ok',
      'terminal 1': 'ok',
      owner: 'ok',
      attempts: 'ok',
      invoices: 'ok',
      sums: 'ok',
      actions: 'ok',
      backups: 'ok',
      service: 'warning',
    });
  });

  it('prints each finding as one line on stdout', async () => {
    await openShop();
    const { stdout, stderr } = await shop.plain(['doctor']);
    expect(stderr).toBe('');
    for (const line of stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^(ok|warning|problem) +\S.* {2}\S.*\.$/);
  });

  it('says what a start would create where there is nothing, and creates nothing', async () => {
    shop = openConsole({ bankUrl: (await startBank()).url });
    const { code, found } = await examine();
    expect(code).toBe(0);
    expect(found('data folder')).toMatch(/^warning: /);
    expect(found('database')).toMatch(/^warning: .*none yet/);
    expect(() => readdirSync(shop.dataDir)).toThrow('ENOENT');
    mkdirSync(shop.dataDir);
    await examine();
    expect(readdirSync(shop.dataDir)).toEqual([]);
  });

  it('changes no byte of a shop, of a new one, of one that was cut off', async () => {
    // The -shm is SQLite's own index of the -wal, no data; the test compares only whether it exists.
    const look = (console: Console) =>
      [...contents(console.dataDir)].map(([name, bytes]) => [
        name,
        name.endsWith('-shm') ? 'index' : createHash('sha256').update(bytes).digest('hex'),
      ]);
    const unchanged = async (console: Console) => {
      const before = look(console);
      await examine(console);
      expect(look(console)).toEqual(before);
    };
    bank = await startBank();
    shop = openOwned({ bankUrl: bank.url });
    await unchanged(shop);
    await addTerminal(shop, bank.merchants[0]?.token ?? '');
    await unchanged(shop);

    // A crash leaves a copy of an open database's files.
    const crashed = openConsole({ bankUrl: bank.url });
    mkdirSync(crashed.dataDir);
    inDatabase(shop.dataDir, (db) => {
      db.transaction(() => db.run(statement("update accounts set username = 'olha'")));
      for (const [name, bytes] of contents(shop.dataDir))
        if (name.startsWith('kramar.db')) writeFileSync(join(crashed.dataDir, name), bytes, 'latin1');
    });
    expect(readdirSync(crashed.dataDir)).toContain('kramar.db-wal');
    await unchanged(crashed);
    rmSync(`${databaseFile(crashed.dataDir)}-shm`);
    await unchanged(crashed);
    // The log's content was checked too.
    expect((await examine(crashed)).found('owner')).toContain('olha');
    expect(readdirSync(shop.env.TMPDIR ?? '')).toEqual([]);
  });

  it('of a demo asks its own bank, and no other gets a token of it', async () => {
    await openShop();
    const real = await startBank();
    inDatabaseFile(`insert into settings (key, value) values ('demo', '${bank.url}')`);
    const { found } = await examine(openConsole({ bankUrl: real.url, dataDir: shop.dataDir }));
    expect(found('bank')).toContain(bank.url);
    expect(found('terminal 1')).toMatch(/^ok: /);
    expect(real.requests).toEqual([]);
  });

  it('migrates no older database', async () => {
    shop = openConsole({ bankUrl: (await startBank()).url });
    mkdirSync(shop.dataDir);
    const database = new Database(databaseFile(shop.dataDir));
    database.exec('create table t (x); drop table t');
    database.close();
    const before = contents(shop.dataDir);
    const { code, found } = await examine();
    expect(code).toBe(0);
    expect(found('database')).toMatch(/^warning: .*older/);
    expect(contents(shop.dataDir)).toEqual(before);
  });

  it('reports once that the bank is unreachable, and that the tokens were not tried', async () => {
    await openShop();
    const away = openConsole({ bankUrl: NO_BANK, dataDir: shop.dataDir });
    const { code, ok, found } = await examine(away);
    expect({ code, ok }).toEqual({ code: 1, ok: false });
    expect(found('bank')).toMatch(/^problem: .*--bank-url/);
    expect(found('terminal 1')).toMatch(/^warning: .*could not be tried/);
  });

  it('reports which token the bank no longer knows', async () => {
    await openShop();
    bank.fault({ kind: 'hang', path: 'details', token: bank.merchants[0]?.token ?? '' });
    const slow = await examine(shop, { KRAMAR_BANK_TIMEOUT_MS: '500' });
    expect(slow.found('terminal 1')).toMatch(/^warning: /);

    const forgetful = await startBank({ merchants: [] });
    const { code, found } = await examine(openConsole({ bankUrl: forgetful.url, dataDir: shop.dataDir }));
    expect(code).toBe(1);
    expect(found('terminal 1')).toMatch(/^problem: .*terminal token 1/);
  });

  it('reports a key that is lost, one that has changed, one that others can read', async () => {
    await openShop();
    const key = join(shop.dataDir, 'master.key');
    chmodSync(key, 0o644);
    const open = await examine();
    expect(open).toMatchObject({ code: 0 });
    expect(open.found('keychain')).toMatch(/^warning: /);
    chmodSync(key, 0o600);

    writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    expect((await examine()).found('terminal 1')).toMatch(/^problem: .*terminal token 1/);

    for (const text of ['no key at all', `${Buffer.alloc(16, 7).toString('base64')}\n`]) {
      writeFileSync(key, text);
      const damaged = (await examine()).found('keychain');
      expect(damaged).toMatch(
        /^problem: .*kramar\.db holds everything \(invoices, goods, people\) and needs no key/,
      );
      expect(damaged).toContain(`the file ${key} holds the one key`);
    }

    rmSync(key);
    expect((await examine()).found('keychain')).toMatch(/^problem: .*no key/);
    expect(readdirSync(shop.dataDir)).not.toContain('master.key');
  });

  it.runIf(process.platform === 'linux')('reports a missing keychain', async () => {
    const { code, found } = await examine(openOwned({ keychain: 'os', bankUrl: (await startBank()).url }));
    expect(code).toBe(1);
    expect(found('keychain')).toMatch(/^problem: /);
  });

  it('reports a terminal without a token, attempts in doubt and open invoices', async () => {
    await openShop();
    inDatabase(shop.dataDir, (db) => {
      const terminal = findTerminal(db, 1);
      if (terminal) updateTerminal(db, terminal, { sealed_token: null });
      const attempt = { kind: 'create', tag: 'tag', terminal_id: 1, request: '{}', created_at: 1 } as const;
      insertAttempt(db, { ...attempt, invoice_id: null, account_id: null, number: 1 }, permit('sale'));
      doubtPendingAttempts(db, 2);
    });
    const { code, found } = await examine();
    expect(code).toBe(1);
    expect(found('terminal 1')).toMatch(/^problem: /);
    expect(found('attempts')).toMatch(/^warning: 1 /);
  });

  it('reports how old the newest backup is, and where the folder is gone', async () => {
    shop = openOwned();
    const found = async () => (await examine()).found('backups');
    expect(await found()).toMatch(/^warning: .*no sound one yet.*backup create/);
    const { path } = (await shop.json(['backup', 'create'])).json.backup;
    expect(await found()).toMatch(/^ok: .*less than an hour old/);
    const manifest = path.replace('.db', '.json');
    const made = JSON.parse(readFileSync(manifest, 'utf8'));
    const dated = (days: number) => {
      const created_at = new Date(Date.now() - days * 86_400_000).toISOString();
      writeFileSync(manifest, JSON.stringify({ ...made, created_at }));
      return found();
    };
    expect(await dated(3)).toMatch(/^warning: .*3 days old/);
    expect(await dated(-3)).toMatch(/^warning: .*clock/);
    const usb = join(shop.dataDir, 'usb');
    mkdirSync(usb);
    await shop.json(['setting', 'set', 'backup_folder', usb]);
    rmSync(usb, { recursive: true });
    expect(await found()).toMatch(/^warning: .*Plug in the disk/);
  });

  it('reports that the owner is missing and that the service was cut off', async () => {
    await openShop();
    inDatabaseFile("delete from accounts where role = 'owner'");
    const endpoint = { base_url: 'http://127.0.0.1:9/api/v1/', pid: 2 ** 22 + 1, version: '0.0.0' };
    const file = join(shop.dataDir, 'endpoint.json');
    writeFileSync(file, JSON.stringify(endpoint));
    const { code, found } = await examine();
    expect(code).toBe(0);
    expect(found('owner')).toMatch(/^warning: .*owner create/);
    expect(found('service')).toMatch(/^warning: .*cut off/);

    writeFileSync(file, JSON.stringify({ ...endpoint, pid: process.pid }));
    expect((await examine()).found('service')).toMatch(/^problem: /);
    appendFileSync(file, 'half');
    expect((await examine()).found('service')).toMatch(/^warning: /);
  });
});
