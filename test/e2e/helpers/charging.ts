import type { Page } from '@playwright/test';
import type { Shop } from '../../helpers/shop.ts';
import { expect, type SignIn } from './fixtures.ts';
import { t } from './texts.ts';

/** The charge screen as its specs speak of it. */

export const display = (page: Page) => page.getByRole('textbox', { name: t('common:words.amountUah') });
export const createButton = (page: Page) => page.locator('button[type="submit"]');
export const qr = (page: Page) => page.getByRole('img', { name: /QR-код/ });
export const outcome = (page: Page) => page.getByRole('dialog');
export const search = (page: Page) => page.getByRole('combobox', { name: t('charge:search.label') });

export const onlyInvoice = (shop: Shop) => {
  const [invoice, ...others] = shop.bank.invoices();
  if (!invoice || others.length > 0)
    throw new Error(`The bank has ${others.length + (invoice ? 1 : 0)} invoices.`);
  return invoice;
};

/** The service looks at its open invoices, as it does every two seconds outside of tests. */
export const hear = async (shop: Shop): Promise<void> => {
  const { body } = await shop.owner.get<{ results: { id: number }[] }>('invoices/');
  for (const { id } of body.results) await shop.owner.post(`invoices/${id}/refresh/`);
};

export const products = async (shop: Shop) => {
  for (const [name, price, article] of [
    ['Кава', 7500, 'K-1'],
    ['Капучино', 8550, 'K-2'],
    ['Пакет', 0, 'P-1'],
  ] as const)
    await shop.owner.post('catalog/products/', { name, price, article });
};

/** The half of the screen where a sum is typed; a shop with products shows those. */
export const toPad = async (page: Page, texts = t) => {
  await page.getByText(texts('common:words.amount'), { exact: true }).click();
  await page.getByRole('textbox', { name: texts('common:words.amountUah') }).focus();
};

/** The counter is there, whichever half of it. */
export const counter = (page: Page) => page.locator('form[data-mode]');

/** The fields of a sale that stand behind «Ще», and back. */
export const openMore = (page: Page) =>
  page.getByRole('button', { name: t('charge:more.title'), exact: true }).click();
export const closeMore = (page: Page) => page.getByRole('button', { name: t('common:words.done') }).click();

export const open = async (page: Page, signIn: SignIn) => {
  await signIn('owner', '/charge');
  await toPad(page);
};

export const charge = async (page: Page, amount: string) => {
  await display(page).fill(amount);
  await page.keyboard.press('Enter');
  await expect(qr(page)).toBeVisible();
};
