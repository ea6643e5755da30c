import '../../main/start/node-version.mjs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CHROMIUM } from '../helpers/chromium.ts';

if (CHROMIUM === undefined)
  throw new Error('The browser tests need Chromium: apt-get install chromium-headless-shell (or chromium).');

/** By its whole path: the pictures' configuration, which lies elsewhere, takes this one over. */
const here = (path: string): string => fileURLToPath(import.meta.resolve(path));

/** The screens in Debian's Chromium, against the real service and the practice bank. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/runs',
  globalSetup: here('./helpers/build.ts'),
  // Each test opens a shop and a page of its own: 5.7 s of the processor on average, of which the page's load is 1.3 and
  // the shop 0.06. The assertions look again after 0.1, 0.25, 0.5 and 1 s.
  workers: 3,
  fullyParallel: true,
  // These limits find what hangs, not what is slow.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  // A browser on a busy machine loses a race now and then, which is then listed as flaky; a fault fails twice.
  retries: process.env.CI === 'true' ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], [here('./helpers/failed-page.ts')]],
  use: {
    // A graphics card in software would draw no better, and cost a tenth of the browser's own time. A page lives for
    // seconds: to optimize its code costs a tenth of all more than the quicker code saves.
    launchOptions: {
      executablePath: CHROMIUM,
      args: ['--disable-gpu', '--js-flags=--no-turbofan --no-maglev'],
      // libfaketime stops its timers (at-date.ts): there the page has a clock of its own (helpers/fixtures.ts).
      ...(process.env.KRAMAR_SHIFT_MS && { env: { ...process.env, LD_PRELOAD: '' } }),
    },
    viewport: { width: 1280, height: 800 },
    // A recording of every step, on request: it doubles the time.
    trace: process.env.KRAMAR_TRACE === 'yes' ? 'retain-on-failure' : 'off',
    timezoneId: 'America/New_York',
    locale: 'uk-UA',
    permissions: ['clipboard-read', 'clipboard-write'],
  },
});
