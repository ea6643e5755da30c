import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { installedService } from '../../main/cli/service/command.ts';
import { accessToken } from '../helpers/client.ts';
import { ownEnvironment } from '../helpers/service.ts';

/** One life of the packed program, from its console to its orderly end; returns the faults. */

const RUNNER = fileURLToPath(new URL('./run-packed.ts', import.meta.url));
const LIMIT_MS = 30_000;
const PASSWORD = 'a password of the check';

interface Started {
  window: string;
  options: { webPreferences?: { preload?: string } };
}

export interface Life {
  faults: string[];
  /** From the start of the process to the address that the window is given. */
  startMs: number;
}

const start = (entry: string, folder: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [RUNNER, entry, ...args, folder], {
    env: { ...ownEnvironment(), HOME: folder, USERPROFILE: folder },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  let reported = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      reported += text;
    });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, exited, reported: () => reported.trim().split('\n').slice(-8).join(' | ') };
};

/** Runs one command of the console on the shop of the folder. */
export const runAdmin = async (entry: string, folder: string, words: readonly string[], input?: string) => {
  const options = ['--data-dir', join(folder, 'data'), '--keychain', 'file'];
  const { child, exited, reported } = start(entry, folder, ['--admin', ...options, ...words]);
  child.stdin?.end(input);
  const code = await within(child, exited);
  return { code, output: reported() };
};

const within = async <Result>(child: ChildProcess, result: Promise<Result>): Promise<Result | 'late'> => {
  const late = sleep(LIMIT_MS, 'late' as const, { ref: false });
  const first = await Promise.race([result, late]);
  if (first === 'late') child.kill('SIGKILL');
  return first;
};

export const liveOnce = async (entry: string, folder: string): Promise<Life> => {
  const dataDir = join(folder, 'data');
  const options = ['--data-dir', dataDir, '--keychain', 'file'];
  const words = ['owner', 'create', '--username', 'owner', '--password-stdin'];
  const made = await runAdmin(entry, folder, words, `${PASSWORD}\n`);
  const faults = made.code === 0 ? [] : [`the console ended with ${made.code}: ${made.output}`];

  const began = performance.now();
  const { child, exited, reported } = start(entry, folder, [...options, '--port', '0']);
  const message = once(child, 'message').then(([started]) => started as Started);
  const first = await within(child, Promise.race([message, exited]));
  const startMs = performance.now() - began;
  if (first === 'late' || first === null || typeof first === 'number')
    return { faults: [...faults, `no window: the program ended with ${first}: ${reported()}`], startMs };

  const preload = first.options.webPreferences?.preload ?? '';
  if (!existsSync(preload)) faults.push(`the window's preload is not there: ${preload}`);
  faults.push(...(await faultsOfService(first.window, dataDir)));
  child.send('quit');
  const code = await within(child, exited);
  if (code !== 0) faults.push(`it did not end in order: ${code}: ${reported()}`);
  if (existsSync(join(dataDir, 'endpoint.json'))) faults.push('endpoint.json outlived the program');
  return { faults: [...faults, ...faultsOfLog(dataDir)], startMs };
};

/** The same shop by `--service`, as the system starts it, until its signal. */
export const serveOnce = async (entry: string, folder: string): Promise<string[]> => {
  const dataDir = join(folder, 'data');
  const options = ['--data-dir', dataDir, '--keychain', 'file', '--port', '0'];
  const [, ...flags] = installedService({ platform: 'linux', execPath: '', env: {} });
  const { child, exited, reported } = start(entry, folder, [...flags, ...options, '--ready-json']);
  const endpoint = join(dataDir, 'endpoint.json');
  const serving = async (): Promise<'served'> => {
    while (!existsSync(endpoint)) await sleep(50, undefined, { ref: false });
    return 'served';
  };
  const first = await within(child, Promise.race([serving(), exited]));
  if (first !== 'served') return [`--service ended with ${first}: ${reported()}`];
  const { base_url } = JSON.parse(readFileSync(endpoint, 'utf8'));
  const faults = (await fetch(new URL('/', base_url))).ok ? [] : ['--service does not serve its page'];
  child.kill('SIGTERM');
  const code = await within(child, exited);
  if (code !== 0) faults.push(`--service did not end in order: ${code}: ${reported()}`);
  if (existsSync(endpoint)) faults.push('endpoint.json outlived --service');
  return faults;
};

const faultsOfService = async (origin: string, dataDir: string): Promise<string[]> => {
  const faults: string[] = [];
  const get = async (path: string, status: number, contains: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(path, origin), init);
    const text = await answer.text();
    if (answer.status !== status || !text.includes(contains))
      faults.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 100)}`);
    return text;
  };
  const page = await get('/', 200, '<title>Kramar</title>');
  const [script = '/no script in the page'] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  await get(script, 200, '');
  await get('/docs/', 200, 'swagger-ui');
  await get('/docs/swagger-ui-bundle.js', 200, 'SwaggerUIBundle');
  await get('/docs/owner/uk/', 200, 'id="sale"');
  await get('/docs/till/en/', 200, 'href="/docs/till/refund/en/"');
  await get('/docs/till/refund/en/', 200, 'id="what-the-body-decides"');
  await get('/docs/till/clients/till.py', 200, 'Idempotency-Key');
  await get('/docs/guide/search-uk.json', 200, '"href"');
  await get('/api/v1/openapi.json', 200, '"openapi"');
  await get('/api/v1/terminals/', 401, 'detail');

  if (faults.length > 0) return faults;
  const token = await accessToken(new URL('/api/v1/', origin).href, PASSWORD);
  const headers = { Authorization: `Bearer ${token}` };
  await get('/api/v1/jobs/back-up/run/', 200, 'back-up', { method: 'POST', headers });
  if (!(await backupIsThere(dataDir))) faults.push('the job made no backup');
  return faults;
};

const backupIsThere = async (dataDir: string): Promise<boolean> => {
  const folder = join(dataDir, 'backups');
  for (const began = performance.now(); performance.now() - began < LIMIT_MS; await sleep(100)) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    if (names.some((name) => name.endsWith('.db')) && names.some((name) => name.endsWith('.json')))
      return true;
  }
  return false;
};

/** pino's level 50: a fault of the program. */
const faultsOfLog = (dataDir: string): string[] => {
  const file = join(dataDir, 'logs/kramar.log');
  if (!existsSync(file)) return ['there is no log'];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"level":"error"') || line.includes('"level":50'))
    .map((line) => `in the log: ${line.slice(0, 300)}`);
};
