import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { USAGE } from '../../main/start/start-command.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import { version } from '../../shared/version.ts';
import { keptIn, makeOwnerIn, ownerAt, prepareFolder } from '../bad-days/folder.ts';
import { startBank, temporaryFolder } from '../cli/console.ts';
import { Client } from '../helpers/client.ts';
import { endServices, linesOf, ownEnvironment, runService } from '../helpers/service.ts';
import { PASSWORD } from '../helpers/shop.ts';

/** Windows has no signals: a stop from outside is always a kill there. */
const hasSignals = process.platform !== 'win32';

let folder: string;
let dataDir: string;
let common: string[];
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  common = ['--data-dir', dataDir, '--keychain', 'file', '--ready-json'];
});
afterEach(endServices);

const serve = (...args: string[]) => runService([...common, '--port', '0', ...args]);
const endpointFile = () => join(dataDir, 'endpoint.json');
const endpoint = () => JSON.parse(readFileSync(endpointFile(), 'utf8'));
const signIn = (baseUrl: string) =>
  new Client(baseUrl).post<TokenPair>('auth/token/', { username: 'owner', password: PASSWORD });

describe('start and stop', () => {
  test.runIf(hasSignals)(
    'a service that npm started ends with npm, which passes no signal on to it',
    async () => {
      // The shell stands for npm's: it starts the service and is then killed.
      const command = [process.execPath, 'main/start/headless.ts', ...common, '--port', '0'].map(
        (word) => `'${word}'`,
      );
      const shell = spawn('sh', ['-c', `${command.join(' ')} & wait`], {
        env: { ...process.env, npm_lifecycle_event: 'serve' },
        stdio: 'ignore',
      });
      await vi.waitFor(() => expect(existsSync(endpointFile())).toBe(true));
      shell.kill('SIGKILL');
      await vi.waitFor(() => expect(existsSync(endpointFile())).toBe(false));
    },
  );

  test.runIf(hasSignals)('one line for programs; endpoint.json while it runs', async () => {
    const service = serve();
    const ready = await service.ready();
    expect(service.stdout()).toBe(
      `{"event":"ready","base_url":"${ready.base_url}","pid":${service.child.pid}}\n`,
    );
    expect(ready.base_url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/api\/v1\/$/);
    expect(endpoint()).toEqual({ base_url: ready.base_url, pid: service.child.pid, version });
    expect((await new Client(ready.base_url).get('terminals/')).status).toBe(401);
    if (process.platform === 'linux') {
      // The process that was started has replaced itself by one that keeps less memory (lean-memory.test.ts).
      const words = (file: string) => readFileSync(`/proc/${ready.pid}/${file}`, 'utf8').split('\0');
      expect(words('environ')).toContain('MALLOC_ARENA_MAX=2');
      expect(words('cmdline')).toContain('--max-semi-space-size=8');
    }

    const { code, stdout } = await service.stop();
    expect(code).toBe(0);
    expect(linesOf(stdout)).toHaveLength(1);
    expect(keptIn(dataDir)).toEqual(['kramar.db', 'logs', 'master.key']);
  });

  test.runIf(hasSignals)('a signal while it starts is not lost', async () => {
    const service = serve();
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'kramar.lock'))).toBe(true));
    expect((await service.stop()).code).toBe(0);
    expect(existsSync(endpointFile())).toBe(false);
  });

  test.runIf(hasSignals)('a second signal does not wait for the bank', async () => {
    const bank = await startBank();
    const shop = await prepareFolder(dataDir, bank);
    const service = shop.serve();
    const owner = await ownerAt(service);
    bank.clearRequests();
    bank.fault({ kind: 'hang' });
    const cutOff = owner.post(`terminals/${shop.terminal}/sync_registers/`).catch(() => 'cut off');
    await vi.waitFor(() => expect(bank.requests).toHaveLength(1));
    const insist = setInterval(() => service.child.kill('SIGINT'), 100);
    const { code } = await service.exited;
    clearInterval(insist);
    expect(code).toBe(130);
    expect(await cutOff).toBe('cut off');
  });

  test('after a kill the next start works, and SIGHUP stops it', async () => {
    const killed = serve();
    await killed.ready();
    await killed.stop('SIGKILL');
    expect(endpoint().pid).toBe(killed.child.pid);
    const next = serve();
    await next.ready();
    expect(endpoint().pid).toBe(next.child.pid);
    if (!hasSignals) return;
    expect((await next.stop('SIGHUP')).code).toBe(0);
    expect(existsSync(endpointFile())).toBe(false);
  });

  test.each([
    ['an exception', 'throw new Error("boom");'],
    ['a rejection', 'Promise.reject(new Error("boom"));'],
  ])('%s that was not caught: reported in a line, logged, stopped in order', async (_, fault) => {
    const script = `process.once('message', () => { ${fault} }); process.channel.unref();`;
    const service = runService([...common, '--port', '0'], {
      preload: `data:text/javascript,${encodeURIComponent(script)}`,
    });
    await service.ready();
    service.child.send('now');
    const { code, stdout, stderr } = await service.exited;
    expect(code).toBe(1);
    expect(linesOf(stdout)).toHaveLength(1);
    const faults = linesOf(stderr).filter((line) => line.startsWith('error: '));
    expect(faults).toEqual([expect.stringContaining('boom')]);
    expect(stderr).not.toContain('    at ');
    expect(existsSync(endpointFile())).toBe(false);
    expect(readFileSync(join(dataDir, 'logs', 'kramar.log'), 'utf8')).toContain('"stack"');
  });
});

describe('a start that ends, or warns', () => {
  test('help and version', async () => {
    expect(USAGE).toContain('--ready-json');
    expect(await runService(['--version']).exited).toEqual({ code: 0, stderr: '', stdout: `${version}\n` });
  });

  test('wrong usage ends the service before it begins', async () => {
    const { code, stdout, stderr } = await runService(['--data-dir', dataDir, '--port', 'many']).exited;
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(linesOf(stderr)).toEqual([
      'error: --port: got "many", expected a whole number from 0 to 65535',
      'All options: npm start -- --help',
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('a second one on the same folder', async () => {
    const first = serve();
    const { base_url } = await first.ready();
    const before = endpoint();
    const { code, stdout, stderr } = await serve().exited;
    expect([code, stdout, linesOf(stderr).length]).toEqual([1, '', 1]);
    expect(stderr).toContain(`It is process ${first.child.pid}`);
    expect(endpoint()).toEqual(before);
    expect((await new Client(base_url).get('terminals/')).status).toBe(401);
  });

  test.runIf(process.platform === 'linux')('keychain absent: it runs all the same', async () => {
    makeOwnerIn(dataDir);
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    const { PATH, NODE_COMPILE_CACHE } = ownEnvironment();
    const env = { PATH, NODE_COMPILE_CACHE, HOME: home, XDG_RUNTIME_DIR: home };
    const service = runService(['--data-dir', dataDir, '--keychain', 'os', '--port', '0', '--ready-json'], {
      env,
    });
    const { base_url } = await service.ready();
    expect((await signIn(base_url)).status).toBe(200);
    const { code, stderr } = await service.stop();
    expect(code).toBe(0);
    expect(
      linesOf(stderr).filter((line) => /keychain/i.test(line) && line.startsWith('warning: ')),
    ).toHaveLength(1);
    expect(keptIn(dataDir)).toEqual(['kramar.db', 'logs']);
    expect(readdirSync(home)).toEqual([]);
  });
});
