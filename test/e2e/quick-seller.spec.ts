import type { Page } from '@playwright/test';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import { open as openCounter, press, sold } from './helpers/cash.ts';
import { expect, test } from './helpers/fixtures.ts';
import { hold } from './helpers/hold.ts';
import { t } from './helpers/texts.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('cash is given back once, however slow the answer is', async ({ page, shop, signIn }) => {
  await openCounter(page, shop, signIn);
  const { body: sale } = await shop.owner.post<CashSale>('cash-sales/', {
    items: [{ name: 'Кава', price: 4500, quantity: 3 }],
  });
  await page.keyboard.press('Alt+Digit2');
  await page.getByRole('link', { name: new RegExp(sale.number_display, 'u') }).click();
  const side = page.getByRole('complementary', { name: t('invoices:details.label') });
  await side.getByRole('button', { name: t('invoices:cash.giveBack') }).click();
  await dialog(page)
    .getByRole('button', { name: t('common:words.increase', { name: 'Кава' }) })
    .click();
  const returned = await hold(page, /returns\/$/, 'POST');
  await dialog(page)
    .getByRole('button', { name: t('invoices:cash.giveBack') })
    .click();
  await returned.arrived();
  // Closed, it could be opened again and would give back a second time.
  await press(page, 'Escape');
  await expect(dialog(page).getByRole('button', { name: t('invoices:refund.keep') })).toBeDisabled();
  returned.release();
  await expect(dialog(page)).toHaveCount(0);
  await expect(side).toContainText(t('invoices:cash.returnedOf', { part: '1', all: '3' }));
  expect(await sold(shop)).toHaveLength(2);
});
