import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** axe finds nothing: WCAG 2.2 A and AA, and what it knows as good practice. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Less than half the time: what passed is not told, and no second page is opened to gather what frames of other
    // origins found, for there are none.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const told = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
  expect(told).toEqual([]);
};
