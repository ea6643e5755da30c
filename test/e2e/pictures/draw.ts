import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { DEMO_NOW } from '../../helpers/demo-shop.ts';
import { toPad } from '../helpers/charging.ts';
import { enterDemo, findInvoices, openDemo, settled } from '../helpers/demo.ts';
import { test } from '../helpers/demo-fixture.ts';
import { textsOf } from '../helpers/texts.ts';
import { recordPicture, savePicture } from './save.ts';

/** The pictures of README and of the owner's guide, drawn from the demo's shop. */

/** Half of GitHub's page on a screen with two points a pixel. */
const SIZE = { width: 1200, height: 750 };
/** A counter's tablet. */
const SALE_SIZE = { width: 900, height: 640 };
const MAX_ANIMATION_BYTES = 1_000_000;

const prepare = async (page: Page, scheme: 'light' | 'dark', size: typeof SIZE): Promise<void> => {
  await page.clock.setFixedTime(DEMO_NOW);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize(size);
};

for (const language of ['uk', 'en'] as const) {
  const t = textsOf(language);

  test(`screens, ${language}`, async ({ page, demo }) => {
    test.setTimeout(300_000);
    const draw = async (name: string): Promise<void> => {
      // Nothing is shown as hovered.
      await page.mouse.move(0, 0);
      await settled(page);
      await savePicture(page, `${name}-${language}`);
    };
    await prepare(page, 'light', SIZE);
    await openDemo(page, demo, language);
    await enterDemo(page, language);
    await draw('today');

    const { refunded, paid } = await findInvoices(demo);
    await page.goto(`${demo.origin}/invoices/${refunded}`);
    await draw('invoice');
    await page.goto(`${demo.origin}/invoices/${paid}`);
    await page.getByRole('button', { name: t('invoices:actions.refund'), exact: true }).click();
    await expect(page.getByRole('button', { name: t('common:words.next'), exact: true })).toBeVisible();
    await draw('refund');
    await page.goto(`${demo.origin}/catalog/products`);
    await expect(page.getByRole('table')).toBeVisible();
    await draw('catalog');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${demo.origin}/reports/sales`);
    await draw('reports');
  });

  test(`a sale, ${language}`, async ({ page, demo }) => {
    test.setTimeout(120_000);
    await prepare(page, 'light', SALE_SIZE);
    await openDemo(page, demo, language);
    await enterDemo(page, language);
    await page.goto(`${demo.origin}/charge`);
    await toPad(page, t);
    await settled(page);
    const sale = recordPicture(page, `sale-${language}`);
    await sale.add(900);
    for (const key of '340,50') {
      await page.keyboard.press(key);
      await sale.add(key === '0' ? 900 : 250);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('img', { name: /₴/ })).toBeVisible();
    await settled(page);
    await sale.add(2500);

    const id = Number(new URL(page.url()).searchParams.get('invoice'));
    const { body: invoice } = await demo.owner.get<{ invoice_id: string }>(`invoices/${id}/`);
    demo.bank.pay(invoice.invoice_id);
    await demo.owner.post(`invoices/${id}/refresh/`);
    await expect(page.getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
    await settled(page);
    await sale.add(3500);
    expect(sale.save()).toBeLessThan(MAX_ANIMATION_BYTES);
  });
}
