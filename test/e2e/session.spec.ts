import type { Page } from '@playwright/test';
import { addEmployee } from '../../main/shop/accounts/accounts.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { drop, openCatalog } from './helpers/catalog.ts';
import { expect, fillSignIn } from './helpers/fixtures.ts';
import { hold } from './helpers/hold.ts';
import { paid, test } from './helpers/invoices.ts';
import { refundButton, refundDialog } from './helpers/refunds.ts';
import { t } from './helpers/texts.ts';

/** Where one session ends and another begins: what is on the screen belongs to one user, and is hidden meanwhile. */

const lockedTitle = (page: Page) => page.getByRole('heading', { name: t('common:signIn.lockedTitle') });
const expiredTitle = (page: Page) => page.getByRole('heading', { name: t('common:signIn.expiredTitle') });

const lock = async (page: Page): Promise<void> => {
  await page.keyboard.press('Alt+l');
  await expect(lockedTitle(page)).toBeVisible();
};

const comeBack = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(
    page.getByRole('dialog', {
      name: new RegExp(`${t('common:signIn.lockedTitle')}|${t('common:signIn.expiredTitle')}`),
    }),
  ).toBeHidden();
};

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('common:account.menu', { name: 'owner' }) }).click();
  await page.getByRole('button', { name: t('common:account.signOut') }).click();
  await expect(page.getByRole('heading', { name: t('common:signIn.title') })).toBeVisible();
};

const addCashier = (shop: Shop): Promise<unknown> =>
  addEmployee(
    shop.console,
    {
      username: 'olena',
      full_name: 'Олена Касир',
      email: '',
      position: 'Касир',
      permissions: ['can_create_invoices'],
    },
    PASSWORD,
  );

