import { expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** Each begins where they work, and sees what the rights of the design give them. */

const lastMonth = (): string => {
  const now = new Date();
  const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1));
  return new Intl.DateTimeFormat('uk', { month: 'long', timeZone: 'UTC' }).format(first);
};

test('the accountant begins at the reports, where the archive of the last month is', async ({
  page,
  shop,
  signIn,
}) => {
  await shop.employee('iryna', ['can_view_invoices']);
  await signIn('iryna');
  await expect(page).toHaveURL(/\/reports\/sales$/);
  await expect(page.getByRole('link', { name: t('closing:day.title') })).toHaveCount(0);
  const tabs = page.getByRole('navigation', { name: t('reports:tabs.label') });
  await expect(tabs.getByRole('link')).toHaveCount(4);
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: t('closing:doors.archive', { name: lastMonth() }) }).click();
  await expect(page.getByRole('button', { name: t('month:download') })).toBeEnabled();
  await expect(page.getByRole('button', { name: t('closing:month.no'), exact: true })).toHaveCount(0);
});

test('a number that is none of the seller’s own says who can refund it', async ({ page, shop, signIn }) => {
  await shop.createInvoice();
  await shop.employee('taras', ['can_view_invoices', 'can_create_invoices'], { own_sales_only: 1 });
  await signIn('taras');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('000001');
  const line = page.getByRole('option', { name: t('search:others', { value: '000001' }) });
  await expect(line).toBeVisible();
  await expectAccessibleInBoth(page);
  await line.click();
  await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
});

test('who works alone locks the screen; from the second person on the menu changes them', async ({
  page,
  shop,
  signIn,
}) => {
  const menu = page.getByRole('button', { name: t('common:account.menu', { name: 'owner' }) });
  await signIn();
  await menu.click();
  await expect(page.getByRole('button', { name: t('common:account.lock') })).toBeVisible();
  await shop.employee('olena');
  await page.reload();
  await menu.click();
  await expect(page.getByRole('button', { name: t('common:account.switch') })).toBeVisible();
});
