import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The environment that run.ts prepared. */
const given = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: npm run test:windows`);
  return value;
};
const WINE = given('WINDOWS_WINE');
const PROGRAM = given('WINDOWS_PROGRAM');
export const MAKENSIS = given('WINDOWS_MAKENSIS');
const NODE = given('WINDOWS_NODE');
const PREFIX = given('WINEPREFIX');
const PRELOAD = fileURLToPath(new URL('./preload.cjs', import.meta.url));
const OUTPUT = mkdtempSync(join(tmpdir(), 'output-'));

/** A path of this system, as Windows sees it. */
export const toWindows = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;
/** The place on this system of a path on drive C:. */
export const fromWindows = (path: string): string =>
  join(PREFIX, 'drive_c', path.replace(/^C:\\/i, '').replaceAll('\\', '/'));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const running = new Set<ChildProcess>();

/** Starts a Windows program. Its output goes to files: Wine gives Node no pipe of this system. */
export const startWindows = (args: readonly string[], env: NodeJS.ProcessEnv = {}, stdin?: string) => {
  const name = join(OUTPUT, randomUUID());
  const [out, err] = [openSync(`${name}.out`, 'w'), openSync(`${name}.err`, 'w')];
  if (stdin !== undefined) writeFileSync(`${name}.in`, stdin);
  const input = stdin === undefined ? undefined : openSync(`${name}.in`, 'r');
  const child = spawn(WINE, args, { env: { ...process.env, ...env }, stdio: [input ?? 'ignore', out, err] });
  for (const file of [out, err, input]) if (file !== undefined) closeSync(file);
  running.add(child);
  const read = (kind: string) => readFileSync(`${name}.${kind}`, 'utf8');
  const ended = once(child, 'exit').then(([code]): Ended => {
    running.delete(child);
    return { code: code as number | null, stdout: read('out'), stderr: read('err') };
  });
  return { child, ended, stdout: () => read('out'), stderr: () => read('err') };
};

/** For afterEach. */
export const endWindows = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

const nodeArgs = (script: string, args: readonly string[]): string[] => [
  NODE,
  ...['--require', toWindows(PRELOAD), script],
  ...args,
];

const entry = (name: string): string => `${PROGRAM}\\dist\\main\\${name}.mjs`;

/** Runs one command of the owner's command line. */
export const admin = (args: readonly string[], options: { env?: NodeJS.ProcessEnv; stdin?: string } = {}) =>
  startWindows(nodeArgs(entry('cli'), args), options.env, options.stdin).ended;

/** Runs a script of a test in Node for Windows. */
export const inWindows = (code: string, env?: NodeJS.ProcessEnv) => {
  const file = join(OUTPUT, `${randomUUID()}.cjs`);
  writeFileSync(file, code);
  return startWindows([NODE, toWindows(file)], env);
};

/** The arguments with which a script in Windows starts the command line itself. */
export const adminInWindows = (args: readonly string[]): string[] => nodeArgs(entry('cli'), args).slice(1);

/** Waits until `found` returns something; the test's own time limit ends it. */
export const until = async <T>(
  found: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> => {
  for (;;) {
    const result = await found();
    if (result) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

interface Ready {
  base_url: string;
  pid: number;
}

/** Starts the service and waits until it is ready. */
export const startService = async (args: readonly string[], env?: NodeJS.ProcessEnv) => {
  const started = startWindows(nodeArgs(entry('headless'), ['--port', '0', '--ready-json', ...args]), env);
  let end: Ended | undefined;
  void started.ended.then((ended) => {
    end = ended;
  });
  const line = await until(() => {
    if (end) throw new Error(`The service ended with ${end.code}: ${end.stderr}`);
    return started.stdout().includes('\n') && started.stdout();
  });
  return {
    ...started,
    ready: JSON.parse(line) as Ready,
    /** Ctrl+C, which Wine makes of SIGINT: the service stops in order. */
    stop: (): Promise<Ended> => {
      started.child.kill('SIGINT');
      return started.ended;
    },
    kill: (): Promise<Ended> => {
      started.child.kill('SIGKILL');
      return started.ended;
    },
  };
};
