import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runService } from '../helpers/service.ts';
import { AHEAD, AIM, type Aim, BREAK, REACHED } from './points.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Short, since a bank that hangs delays the test as well; longer than the bank, which lives in this process, stands still
 * while the ledgers of both shops are read: on a busy machine 700 ms made a bank that is well look away for two minutes.
 */
export const BANK_TIMEOUT_MS = 1500;
/** Of a client that waits for an answer of a healthy bank, which on a busy machine is often slower than that. */
export const PATIENT_TRIES = 50;
/** Compiled code is kept from one life to the next: starting takes half the time. */
const COMPILED = here('../../node_modules/.cache/crash-compiled');

export interface LifeOptions {
  /** For tasks other than the service's own. */
  folder: string;
  dataDir: string;
  bankUrl: string;
  /** 0: any. */
  port: number;
  /** Milliseconds that the clock is ahead. */
  ahead: number;
  aim?: Aim | undefined;
  broken?: string | undefined;
}

/** How a process ended. */
export interface Death {
  /** The point that it was killed at by itself. */
  reached: string | undefined;
  signal: NodeJS.Signals | null;
  code: number | null;
  stderr: string;
}

const reachedFile = (folder: string) => join(folder, 'reached');

/** The point that the last process was killed at by itself. */
export const reachedIn = (folder: string): string | undefined =>
  existsSync(reachedFile(folder)) ? readFileSync(reachedFile(folder), 'utf8') : undefined;

/** Module and environment by which a process is watched, and killed at its point. */
export const watched = ({ folder, bankUrl, ahead, aim, broken }: LifeOptions) => {
  rmSync(reachedFile(folder), { force: true });
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: COMPILED,
    KRAMAR_BANK_URL: bankUrl,
    KRAMAR_BANK_TIMEOUT_MS: String(BANK_TIMEOUT_MS),
    KRAMAR_RATE_LIMIT_USER: '1000000',
    KRAMAR_RATE_LIMIT_ANONYMOUS: '1000000',
    [REACHED]: reachedFile(folder),
    [AHEAD]: String(ahead),
    [AIM]: JSON.stringify(aim ?? null),
    ...(broken === undefined ? {} : { [BREAK]: broken }),
  };
  return { preload: here('preload.ts'), env };
};

/** The text that a break removes must be in the source. */
const entryFor = ({ broken }: LifeOptions) =>
  broken === undefined ? {} : { entry: here('../../main/start/headless.ts') };

/** One process of the service, from its start until it is killed. */
export const beginLife = (options: LifeOptions) => {
  const words = ['--data-dir', options.dataDir, '--port', String(options.port), '--keychain', 'file'];
  const begunAt = Date.now();
  const service = runService([...words, '--ready-json'], { ...watched(options), ...entryFor(options) });
  let isOver = false;
  const ended: Promise<Death> = service.exited.then(({ code, stderr }) => {
    isOver = true;
    return { reached: reachedIn(options.folder), signal: service.child.signalCode, code, stderr };
  });
  const life = {
    /** Milliseconds UTC. */
    begunAt,
    ended,
    isOver: () => isOver,
    /** Undefined: it ended before. */
    ready: (): Promise<string | undefined> =>
      service.ready().then(
        ({ base_url }) => base_url,
        () => undefined,
      ),
    aim: (at: Aim | undefined): void => {
      if (!isOver && service.child.connected) service.child.send({ aim: at ?? null }, () => undefined);
    },
    /** At any moment of its work. */
    kill: (): Promise<Death> => {
      service.child.kill('SIGKILL');
      return ended;
    },
    /** As the owner ends it. */
    stop: (): Promise<Death> => {
      service.child.kill('SIGTERM');
      return ended;
    },
  };
  return life;
};

export type Life = ReturnType<typeof beginLife>;

/** The compiled code is written when a process ends in order, which a killed one does not. */
export const warmUp = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-crash-'));
  const life = beginLife({
    folder,
    dataDir: join(folder, 'data'),
    bankUrl: 'http://127.0.0.1:9',
    port: 0,
    ahead: 0,
  });
  await life.ready();
  await life.stop();
  rmSync(folder, { recursive: true, force: true });
};
