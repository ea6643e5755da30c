import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** Starts the programs that an update consists of. Imports nothing of a package: they may not be installed yet. */

export type Progress = (message: string) => void;

/** What the computer has of Kramar before anything is changed. */
export interface Survey {
  dataDir: string;
  /** Version of the database's schema; null: there is no shop. */
  schema: number | null;
  /** The version that this program needs. */
  known: number;
  /** Whether a service or a window has the data folder. */
  isRunning: boolean;
  /** Its process, where it is known. */
  process: number | null;
  /** How to start the user's installed service, if it is active; null: it is not. */
  service: string | null;
  /** The same for a service that starts with the computer. */
  atBoot: string | null;
}

export type StepAnswer = { ok: true } | { ok: false; code: string; detail: string };

/** A step that failed, in a sentence for the owner. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError';
  /** Of the step that failed; undefined: it has none. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

export interface Surroundings {
  /** The folder of the checkout. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** The options of the data folder, as typed. */
  options: readonly string[];
}

/** Runs one step of database-step.ts. @throws UpdateError */
export const databaseStep = async <Answer = object>(
  { root, env, options }: Surroundings,
  ...words: readonly string[]
): Promise<Answer> => {
  const entry = join(root, 'main/start/update/database-step.ts');
  // Not process.execPath: that may lie in the packages which were just replaced.
  const command = ['--import', './main/start/node-version.mjs', entry, ...words, ...options];
  const { code, stdout, stderr } = await runProgram(nodeOfNpm(env), command, {
    cwd: root,
    env,
    showsProgress: true,
  });
  const answer = parsed(stdout) as (StepAnswer & Answer) | undefined;
  if (answer?.ok) return answer;
  if (answer) throw new UpdateError(answer.detail, answer.code);
  if (stderr.includes('ERR_MODULE_NOT_FOUND'))
    throw new UpdateError(
      'The new version needs packages that are not installed yet. Run npm ci while Kramar is stopped, then npm run update again.',
    );
  throw new UpdateError(`A step of the update (${words[0]}) ended with ${code}: ${lastLine(stderr)}`);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.trim().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
};

const lastLine = (text: string): string => text.trim().split('\n').at(-1) || 'it said nothing';

/** npm's own Node, which stays while node_modules is replaced. */
const nodeOfNpm = ({ npm_node_execpath: node = process.execPath }: NodeJS.ProcessEnv): string => node;

/** npm as it was called. @throws UpdateError */
export const npm = async ({ env }: Surroundings, cwd: string, ...args: readonly string[]): Promise<void> => {
  const { npm_execpath: script } = env;
  const [program, words] = script ? [nodeOfNpm(env), [script, ...args]] : ['npm', args];
  const { code, stderr } = await runProgram(program, words, { cwd, env: withoutNpm(env) });
  if (code !== 0) throw new UpdateError(`npm ${args[0]} ended with ${code}: ${reasonIn(stderr)}`);
};

const MAX_REASONS = 3;

/** npm's own lines of a failure, without those about its log. */
const reasonIn = (stderr: string): string => {
  const lines = stderr
    .split('\n')
    .filter((line) => /^npm (error|ERR!) (?!A complete log|Log files|errno|code )\S/.test(line))
    .map((line) => line.replace(/^npm \S+ /, ''));
  return lines.slice(0, MAX_REASONS).join(' ') || lastLine(stderr);
};

/** What npm says of the script that it runs would make another npm take this folder for its own. */
const withoutNpm = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(npm_(package|lifecycle|config_local_prefix|command).*|INIT_CWD)$/.test(name),
    ),
  );

let child: ChildProcess | undefined;
let isStopped = false;

/** Ends the program that runs now; no other one starts after it. */
export const stopUpdate = (signal: NodeJS.Signals): void => {
  isStopped = true;
  child?.kill(signal);
};

interface RunOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Its indented lines of stderr are shown as they come. */
  showsProgress?: boolean;
}

interface Ended {
  /** 0, or how it ended, in words. */
  code: 0 | string;
  stdout: string;
  stderr: string;
}

const runProgram = (program: string, args: readonly string[], options: RunOptions): Promise<Ended> =>
  new Promise((resolve) => {
    const texts = { stdout: '', stderr: '' };
    if (isStopped) return resolve({ code: 'a request to stop', ...texts });
    const { showsProgress = false, ...where } = options;
    const started = spawn(program, args, { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      texts.stdout += text;
    });
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      texts.stderr += text;
      if (showsProgress && text.startsWith('  ')) process.stderr.write(text);
    });
    started.on('error', (error) => resolve({ code: error.message, ...texts }));
    started.on('close', (code, signal) =>
      resolve({ code: code === 0 ? 0 : (signal ?? `exit code ${code}`), ...texts }),
    );
  });
