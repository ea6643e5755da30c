import { defineConfig } from '@playwright/test';
import screens from '../playwright.config.ts';

/** Draws docs/images again: `npm run pictures`, after a change of the screens. */
export default defineConfig({
  ...screens,
  testDir: '.',
  outputDir: '../../../test-results/runs',
  testMatch: 'draw.ts',
  retries: 0,
  workers: 1,
});
