import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Config, readConfig, UsageError } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { createHost } from '../../main/start/host.ts';
import { holderText, portHolder } from '../../main/start/ports.ts';
import { announcement, startFailure } from '../../main/start/service.ts';
import { readCommand, USAGE } from '../../main/start/start-command.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import { version } from '../../shared/version.ts';
import { ownerAt, prepareFolder } from '../bad-days/folder.ts';
import { startBank, temporaryFolder } from '../cli/console.ts';
import { Client } from '../helpers/client.ts';
import { freePort } from '../helpers/free-port.ts';
import { addPerson } from '../helpers/people.ts';
import { endServices, linesOf, ownEnvironment, runService } from '../helpers/service.ts';
import { openShop, PASSWORD } from '../helpers/shop.ts';

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
/** The content of the data folder; empty lock files stay there. */
const kept = () =>
  readdirSync(dataDir)
    .filter((name) => !name.endsWith('.lock'))
    .sort();
const endpoint = () => JSON.parse(readFileSync(endpointFile(), 'utf8'));
const signIn = (baseUrl: string) =>
  new Client(baseUrl).post<TokenPair>('auth/token/', { username: 'owner', password: PASSWORD });

const makeOwner = () => {
  mkdirSync(dataDir);
  const db = openDatabase(join(dataDir, 'kramar.db'));
  addPerson(db, Date.now(), { role: 'owner', username: 'owner', password: PASSWORD });
  db.close();
};

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

    const { code, stdout } = await service.stop();
    expect(code).toBe(0);
    expect(linesOf(stdout)).toHaveLength(1);
    expect(kept()).toEqual(['kramar.db', 'logs', 'master.key']);
  });

  test.runIf(hasSignals)('SIGHUP stops it too', async () => {
    const service = serve();
    await service.ready();
    expect((await service.stop('SIGHUP')).code).toBe(0);
    expect(existsSync(endpointFile())).toBe(false);
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

  test('after a kill the next start works', async () => {
    const killed = serve();
    await killed.ready();
    await killed.stop('SIGKILL');
    expect(endpoint().pid).toBe(killed.child.pid);
    const next = serve();
    await next.ready();
    expect(endpoint().pid).toBe(next.child.pid);
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

/** Starts the service in this process. @param wished the port of the owner's setting, which another one may replace */
const startHere = async (port = '0', wished?: number) => {
  const config: Config = {
    ...readConfig({ dataDir, port, keychain: 'file' }, {}),
    ...(wished !== undefined && { port: wished, isPortChosen: false }),
  };
  const log = createLog({ level: 'error' });
  const host = createHost({
    configOf: () => config,
    isPractice: false,
    ports: { log },
    printMessage: () => undefined,
  });
  onTestFinished(() => host.stop());
  return { config, started: await host.start() };
};

describe('the announcement to people', () => {
  test('address, folder, how to stop, and how to make the owner', async () => {
    const { config, started } = await startHere();
    const printed = await announcement(config, started);
    expect(printed).toContain(`${new URL('/', endpoint().base_url)}\n`);
    expect(printed).toContain(dataDir);
    expect(printed).toContain('Ctrl+C');
    expect(`${printed}\n`).toContain(
      `npm run admin -- --data-dir ${dataDir} --keychain file owner create --username owner\n`,
    );
  });

  test('no such advice where there is an owner', async () => {
    makeOwner();
    const { config, started } = await startHere();
    const printed = await announcement(config, started);
    expect(printed).toContain('Ctrl+C');
    expect(printed).not.toContain('owner create');
  });

  test('help and version', async () => {
    expect(USAGE).toContain('--ready-json');
    expect(await runService(['--version']).exited).toEqual({ code: 0, stderr: '', stdout: `${version}\n` });
  });
});

describe('bad input', () => {
  test.each<[wrong: string[], advice?: string]>([
    [['--prot', '7480'], 'Did you mean --port?'],
    [['--dta-dir', 'x'], 'Did you mean --data-dir?'],
    [['--port', 'many']],
    [['--port']],
    [['--keychain', 'pocket']],
    [['--bank-url', 'http://bank.example']],
    [['now']],
    [['--demo=yes']],
  ])('wrong usage is named: %j', (wrong, advice = '') => {
    const read = () => readConfig(readCommand(wrong).flags, {});
    expect(read).toThrow(UsageError);
    expect(read).toThrow(wrong[0]?.split('=')[0]);
    expect(read).toThrow(advice);
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

  const refused = async (service: ReturnType<typeof serve>): Promise<string> => {
    const { code, stdout, stderr } = await service.exited;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(linesOf(stderr)).toHaveLength(1);
    return stderr;
  };

  /** A start in this process that fails: returns the line for the owner. */
  const refusedHere = async (port?: string): Promise<string> => {
    const error = await startHere(port).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OwnerError);
    const line = await startFailure(error, readConfig({ dataDir, keychain: 'file', port }, {}));
    expect(line).not.toContain('\n');
    return line;
  };

  test('a second one on the same folder', async () => {
    const first = serve();
    const { base_url } = await first.ready();
    const before = endpoint();
    expect(await refused(serve())).toContain(`It is process ${first.child.pid}`);
    expect(endpoint()).toEqual(before);
    expect((await new Client(base_url).get('terminals/')).status).toBe(401);
  });

  /** The port of a program that is not Kramar. */
  const takenPort = async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    return (other.address() as AddressInfo).port;
  };

  test('port taken; the folder is free again', async () => {
    const port = await takenPort();
    expect(await refusedHere(String(port))).toContain(`Port ${port} is taken by another program.`);
    expect(existsSync(endpointFile())).toBe(false);
    await startHere();
  });

  test('the usual port is taken: the service takes another one, says so, and endpoint.json names it', async () => {
    const taken = await takenPort();
    const { config, started } = await startHere('0', taken);
    const { port } = new URL(endpoint().base_url);
    expect(['7580', '17480', '27480']).toContain(port);
    expect(await announcement(config, started)).toContain(
      `Port ${taken} is taken by another program, so this start uses ${port}: till apps need the address above.\n`,
    );
  });

  test("the owner's port is used, unless another one is asked for", async () => {
    const port = await freePort();
    mkdirSync(dataDir);
    const db = openDatabase(join(dataDir, 'kramar.db'));
    changeSetting(db, dataDir, 'port', String(port));
    db.close();
    const { started } = await startHere('0', 7480);
    const { origin, replaced } = started.running;
    expect([new URL(origin).port, replaced]).toEqual([String(port), undefined]);
  });

  test('a port that Windows keeps is told from one that a program has', async () => {
    const error = (code: string, cause: object) =>
      new OwnerError(code, 'x', { cause: Object.assign(new Error('listen EACCES'), cause) });
    const reserved = error('PORT_REFUSED', { code: 'EACCES' });
    expect(await portHolder(7480, reserved, 'win32')).toEqual({ kind: 'reserved' });
    expect(await portHolder(80, reserved, 'linux')).toEqual({ kind: 'refused' });
    expect(holderText({ kind: 'reserved' }, reserved)).toBe('is reserved by Windows');
    expect(holderText({ kind: 'refused' }, reserved)).toBe('cannot be used (listen EACCES)');
  });

  test('port taken by another Kramar, or by its own demo', async () => {
    const other = await openShop();
    onTestFinished(() => other.close());
    const { port } = new URL(other.baseUrl);
    expect(await refusedHere(port)).toContain(
      `Port ${port} is taken by another Kramar, of another user or with another data folder.`,
    );
    rmSync(dataDir, { recursive: true });
    vi.stubEnv('XDG_DATA_HOME', dataDir);
    onTestFinished(() => void vi.unstubAllEnvs());
    mkdirSync(`${dataDir}/kramar-demo`, { recursive: true });
    const endpoint = { base_url: other.baseUrl, pid: process.pid, version: '0' };
    writeFileSync(`${dataDir}/kramar-demo/endpoint.json`, JSON.stringify(endpoint));
    expect(await refusedHere(port)).toContain(
      `Port ${port} is taken by Kramar's demo with the data folder ${dataDir}/kramar-demo (process ${process.pid}).`,
    );
  });

  test('data folder not writable', async () => {
    // Not by its mode: the tests may run as root.
    writeFileSync(dataDir, 'a file');
    common = ['--data-dir', join(dataDir, 'inside'), '--keychain', 'file', '--ready-json'];
    expect(await refused(serve())).toContain(dataDir);
    expect(readFileSync(dataDir, 'utf8')).toBe('a file');
  });

  test.each<[string, (whole: Buffer) => Buffer, string]>([
    // user_version: https://sqlite.org/fileformat.html#the_database_header
    ['of a newer version', (whole) => Buffer.from(whole.fill(0x27, 60, 64)), 'newer Kramar'],
    ['that is none', () => Buffer.from('Not a database. '.repeat(1000)), 'damaged'],
    ['cut short', (whole) => whole.subarray(0, 6000), 'damaged'],
  ])('a database %s is left as it is', async (_, make, why) => {
    openDatabase(join(folder, 'whole.db')).close();
    const bytes = make(readFileSync(join(folder, 'whole.db')));
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'kramar.db'), bytes);
    const reported = await refusedHere();
    expect(reported).toContain(why);
    expect(reported).toContain(join(dataDir, 'kramar.db'));
    expect(readFileSync(join(dataDir, 'kramar.db')).equals(bytes)).toBe(true);
    expect(kept()).toEqual(['kramar.db']);
  });

  test.runIf(process.platform === 'linux')('keychain absent: it runs all the same', async () => {
    makeOwner();
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
    expect(kept()).toEqual(['kramar.db', 'logs']);
    expect(readdirSync(home)).toEqual([]);
  });
});
