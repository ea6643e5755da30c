import { defineConfig } from '@playwright/test';

/** The built program in the real Electron: `npm run test:desktop`, on machines that have its binary and a display. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/desktop-runs',
  // One window at a time: the system focuses one window only.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list']],
});
