import { expect } from '@playwright/test';
import { DEMO_NOW } from '../helpers/demo-shop.ts';
import { enterDemo, openDemo, settled } from './helpers/demo.ts';
import { test } from './helpers/demo-fixture.ts';
import { cutTexts, overflowOf } from './helpers/measure.ts';
import { textsOf } from './helpers/texts.ts';

/** What a phone has no room for is neither cut nor broken within a word. */

const PHONE = { width: 390, height: 844 };

for (const language of ['uk', 'en'] as const)
  test.describe(language, () => {
    const t = textsOf(language);
    test('the list, the reports, the income book and the tiles', async ({ page, demo }) => {
      await page.setViewportSize(PHONE);
      await page.clock.setFixedTime(DEMO_NOW);
      await openDemo(page, demo, language);
      await enterDemo(page, language);

      await test.step('the list of invoices shows day and time of each', async () => {
        await page.goto(`${demo.origin}/invoices`);
        const dates = page.locator('td time');
        await expect(dates.filter({ hasText: /^20[./]11, \d\d:\d\d$/ }).first()).toBeVisible();
        expect(await cutTexts(page, 'td time')).toEqual([]);
        await page.goto(`${demo.origin}/invoices?created_from=2025-11-01&created_to=2025-11-30`);
        await expect(dates.filter({ hasText: /11[./]2025, \d\d:\d\d$/ }).first()).toBeVisible();
        expect(await cutTexts(page, 'td time')).toEqual([]);
      });

      await test.step('the tabs of the reports stand in one row, the shown one in view', async () => {
        await page.goto(`${demo.origin}/reports/reconciliation`);
        await settled(page);
        const tabs = page.getByRole('navigation', { name: t('reports:tabs.label') });
        await expect(tabs.getByRole('link', { name: t('reports:tabs.reconciliation') })).toBeInViewport({
          ratio: 1,
        });
        const tops = await tabs
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)));
        expect(new Set(tops).size).toBe(1);
        await tabs.getByRole('link', { name: t('common:words.takings') }).click();
        await expect(tabs.getByRole('link', { name: t('common:words.takings') })).toBeInViewport({
          ratio: 1,
        });
      });

      await test.step('the seller of the income book is shown with the whole number, within the page', async () => {
        await page.goto(`${demo.origin}/reports/income`);
        const seller = page.getByRole('combobox', { name: t('income:taxpayer') });
        await expect(seller).toHaveValue(/\d{8,10}$/);
        const hidden = () => seller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        await expect.poll(hidden).toBe(0);
        expect(await overflowOf(page)).toBe(0);
      });

      await test.step('the tiles are three in a row, and the last row is whole', async () => {
        await page.goto(`${demo.origin}/charge`);
        await settled(page);
        const list = `ul[aria-label="${t('charge:tiles.label')}"], ol[aria-label="${t('charge:tiles.label')}"]`;
        await expect(page.locator(list)).toBeVisible();
        // All boxes of one moment: the screen's other parts may still arrive and take of the grid's height.
        const cut = () =>
          page.locator(list).evaluate((grid) => {
            const tops = [...grid.querySelectorAll('button')].map((tile) => tile.getBoundingClientRect().top);
            const [first = 0, , third = 0, fourth = 0] = tops;
            if (third !== first || fourth <= first) return tops;
            const rows = (grid.clientHeight + 8) / (fourth - first);
            return Math.abs(rows - Math.round(rows)) < 0.02 ? 'whole' : rows;
          });
        await expect.poll(cut).toBe('whole');
      });
    });
  });
