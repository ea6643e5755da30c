import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { inFile } from '../helpers/contents.ts';
import {
  addEmployee,
  addTerminal,
  type Console,
  createOwner,
  openConsole,
  PASSWORD,
  startBank,
  temporaryFolder,
} from './console.ts';
import { openOwned, serve } from './database.ts';

/** One command of every sort; each would succeed in a sound shop, except for its missing object. */
const EVERY: [args: string[], stdin?: string][] = [
  [['owner', 'create', '--username', 'ihor', '--password-stdin'], PASSWORD],
  [['owner', 'password', '--password-stdin'], PASSWORD],
  [['employee', 'add', '--username', 'petro', '--password-stdin'], PASSWORD],
  [['employee', 'set', 'petro', '--active', 'true']],
  [['employee', 'list']],
  [['terminal', 'add', '--name', 'Каса', '--token-stdin'], 'token'],
  [['terminal', 'token', '1', '--token-stdin'], 'token'],
  [['terminal', 'list']],
  [['setting', 'list']],
  [['setting', 'set', 'time_zone', 'UTC']],
  [['backup', 'create']],
];

/** It creates a missing shop. */
const isMaking = ([[noun, verb]]: (typeof EVERY)[number]): boolean => noun === 'owner' && verb === 'create';

/** Every command refuses in one line, doctor has a problem, and the database keeps every byte. */
const everyoneRefuses = async (shop: Console, code: string, reported: string) => {
  const before = readFileSync(databaseFile(shop.dataDir));
  for (const [args, stdin = ''] of EVERY) {
    const answer = await shop.plain(args, { stdin });
    expect({ args, code: answer.code, stdout: answer.stdout }).toEqual({ args, code: 1, stdout: '' });
    expect(answer.stderr).toMatch(/^[^\n]+\n$/);
    expect(answer.stderr).toContain(reported);
  }
  const requested = await shop.json(['terminal', 'list']);
  expect(requested).toMatchObject({ code: 1, stderr: '', json: { ok: false, code } });
  const doctor = await shop.plain(['doctor']);
  expect(doctor).toMatchObject({ code: 1, stderr: '' });
  expect(doctor.stdout).toMatch(/^problem +database /m);
  expect(readFileSync(databaseFile(shop.dataDir))).toEqual(before);
};

describe('a database that cannot be used', () => {
  it('of a newer version', async () => {
    const shop = openOwned();
    inFile(databaseFile(shop.dataDir), 'pragma user_version = 999');
    await everyoneRefuses(shop, 'DATABASE_NEWER', 'newer Kramar');
  });

  it('that is no database', async () => {
    const shop = openConsole();
    mkdirSync(shop.dataDir);
    writeFileSync(databaseFile(shop.dataDir), Buffer.alloc(40_960, 'garbage '));
    await everyoneRefuses(shop, 'DATABASE_CORRUPT', 'It was left as it is');
  });

  it('that is damaged inside', async () => {
    const shop = openOwned();
    const file = databaseFile(shop.dataDir);
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096); // every page but the first
    writeFileSync(file, bytes);
    const answer = await shop.json(['employee', 'list']);
    expect(answer).toMatchObject({ code: 1, stderr: '', json: { ok: false, code: 'DATABASE_CORRUPT' } });
    const { code, stdout } = await shop.plain(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem +database +Damaged .*backup restore/m);
    expect(readFileSync(file)).toEqual(bytes);
  });

  it('that is a folder', async () => {
    const shop = openConsole();
    mkdirSync(databaseFile(shop.dataDir), { recursive: true });
    const { code, json } = await shop.json(['employee', 'list']);
    expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'DATABASE_UNUSABLE' });
    expect(await shop.plain(['doctor'])).toMatchObject({ code: 1 });
  });
});

it('an unforeseen fault is one line, and the log has the rest', async () => {
  const shop = openOwned();
  inFile(databaseFile(shop.dataDir), 'alter table accounts rename to lost');
  const logs = join(shop.dataDir, 'logs');
  const { code, stdout, stderr } = await shop.plain(['employee', 'list']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(logs);
  expect(readFileSync(join(logs, 'kramar.log'), 'utf8')).toContain('no such table: accounts');
  expect(await shop.json(['employee', 'list'])).toMatchObject({
    code: 1,
    json: { ok: false, code: 'INTERNAL' },
  });
});

describe('a data folder that cannot be used', () => {
  it.each(EVERY.filter(isMaking))('under a file: %j', async (args, stdin = '') => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, 'mine');
    const shop = openConsole({ dataDir: join(file, 'shop') });
    const { stderr, ...others } = await shop.plain(args, { stdin });
    expect(others).toMatchObject({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^The data folder [^\n]+ is a file[^\n]+--data-dir\.\n$/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const doctor = await shop.plain(['doctor']);
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(/problem +data folder/)]);
  });

  it.runIf(process.platform === 'linux')('where nothing can be created', async () => {
    const shop = openConsole({ dataDir: '/proc/kramar' });
    const json = { code: 'DATA_FOLDER_NOT_WRITABLE' };
    expect(await createOwner(shop)).toMatchObject({ code: 1, json, stderr: '' });
  });
});

describe('a data folder without a database', () => {
  it.each(EVERY.filter((each) => !isMaking(each)))('stays as it is: %j', async (args, stdin = '') => {
    const shop = openConsole();
    const { code, json } = await shop.json(args, { stdin });
    expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'NO_DATABASE' });
    expect(json.detail).toContain('--data-dir');
    expect(existsSync(shop.dataDir)).toBe(false);
  });
});

describe('beside the running service', () => {
  it('a change by the console takes effect at once', async () => {
    const bank = await startBank();
    const shop = openConsole({ bankUrl: bank.url });
    const { client, signIn } = await serve(shop, bank.url);
    await createOwner(shop);
    await addTerminal(shop, bank.merchants[0]?.token ?? '');
    await addEmployee(shop, 'petro');
    const token = (await signIn()).body.access;
    const terminals = await client.get<object>('terminals/', { token });
    expect(terminals.body).toMatchObject({ results: [{ id: 1, name: 'Каса' }] });
    const doctor = await shop.plain(['doctor']);
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/^ok +service +Running at /m)]);

    expect((await signIn('petro')).status).toBe(200);
    await shop.json(['employee', 'set', 'petro', '--active', 'false']);
    expect((await signIn('petro')).status).toBe(401);
    await shop.json(['owner', 'password', '--password-stdin'], { stdin: 'другий пароль' });
    expect((await signIn()).status).toBe(401);
    expect((await signIn('olena', 'другий пароль')).status).toBe(200);
  });

  it('open names the file of a browser tab, and no address where nobody reads it', async () => {
    const bank = await startBank();
    const shop = openOwned({ bankUrl: bank.url });
    const page = join(shop.dataDir, 'open.html');
    expect((await shop.json(['open'])).json).toMatchObject({ ok: false, code: 'NOT_RUNNING' });
    const service = await serve(shop, bank.url);
    const { code, stdout } = await shop.plain(['open']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('open.html') });
    expect(stdout).not.toContain('#tab=');
    expect(readFileSync(page, 'utf8')).toMatch(/127\.0\.0\.1:\d+\/#tab=[\w-]{43}"/);
    await service.stop();
    expect(existsSync(page)).toBe(false);
  });
});
