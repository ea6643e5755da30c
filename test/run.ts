/**
 * `npm test`: Vitest, then the keychain tests, also when Vitest has failed: one fault must not hide another.
 * Fails when either failed. Arguments go to Vitest (`npm test -- test/http/jobs.test.ts`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const VITEST = fileURLToPath(new URL('./vitest.mjs', import.meta.resolve('vitest/package.json')));
const KEYCHAIN = fileURLToPath(new URL('keychain/run.ts', import.meta.url));

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

const vitest = await succeeds(VITEST, ['run', ...process.argv.slice(2)]);
const keychain = !isInterrupted && (await succeeds(KEYCHAIN, []));
process.exitCode = vitest && keychain ? 0 : 1;
