import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Program } from '../../main/desktop/electron.ts';
import { startDesktop } from '../../main/desktop/start.ts';
import type { Schedule } from '../../main/jobs/schedule.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { type StandIn, standInElectron } from './stand-in.ts';

const never: Schedule = () => ({ nextRun: () => null, stop: () => undefined });

interface Options extends Partial<Omit<Program, 'electron' | 'args'>> {
  /** A temporary folder: the profile and, under `data`, the shop. */
  folder: string;
  args?: readonly string[];
  bankUrl?: string;
  prepare?: (standIn: StandIn) => void;
  /** Null: the program finds its folder by itself. */
  dataDir?: null;
}

/** The whole program in this process: the real service, the real bridge, and a stand-in for Electron. */
export const runDesktop = async ({ folder, args = [], bankUrl, prepare, dataDir, ...overrides }: Options) => {
  const standIn = standInElectron({ folder, platform: overrides.platform ?? 'win32' });
  prepare?.(standIn);
  const process = new EventEmitter();
  const program: Program = {
    electron: standIn.electron,
    args: [
      ...(dataDir === null ? [] : ['--data-dir', join(folder, 'data')]),
      ...['--port', '0', '--keychain', 'file'],
      ...(bankUrl === undefined ? [] : ['--bank-url', bankUrl]),
      ...args,
    ],
    env: { XDG_DATA_HOME: folder },
    platform: 'win32',
    execPath: '/opt/Kramar/kramar',
    home: folder,
    process,
    isSigned: async () => true,
    loadUpdater: undefined,
    ports: { schedule: never },
    ...overrides,
  };
  const desktop = await startDesktop(program);
  const { windows, app } = standIn;
  return {
    ...standIn,
    desktop,
    process,
    get window() {
      const [window] = windows;
      if (!window) throw new Error('There is no window.');
      return window;
    },
    /** Ends it, as a test's own end. */
    end: async () => {
      await desktop?.quit.end();
    },
    exited: (code: number) =>
      vi.waitFor(() => {
        if (!app.exits.includes(code)) throw new Error(`It has not ended with ${code}: ${app.exits}`);
      }),
  };
};
export type Ran = Awaited<ReturnType<typeof runDesktop>>;

/** A temporary folder for each test of a file, and the programs that it runs there, ended after it. */
export const programsInFolder = () => {
  let temporary: ReturnType<typeof temporaryFolder>;
  let running: Ran[] = [];
  beforeEach(() => {
    temporary = temporaryFolder();
  });
  afterEach(async () => {
    for (const ran of running) await ran.end();
    running = [];
    temporary.remove();
  });
  const folder = {
    get path() {
      return temporary.path;
    },
  };
  const run = async (options: Omit<Options, 'folder'> = {}): Promise<Ran> => {
    const ran = await runDesktop({ folder: folder.path, bankUrl: 'http://127.0.0.1:9', ...options });
    running.push(ran);
    return ran;
  };
  const dataDir = () => join(folder.path, 'data');
  const endpoint = () => JSON.parse(readFileSync(join(dataDir(), 'endpoint.json'), 'utf8'));
  return { folder, run, dataDir, endpoint };
};

/** Another program that has a port. */
export const takePort = async () => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, free: () => new Promise((resolve) => server.close(resolve)) };
};
