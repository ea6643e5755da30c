import type { Page } from '@playwright/test';
import { PRACTICE_MERCHANTS } from '../../../main/practice-bank/merchants.ts';
import { freePort } from '../../helpers/free-port.ts';
import { type NewShop, openNewShop } from '../../helpers/new-shop.ts';
import { PASSWORD, type Shop } from '../../helpers/shop.ts';
import { test as base, expect } from './fixtures.ts';

/** A merchant whose EDRPOU the bank does not report, beside the practice merchants. */
export const WITHOUT_EDRPOU = {
  token: 'practice-token-without-edrpou',
  merchantName: 'Продавець без коду',
  merchantId: 'prNoCode',
  edrpou: '',
};

/** The program's window on a shop that has just been installed. */
export const test = base.extend<{ fresh: NewShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  fresh: async ({}, use) => {
    const merchants = [...PRACTICE_MERCHANTS, WITHOUT_EDRPOU];
    // One port for either service: the page comes back to it after a switch of shops.
    const shop = await openNewShop({ port: await freePort() }, { merchants });
    await use(shop);
    await shop.close();
  },
  // The part of a shop that the page needs; both shops have it.
  shop: async ({ fresh }, use) => use(fresh as unknown as Shop),
});

/** A customer pays the only invoice on the bank's page, and the service looks at it. */
export const payInvoice = async (page: Page, { bank, baseUrl }: NewShop, username: string): Promise<void> => {
  await page.goto(`${bank.url}/pay/${bank.invoices()[0]?.invoiceId}`);
  await page.getByRole('button', { name: 'Взяти навчальну картку' }).click();
  await page.getByRole('button', { name: /Сплатити/ }).click();
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { access } = await (await post('auth/token/', { username, password: PASSWORD })).json();
  await post('invoices/1/refresh/', {}, { Authorization: `Bearer ${access}` });
};
