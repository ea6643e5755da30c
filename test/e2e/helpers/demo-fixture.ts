import { test as base } from '@playwright/test';
import { type DemoShop, openDemoShop } from '../../helpers/demo-shop.ts';

/** Tests on the demo's shop, which is made once for each worker. */
export const test = base.extend<object, { demo: DemoShop }>({
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
