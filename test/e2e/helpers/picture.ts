import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';

const FOLDER = fileURLToPath(new URL('../../../test-results/screenshots/', import.meta.url));

/** For people to look at, who have them by `npm run test:e2e`; a run in CI looks with axe and a ruler, and takes none. */
export const saveScreenshot = async (
  part: Page | Locator,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> => {
  if (process.env.CI !== 'true') await part.screenshot({ path: `${FOLDER}${name}.png`, ...options });
};
