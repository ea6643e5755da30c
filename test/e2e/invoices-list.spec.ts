import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fill, listed, test } from './helpers/invoices.ts';
import { t } from './helpers/texts.ts';

test('filters are in the address, and survive a reload and Back', async ({ go, page, shop, signIn }) => {
  const made = await fill(shop);
  await signIn('owner', '/invoices');
  const totals = page.getByRole('region', { name: t('invoices:totals.label') });
  await expect(totals).toContainText('30');

  await page.getByText(t('invoices:statuses.success'), { exact: true }).click();
  await expect(page).toHaveURL(/status=success/);
  const success = await listed(shop, 'status=success');
  await expect(totals).toContainText(formatAmount(success.totals.total_amount));
  await expect(totals).toContainText(formatAmount(success.totals.success_amount));

  await page
    .getByRole('button', { name: t('common:words.amount'), exact: true })
    .first()
    .click();
  await page.getByLabel(t('invoices:amountFilter.from'), { exact: true }).fill('110');
  await page.getByLabel(t('invoices:amountFilter.to'), { exact: true }).fill('120,5');
  await page.getByLabel(t('invoices:amountFilter.to'), { exact: true }).press('Enter');
  await expect(page).toHaveURL(/amount_min=11000&amount_max=12050/);
  const narrow = await listed(shop, 'status=success&amount_min=11000&amount_max=12050');
  await expect(totals).toContainText(formatAmount(narrow.totals.total_amount));
  await expect(page.locator('[data-invoice]')).toHaveCount(narrow.count);

  await page.reload();
  await expect(totals).toContainText(formatAmount(narrow.totals.total_amount));
  await page.goBack();
  await expect(totals).toContainText(formatAmount(success.totals.total_amount));
  await page.goForward();
  await expect(totals).toContainText(formatAmount(narrow.totals.total_amount));

  await page.getByRole('button', { name: t('common:clearFilter', { name: 'Сума' }) }).click();
  await expect(totals).toContainText(formatAmount(success.totals.total_amount));
  await page.getByRole('button', { name: t('invoices:filters.clearAll') }).click();
  await expect(page).toHaveURL(/\/invoices$/);
  await expect(totals).toContainText('30');

  await test.step('sorts by its heads', async () => {
    const head = page.getByRole('columnheader', { name: t('common:words.amount') });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(page.locator('[data-invoice]').first()).toHaveText(made.at(-1)?.number_display ?? '');
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(/ordering=amount/);
    await expect(page.locator('[data-invoice]').first()).toHaveText(made[0]?.number_display ?? '');
  });

  await test.step('an address past the last page shows the last, and the length of a page is remembered', async () => {
    await go('/invoices');
    const pager = page.getByRole('navigation', { name: t('common:pager.label') });
    await expect(pager).toContainText('1–25 з 30');
    await go('/invoices?page=99');
    await expect(pager).toContainText('26–30 з 30');
    await expect(page).toHaveURL(/page=2/);

    await pager.getByRole('combobox', { name: t('common:pager.size') }).click();
    await page.getByRole('option', { name: '50' }).click();
    await expect(pager).toContainText('1–30 з 30');
    await page.reload();
    await expect(pager).toContainText('1–30 з 30');
  });
});

test('periods and origins request what the interface documents', async ({ page, shop, signIn }) => {
  await fill(shop, 4);
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 77_700 });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  await signIn('owner', '/invoices');
  await expect(page.locator('[data-invoice]')).toHaveCount(5);

  await page.getByRole('button', { name: t('common:words.period'), exact: true }).click();
  await page.getByRole('dialog').getByText(t('invoices:period.paid'), { exact: true }).click();
  await page.getByRole('button', { name: t('common:places.today') }).click();
  await expect(page).toHaveURL(/period=today&by=paid|by=paid&period=today/);
  await expect(page.locator('[data-invoice]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Період: Оплачено: Сьогодні' }).click();
  await page.getByRole('button', { name: t('common:period.yesterday') }).click();
  await expect(page.getByRole('heading', { name: t('common:list.noResults') })).toBeVisible();
  await page.getByRole('button', { name: t('common:words.clearFilters') }).click();

  await page.getByRole('button', { name: t('invoices:filters.origin') }).click();
  await page.getByRole('radio', { name: t('invoices:origin.foreign') }).check();
  await expect(page.locator('[data-invoice]')).toHaveCount(1);
  await expect(page.getByRole('row').last()).toContainText(formatAmount(77_700));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('common:clearFilter', { name: 'Де створено' }) }).click();
});

test('empty, failed, and back after a restart', async ({ page, shop, signIn, go }) => {
  await signIn('owner', '/invoices');
  await expect(page.getByRole('heading', { name: t('invoices:empty.title') })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('invoices:empty.action') }).click();
  await expect(page).toHaveURL(/\/charge/);

  await go('/invoices');
  await expect(page.getByRole('heading', { name: t('invoices:empty.title') })).toBeVisible();
  await shop.createInvoice({ amount: 5000 });
  await expect(page.locator('[data-invoice]')).toHaveCount(1);
  await shop.stop();
  await page.getByText(t('invoices:statuses.success'), { exact: true }).click();
  await expect(page.getByRole('heading', { name: t('common:list.failed') })).toBeVisible();
  await page.getByText(t('invoices:statuses.all'), { exact: true }).click();
  // Rows that were read before stay visible.
  await expect(page.locator('[data-invoice]')).toHaveCount(1);
  await page.getByText(t('invoices:statuses.created'), { exact: true }).click();
  await expect(page.getByRole('button', { name: t('common:list.tryAgain') })).toBeVisible();
  await shop.restart();
  await expect(page.locator('[data-invoice]')).toHaveCount(1);
});
