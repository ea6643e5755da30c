import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { AXE_TAGS, COLOUR_RULES } from '../../helpers/axe-rules.ts';

/**
 * axe finds nothing: WCAG 2.2 A and AA, and its best practices.
 * @param scheme dark where the light one is looked at elsewhere: then only its colours are, in half the time, for names,
 * roles and order are the same
 */
export const expectAccessible = async (page: Page, scheme: 'light' | 'dark' = 'light'): Promise<void> => {
  // Halfway from one colour to the other no text has its contrast.
  const isChanging = () =>
    page.evaluate(() => document.getAnimations().some((animation) => animation instanceof CSSTransition));
  await expect.poll(isChanging).toBe(false);
  // Half a megabyte, which would be read twice each time.
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const builder = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    // Less than half the time: passed rules are not reported, and no second page is opened to gather what frames of
    // other
    // origins found, for there are none. Before the rules, which it would throw away.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  const chosen = scheme === 'dark' ? builder.withRules(COLOUR_RULES) : builder.withTags(AXE_TAGS);
  const { violations } = await chosen.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
  expect(found).toEqual([]);
};

/** The same in both schemes: the page changes to dark for its colours, and back. */
export const expectAccessibleInBoth = async (page: Page): Promise<void> => {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectAccessible(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
};
