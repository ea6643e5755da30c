import { formatAmount } from '../../shared/money.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

test('a new shop shows the remaining setup steps, after its first payment in one row until they are put away', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  const setup = page.getByRole('region', { name: t('today:setup.title') });
  await expect(setup).toContainText(t('today:setup.done', { done: 2, all: 6 }));
  await expect(setup.locator('[data-done="true"]').nth(1)).toContainText(t('today:setup.step.terminal'));
  await expect(page.getByRole('region', { name: t('today:figures.title') })).toHaveCount(0);
  await expect(page.getByText(t('today:latest.empty'))).toBeVisible();
  await expectAccessibleInBoth(page);
  await shop.owner.post('catalog/products/', { name: 'Кава', price: 5500 });
  await page.reload();
  await expect(setup).toContainText(t('today:setup.done', { done: 3, all: 6 }));
  await setup.getByRole('link', { name: new RegExp(t('today:setup.step.payment')) }).click();
  await expect(page).toHaveURL(/\/charge$/);
  const invoice = await shop.createInvoice({ amount: 100 });
  shop.bank.pay(invoice.invoice_id);
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  await page.keyboard.press('Alt+1');
  const figures = page.getByRole('region', { name: t('today:figures.title') });
  await expect(figures).toContainText(formatAmount(100));
  // A week before there was nothing to compare with.
  await expect(figures).not.toContainText(t('common:change.new'));
  // Not done yet: the shop's name and a disk for backups.
  await expect(setup).toContainText(t('today:setup.left.2'));
  const left = [t('today:setup.step.shop'), t('today:setup.step.backup')];
  await expect(setup.getByRole('link')).toHaveText(left, { ignoreCase: true });
  await expectAccessible(page);
  await setup.getByRole('button', { name: t('today:setup.putAway') }).click();
  await expect(setup).toHaveCount(0);
  await page.reload();
  await expect(figures).toContainText(formatAmount(100));
  await expect(setup).toHaveCount(0);
});
