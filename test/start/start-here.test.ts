import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Config, readConfig, UsageError } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { createHost } from '../../main/start/host.ts';
import { holderText, portHolder } from '../../main/start/ports.ts';
import { announcement, startFailure } from '../../main/start/service.ts';
import { readCommand } from '../../main/start/start-command.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { keptIn, makeOwnerIn } from '../bad-days/folder.ts';
import { temporaryFolder } from '../cli/console.ts';
import { freePort } from '../helpers/free-port.ts';
import { openShop } from '../helpers/shop.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
});
const endpointFile = () => join(dataDir, 'endpoint.json');
const endpoint = () => JSON.parse(readFileSync(endpointFile(), 'utf8'));
/** A start in this process; what only a process of its own shows is in headless.test.ts. */

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
    makeOwnerIn(dataDir);
    const { config, started } = await startHere();
    const printed = await announcement(config, started);
    expect(printed).toContain('Ctrl+C');
    expect(printed).not.toContain('owner create');
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

  /** A start in this process that fails: returns the line for the owner. */
  const refusedHere = async (port?: string): Promise<string> => {
    const error = await startHere(port).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OwnerError);
    const line = await startFailure(error, readConfig({ dataDir, keychain: 'file', port }, {}));
    expect(line).not.toContain('\n');
    return line;
  };

  /** A port that another program has taken. @param answer its answer when it is asked whether it is Kramar */
  const takenPort = async (answer: (response: ServerResponse) => void) => {
    const other = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    return (other.address() as AddressInfo).port;
  };

  test('port taken; the folder is free again', async () => {
    const port = await takenPort((response) => void response.end('another program'));
    expect(await refusedHere(String(port))).toContain(`Port ${port} is taken by another program.`);
    expect(existsSync(endpointFile())).toBe(false);
    await startHere();
  });

  test('the usual port is taken: the service takes another one, says so, and endpoint.json names it', async () => {
    const taken = await takenPort((response) => void response.destroy());
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
    expect(keptIn(dataDir)).toEqual(['kramar.db']);
  });
});
