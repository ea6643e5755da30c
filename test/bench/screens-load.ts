import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { BUDGETS, loadSizes, openScreens } from './load-sizes.ts';
import { IN_PAGE, inPage, ms, say } from './screens-look.ts';

/** How much a browser with an empty cache loads before a person can sign in, and how long it shows nothing. */
export const measureFirstLoad = async (browser: Browser, baseUrl: string): Promise<void> => {
  const sizes = loadSizes(openScreens(fileURLToPath(new URL('../../dist/renderer', import.meta.url))));
  for (const [part, budget] of Object.entries(BUDGETS))
    say(
      `  ${part}: ${sizes[part as keyof typeof BUDGETS].toFixed(1)} kB of JavaScript in gzip (at most ${budget})`,
    );
  const paints: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const context = await browser.newContext();
    await context.addInitScript({ content: IN_PAGE });
    const page = await context.newPage();
    await page.goto(new URL('/', baseUrl).href);
    await page.locator('input[name="password"]').waitFor();
    paints.push(await inPage<number>(page, 'firstPaint'));
    await context.close();
  }
  const sorted = paints.toSorted((one, other) => one - other);
  say(`  sign-in, loaded anew ${paints.length} times: first paint after ${sorted.map(ms).join(', ')}`);
};
