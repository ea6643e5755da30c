import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path('renderer'),
  plugins: [react()],
  // The server puts a fresh one into each page it sends (main/http/screens.ts).
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir: path('dist/renderer'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // They come from this computer: Vite's advice about slow networks would only worry who starts the program.
    chunkSizeWarningLimit: 1500,
  },
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
});
