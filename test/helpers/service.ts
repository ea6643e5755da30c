import { type ChildProcess, spawn } from 'node:child_process';
import { entryOf } from './program.ts';

const ENTRY = entryOf('headless');

/** `{"event":"ready",…}` */
interface Ready {
  event: string;
  base_url: string;
  pid: number;
}

export interface Exit {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Options {
  /** Another entry than the service's own, as a path. */
  entry?: string;
  /** Instead of this process's environment, of which no KRAMAR_ variable is passed on. */
  env?: NodeJS.ProcessEnv;
  /** A module that is run before the entry. */
  preload?: string;
}

/** This process's, of which no KRAMAR_ variable is passed on. */
export const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KRAMAR_')));

const running = new Set<ChildProcess>();

/** The service as a process of its own, as `npm run serve` starts it. */
export const runService = (
  args: readonly string[],
  { entry = ENTRY, env = ownEnvironment(), preload }: Options = {},
) => {
  const child = spawn(
    process.execPath,
    [...(preload === undefined ? [] : ['--import', preload]), entry, ...args],
    { env, stdio: preload === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  running.add(child);
  let stdout = '';
  let stderr = '';
  const exited = new Promise<Exit>((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, stdout, stderr });
    });
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const end = stdout.indexOf('\n');
      if (end >= 0) resolve(stdout.slice(0, end));
    });
    void exited.then(() => reject(new Error(`The service ended before it was ready: ${stderr}`)));
  });
  // A test that waits for the exit alone does not look at it.
  firstLine.catch(() => undefined);

  return {
    child,
    exited,
    /** Rejects with what it said when it ended before. */
    firstLine,
    /** With --ready-json. */
    ready: () => firstLine.then((line) => JSON.parse(line) as Ready),
    stdout: () => stdout,
    stderr: () => stderr,
    /** Requests the stop, and waits. */
    stop: (signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> => {
      child.kill(signal);
      return exited;
    },
  };
};

/** For afterEach: ends the services that a failed test left running. */
export const endServices = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** The lines that an owner sees. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
