import type { Page } from '@playwright/test';
import { addEmployee } from '../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { formatAmount } from '../../shared/money.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { cartLine, MILK, open, press, sold } from './helpers/cash.ts';
import { hire } from './helpers/employees.ts';
import { expect, test } from './helpers/fixtures.ts';
import { delayTimers, hold } from './helpers/hold.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** A discount above the limit of the shop, by keyboard alone: a second person approves it, and the sale goes on. */

const RIGHTS = ['can_view_invoices', 'can_create_invoices'] as const;

const hireTwo = async (shop: Shop): Promise<void> => {
  await hire(shop, { permissions: RIGHTS });
  const iryna = { username: 'iryna', full_name: 'Ірина Бойко', email: '', position: '', permissions: RIGHTS };
  await addEmployee(shop.console, iryna, PASSWORD);
  changeSetting(shop.console.db, shop.folder, 'discount_limit', '10');
};

const dialog = (page: Page) => page.getByRole('dialog', { name: t('charge:discount.give') });
const title = (page: Page) => dialog(page).getByRole('heading', { name: t('people:approval.title') });

/** A carton of milk for 375,30 less 20 %. */
const fill = async (page: Page): Promise<void> => {
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await page.keyboard.press('F4');
  await expect(page.getByText(t('charge:discount.limit', { limit: 10 }))).toBeVisible();
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
};

const approve = async (page: Page): Promise<void> => {
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('iryna');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
};

test('asked on Ctrl Enter, F9 and F10; given, the sale goes on; given up, the cart is as it was', async ({
  page,
  shop,
  signIn,
}) => {
  await hireTwo(shop);
  await delayTimers(page);
  await open(page, shop, () => signIn('olena'));
  await fill(page);

  // QR.
  await press(page, 'Control+Enter');
  await expect(title(page)).toBeFocused();
  await expect(dialog(page)).toContainText(formatAmount(7506));
  await expectAccessible(page);
  await press(page, 'Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(cartLine(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /20\s%/u })).toBeVisible();
  expect(shop.bank.requests.filter(({ path }) => path.endsWith('invoice/create'))).toEqual([]);
  await press(page, 'Control+Enter');
  await approve(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/invoice=\d+/u);
  expect(shop.bank.requests.filter(({ path }) => path.endsWith('invoice/create'))).toHaveLength(1);

  // Cash: 300,24, rounded to 300,00.
  await press(page, 'F2 F3');
  await fill(page);
  await press(page, 'F9 Enter');
  await approve(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/cash=\d+/u);
  expect(await sold(shop)).toMatchObject([{ total: 30_024, amount: 30_000 }]);

  // In parts.
  await press(page, 'F2 F3');
  await fill(page);
  await press(page, 'F10 1 0 0 Enter');
  await approve(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/invoice=\d+/u);
  const sales = await sold(shop);
  expect(sales).toHaveLength(2);
  expect(sales[0]).toMatchObject({ total: 30_024, qr: { amount: 20_024 } });
});

test('given up before the approval has come, nothing is sold', async ({ page, shop, signIn }) => {
  await hireTwo(shop);
  await open(page, shop, () => signIn('olena'));
  await fill(page);
  const approved = await hold(page, /approvals\//, 'POST');
  await press(page, 'Control+Enter');
  await approve(page);
  await approved.arrived();
  await press(page, 'Escape');
  await expect(dialog(page)).toHaveCount(0);
  const answered = page.waitForResponse(/approvals\//);
  approved.release();
  await answered;
  // The next press asks anew.
  await press(page, 'Control+Enter');
  await expect(title(page)).toBeFocused();
  expect(shop.bank.requests.filter(({ path }) => path.endsWith('invoice/create'))).toEqual([]);
});
