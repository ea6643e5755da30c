/**
 * Runs inside a command before its entry (`NODE_OPTIONS=--import`): before each step that touches the data folder it
 * copies the folder, which is what a kill would leave there, or kills the process at the chosen step. A step is a
 * call to the file system or to SQLite, of this thread; one that only reads, or removes what does not exist, does not
 * count: a kill leaves the same before it and after.
 */
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

const { KILL_AT_STEP: chosen, STEPS_IN_FOLDER: folder = '', COPIES_OF_STEPS: copies = '' } = process.env;

const { cpSync, existsSync, writeFileSync } = fs;

const READS = /^(openSync .* r|pragma (user_version|integrity_check.*|foreign_key_check|journal_mode))$/;
/** Of a connection, never of the file. */
const SETS = /^pragma (synchronous|foreign_keys|temp_store) = \w+$/;

const changesNothing = (reported: string): boolean => {
  const [name, path = ''] = reported.split(' ');
  return READS.test(reported) || SETS.test(reported) || (name === 'rmSync' && !existsSync(path));
};

let steps = 0;
/** Copying a folder makes steps of its own. */
let isCopying = false;

const step = (reported: string): void => {
  if (isCopying || changesNothing(reported)) return;
  const [name = ''] = reported.replaceAll(folder, '').trim().split('\n');
  if (chosen === undefined) copyFolder(name);
  else if (name === chosen) killThisProcess();
};

const copyFolder = (name: string): void => {
  isCopying = true;
  const copy = join(copies, `${threadId}-${++steps}`);
  cpSync(folder, copy, { recursive: true });
  writeFileSync(`${copy}.txt`, name);
  isCopying = false;
};

const killThisProcess = (): void => {
  process.kill(process.pid, 'SIGKILL');
  // The signal may be handled a moment later: nothing more may happen until then.
  for (;;);
};

const touches = (args: readonly unknown[]): boolean =>
  args.some((arg) => typeof arg === 'string' && arg.startsWith(folder) && !arg.includes('logs'));

const watch = (target: object, name: string, concerns: (args: readonly unknown[]) => boolean): void => {
  const methods = target as Record<string, (...args: unknown[]) => unknown>;
  const real = methods[name];
  if (!real) throw new Error(`There is no ${name} to be watched.`);
  methods[name] = function (this: unknown, ...args: unknown[]) {
    if (concerns(args)) step(`${name} ${args.filter((arg) => typeof arg === 'string').join(' ')}`);
    return real.apply(this, args);
  };
};

for (const name of ['openSync', 'copyFileSync', 'renameSync', 'rmSync', 'chmodSync', 'mkdtempSync'])
  watch(fs, name, touches);
watch(fs, 'fsyncSync', () => true);
syncBuiltinESMExports();

const database = createRequire(import.meta.url)('better-sqlite3').prototype;
for (const name of ['pragma', 'exec', 'backup', 'close']) watch(database, name, () => true);
