import { readFileSync } from 'node:fs';
import { changeSetting } from '../../main/domain/settings.ts';
import { expect, paid, test } from './helpers/invoices.ts';

/** What a browser does by itself, the program does for its own window: saving and printing. */

test.use({ isDesktop: true });

test('an export is saved where the program says', async ({ page, shop, desktop, signIn }) => {
  await shop.createInvoice({ amount: 34_000, reference: 'Стіл 7' });
  await signIn();
  await page.keyboard.press('Alt+2');
  await page.getByRole('button', { name: 'Експорт' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
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
  await signIn();
  await page.keyboard.press('Alt+7');
  await page.getByRole('textbox', { name: 'Назва крамниці' }).fill('Кав’ярня на розі');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('Кав’ярня на розі');

  await go(`/invoices/${id}`);
  const menu = page.getByRole('button', { name: 'Чек і друк' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Друк чека, 80 мм' }).click();
  await expect.poll(() => desktop.asked.prints).toBe(1);
  // The sheet is only there while it is printed.
  await expect(page.locator('[data-print-sheet]')).toHaveCount(0);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Зберегти чек у PDF' }).click();
  await expect(
    page.getByText(new RegExp(`Збережено як .*kramar-receipt-${number_display}\\.pdf`)),
  ).toBeVisible();
  expect(readFileSync(desktop.asked.saved[0] ?? '', 'utf8')).toContain('%PDF');
});

test.describe('in a browser', () => {
  test.use({ isDesktop: false });
  test('the receipt on paper has the shop’s name above the merchant’s', async ({
    page,
    shop,
    signIn,
    go,
  }) => {
    const { id } = await paid(shop, { amount: 34_000 });
    changeSetting(shop.console.db, shop.config.dataDir, 'shop_name', 'Кав’ярня на розі');
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await page.reload();
    await signIn();
    await go(`/invoices/${id}`);
    await page.getByRole('button', { name: 'Чек і друк' }).click();
    await page.getByRole('menuitem', { name: 'Друк чека, 80 мм' }).click();
    const sheet = page.locator('[data-print-sheet]');
    await expect(sheet.locator('h1')).toHaveText('Кав’ярня на розі');
    await expect(sheet).toContainText(shop.merchant.merchantName);
  });
});
