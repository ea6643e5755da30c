import type { Page } from '@playwright/test';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { openCatalog } from './helpers/catalog.ts';
import { display, open } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { hold } from './helpers/hold.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** A barcode scanner on the charge screen: real keys, at a scanner's pace. */

const MILK = '4820000000017';
const BREAD = '4820000000024';

const stock = async (shop: Shop): Promise<void> => {
  for (const [name, price, barcode] of [
    ['Молоко', 4500, MILK],
    ['Хліб', 3000, BREAD],
  ] as const) {
    const { body } = await shop.owner.post<{ id: number }>('catalog/products/', { name, price });
    await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: { barcodes: [barcode] } });
  }
};

const lines = (page: Page) => page.getByRole('list', { name: t('charge:lines.label') });
const quantity = (page: Page) => lines(page).getByRole('textbox', { name: t('common:words.quantity') });
const _creations = (shop: Shop): number =>
  shop.bank.requests.filter(({ path }) => path.endsWith('invoice/create')).length;

/** The service does not answer a scan before it is released. */
const _holdScans = (page: Page) => hold(page, /\/catalog\/scan\//, 'GET');

test.beforeEach(({ shop }) => stock(shop));

test('an unknown code is added as a product at once', async ({ page, shop, signIn }) => {
  await open(page, signIn);
  await scan(page, '5901234123457\n');
  await expect(page.getByText(t('charge:scan.unknown', { code: '5901234123457' }))).toBeVisible();
  await page.getByRole('button', { name: t('charge:scan.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('charge:scan.new') });
  // A scan belongs to the counter, not to a dialog.
  await dialog.getByRole('textbox', { name: t('common:words.name') }).fill('Сік');
  await dialog.getByRole('textbox', { name: t('charge:lines.price') }).fill('62');
  await page.keyboard.press('Enter');
  await expect(lines(page).getByText('Сік')).toBeVisible();
  const { body } = await shop.owner.get<{ results: object[] }>('catalog/tiles/?barcode=5901234123457');
  expect(body.results).toMatchObject([{ name: 'Сік', price: 6200 }]);
  await scan(page, '5901234123457\n');
  await expect(quantity(page)).toHaveValue('2');
});

test('behind the lock a scanner types, as any keyboard does', async ({ page, signIn }) => {
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
