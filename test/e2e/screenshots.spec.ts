import { expect } from '@playwright/test';
import type { Invoice } from '../../shared/api/invoices.ts';
import { DEMO_NOW } from '../helpers/demo-shop.ts';
import { toPad } from './helpers/charging.ts';
import { enterDemo, findInvoices, openDemo, settled } from './helpers/demo.ts';
import { test } from './helpers/demo-fixture.ts';
import { LOOKS, looksOf, PHONE, SIZES } from './helpers/looks.ts';
import { textsOf } from './helpers/texts.ts';

/**
 * Every screen of a shop with two years behind it, in both languages, both schemes and two sizes, written to
 * test-results/screenshots for people to look at; and in each of them axe finds nothing.
 */

for (const [language, scheme] of LOOKS)
  test(`every screen, ${language}, ${scheme}`, async ({ page, demo }) => {
    test.setTimeout(300_000);
    const t = textsOf(language);
    const { shoot, measure, measureZoomed, look } = looksOf(page, language, scheme);

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
    for (const [at, size] of SIZES.entries()) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: t('invoices:actions.refund'), exact: true }).click();
      await expect(page.getByRole('dialog', { name: new RegExp(refundTitle(t)) })).toBeVisible();
      await shoot('refund', [size]);
      // Both go through sizes of their own.
      if (at === 0) {
        await measure('refund');
        await look();
      }
      await page.getByRole('button', { name: t('invoices:refund.whole', { left: '' }).trim() }).click();
      await page.getByRole('button', { name: t('common:words.next'), exact: true }).click();
      await expect(page.getByRole('heading', { name: t('invoices:refund.reviewTitle') })).toBeVisible();
      await shoot('refund-review', [size]);
      if (at === 0) {
        await measure('refund-review');
        await look();
      }
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
    await toPad(page, t);
    await page.getByRole('textbox', { name: t('common:words.amountUah') }).fill('340,50');
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
    const { body: open } = await demo.owner.get<Invoice>(`invoices/${charged}/`);
    demo.bank.decline(open.invoice_id);
    await demo.owner.post(`invoices/${charged}/refresh/`);
    await expect(page.getByRole('heading', { name: t('charge:failed.title') })).toBeVisible();
    await shoot('charge-failed', [...SIZES, PHONE]);
    await measure('charge-failed');
    await look();
    demo.bank.pay(open.invoice_id);
    await demo.owner.post(`invoices/${charged}/refresh/`);
    await expect(page.getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
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

/** The screens of the counter and of the books, which only say what is there. */
const PATHS = {
  shift: '/shift',
  actions: '/employees/actions',
  month: '/reports/month',
  income: '/reports/income',
  settings: '/settings',
  'settings-shop': '/settings/shop',
  'settings-counter': '/settings/counter',
  'settings-print': '/settings/print',
  'settings-till': '/settings/till',
  'settings-backup': '/settings/backup',
  'settings-computer': '/settings/computer',
};

for (const [language, scheme] of LOOKS)
  test(`the counter and the books, ${language}, ${scheme}`, async ({ page, demo }) => {
    test.setTimeout(300_000);
    const { shoot, measure, look } = looksOf(page, language, scheme);
    // One shift for all looks of this shop.
    if ((await demo.owner.post('shifts/', { opening_cash: 50_000 })).status === 201)
      await demo.owner.post('shifts/1/cash-sales/', {
        amount: 1_240_050,
        remark: 'Gift boxes for a company',
      });
    await page.clock.setFixedTime(DEMO_NOW);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await openDemo(page, demo, language);
    await enterDemo(page, language);
    for (const [name, path] of Object.entries(PATHS)) {
      await page.goto(demo.origin + path);
      await shoot(name);
      await measure(name);
      await look();
    }
  });

/** Up to the number. */
const refundTitle = (t: ReturnType<typeof textsOf>): string =>
  t('invoices:refund.title', { number: '' }).trim();
