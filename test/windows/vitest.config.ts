import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Run by run.ts, which prepares Windows. Named *.windows.ts, so that `npm test` ignores them. */
// biome-ignore lint/style/noDefaultExport: Vitest demands one
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../node_modules/.cache/vitest-windows', import.meta.url)),
  test: { include: ['*.windows.ts'], testTimeout: 120_000, hookTimeout: 60_000, fileParallelism: false },
});
