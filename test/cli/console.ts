import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { runConsole } from '../../main/cli/run.ts';
import type { PracticeBankOptions } from '../../main/practice-bank/parts.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { entryOf } from '../helpers/program.ts';
import { expectDescribed } from './described.ts';

export const CLI = entryOf('cli');
export const PASSWORD = 'чотири-слова-і-крапка.';
/** Nothing listens there. */
export const NO_BANK = 'http://127.0.0.1:9';

export interface Answer {
  code: number | null;
  stdout: string;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON is what these tests look at, field by field
  json: any;
}

interface Options {
  stdin?: string | Buffer;
  env?: NodeJS.ProcessEnv;
}

export interface Console {
  /** Not created yet. */
  dataDir: string;
  env: NodeJS.ProcessEnv;
  /** With --json. */
  json(args: readonly string[], options?: Options): Promise<Answer>;
  /** As people see it. */
  plain(args: readonly string[], options?: Options): Promise<Answer>;
  /** As `plain`, and without the options that say where. */
  bare(args: readonly string[], options?: Options): Promise<Answer>;
}

export const temporaryFolder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'kramar-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

export const startBank = async (options: PracticeBankOptions = {}): Promise<PracticeBank> => {
  const bank = await startPracticeBank({ webhookRetryMs: 1, ...options });
  onTestFinished(() => bank.stop());
  return bank;
};

/** A home of its own, so that the developer's settings and keychain are neither seen nor touched. */
const throwAway = (home: string): NodeJS.ProcessEnv => {
  const folders = { XDG_RUNTIME_DIR: 'run', XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: 'config', TMPDIR: 'tmp' };
  const own = Object.entries(folders).map(([name, folder]) => [name, join(home, folder)] as const);
  for (const [, path] of own) mkdirSync(path, { recursive: true, mode: 0o700 });
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(KRAMAR_.*|DBUS_SESSION_BUS_ADDRESS|DISPLAY|WAYLAND_DISPLAY)$/.test(name),
  );
  return { ...Object.fromEntries(kept), ...Object.fromEntries(own), HOME: home };
};

const parsed = (output: string): unknown => {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
};

type RunCommand = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdin: string | Buffer,
) => Promise<Answer>;

/** In this process, with streams of its own. */
export const inProcess = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  stdin: string | Buffer = '',
): Promise<Answer> => {
  const streams = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const printed = Promise.all([text(streams.stdout), text(streams.stderr)]);
  const code = await keepingUmask(() => runConsole(args, streams, env));
  streams.stdout.end();
  streams.stderr.end();
  const [stdout, stderr] = await printed;
  return { code, stdout, stderr, json: parsed(stdout) };
};

const umask = { usual: 0, commands: 0 };

/** A command narrows the umask of its process, which here is that of every test. */
export const keepingUmask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (umask.commands === 0) umask.usual = process.umask(0o022);
  umask.commands += 1;
  try {
    return await work();
  } finally {
    umask.commands -= 1;
    if (umask.commands === 0) process.umask(umask.usual);
  }
};

const asProcess: RunCommand = async (args, env, stdin) => {
  const child = spawn(process.execPath, [CLI, ...args], { env });
  // A command that refuses does not read its standard input.
  child.stdin.on('error', () => undefined).end(stdin);
  const closed = new Promise<number | null>((done) => child.on('close', done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr, json: parsed(stdout) };
};

interface ConsoleOptions {
  bankUrl?: string;
  dataDir?: string;
  keychain?: 'file' | 'os';
  /** Each command runs as a process of its own, for effects that only a process shows; with the system's keychain it always does. */
  isProcess?: boolean;
  /** Stays when the test has finished; outside a test there must be one. */
  home?: string;
}

/** Runs commands in this process. */
export const openConsole = ({
  bankUrl = NO_BANK,
  dataDir = '',
  keychain = 'file',
  isProcess = keychain === 'os',
  home = temporaryFolder(),
}: ConsoleOptions = {}): Console => {
  const folder = dataDir || join(home, 'shop');
  const env = throwAway(home);
  const where = ['--data-dir', folder, '--bank-url', bankUrl, '--keychain', keychain];
  const runCommand = isProcess ? asProcess : inProcess;
  const run = (args: readonly string[], { stdin = '', env: more = {} }: Options = {}) =>
    runCommand(args, { ...env, ...more }, stdin);
  return {
    dataDir: folder,
    env,
    json: async (args, options) => {
      const answer = await run([...where, '--json', ...args], options);
      expectDescribed(args, answer.json);
      return answer;
    },
    plain: (args, options) => run([...args, ...where], options),
    bare: run,
  };
};

export const createOwner = (shop: Console, password = PASSWORD): Promise<Answer> =>
  shop.json(['owner', 'create', '--username', 'olena', '--password-stdin'], { stdin: password });

export const addEmployee = (shop: Console, username: string, ...more: string[]): Promise<Answer> =>
  shop.json(['employee', 'add', '--username', username, '--password-stdin', ...more], { stdin: PASSWORD });

export const addTerminal = (shop: Console, token: string, name = 'Каса'): Promise<Answer> =>
  shop.json(['terminal', 'add', '--name', name, '--token-stdin'], { stdin: token });

/** Every file under a folder with its bytes. */
export const contents = (folder: string): Map<string, string> => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names.map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isFile() ? readFileSync(path).toString('latin1') : 'a folder'];
    }),
  );
};
