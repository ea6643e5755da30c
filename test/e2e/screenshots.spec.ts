import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { test as base, expect } from '@playwright/test';
import { PASSWORD } from '../../main/demo/shop.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { Client } from '../helpers/client.ts';
import { expectAccessible } from './helpers/axe.ts';
import { DEMO_NOW, openDemoShop } from './helpers/demo.ts';
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

type Demo = Awaited<ReturnType<typeof openDemoShop>>;
const test = base.extend<object, { demo: Demo }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const demo = await openDemoShop();
      await use(demo);
      await demo.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Nothing is being read, nothing moves. */
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root:visible, .mantine-Loader-root:visible')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

/** They are for people to look at, who have them all by `npm run test:e2e`; CI goes where axe has not been. */
const LANGUAGES = process.env.CI === 'true' ? (['en'] as const) : (['uk', 'en'] as const);

for (const language of LANGUAGES)
  for (const scheme of ['light', 'dark'] as const)
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

      // On a shop full of sales; in Ukrainian axe looks at the same screens in their own specs.
      const look = async () => language === 'en' && (await expectAccessible(page));

      await page.clock.setFixedTime(DEMO_NOW);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(demo.origin);
      await page.evaluate((chosen) => {
        localStorage.setItem('kramar.preferences', JSON.stringify({ language: chosen, sound: false }));
      }, language);
      await page.reload();
      await shoot('sign-in');
      await page.getByLabel(t('common:signIn.username')).fill('owner');
      await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
      await page.getByRole('button', { name: t('common:signIn.enter'), exact: true }).click();
      await expect(page.getByRole('navigation')).toBeVisible();

      await page.goto(`${demo.origin}/today`);
      await shoot('today');
      await look();

      await page.goto(`${demo.origin}/invoices`);
      await shoot('invoices');
      await look();
      const { paid, refunded } = await someInvoices(demo);
      await page.goto(`${demo.origin}/invoices/${refunded}`);
      await shoot('invoice-refunded');
      await page.goto(`${demo.origin}/invoices/${paid}`);
      await shoot('invoice');
      await look();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.getByRole('button', { name: t('invoices:actions.refund'), exact: true }).click();
        await expect(page.getByRole('dialog', { name: new RegExp(refundTitle(t)) })).toBeVisible();
        await shoot('refund', [size]);
        await look();
        await page.getByRole('button', { name: t('invoices:refund.whole', { left: '' }).trim() }).click();
        await page.getByRole('button', { name: t('invoices:refund.review'), exact: true }).click();
        await expect(page.getByRole('heading', { name: t('invoices:refund.reviewTitle') })).toBeVisible();
        await shoot('refund-review', [size]);
        await look();
        await page.keyboard.press('Escape');
      }

      await page.goto(`${demo.origin}/catalog/products`);
      await expect(page.getByRole('table')).toBeVisible();
      await shoot('catalog');
      await look();
      await page.goto(`${demo.origin}/catalog/products?open=1`);
      await expect(page.getByRole('textbox', { name: t('catalog:fields.article') })).toBeVisible();
      await shoot('product');
      await look();

      await page.goto(`${demo.origin}/terminals`);
      await shoot('terminals');
      await look();
      await page.goto(`${demo.origin}/terminals/board`);
      await expect(page.getByRole('article').first()).toBeVisible();
      await shoot('board');
      await look();
      await page.goto(`${demo.origin}/reports/sales`);
      await shoot('reports-sales');
      await look();
      await page.goto(`${demo.origin}/reports/day?date=2026-11-20`);
      await shoot('reports-day');
      await page.goto(`${demo.origin}/reports/reconciliation?period=last_7_days`);
      await page.getByRole('button', { name: t('reconciliation:form.run'), exact: true }).click();
      await expect(
        page.getByRole('region', { name: t('reconciliation:books.bank'), exact: true }),
      ).toBeVisible();
      await shoot('reconciliation');
      await look();

      await page.goto(`${demo.origin}/charge`);
      await page.getByRole('textbox', { name: t('charge:amount.label') }).fill('340,50');
      await shoot('charge-amount', [...SIZES, PHONE]);
      await page.keyboard.press('F3');
      const search = page.getByRole('combobox', { name: t('charge:search.label') });
      await search.fill('кава');
      await page.getByRole('option').first().click();
      await search.fill('сир');
      await expect(page.getByRole('option').first()).toBeVisible();
      await shoot('charge-lines', [...SIZES, PHONE]);
      await look();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('img', { name: /₴/ })).toBeVisible();
      await shoot('charge-waiting', [...SIZES, PHONE]);
      await look();

      const charged = Number(new URL(page.url()).searchParams.get('invoice'));
      const client = await ownerOf(demo);
      const { body: open } = await client.get<Invoice>(`invoices/${charged}/`);
      demo.bank.decline(open.invoice_id);
      await client.post(`invoices/${charged}/refresh/`);
      await expect(page.getByRole('heading', { name: t('charge:failed.title') })).toBeVisible();
      await shoot('charge-failed', [...SIZES, PHONE]);
      await look();
      demo.bank.pay(open.invoice_id);
      await client.post(`invoices/${charged}/refresh/`);
      await expect(page.getByRole('heading', { name: t('charge:paid.title') })).toBeVisible();
      await shoot('charge-paid', [...SIZES, PHONE]);
      await look();

      await page.goto(`${demo.origin}/today`);
      // The keys are listened to once the screen is drawn: a busy machine takes longer than `load`.
      await settled(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByPlaceholder(t('common:palette.placeholder'))).toBeFocused();
      await shoot('palette');
      await page.keyboard.press('Escape');
      await page.keyboard.press('F1');
      await expect(page.getByRole('dialog', { name: t('common:shortcuts.title') })).toBeVisible();
      await shoot('keys');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Alt+l');
      await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
      await shoot('locked');
    });

/** Up to the number. */
const refundTitle = (t: ReturnType<typeof textsOf>): string =>
  t('invoices:refund.title', { number: '' }).trim();

const ownerOf = async ({ baseUrl }: Demo): Promise<Client> => {
  const { body } = await new Client(baseUrl).post<{ access: string }>('auth/token/', {
    username: 'owner',
    password: PASSWORD,
  });
  return new Client(baseUrl, body.access);
};

/** The latest payment of several goods, and the latest refunded in part. */
const someInvoices = async (demo: Demo): Promise<{ paid: number; refunded: number }> => {
  const client = await ownerOf(demo);
  const { body } = await client.get<{ results: Invoice[] }>(
    'invoices/?status=success&created_locally=true&page_size=200',
  );
  const isWhole = ({ amount, final_amount }: Invoice) => (final_amount ?? amount) === amount;
  const paid = body.results.find((invoice) => invoice.items.length > 1 && isWhole(invoice));
  const { body: all } = await client.get<{ results: Invoice[] }>(
    'invoices/?status=success&ordering=-modified_date&page_size=200',
  );
  const refunded = all.results.find((invoice) => !isWhole(invoice));
  if (!paid || !refunded) throw new Error('The demo has no such invoices.');
  return { paid: paid.id, refunded: refunded.id };
};
