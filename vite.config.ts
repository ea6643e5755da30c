import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { EnvironmentOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import { requireNative } from './build/native.ts';
import { buildWholeProgram } from './build/whole-program.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** These and Electron itself stay outside: everything else becomes part of the bundle. */
const NATIVE = ['better-sqlite3', '@napi-rs/keyring'];

/** What runs in Node 24, here and inside Electron 45. Readable: a stack in the log is to mean something. */
const forNode = (
  entries: Record<string, string>,
  output: { dir: string; format: 'es' | 'cjs'; name: string; together: boolean },
): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true, external: ['electron'] },
  build: {
    outDir: path(output.dir),
    // build/whole-program.ts does it.
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    sourcemap: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path(file)])),
      external: ['electron'],
      // Koa's depd names what is deprecated by it; there is nothing of ours in the text that it evaluates.
      checks: { eval: false },
      output: {
        format: output.format,
        entryFileNames: output.name,
        // Flat: each file finds its neighbours (main/places-on-disk.ts) wherever its code ended up.
        chunkFileNames: '[name]-[hash].mjs',
        codeSplitting: !output.together,
      },
    },
  },
});

const ENTRIES = {
  index: 'main/desktop/index.ts',
  headless: 'main/headless.ts',
  cli: 'main/cli.ts',
};

// .mjs: in an archive a package.json may not be seen (https://github.com/electron/electron/issues/46090), and beside it,
// where the thread of a backup lies, there is none.
const forTheProgram = (): Record<string, EnvironmentOptions> => ({
  main: forNode(ENTRIES, { dir: 'dist/main', format: 'es', name: '[name].mjs', together: false }),
  worker: forNode(
    { 'backup-worker': 'main/store/backup-worker.ts' },
    { dir: 'dist/main', format: 'es', name: '[name].mjs', together: true },
  ),
  // A sandboxed preload cannot be a module: https://www.electronjs.org/docs/latest/tutorial/esm#preload-scripts
  preload: forNode(
    { preload: 'main/desktop/preload.ts' },
    { dir: 'dist/preload', format: 'cjs', name: '[name].cjs', together: true },
  ),
});

export default defineConfig(({ command }) => ({
  root: path('renderer'),
  plugins: [react(), ...(command === 'build' ? [requireNative(NATIVE)] : [])],
  // The server puts a fresh one into each page it sends (main/http/screens.ts).
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir: path('dist/renderer'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One sheet: those of parts would be asked for once only, by Vite's own loader, and missed while the service restarts.
    cssCodeSplit: false,
    // They come from this computer: Vite's advice about slow networks would only worry who starts the program.
    chunkSizeWarningLimit: 5000,
  },
  // Vitest reads this file too, and would bundle what it should load: only a build has them.
  ...(command === 'build' && { environments: forTheProgram(), builder: { buildApp: buildWholeProgram } }),
  test: {
    root: path('.'),
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    exclude: ['test/keychain/**', 'test/e2e/**'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Each file boots its own app and bank; more than one process a core only makes the time limits flaky.
    maxWorkers: 2,
    coverage: { include: ['main/**', 'shared/**'], reporter: ['text-summary', 'html'] },
  },
}));