test.describe('a locked screen', () => {
  test('Ctrl+P prints no report', async ({ page, signIn, go }) => {
    await page.addInitScript(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    await go('/');
    await signIn();
    await page.keyboard.press('Alt+4');
    await expect(page.getByRole('button', { name: t('common:print') })).toBeEnabled();
    // By its place in the page: what is inert has no role.
    const report = page.locator('#content');
    await expect(report).toBeVisible();
    await lock(page);
    await page.keyboard.press('Control+p');
    await expectAccessible(page);
    // Nor does the browser's own menu print what is behind.
    await page.emulateMedia({ media: 'print' });
    await expect(report).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await comeBack(page, t('common:signIn.unlock'));
    await expect(page.locator('body')).not.toHaveAttribute('data-printed', 'yes');
    await expect(page.locator('[data-print-sheet]')).toHaveCount(0);
    await page.keyboard.press('Control+p');
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  });

  test('Escape closes no dialog behind it', async ({ page, shop, signIn }) => {
    const invoice = await paid(shop, { amount: 34_000 });
    await signIn('owner', `/invoices/${invoice.id}`);
    await refundButton(page).click();
    await refundDialog(page).getByLabel(t('invoices:refund.amount')).fill('100');
    await lock(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await comeBack(page, t('common:signIn.unlock'));
    await expect(refundDialog(page).getByLabel(t('invoices:refund.amount'))).toHaveValue('100');
    await page.keyboard.press('Escape');
    await expect(refundDialog(page)).toBeHidden();

    await test.step('F2 leaves the counter as it is', async () => {
      await page.keyboard.press('F2');
      const amount = page.getByRole('textbox', { name: t('common:words.amountUah') });
      await amount.fill('340');
      await lock(page);
      await page.keyboard.press('F2');
      await comeBack(page, t('common:signIn.unlock'));
      await expect(amount).toHaveValue('340');
      await page.keyboard.press('F2');
      await expect(amount).toBeHidden();
    });

    await test.step('a file that is dropped opens no import', async () => {
      await page.keyboard.press('Alt+3');
      await expect(page.getByRole('heading', { level: 1, name: t('common:places.catalog') })).toBeVisible();
      await lock(page);
      await drop(page, 'прайс.csv', Buffer.from('Назва;Ціна\nЧай;12'));
      await comeBack(page, t('common:signIn.unlock'));
      await expect(page.getByRole('heading', { level: 1, name: t('common:places.catalog') })).toBeVisible();
      await expect(page).toHaveURL(/\/catalog\/products$/);
    });
  });
});

test('a session that has ended keeps what is open and typed, and continues after the sign-in', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  await shop.owner.post('catalog/categories/', { name: 'Напої' });
  await page.clock.install();
  await signIn();
  await page.keyboard.press('Alt+3');
  await page.getByRole('link', { name: t('catalog:parts.categories') }).click();
  await page.getByRole('button', { name: t('catalog:named.edit', { name: 'Напої' }) }).click();
  const field = page.getByRole('textbox', { name: t('common:words.name'), exact: true });
  await field.fill('Гарячі напої');
  const session = /\/api\/v1\//;
  await page.route(session, (route) => route.fulfill({ status: 401, json: {} }));
  // Coming back to the window reads the list again.
  await page.clock.fastForward('00:30');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(expiredTitle(page)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel(t('common:words.name'), { exact: true })).toHaveValue('Гарячі напої');
  await page.unroute(session);
  await shop.owner.post('catalog/categories/', { name: 'Випічка' });
  await comeBack(page, t('common:signIn.enter'));
  await expect(field).toHaveValue('Гарячі напої');
  await expect(
    page.getByRole('button', { name: t('catalog:named.edit', { name: 'Випічка' }) }),
  ).toBeVisible();
  await page.getByRole('button', { name: t('common:save') }).click();
  await expect(
    page.getByRole('button', { name: t('catalog:named.edit', { name: 'Гарячі напої' }) }),
  ).toBeVisible();
  await go('/catalog/categories');
  await expect(
    page.getByRole('button', { name: t('catalog:named.edit', { name: 'Гарячі напої' }) }),
  ).toBeVisible();
});

test('the next user begins at their own first screen, without the last one’s import', async ({
  page,
  shop,
  signIn,
}) => {
  await addCashier(shop);
  await openCatalog(page, signIn);
  await drop(page, 'прайс.csv', Buffer.from('Назва;Ціна\nЧай;12'));
  await page.getByRole('button', { name: /^Імпортувати \d/ }).click();
  await expect(
    page.getByRole('heading', { name: t('catalog:import.done.title', { name: 'прайс.csv' }) }),
  ).toBeVisible();
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.today') })).toBeVisible();
  await signOut(page);
  await fillSignIn(page, 'uk', 'olena');
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.charge') })).toBeVisible();
  await expect(page).toHaveURL(/\/charge$/);
  // Nor the toasts of the other user.
  await expect(page.getByText(/прайс\.csv/)).toHaveCount(0);
  // Back leads to where the import was.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: t('catalog:import.title') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('common:words.chooseFile') })).toBeVisible();
  await expect(page.getByText(/прайс\.csv/)).toHaveCount(0);
});

test('an import that outlives its user shows the next one nothing', async ({ page, shop, signIn }) => {
  await addCashier(shop);
  await openCatalog(page, signIn);
  await drop(page, 'прайс.csv', Buffer.from('Назва;Ціна\nЧай;12'));
  const post = await hold(page, /products\/import\/.*expected_digest/, 'POST');
  await page.getByRole('button', { name: /^Імпортувати \d/ }).click();
  await post.arrived();
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.today') })).toBeVisible();
  await lock(page);
  await page.getByRole('button', { name: t('common:signIn.another') }).click();
  post.release();
  await fillSignIn(page, 'uk', 'olena');
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.charge') })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: t('catalog:import.title') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('common:words.chooseFile') })).toBeVisible();
  await expect(page.getByText(/прайс\.csv|Зупинено/)).toHaveCount(0);
});

test('the user who signs in first goes to the address', async ({ page, signIn, go }) => {
  await go('/invoices');
  await signIn();
  await expect(page).toHaveURL(/\/invoices$/);
  await signOut(page);
  await expect(page).toHaveURL(/\/$/);
});
