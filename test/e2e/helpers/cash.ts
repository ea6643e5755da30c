import type { Page } from '@playwright/test';
import { changeSetting } from '../../../main/shop/settings.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { CurrentShift } from '../../../shared/api/shifts.ts';
import type { Shop } from '../../helpers/shop.ts';
import { search } from './charging.ts';
import { expect } from './fixtures.ts';
import { t } from './texts.ts';

/** Sales for cash as their specs speak of them. */

export const MILK = '4820000000017';

export const stock = async (shop: Shop): Promise<void> => {
  changeSetting(shop.console.db, shop.folder, 'takes_cash', 'yes');
  changeSetting(shop.console.db, shop.folder, 'cash_rounding', '50');
  const { body } = await shop.owner.post<{ id: number }>('catalog/products/', {
    name: 'Молоко',
    price: 37_530,
  });
  await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: { barcodes: [MILK] } });
};

export const pane = (page: Page) => page.getByRole('complementary', { name: t('common:words.cash') });
export const cartLine = (page: Page) =>
  page.getByRole('list', { name: t('charge:lines.label') }).getByText('Молоко');

export const sold = async (shop: Shop): Promise<CashSale[]> => {
  const { body } = await shop.owner.get<CurrentShift>('shifts/current/');
  const { body: page } = await shop.owner.get<{ results: CashSale[] }>(
    `shifts/${body.shift?.id}/cash-sales/`,
  );
  return page.results;
};

export const open = async (
  page: Page,
  shop: Shop,
  signIn: () => Promise<void>,
  hasShift = true,
): Promise<void> => {
  await stock(shop);
  if (hasShift) await shop.owner.post('shifts/', { opening_cash: 50_000 });
  await signIn();
  await page.keyboard.press('F2');
  await expect(page.getByRole('button', { name: t('common:words.cash') })).toBeVisible();
  // A busy machine may take a scan apart where no field has the focus.
  await page.keyboard.press('F3');
  await expect(search(page)).toBeFocused();
};

/** @returns how many keys were pressed */
export const press = async (page: Page, keys: string): Promise<number> => {
  const all = keys.split(' ');
  // As a person does: keys that follow each other at once are a scanner's.
  for (const key of all) await page.keyboard.press(key, { delay: 60 });
  return all.length;
};
