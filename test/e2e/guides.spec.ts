import type { Page } from '@playwright/test';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { saveScreenshot } from './helpers/picture.ts';
import { t } from './helpers/texts.ts';

/** The guides that the service itself serves: F1, their search, their look. */

const PLACES = [
  ['/today', 'owner', 'trouble'],
  ['/charge', 'owner', 'sale'],
  ['/catalog', 'owner', 'catalog'],
  ['/reports/sales', 'owner', 'reports'],
  ['/settings/backup', 'owner', 'backups'],
  ['/settings/till', 'till', ''],
] as const;

test('F1 opens the guide at the place one is in, in the language of the screen', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  const guideOf = async (path: string) => {
    await page.goto(new URL(path, shop.baseUrl).href);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('F1');
    const tab = await opened;
    await tab.waitForLoadState();
    return { tab, url: new URL(tab.url()) };
  };
  for (const [path, guide, section] of PLACES) {
    const { tab, url } = await guideOf(path);
    expect([url.pathname, url.hash]).toEqual([`/docs/${guide}/uk/`, section === '' ? '' : `#${section}`]);
    if (section !== '') await expect(tab.locator(`h2#${section}`)).toBeInViewport();
    await tab.close();
  }
  // The page of the last place links the guide for the till itself.
  const link = page.getByRole('link', { name: '/docs/till/' });
  await expect(link).toHaveAttribute('href', '/docs/till/uk/');
  await expect(page.getByRole('button', { name: t('common:places.guide') })).toBeVisible();
  // Which place has which section is the same in both languages.
  await page.evaluate(() => localStorage.setItem('kramar.preferences', '{"language":"en"}'));
  const { url } = await guideOf('/settings/backup');
  expect([url.pathname, url.hash]).toEqual(['/docs/owner/en/', '#backups']);
});

const openGuide = async (page: Page, origin: string, path: string): Promise<void> => {
  await page.goto(new URL(path, origin).href);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

test('the search finds a section by its words, offline, and leads there', async ({ page, shop, signIn }) => {
  await signIn('owner', '/settings/till');
  await openGuide(page, shop.baseUrl, '/docs/owner/uk/');
  await page.keyboard.press('Slash');
  const search = page.getByRole('searchbox', { name: 'Пошук у посібниках' });
  await expect(search).toBeFocused();
  await search.fill('копі');
  const results = page.getByRole('status');
  await expect(results.getByRole('link').first()).toHaveAttribute('href', '/docs/owner/uk/#backups');
  await expect(page.getByRole('article')).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#backups$/);
  await expect(page.locator('h2#backups')).toBeInViewport();
  await search.fill('гіпопотам');
  await expect(results).toContainText('Нічого не знайдено');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toBeVisible();

  await test.step('the other language opens at the same section', async () => {
    await openGuide(page, shop.baseUrl, '/docs/owner/uk/#reports');
    await page.getByRole('link', { name: 'In English' }).click();
    await expect(page).toHaveURL(/\/docs\/owner\/en\/#reports$/);
    await expect(page.locator('h2#reports')).toBeInViewport();
  });

  await test.step('the programming language of the examples is chosen once, for all pages and both languages', async () => {
    await openGuide(page, shop.baseUrl, '/docs/till/start/uk/');
    const python = page.getByText('python3 first.py');
    await expect(page.getByText('sh first.sh')).toBeVisible();
    await expect(python).toBeHidden();
    await page.getByRole('group', { name: 'Приклади' }).getByLabel('Python').check();
    await expect(python).toBeVisible();
    await expect(page.getByText('sh first.sh')).toBeHidden();

    await page.getByRole('navigation').getByRole('link', { name: 'Продаж', exact: true }).click();
    await expect(page.getByText('python3 sale.py')).toBeVisible();
    await page.getByRole('link', { name: 'In English' }).click();
    await expect(page).toHaveURL(/\/docs\/till\/sale\/en\/$/);
    await expect(page.getByText('python3 sale.py')).toBeVisible();
    await page.getByRole('group', { name: 'Examples' }).getByLabel('curl').check();
    // There is no receiver of webhooks in curl: its first example is shown.
    await openGuide(page, shop.baseUrl, '/docs/till/webhooks/en/');
    await expect(page.getByText('python3 hook.py')).toBeVisible();
    await expect(page.getByText('node hook.mjs')).toBeHidden();
  });

  await test.step('the states of an invoice and a refund are drawn in the ink of the page', async () => {
    for (const [name, language] of [
      ['sale', 'uk'],
      ['refund', 'en'],
    ] as const)
      for (const scheme of ['light', 'dark'] as const) {
        await page.evaluate((chosen) => localStorage.setItem('mantine-color-scheme-value', chosen), scheme);
        await openGuide(page, shop.baseUrl, `/docs/till/${name}/${language}/`);
        const picture = page.getByRole('img', { name: language === 'uk' ? /Рахунок/ : /A refund/ });
        await expect(picture).toBeVisible();
        const ink = await picture
          .locator('text:not(.label)')
          .first()
          .evaluate((text) => getComputedStyle(text).fill);
        const paper = await page.evaluate(() => getComputedStyle(document.body).color);
        expect(ink).toBe(paper);
        await saveScreenshot(picture, `guide-${name}-${scheme}`);
      }
  });
});

/** One page of each kind: all have one style sheet. */
const DARK = new Set(['/docs/owner/uk/', '/docs/till/sale/uk/', '/docs/behaviour/en/']);

test('axe finds nothing in either scheme, and no page is wider than the window', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  for (const path of [
    ...['/docs/owner/uk/', '/docs/owner/en/', '/docs/till/uk/', '/docs/till/sale/uk/'],
    ...['/docs/till/refund/en/', '/docs/till/errors/uk/', '/docs/behaviour/en/'],
  ]) {
    for (const scheme of DARK.has(path) ? (['dark', 'light'] as const) : (['light'] as const)) {
      // The choice in the screens overrides the system's.
      await page.evaluate((chosen) => localStorage.setItem('mantine-color-scheme-value', chosen), scheme);
      await openGuide(page, shop.baseUrl, path);
      expect(await page.evaluate(() => document.documentElement.dataset.scheme)).toBe(scheme);
      await expectAccessible(page, scheme);
    }
    for (const width of [390, 1024, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
        width,
      );
    }
  }
});
