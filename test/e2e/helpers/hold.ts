import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Holds back requests of a method until they are released. */
export const hold = async (page: Page, url: RegExp, method: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      held += 1;
      await released;
    }
    await route.continue();
  });
  return { count: () => held, arrived: () => expect.poll(() => held).toBeGreaterThan(0), release };
};

/** As on a busy computer: what is to be done at once by a timer is done after the first keys. Before the page is opened. */
export const delayTimers = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: later } = window;
    window.setTimeout = ((run: () => void, ms?: number, ...more: []) =>
      later(run, ms === undefined || ms === 0 ? 300 : ms, ...more)) as typeof setTimeout;
  });
