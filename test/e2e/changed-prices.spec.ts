import type { Page } from '@playwright/test';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import type { Shop } from '../helpers/shop.ts';
import { createButton, qr } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** A price of the catalog that changes after the seller saw it. */

const tile = (page: Page) =>
  page.getByRole('list', { name: t('charge:tiles.label') }).getByRole('button', { name: /^Кава/ });
const callout = (page: Page) => page.getByRole('alert').filter({ hasText: t('charge:prices.title') });
const button = (page: Page, name: 'use' | 'keep') =>
  page.getByRole('button', { name: t(`charge:prices.${name}`) });

let product: number;
test.beforeEach(async ({ shop }) => {
  product = (await shop.owner.post<{ id: number }>('catalog/products/', { name: 'Кава', price: 7500 })).body
    .id;
  await shop.owner.send('PATCH', `catalog/products/${product}/shop/`, { body: { is_favorite: true } });
});

/** By another computer. */
const changePrice = (shop: Shop, price: number) =>
  shop.owner.send('PATCH', `catalog/products/${product}/`, { body: { price } });

const amounts = (shop: Shop) => shop.bank.invoices().map(({ amount }) => amount);

test('a change by another computer while the form stands is asked about before the sale; the old price may be kept', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn('owner', '/charge');
  await tile(page).click();
  await changePrice(shop, 9000);
  // The tile and the line show it at once, and not only with the next poll.
  await expect(tile(page)).toContainText('90,00');
  await expect(page.getByRole('list', { name: t('charge:lines.label') })).toContainText('Тепер 90,00');
  await createButton(page).click();
  await expect(callout(page)).toContainText('75,00');
  await expect(callout(page)).toContainText('90,00');
  expect(amounts(shop)).toEqual([]);
  await button(page, 'keep').click();
  await expect(callout(page)).toBeHidden();
  await createButton(page).click();
  await expect(qr(page)).toBeVisible();
  expect(amounts(shop)).toEqual([7500]);
});

test('somebody bound to the prices of the catalog can take the new one alone', async ({
  page,
  shop,
  signIn,
}) => {
  await shop.employee('olena', ['can_view_invoices', 'can_create_invoices']);
  await updateEmployee(shop.console, 'olena', { catalog_prices_only: true });
  await signIn('olena', '/charge');
  await tile(page).click();
  await changePrice(shop, 9000);
  await createButton(page).click();
  await expect(callout(page)).toContainText('90,00');
  await expect(button(page, 'keep')).toBeHidden();
  await button(page, 'use').click();
  await createButton(page).click();
  await expect(qr(page)).toBeVisible();
  expect(amounts(shop)).toEqual([9000]);
});
