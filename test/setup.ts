import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import './helpers/cheap-keys.ts';

// On a developer's machine every run tries other cases. In CI a commit is judged by its changes, not by the
// luck of a new seed: there it is the same each time.
if (process.env.CI) fc.configureGlobal({ seed: 20261121 });

// Vitest gives up after a second, which a busy machine needs for anything. Whoever waits in vain is found all the same.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 60_000, ...options });

// The command line, which tests run in their own process, makes files that only their owner reads.
const umask = process.umask();

// Files share a worker (vite.config.ts): the next one meets the real clock, functions, environment and rights of new files.
afterAll(() => {
  process.umask(umask);
  vi.useRealTimers();
  vi.restoreAllMocks();
  // Those of Node's own modules too, which were put in their places by the same call.
  syncBuiltinESMExports();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
