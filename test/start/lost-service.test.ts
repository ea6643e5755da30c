import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../main/platform/log.ts';
import { createBackups } from '../../main/safekeeping/backups/create.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { temporaryFolder } from '../cli/console.ts';
import { Client } from '../helpers/client.ts';
import { freePort } from '../helpers/free-port.ts';
import { addPerson } from '../helpers/people.ts';
import { rawRequest } from '../helpers/raw.ts';
import { endServices, linesOf, runService } from '../helpers/service.ts';
import { PASSWORD } from '../helpers/shop.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let dataDir: string;
let port: number;
let backup: string;
let before: string[];
beforeEach(async () => {
  // Characters that a shell would interpret.
  dataDir = join(temporaryFolder(), "Крамниця $HOME 'Зерно'");
  mkdirSync(dataDir);
  const file = join(dataDir, 'kramar.db');
  const db = openDatabase(file);
  addPerson(db, Date.now(), { role: 'owner', username: 'owner', password: PASSWORD });
  const log = createLog({ level: 'error' });
  ({ name: backup } = await createBackups({ db, dataDir, now: Date.now, log }).create('manual'));
  db.close();
  rmSync(file);
  before = kept();
  port = await freePort();
});
afterEach(endServices);

const serve = (...args: string[]) =>
  runService(['--data-dir', dataDir, '--keychain', 'file', '--port', `${port}`, ...args]);
const waiting = async () => {
  const service = serve();
  expect(await service.firstLine).toContain('waits for the database');
  return service;
};
const origin = () => `http://127.0.0.1:${port}`;
const page = async (path = '/') => {
  const answer = await fetch(origin() + path, { headers: { connection: 'close' } });
  return { status: answer.status, html: await answer.text() };
};
const unescaped = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
/** As a person at a terminal does, in the folder of the program. */
const inShell = async (command: string) => {
  const child = spawn('sh', ['-c', command], { cwd: ROOT });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, reported: stdout + stderr };
};
/** The files of a shop; the log may be added. */
const kept = () => readdirSync(dataDir).filter((name) => name !== 'logs');

test('a browser shows what happened and the command, which runs unchanged; then the shop is there by itself', async () => {
  const service = await waiting();
  for (const path of ['/', '/today']) {
    const { status, html } = await page(path);
    expect(status).toBe(503);
    expect(html).toContain('База даних крамниці зникла');
    expect(html).toContain('The shop’s database is lost');
    expect(html).toMatch(/<meta http-equiv="refresh"/);
  }
  const { html } = await page();
  const [restore = '', startAnew = ''] = [...html.matchAll(/<code>(.*?)<\/code>/g)].map(([, code = '']) =>
    unescaped(code),
  );
  expect(restore).toContain(`backup restore ${backup}`);
  expect(startAnew).toContain('database start-anew');
  expect(linesOf(service.stderr())).toContain(`  ${restore}`);
  const requested = (headers = {}) => new Client(`${origin()}/api/v1/`).get<object>('system/', { headers });
  const answer = await requested();
  const refusal = { detail: expect.stringContaining('is missing'), err_code: 'DATABASE_LOST' };
  expect([answer.status, answer.body]).toEqual([503, refusal]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'retry-after': '3',
    'x-request-id': expect.any(String),
    'x-ratelimit-limit': expect.any(String),
  });
  const codes = { non_field_errors: ['DATABASE_LOST'] };
  expect((await requested({ Prefer: 'codes' })).body).toEqual({ ...refusal, codes });
  expect(kept()).toEqual(before);

  const { code, reported } = await inShell(restore);
  expect(code, reported).toBe(0);
  await vi.waitFor(() => expect(service.stdout()).toContain('is running'));
  const signedIn = await new Client(`${origin()}/api/v1/`).post('auth/token/', {
    username: 'owner',
    password: PASSWORD,
  });
  expect(signedIn.status).toBe(200);
  expect((await page()).status).toBe(200);
  expect((await service.stop()).code).toBe(0);
});

test('a page elsewhere cannot read it under another name; a signal ends the wait in order, and nothing was created', async () => {
  const service = await waiting();
  expect(await rawRequest(origin(), { headers: { host: 'evil.example' } })).toMatchObject({ status: 403 });
  expect((await service.stop()).code).toBe(0);
  expect(kept()).toEqual(before);
});

test('a program that waits for a line of JSON gets the end of the process, and the reason', async () => {
  const { code, stdout, stderr } = await serve('--ready-json').exited;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: The database .*kramar\.db is missing, but there was a shop in this folder/);
  expect(stderr).toContain(`backup restore ${backup}`);
  expect(kept()).toEqual(before);
});
