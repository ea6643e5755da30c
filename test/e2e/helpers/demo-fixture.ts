import { test as base } from '@playwright/test';
import { openDemoShop } from './demo.ts';

/** Tests on the demo's shop, which is made once for each worker. */
export const test = base.extend<object, { demo: Awaited<ReturnType<typeof openDemoShop>> }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const demo = await openDemoShop();
      await use(demo);
      await demo.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
