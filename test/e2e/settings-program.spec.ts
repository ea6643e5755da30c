import { readFileSync } from 'node:fs';
import { expectAccessible } from './helpers/axe.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import { t } from './helpers/texts.ts';

/** Functions that a browser has by itself and the program provides for its own window: saving and printing. */

test.use({ isDesktop: true });

test('an export is saved where the program says', async ({ page, shop, desktop, signIn }) => {
  await shop.createInvoice({ amount: 34_000, reference: 'Стіл 7' });
  await signIn('owner', '/invoices');
  await page.getByRole('button', { name: t('common:export.button') }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect.poll(() => desktop.asked.saved).toHaveLength(1);
  const [path = ''] = desktop.asked.saved;
  await expect(page.getByText(`Збережено як ${path}`)).toBeVisible();
  expect(readFileSync(path, 'utf8')).toContain('Стіл 7');
});

test('a receipt is printed and saved as PDF, the shop’s name above the merchant’s', async ({
  page,
  shop,
  desktop,
  signIn,
  go,
}) => {
  const { id, number_display } = await paid(shop, { amount: 34_000 });
  await signIn('owner', '/settings/shop');
  await page.getByRole('textbox', { name: t('settings:fields.label.shop_name') }).fill('Кав’ярня на розі');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('Кав’ярня на розі');

  await go(`/invoices/${id}`);
  const menu = page.getByRole('button', { name: t('charge:paid.receipt') });
  await menu.click();
  await page.getByRole('menuitem', { name: t('invoices:actions.printReceipt') }).click();
  await expect.poll(() => desktop.asked.prints).toBe(1);
  // The sheet is only there while it is printed.
  await expect(page.locator('[data-print-sheet]')).toHaveCount(0);

  await menu.click();
  await page.getByRole('menuitem', { name: t('invoices:actions.pdfReceipt') }).click();
  await expect(
    page.getByText(new RegExp(`Збережено як .*kramar-receipt-${number_display}\\.pdf`)),
  ).toBeVisible();
  expect(readFileSync(desktop.asked.saved[0] ?? '', 'utf8')).toContain('%PDF');

  await go('/reports/day?date=2026-11-05');
  await page.getByRole('button', { name: t('common:print') }).click();
  await page.getByRole('menuitem', { name: t('reports:print.pdf-roll') }).click();
  await expect(page.getByText(/kramar-day-2026-11-05\.pdf/)).toBeVisible();
});

test('a receipt is as wide as the paper of the chosen printer, and says how long it is', async ({
  page,
  shop,
  desktop,
  signIn,
  go,
}) => {
  const { id } = await paid(shop, { amount: 34_000 });
  await signIn('owner', '/settings/print');
  await page.getByRole('radiogroup', { name: 'Друк' }).getByText('Принтер системи').click();
  await page.getByRole('combobox', { name: 'Принтер для чеків' }).click();
  await page.getByRole('option', { name: 'Xprinter XP-58' }).click();
  await expect(page.getByRole('combobox', { name: 'Принтер для чеків' })).toHaveValue('Xprinter XP-58');
  const width = page.getByRole('radiogroup', { name: 'Ширина паперу' });
  await width.getByText('58 мм').click();
  await expect(width.getByRole('radio', { name: '58 мм' })).toBeChecked();
  await expectAccessible(page);
  await go(`/invoices/${id}`);
  // The sheet is only there while it is printed: its widths are collected as they come.
  await page.evaluate(() => {
    const widths: (string | null)[] = [];
    Object.assign(globalThis, { rollWidths: widths });
    new MutationObserver(() => {
      const sheet = document.querySelector('[data-print-sheet="roll"]');
      if (sheet) widths.push(`${Math.round((sheet.clientWidth * 25.4) / 96)} mm`);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await page.getByRole('button', { name: 'Чек і друк' }).click();
  await page.getByRole('menuitem', { name: 'Друк чека' }).click();
  await expect.poll(() => desktop.asked.receiptHeights).toHaveLength(1);
  expect(desktop.asked.receiptHeights[0]).toBeGreaterThan(58);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'rollWidths'))).toContain('58 mm');
});
