import type { Page } from '@playwright/test';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { pattern, t } from './helpers/texts.ts';

// A backup restored by the owner's tab of a plain browser, whose service stops for that.

test.use({ isDesktop: false, mayBreak: true });

/** The owner's tab at the list of backups, with one of a sale, and a sale since. */
const openTab = async (page: Page, shop: Shop, language: 'uk' | 'en', make: string) => {
  await shop.createInvoice();
  await page.goto(issueTabCode(shop.folder, new URL(shop.baseUrl).origin, Date.now()).address);
  await fillSignIn(page, language, 'owner');
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.goto(new URL('/settings/backup', shop.baseUrl).href);
  await page.getByRole('button', { name: make }).click();
  await expect(
    page.getByRole('listitem').getByRole('button', { name: pattern('backups:row.restoreOf') }),
  ).toBeVisible();
  await shop.createInvoice();
};
const numbers = async (shop: Shop) =>
  (await shop.owner.get<{ results: { number: number }[] }>('invoices/')).body.results.map(
    (each) => each.number,
  );

const givePassword = async (page: Page) => {
  await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
};

test('is asked for the password, waited for, said once, and leads to the sign-in', async ({
  page,
  shop,
  language,
}) => {
  await openTab(page, shop, language, t('backups:make.now'));
  await page.getByRole('button', { name: pattern('backups:row.restoreOf') }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: pattern('backups:row.restoreOf') });
  await expect(page.getByRole('dialog')).toContainText(t('backups:compare.fewer', { count: 1 }));
  await confirm.press('Enter');
  await givePassword(page);
  // The test's console still has the database open.
  await expect(page.getByRole('dialog', { name: t('backups:restore.failed') })).toContainText(
    t('refusals:reason.in_use'),
  );
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await numbers(shop)).toHaveLength(2);

  shop.console.close();
  await page.getByRole('button', { name: pattern('backups:row.restoreOf') }).click();
  await confirm.press('Enter');
  await givePassword(page);
  const done = page.getByRole('dialog', { name: t('backups:restore.done') });
  await expect(done).toContainText(/kramar-before-restore-.*\.db/);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await fillSignIn(page, language, 'owner');
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await shop.signInAgain();
  expect(await numbers(shop)).toHaveLength(1);
  // It is still the owner's tab.
  await page.goto(new URL('/settings/backup', shop.baseUrl).href);
  await expect(page.getByRole('button', { name: pattern('backups:row.restoreOf') }).first()).toBeVisible();
});
