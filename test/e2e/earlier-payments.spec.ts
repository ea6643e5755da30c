import type { Page } from '@playwright/test';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { saveScreenshot } from './helpers/picture.ts';
import { t } from './helpers/texts.ts';

const part = (page: Page) => page.getByRole('region', { name: 'Каса', exact: true });
const press = (page: Page, name: 'start' | 'pause' | 'resume' | 'cancel' | 'again') =>
  part(page)
    .getByRole('button', { name: t(`terminals:earlier.${name}`), exact: true })
    .click();

const seed = (shop: Shop): void => {
  const now = Date.now();
  shop.bank.seed(
    Array.from({ length: 40 }, (_, at) => {
      const paidAt = now - (35 + at * 5) * DAY_MS;
      return {
        token: shop.merchant.token,
        amount: 5000 + at,
        createdAt: paidAt,
        paidAt,
        outcome: 'success' as const,
      };
    }),
  );
};
const invoices = async (shop: Shop) => (await shop.owner.get<InvoicePage>('invoices/')).body.count;

test('earlier payments are loaded, paused, continued and watched to their end', async ({
  page,
  shop,
  signIn,
}) => {
  seed(shop);
  await signIn('owner', '/terminals');
  await expect(part(page)).toContainText(t('terminals:earlier.none'));
  await saveScreenshot(page, 'earlier-none', { fullPage: true });
  shop.bank.fault({ kind: 'delay', path: 'statement', ms: 1500, times: 3 });
  await press(page, 'start');
  await expect(part(page).getByRole('progressbar')).toBeVisible();
  await expect(part(page)).toContainText(t('terminals:earlier.running'));
  await press(page, 'pause');
  await expect(part(page)).toContainText(t('terminals:earlier.paused'));
  await expectAccessible(page);
  await saveScreenshot(page, 'earlier-paused', { fullPage: true });
  await press(page, 'resume');
  await expect(part(page)).toContainText(t('terminals:earlier.done'), { timeout: 60_000 });
  await saveScreenshot(page, 'earlier-done', { fullPage: true });
  expect(await invoices(shop)).toBe(40);
});

test('a failure of the bank is shown, and cancelling keeps what is here', async ({ page, shop, signIn }) => {
  seed(shop);
  shop.bank.fault({ kind: 'refusal', status: 403, errCode: 'FORBIDDEN', path: 'statement', times: 1 });
  await signIn('owner', '/terminals');
  await press(page, 'start');
  await expect(part(page)).toContainText('FORBIDDEN');
  await page.emulateMedia({ colorScheme: 'dark' });
  await saveScreenshot(page, 'earlier-failure-dark', { fullPage: true });
  await press(page, 'cancel');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('terminals:earlier.confirm') })
    .click();
  await expect(part(page)).toContainText(t('terminals:earlier.cancelled'));
  expect(await invoices(shop)).toBe(0);
});
