import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those of the tags whose answer a scheme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * axe finds nothing: WCAG 2.2 A and AA, and what it knows as good practice.
 * @param scheme given where a test goes the same way in both: the dark one is then asked about colours alone, in half
 * the time, for names, roles and order are what they were in the light
 */
export const expectAccessible = async (page: Page, scheme: 'light' | 'dark' = 'light'): Promise<void> => {
  // Half a megabyte, which would be read twice each time.
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const builder = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    // Less than half the time: what passed is not told, and no second page is opened to gather what frames of other
    // origins found, for there are none. Before the rules, which it would throw away.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  const chosen = scheme === 'dark' ? builder.withRules(COLOUR_RULES) : builder.withTags(TAGS);
  const { violations } = await chosen.analyze();
  const told = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
  expect(told).toEqual([]);
};
