import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Program } from '../../main/desktop/electron.ts';
import { startDesktop } from '../../main/desktop/start.ts';
import type { Schedule } from '../../main/jobs/schedule.ts';
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
