import type { Locator, Page } from '@playwright/test';
import { hasQrReader, readQr, WITHOUT_QR_READER } from '../helpers/qr-reader.ts';
import { display, open, qr } from './helpers/charging.ts';
import { expect } from './helpers/fixtures.ts';
import { test } from './helpers/invoices.ts';
import { t } from './helpers/texts.ts';

const expectRead = async (page: Page, code: Locator, text: string): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect(readQr(await code.screenshot())).toBe(text);
  }
};
const large = (page: Page) => page.getByRole('dialog').getByRole('img', { name: /QR-код/ });
test.skip(!hasQrReader(), WITHOUT_QR_READER);

test('another program reads the QR of a charge, of an invoice and of a register', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  await open(page, signIn);
  await display(page).fill('340');
  await page.keyboard.press('Enter');
  await expect(qr(page)).toBeVisible();
  const { page_url } = await shop.readInvoice(1);
  await expectRead(page, qr(page), page_url);
  await go('/invoices/1');
  // With the white around it, which is the card's.
  await expectRead(page, qr(page).locator('..'), page_url);
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await go('/terminals');
  await page.getByRole('button', { name: t('terminals:registers.showOf', { name: 'ZRN1' }) }).click();
  const address = await page
    .getByRole('dialog')
    .getByText(/^https?:/)
    .textContent();
  await expectRead(page, large(page), address ?? '');
});
