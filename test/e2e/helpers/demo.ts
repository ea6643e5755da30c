import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../../../main/demo/shop.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { DemoShop } from '../../helpers/demo-shop.ts';
import { places } from './live.ts';
import { textsOf } from './texts.ts';

/** Waits until the screen has read its data and its fonts. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root:visible, .mantine-Loader-root:visible')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

/** Opens the sign-in in a language, without sounds. */
export const openDemo = async (page: Page, demo: DemoShop, language: 'uk' | 'en'): Promise<void> => {
  await page.goto(demo.origin);
  await page.evaluate((chosen) => {
    localStorage.setItem('kramar.preferences', JSON.stringify({ language: chosen, sound: false }));
  }, language);
  await page.reload();
};

/** Signs in as the demo's owner, on the sign-in that `openDemo` opens; gives the screen of today. */
export const enterDemo = async (page: Page, language: 'uk' | 'en'): Promise<void> => {
  const t = textsOf(language);
  await page.getByLabel(t('common:signIn.username')).fill('owner');
  await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
  await page.getByRole('button', { name: t('common:signIn.enter'), exact: true }).click();
  await expect(places(page)).toBeVisible();
};

/** Finds the latest payment of several goods, and the latest invoice refunded in part; their ids. */
export const findInvoices = async ({ owner }: DemoShop): Promise<{ paid: number; refunded: number }> => {
  const { body } = await owner.get<{ results: Invoice[] }>(
    'invoices/?status=success&created_locally=true&page_size=200',
  );
  const isWhole = ({ amount, final_amount }: Invoice) => (final_amount ?? amount) === amount;
  const paid = body.results.find((invoice) => invoice.items.length > 1 && isWhole(invoice));
  const { body: all } = await owner.get<{ results: Invoice[] }>(
    'invoices/?status=success&ordering=-modified_date&page_size=200',
  );
  const refunded = all.results.find((invoice) => !isWhole(invoice));
  if (!paid || !refunded) throw new Error('The demo has no such invoices.');
  return { paid: paid.id, refunded: refunded.id };
};
