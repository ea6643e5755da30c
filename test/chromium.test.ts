import { expect, test } from 'vitest';
import { CHROMIUM } from './helpers/chromium.ts';

test('the tests of test/screens have a browser', ({ skip }) => {
  if (process.env.CI !== 'true')
    skip(
      CHROMIUM === undefined,
      'They need Chromium: apt-get install chromium-headless-shell (or chromium).',
    );
  expect(CHROMIUM).toBeDefined();
});
