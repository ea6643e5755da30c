import { expect, type Page } from '@playwright/test';
import { containing, en, t } from './texts.ts';

const PLACES = new RegExp(`^(${t('common:navigation')}|${en('common:navigation')})$`);

/** The places beside every screen. There once somebody is signed in; a screen with tabs has a navigation of its own too. */
export const places = (page: Page) => page.getByRole('navigation', { name: PLACES });

/** Waits until the screen follows the events of the service. */
export const isLive = (page: Page): Promise<void> =>
  expect(page.locator('[data-connection="live"]')).toBeAttached();

/** Opens a page of the settings by the keyboard's shortcut and the list. */
export const openSettings = async (page: Page, name: 'bank' | 'people', texts = t): Promise<void> => {
  await page.keyboard.press('Alt+5');
  await page
    .getByRole('navigation', { name: texts('settings:list') })
    .getByRole('link', { name: containing(texts(`settings:sections.${name}`)) })
    .click();
};
