import type { Page } from '@playwright/test';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { formatAmount } from '../../shared/money.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import { cutTexts, isStill, overflowOf, shiftsOf, watchShifts } from './helpers/measure.ts';
import { textsOf } from './helpers/texts.ts';

/** The list keeps its shape whatever is open, however narrow the window, in both languages. */

const WIDTHS = [390, 768, 1024, 1280, 1499, 1920];

/** One of each status, with a long reference and a large amount; a part of the first was refunded. */
const oneOfEach = async (shop: Shop): Promise<Invoice> => {
  const part = await paid(shop, {
    amount: 999_999_999,
    reference: 'Замовлення на весілля з доставкою в Ірпінь',
  });
  await shop.owner.post(`invoices/${part.id}/cancel/`, { amount: 12_345_600 });
  const whole = await paid(shop, { amount: 20_000 });
  await shop.owner.post(`invoices/${whole.id}/cancel/`);
  const declined = await shop.createInvoice({ amount: 34_050 });
  shop.bank.decline(declined.invoice_id);
  await shop.owner.post(`invoices/${declined.id}/refresh/`);
  const cancelled = await shop.createInvoice({ amount: 500 });
  await shop.owner.post(`invoices/${cancelled.id}/cancel/`);
  await shop.createInvoice({ amount: 700 });
  return part;
};

const rows = (page: Page) => page.locator('[data-invoice]');

test('opening an invoice moves nothing at any width', async ({ page, shop, signIn, language }) => {
  const t = textsOf(language);
  const part = await oneOfEach(shop);
  await signIn('owner', '/invoices');
  await expect(rows(page)).toHaveCount(5);
  await expect(page.locator('[data-status="expired"]')).toHaveText(t('common:badge.cancelled'));
  await expect(page.locator('[data-chip-count="all"]')).toHaveText('5');
  const refunded = page.getByText(t('invoices:history.refunded', { amount: formatAmount(12_345_600) }));
  for (const width of [390, 1024, 1100, 1440, 1500, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    // The frame slides to its new width for 200 ms.
    await expect.poll(() => isStill(page)).toBe(true);
    const before = await page.getByRole('table').boundingBox();
    await watchShifts(page);
    await page.locator(`[data-invoice="${part.id}"]`).click();
    await expect(refunded).toBeVisible();
    expect([width, await shiftsOf(page)]).toEqual([width, 0]);
    expect(await page.getByRole('table').boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(refunded).toBeHidden();
  }
});

for (const language of ['uk', 'en'] as const)
  test.describe(language, () => {
    test.use({ language });
    const t = textsOf(language);

    test('a row says why a payment failed, that a part was refunded, and nothing twice; nothing is cut at any width', async ({
      page,
      shop,
      signIn,
    }) => {
      const part = await oneOfEach(shop);
      await signIn('owner', '/invoices');
      await expect(rows(page)).toHaveCount(5);
      await expect(page.locator('[data-status="expired"]')).toHaveText(t('common:badge.cancelled'));
      const row = (text: string) => page.getByRole('row').filter({ hasText: text });
      await expect(row('340,50').locator('[data-failure-reason]')).toContainText(
        t('invoices:table.payableUntil', { time: '' }).trim(),
      );
      await expect(row('340,50')).toContainText(t('common:badge.failure'));
      await expect(row(part.number_display)).toContainText(t('invoices:table.refundedPart'));
      await expect(page.getByRole('table')).not.toContainText('INV-');
      await expect(page.getByRole('row').filter({ hasText: '7,00' })).toContainText(
        t('common:status.created'),
      );
      await expectAccessible(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => cutTexts(page), { message: `at ${width} px` }).toEqual([]);
        expect([width, await overflowOf(page)]).toEqual([width, 0]);
      }
    });
  });

test('by keyboard: one key a step to the next sale of either kind and back, at most four to a filter', async ({
  page,
  shop,
  signIn,
  go,
  language,
}) => {
  const t = textsOf(language);
  await shop.owner.post('shifts/', { opening_cash: 0 });
  const made = [
    await shop.createInvoice({ amount: 1000 }),
    (await shop.owner.post<CashSale>('cash-sales/', { amount: 1000 })).body,
    await shop.createInvoice({ amount: 1002 }),
  ];
  const heading = (index: number) =>
    page.getByRole('heading', {
      name: t('invoices:details.title', { number: made[index]?.number_display ?? '' }),
    });
  await page.setViewportSize({ width: 700, height: 800 });
  await signIn('owner', '/invoices');
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(heading(2)).toBeVisible();
  await page.keyboard.press('j');
  await expect(heading(1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(heading(0)).toBeVisible();
  await expect(page.getByRole('button', { name: t('invoices:details.next') })).toBeDisabled();
  await page.keyboard.press('k');
  await expect(heading(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(1)).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.press('Tab');
  const filters = page.getByRole('button', { name: t('common:filters.none'), exact: true });
  await expect(filters).toBeFocused();
  await expect(page.getByRole('button', { name: t('common:words.period'), exact: true })).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: t('common:words.period'), exact: true })).toBeFocused();
  await go('/invoices?amount_min=100&created_locally=true');
  await expect(
    page.getByRole('button', { name: t('common:filters.some', { number: 2 }), exact: true }),
  ).toBeVisible();
});
