import type { Page } from '@playwright/test';
import { PASSWORD } from '../helpers/shop.ts';
import { MILK, stock } from './helpers/cash.ts';
import { openCatalog } from './helpers/catalog.ts';
import { display, open } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** A barcode scanner where something else than the charge screen takes it: real keys, at a scanner's pace. */

const lines = (page: Page) => page.getByRole('list', { name: t('charge:lines.label') });

test('behind the lock a scanner types, as any keyboard does', async ({ page, shop, signIn }) => {
  await stock(shop);
  await open(page, signIn);
  await display(page).fill('340');
  await page.keyboard.press('Alt+l');
  const password = page.locator('input[type="password"]');
  await expect(password).toBeFocused();
  await scan(page, MILK);
  await expect(password).toHaveValue(MILK);
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(password).toHaveCount(0);
  await expect(display(page)).toHaveValue('340');
  await expect(lines(page)).toBeHidden();
});

test('in the form of a product a scan goes to its barcodes, whatever field has the focus', async ({
  page,
  signIn,
}) => {
  await openCatalog(page, signIn);
  await page.keyboard.press('n');
  const field = (name: 'name' | 'barcodes') =>
    page.getByRole('textbox', { name: t(`catalog:fields.${name}`), exact: true });
  await field('name').fill('Аркуш');
  await scan(page, 'QC/15712\n', { layout: 'uk' });
  await expect(field('barcodes')).toHaveValue('QC/15712, ');
  await expect(field('name')).toHaveValue('Аркуш');
  await field('barcodes').focus();
  await scan(page, '0104820000000017\n', { layout: 'uk' });
  await expect(field('barcodes')).toHaveValue('QC/15712, 04820000000017, ');
});
