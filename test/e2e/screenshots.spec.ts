import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Invoice } from '../../shared/api/invoices.ts';
import { expectAccessible } from './helpers/axe.ts';
import { DEMO_NOW, enterDemo, findInvoices, openDemo, ownerOf, settled } from './helpers/demo.ts';
import { test } from './helpers/demo-fixture.ts';
import { cutTexts, overflowOf, rowsInView } from './helpers/measure.ts';
import { textsOf } from './helpers/texts.ts';

/**
 * Every screen of a shop with two years behind it, in both languages, both schemes and two sizes, written to
 * test-results/screenshots for people to look at; and in each of them axe finds nothing.
 */

const FOLDER = fileURLToPath(new URL('../../test-results/screenshots/', import.meta.url));
/** CI looks with axe, which one size is enough for; people look at both. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
].slice(0, process.env.CI === 'true' ? 1 : 2);
const PHONE = { width: 360, height: 740 };

const ALL = [
  ['uk', 'light'],
  ['uk', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
] as const;
/** They are for people to look at, who have them all by `npm run test:e2e`; CI sees each language and scheme once. */
const LOOKS = ALL.filter(
  ([language, scheme]) => process.env.CI !== 'true' || (language === 'en') === (scheme === 'light'),
);

/** From a phone to a large display. */
const WIDTHS = [390, 768, 1024, 1366, 1920];
/** A laptop's 1366 × 768 at 200 % zoom. */
const ZOOMED = { width: 683, height: 384 };
const MIN_ROWS_ZOOMED = 5;

