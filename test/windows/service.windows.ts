import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { accessToken, Client } from '../helpers/client.ts';
import { admin, endWindows, fromWindows, inWindows, startService, until } from './wine.ts';

/** The service on Windows: its folder, its lock, its files while other processes hold them, its end. */

const PASSWORD = 'пароль крамниці';
/** A user's profile with a name of two Cyrillic words. */
const APPDATA = 'C:\\users\\Олена Коваль\\AppData\\Roaming';
const env = { WINDOWS_APPDATA: APPDATA };
const folder = fromWindows(`${APPDATA}\\Kramar`);
const ofShop = (name: string) => join(folder, name);

let bank: PracticeBank;
beforeAll(async () => {
  bank = await startPracticeBank();
  mkdirSync(fromWindows(APPDATA), { recursive: true });
});
afterAll(() => bank.stop());
afterEach(endWindows);

const start = () => startService(['--bank-url', bank.url], env);
const signIn = async (base: string): Promise<Client> => new Client(base, await accessToken(base, PASSWORD));

/** Node's own flag for a file that no other process may open; without it a reader lets others rename and delete. */
const EXCLUSIVE = 0x10000000;

/** Holds a file open in another Windows process until `released`, a condition of JavaScript, has been true for 300 ms. */
const holdOpen = async (path: string, isShared: boolean, released: string) => {
  const holder = inWindows(
    `const fs = require('fs');
    const fd = fs.openSync(${JSON.stringify(path)}, fs.constants.O_RDWR | ${isShared ? 0 : EXCLUSIVE});
    console.log('held');
    const watch = setInterval(() => {
      if (!(${released})) return;
      clearInterval(watch);
      setTimeout(() => fs.closeSync(fd), 300);
    }, 20);`,
  );
  await until(() => holder.stdout().includes('held'));
  return holder;
};

describe('a first start', () => {
  it('makes the folder in the profile of its user, keeps the key in Credential Manager, stops in order', async () => {
    const service = await start();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['kramar.db', 'endpoint.json']));
    expect(existsSync(ofShop('master.key'))).toBe(false);
    const endpoint = JSON.parse(readFileSync(ofShop('endpoint.json'), 'utf8'));
    expect(endpoint).toMatchObject({ base_url: service.ready.base_url, pid: service.ready.pid });
    const made = await admin(['owner', 'create', '--username', 'owner', '--password-stdin'], {
      env,
      stdin: `${PASSWORD}\r\n`,
    });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const doctor = await admin(['doctor', '--json', '--bank-url', bank.url], { env });
    const { checks } = JSON.parse(doctor.stdout) as { checks: { check: string; status: string }[] };
    expect(Object.fromEntries(checks.map(({ check, status }) => [check, status]))).toMatchObject({
      'data folder': 'ok',
      keychain: 'ok',
      bank: 'ok',
      service: 'ok',
    });
    expect((await service.stop()).code).toBe(0);
    expect(existsSync(ofShop('endpoint.json'))).toBe(false);
  });
});

describe('a running service', () => {
  it('takes a payment, is killed, and has it when it runs again', async () => {
    const before = await start();
    const [merchant] = bank.merchants;
    const added = await admin(
      ['terminal', 'add', '--name', 'Каса', '--token-stdin', '--bank-url', bank.url],
      { env, stdin: merchant?.token ?? '' },
    );
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const owner = await signIn(before.ready.base_url);
    const [terminal] = (await owner.get<{ results: { id: number }[] }>('terminals/')).body.results;
    const made = await owner.post<Invoice>('invoices/', { terminal: terminal?.id, amount: 34_000 });
    expect(made.status).toBe(201);
    await before.kill();
    // The kill leaves it behind, and nothing at that address.
    expect(existsSync(ofShop('endpoint.json'))).toBe(true);

    const after = await start();
    const again = await signIn(after.ready.base_url);
    const kept = await again.get<Invoice>(`invoices/${made.body.id}/`);
    expect(kept.body).toMatchObject({ id: made.body.id, amount: 34_000 });
    // The token could be opened: the key came back from Credential Manager.
    const next = await again.post<Invoice>('invoices/', { terminal: terminal?.id, amount: 100 });
    expect(next.status).toBe(201);
    await after.stop();
  });

  it('has its folder for itself: a second one names it and ends', async () => {
    const first = await start();
    const second = await start().catch((error: Error) => error.message);
    expect(second).toContain('ended with 1');
    expect(second).toContain(`process ${first.ready.pid}`);
    await first.stop();
  });

  it.each([
    ['a till reads', true],
    ['a virus scanner holds', false],
  ])('replaces endpoint.json while %s it', async (_, isShared) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(ofShop('endpoint.json'), '{}');
    // Held until the new one lies ready beside it.
    const waiting = `fs.readdirSync(${JSON.stringify(`${APPDATA}\\Kramar`)}).some((name) => name.endsWith('.tmp'))`;
    const holder = await holdOpen(`${APPDATA}\\Kramar\\endpoint.json`, isShared, waiting);
    const service = await start();
    await holder.ended;
    expect(JSON.parse(readFileSync(ofShop('endpoint.json'), 'utf8')).pid).toBe(service.ready.pid);
    await service.stop();
  });

  it('continues, and logs again later, while another program holds a log that is due for rotation', async () => {
    const log = ofShop('logs/kramar.log');
    writeFileSync(log, `${'x'.repeat(5_300_000)}\n`);
    const stop = fromWindows('C:\\release');
    const holder = await holdOpen(
      `${APPDATA}\\Kramar\\logs\\kramar.log`,
      false,
      `fs.existsSync('C:\\\\release')`,
    );
    const service = await start();
    expect((await new Client(service.ready.base_url).get('terminals/')).status).toBe(401);
    writeFileSync(stop, '');
    await holder.ended;
    expect((await service.stop()).code).toBe(0);
    const later = await start();
    await later.stop();
    expect(readdirSync(ofShop('logs')).length).toBeGreaterThan(1);
    expect(readFileSync(log, 'utf8')).toContain('Kramar is serving.');
  });
});
