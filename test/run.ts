/**
 * `npm test`: Vitest, then the keychain tests, also when Vitest has failed: one fault must not hide another.
 * Fails when either failed. Arguments go to Vitest (`npm test -- test/http/jobs.test.ts`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VITEST = fileURLToPath(new URL('./vitest.mjs', import.meta.resolve('vitest/package.json')));
const KEYCHAIN = fileURLToPath(new URL('keychain/run.ts', import.meta.url));
const BUILD = fileURLToPath(new URL('build-program.ts', import.meta.url));
/** Below it the built program finds its native packages. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

/** Ctrl+C reaches both processes: the part that runs ends by itself, and nothing more is started. */
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isInterrupted = true;
  });

async function succeeds(script: string, args: readonly string[]): Promise<boolean> {
  const part = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
  const [code] = await once(part, 'exit');
  return code === 0;
}

/** Built once, a hundred processes of a whole run start in a third of the time; a few files are done before. */
async function buildProgram(): Promise<boolean> {
  if (process.argv.length > 2 || process.env.TEST_BUILT === 'yes') return true;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'tested-program-'));
  // A test has it read as another user.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Its own: the cache goes by the files' paths, and would grow with each run.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  const isBuilt = await succeeds(BUILD, [folder]);
  // Otherwise the tests start it from its sources.
  if (isBuilt) process.env.TEST_PROGRAM = join(folder, 'main');
  return isBuilt;
}

const build = await buildProgram();
// What runs the programs of others has a command of its own.
const named = process.argv.length > 2 ? process.argv.slice(2) : ['--project=!clients'];
const vitest = !isInterrupted && (await succeeds(VITEST, ['run', ...named]));
const keychain = !isInterrupted && (await succeeds(KEYCHAIN, []));
process.exitCode = build && vitest && keychain ? 0 : 1;