for (const [language, scheme] of LOOKS)
  test(`every screen, ${language}, ${scheme}`, async ({ page, demo }) => {
    test.setTimeout(300_000);
    const t = textsOf(language);
    const shoot = async (name: string, sizes = SIZES) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await settled(page);
        await page.screenshot({ path: `${FOLDER}${name}-${language}-${scheme}-${size.width}.png` });
      }
    };

    const softly = expect.configure({ soft: true, timeout: 5000 });
    /** No badge, button or head is cut and nothing scrolls sideways, whatever the width. */
    const measure = async (name: string, all?: string) => {
      const before = page.viewportSize();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const faults = async () => [...(await cutTexts(page, all)), await overflowOf(page)];
        await softly.poll(faults, { message: `${name} at ${width} px` }).toEqual([0]);
      }
      await page.setViewportSize(before ?? PHONE);
    };
    const measureZoomed = async (name: string) => {
      const before = page.viewportSize();
      await page.setViewportSize(ZOOMED);
      await softly
        .poll(() => rowsInView(page), { message: `${name} at 200 %` })
        .toBeGreaterThanOrEqual(MIN_ROWS_ZOOMED);
      await page.screenshot({ path: `${FOLDER}${name}-${language}-${scheme}-zoomed.png` });
      await page.setViewportSize(before ?? PHONE);
    };

    // On a shop full of sales; in Ukrainian axe looks at the same screens in their own specs.
    const look = async () => {
      if (language === 'en') await expectAccessible(page);
      else if (process.env.CI === 'true') await expectAccessible(page, scheme);
    };

    await page.clock.setFixedTime(DEMO_NOW);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await openDemo(page, demo, language);
    await shoot('sign-in');
    await measure('sign-in');
    await enterDemo(page, language);

    await page.goto(`${demo.origin}/today`);
    await shoot('today');
    await measure('today', 'main');
    await look();

    const ribbon = page.getByText(t('common:madeUp'));
    await expect(ribbon).toBeVisible();

    await page.goto(`${demo.origin}/invoices`);
    await shoot('invoices');
    await measure('invoices');
    await measureZoomed('invoices');
    await look();
    const { paid, refunded } = await findInvoices(demo);
    await page.goto(`${demo.origin}/invoices/${refunded}`);
    await shoot('invoice-refunded');
    await measure('invoice-refunded');
    await page.goto(`${demo.origin}/invoices/${paid}`);
    await shoot('invoice');
    await measure('invoice');
    await look();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: t('invoices:actions.refund'), exact: true }).click();
      await expect(page.getByRole('dialog', { name: new RegExp(refundTitle(t)) })).toBeVisible();
      await shoot('refund', [size]);
      await measure('refund');
      await look();
      await page.getByRole('button', { name: t('invoices:refund.whole', { left: '' }).trim() }).click();
      await page.getByRole('button', { name: t('invoices:refund.review'), exact: true }).click();
      await expect(page.getByRole('heading', { name: t('invoices:refund.reviewTitle') })).toBeVisible();
      await shoot('refund-review', [size]);
      await measure('refund-review');
      await look();
      await page.keyboard.press('Escape');
    }

    await page.goto(`${demo.origin}/catalog/products`);
    await expect(page.getByRole('table')).toBeVisible();
    await shoot('catalog');
    await measure('catalog');
    await measureZoomed('catalog');
    await look();
    await page.goto(`${demo.origin}/catalog/products?open=1`);
    await expect(page.getByRole('textbox', { name: t('catalog:fields.article') })).toBeVisible();
    await shoot('product');
    await measure('product');
    await look();

    await page.goto(`${demo.origin}/terminals`);
    await shoot('terminals');
    await measure('terminals');
    await look();
    await page.goto(`${demo.origin}/terminals/board`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await shoot('board');
    await measure('board');
    await look();
    await page.goto(`${demo.origin}/reports/sales`);
    await shoot('reports-sales');
    await measure('reports-sales');
    await look();
    await page.goto(`${demo.origin}/reports/day?date=2026-11-20`);
    await shoot('reports-day');
    await measure('reports-day');
    await page.goto(`${demo.origin}/reports/reconciliation?period=last_7_days`);
    await page.getByRole('button', { name: t('reconciliation:form.run'), exact: true }).click();
    await expect(
      page.getByRole('region', { name: t('reconciliation:books.bank'), exact: true }),
    ).toBeVisible();
    await shoot('reconciliation');
    await measure('reconciliation');
    await look();

    await page.goto(`${demo.origin}/charge`);
    await page.getByRole('textbox', { name: t('charge:amount.label') }).fill('340,50');
    await shoot('charge-amount', [...SIZES, PHONE]);
    await measure('charge-amount');
    await page.keyboard.press('F3');
    const search = page.getByRole('combobox', { name: t('charge:search.label') });
    await search.fill('кава');
    await page.getByRole('option').first().click();
    await search.fill('сир');
    await expect(page.getByRole('option').first()).toBeVisible();
    await shoot('charge-lines', [...SIZES, PHONE]);
    await measure('charge-lines');
    await look();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('img', { name: /₴/ })).toBeVisible();
    await shoot('charge-waiting', [...SIZES, PHONE]);
    await measure('charge-waiting');
    await look();

    const charged = Number(new URL(page.url()).searchParams.get('invoice'));
    const client = await ownerOf(demo);
    const { body: open } = await client.get<Invoice>(`invoices/${charged}/`);
    demo.bank.decline(open.invoice_id);
    await client.post(`invoices/${charged}/refresh/`);
    await expect(page.getByRole('heading', { name: t('charge:failed.title') })).toBeVisible();
    await shoot('charge-failed', [...SIZES, PHONE]);
    await measure('charge-failed');
    await look();
    demo.bank.pay(open.invoice_id);
    await client.post(`invoices/${charged}/refresh/`);
    await expect(page.getByRole('heading', { name: t('charge:paid.title') })).toBeVisible();
    await expect(page.getByRole('dialog').filter({ has: ribbon })).toBeVisible();
    await shoot('charge-paid', [...SIZES, PHONE]);
    await measure('charge-paid');
    await look();

    await page.goto(`${demo.origin}/today`);
    // The keys are listened to once the screen is drawn: a busy machine takes longer than `load`.
    await settled(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder(t('common:palette.find'))).toBeFocused();
    await shoot('palette');
    await measure('palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Slash');
    await expect(page.getByRole('dialog', { name: t('common:shortcuts.title') })).toBeVisible();
    await shoot('keys');
    await measure('keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+l');
    await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
    await shoot('locked');
    await measure('locked');
  });

/** Up to the number. */
const refundTitle = (t: ReturnType<typeof textsOf>): string =>
  t('invoices:refund.title', { number: '' }).trim();
