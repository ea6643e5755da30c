import { expect, type Page } from '@playwright/test';

const PROBE = /\?is-intercepted$/;
/** What the service gives to no HEAD of its own. */
const INTERCEPTED = 299;

/**
 * Makes `page.route` wait until the open document is intercepted. Chromium confirms it earlier, and on a busy computer a
 * request right after the confirmation went by: 1 of 24 at a load of 7.
 */
export const routeAtOnce = (page: Page): void => {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    const routed = await route(...args);
    if (!page.url().startsWith('http')) return routed;
    await route(PROBE, (probe) => probe.fulfill({ status: INTERCEPTED }));
    const answer = () =>
      page.evaluate(() =>
        fetch('/?is-intercepted', { method: 'HEAD' }).then(
          ({ status }) => status,
          () => 0,
        ),
      );
    await expect.poll(answer).toBe(INTERCEPTED);
    await page.unroute(PROBE);
    return routed;
  };
};
